/* Recording of events by the processors; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_RECORD_RECORD_H
#define WEFT_SRC_MACHINE_RECORD_RECORD_H

#include "machine/processor.h"
#include "machine/run.h"
#include "machine/schedule/worker.h"

static inline bool records(const struct weft_processor *self, int kind)
{
    return self->worker->log.kinds >> kind & 1;
}

/* Append an event to be filled in by the caller. NULL: out of memory; the run
 * stops. Call this only if events of its kind are recorded. */
static inline struct weft_event *record_new(struct weft_processor *self)
{
    struct weft_event *event = log_new(&self->worker->log);
    if (!event)
        run_fail(self->run, WEFT_ERROR_MEMORY, "no memory for events");
    return event;
}

/* Return the dimension of a transfer's link for its event: -1 if there is none
 * or it does not fit. */
static inline int16_t record_dimension_of(const struct weft_network *network,
                                          int from, int to)
{
    int dimension = weft_network_dimension_to(network, from, to);
    return dimension > INT16_MAX ? -1 : (int16_t)dimension;
}

static inline int16_t record_dimension(const struct weft_processor *self,
                                       int from, int to)
{
    return record_dimension_of(self->run->machine->network, from, to);
}

void record(struct weft_processor *self, const struct weft_event *event);
void record_wait(struct weft_processor *self);
/* Record that a wait ended now without a message. */
void record_vain(struct weft_processor *self);

#endif
