/* Events that every sink must reject after an event at time 5 in a run of two
 * processors. A program that feeds a sink directly may produce any of them. */
#ifndef WEFT_TESTS_IMPOSSIBLE_H
#define WEFT_TESTS_IMPOSSIBLE_H

#include <stddef.h>
#include <stdint.h>
#include <weft/event.h>

static const struct weft_event impossible_event[] = {
    {.start = 6, .duration = 1, .rank = -1, .peer = 1, .kind = WEFT_SEND},
    {.start = 6, .duration = 1, .rank = 2, .peer = 1, .kind = WEFT_SEND},
    {.start = 4, .duration = 1, .rank = 0, .peer = 1, .kind = WEFT_SEND},
    {.start = 6, .duration = UINT64_MAX - 5, .peer = 1, .kind = WEFT_SEND},
    {.start = 6, .duration = 1, .rank = 0, .kind = WEFT_EVENT_KINDS},
};
#define IMPOSSIBLE (sizeof impossible_event / sizeof *impossible_event)

/* Start a run in a new sink, add a valid event, then an impossible one. Return
 * the sink's result for the latter. */
static inline int impossible_told(const struct weft_sink *sink, size_t index)
{
    static const struct weft_trace_info info = {
        .processors = 2, .unit_ns = 1000, .step = 1};
    static const struct weft_event good = {
        .start = 5, .duration = 1, .since = 5, .peer = 1, .kind = WEFT_SEND};
    if (sink->begin(sink->arg, &info) || sink->events(sink->arg, &good, 1))
        return 0;
    return sink->events(sink->arg, &impossible_event[index], 1);
}

#endif
