/* Collects events into batches and passes them to a sink. */
#include "format.h"

int event_batch_begin(struct event_batch *batch, const struct weft_sink *sink,
                      const struct weft_trace_info *info)
{
    batch->sink = sink;
    batch->count = 0;
    return sink->begin ? sink->begin(sink->arg, info) : 0;
}

int event_batch_flush(struct event_batch *batch)
{
    const struct weft_sink *sink = batch->sink;
    size_t count = batch->count;
    batch->count = 0;
    if (!count || !sink->events)
        return 0;
    return sink->events(sink->arg, batch->event, count);
}

int event_batch_end(struct event_batch *batch)
{
    int refused = event_batch_flush(batch);
    if (refused)
        return refused;
    return batch->sink->end ? batch->sink->end(batch->sink->arg) : 0;
}
