/* Several sinks told the same. */
#include "fan.h"

#include "base/base.h"

int fan_begin(void *arg, const struct weft_trace_info *info)
{
    const struct fan *fan = arg;
    for (size_t i = 0; i < fan->count; i++) {
        const struct weft_sink *sink = fan->sink[i];
        int status = sink->begin ? sink->begin(sink->arg, info) : 0;
        if (status)
            return status;
    }
    return 0;
}

int fan_events(void *arg, const struct weft_event *events, size_t count)
{
    const struct fan *fan = arg;
    for (size_t i = 0; i < fan->count; i++) {
        const struct weft_sink *sink = fan->sink[i];
        int status = sink->events ? sink->events(sink->arg, events, count) : 0;
        if (status)
            return status;
    }
    return 0;
}

int fan_end(const struct fan *fan, struct weft_error *err)
{
    for (size_t i = 0; i < fan->count; i++) {
        const struct weft_sink *sink = fan->sink[i];
        int status = sink->end ? sink->end(sink->arg) : 0;
        if (status)
            return weft_error_set(err, sink_fault(status), 0,
                                  "the event sink stopped the run");
    }
    return 0;
}
