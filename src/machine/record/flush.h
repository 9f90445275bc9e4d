/* Hand over final events of the workers; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_RECORD_FLUSH_H
#define WEFT_SRC_MACHINE_RECORD_FLUSH_H

#include <stdint.h>

struct run;

/* Hand over the events that start before `limit`, all of which are recorded, if
 * there are enough; `recorded` is the total number. Called by the resolver
 * only. */
void flush_events(struct run *run, uint64_t limit, uint64_t recorded);

/* Hand over all events before `limit`. The batch must belong to the resolver
 * (merge.h). */
void flush_over(struct run *run, uint64_t limit);

/* Record the waits that began before `limit` and continue. Called by the
 * resolver only. */
void flush_waits(struct run *run, uint64_t limit);

/* Record that a worker has ended and will record no more events. */
void flush_worker_ended(struct run *run);

#endif
