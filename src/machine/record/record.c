/* Recording of events by the processors. When they are final (flush.c), the
 * logs of all workers are merged into one stream (merge.c), in which transfers
 * that share arcs are checked in order (routes.c). */
#include "record.h"
#include "base/invariant.h"

void record(struct weft_processor *self, const struct weft_event *event)
{
    struct weft_event *to;
    if (!records(self, event->kind) || !(to = record_new(self)))
        return;
    *to = *event;
    to->rank = self->rank;
    to->since = event->start;
    to->items = self->details;
}

void record_wait(struct weft_processor *self)
{
    if (self->wait_recorded)
        return;
    INVARIANT(self->from == WEFT_ANY || self->from != self->rank);
    self->wait_recorded = true;
    struct weft_event *event = NULL;
    if (records(self, WEFT_WAIT))
        event = record_new(self);
    if (!event)
        return;
    int16_t dimension = -1;
    if (self->from != WEFT_ANY)
        dimension = record_dimension(self, self->from, self->rank);
    *event = (struct weft_event){
        .start = self->clock,
        .since = self->clock,
        .rank = self->rank,
        .peer = self->from,
        .message = -1,
        .dimension = dimension,
        .kind = WEFT_WAIT,
        .items = self->details,
    };
}

void record_vain(struct weft_processor *self)
{
    record(self, &(struct weft_event){.start = self->clock,
                                      .kind = WEFT_PRESENT,
                                      .peer = -1,
                                      .message = -1,
                                      .dimension = -1});
}
