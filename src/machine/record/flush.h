/* What is recorded and final leaves the workers; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_RECORD_FLUSH_H
#define WEFT_SRC_MACHINE_RECORD_FLUSH_H

#include <stdint.h>

struct run;

/* Everything that starts before `limit` is recorded: hand it over if there is
 * enough of it, `recorded` events in all. Resolver only. */
void flush_events(struct run *run, uint64_t limit, uint64_t recorded);

/* The same, whatever there is of it. The batch must be ours (merge.h). */
void flush_over(struct run *run, uint64_t limit);

/* Record the waits that began before `limit` and last. Resolver only. */
void flush_waits(struct run *run, uint64_t limit);

/* Nothing more will come from one worker. */
void flush_worker_ended(struct run *run);

#endif
