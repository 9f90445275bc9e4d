/* Passes events on to several sinks. */
#include "fan.h"

#include "base/base.h"

void fan_again(struct fan *fan)
{
    fan->skip = fan->given;
    fan->given = 0;
}

/* Return the sink with this index, or NULL after the last one. */
static const struct weft_sink *fan_sink(const struct fan *fan, size_t index)
{
    if (index < fan->count)
        return fan->sink[index];
    return index == fan->count ? fan->judge : NULL;
}

int fan_begin(void *arg, const struct weft_trace_info *info)
{
    struct fan *fan = arg;
    const struct weft_sink *sink;
    if (fan->begun)
        return 0;
    fan->begun = true;
    for (size_t i = 0; (sink = fan_sink(fan, i)); i++) {
        int status = sink->begin ? sink->begin(sink->arg, info) : 0;
        if (status)
            return status;
    }
    return 0;
}

int fan_events(void *arg, const struct weft_event *events, size_t count)
{
    struct fan *fan = arg;
    const struct weft_sink *sink;
    size_t known = fan->skip < count ? (size_t)fan->skip : count;
    fan->skip -= known;
    events += known;
    count -= known;
    fan->given += count;
    for (size_t i = 0; count && (sink = fan_sink(fan, i)); i++) {
        int status = sink->events ? sink->events(sink->arg, events, count) : 0;
        if (status)
            return status;
    }
    return 0;
}

int fan_end(const struct fan *fan, struct weft_error *err)
{
    const struct weft_sink *sink;
    for (size_t i = 0; (sink = fan_sink(fan, i)); i++) {
        int status = sink->end ? sink->end(sink->arg) : 0;
        if (status)
            return weft_error_set(err, sink_fault(status), 0,
                                  "the event sink stopped the run");
    }
    return 0;
}
