/* Hands over final events from the workers; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_RECORD_FLUSH_H
#define WEFT_SRC_MACHINE_RECORD_FLUSH_H

#include <stdint.h>

struct run;

/* All events that start before `limit` are recorded: hand them over if there
 * are enough; `recorded` is the total number. Resolver only. */
void flush_events(struct run *run, uint64_t limit, uint64_t recorded);

/* Hand over all events before `limit`. The batch must belong to the resolver
 * (merge.h). */
void flush_over(struct run *run, uint64_t limit);

/* Record the waits that began before `limit` and continue. Resolver only. */
void flush_waits(struct run *run, uint64_t limit);

/* Record that a worker has ended and will record no more events. */
void flush_worker_ended(struct run *run);

#endif
