/* Selection of some steps and processors of a trace. */
#include "view/view-window.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/network.h>

#define BATCH 512

/* Check that the selected processors exist and that the network has as many
 * processors as the trace. Returns 0 or -1. */
static int view_window_check(struct window *window,
                             const struct weft_trace_info *info)
{
    const struct range *wanted = &window->processors;
    if (wanted->count &&
        wanted->first + wanted->count > (uint64_t)info->processors)
        return weft_error_set(&window->err, WEFT_ERROR_MISUSE, 0,
                              "processors %" PRIu64 "..%" PRIu64
                              ": the trace has processors 0 to %d",
                              wanted->first, wanted->first + wanted->count - 1,
                              info->processors - 1);
    int size = window->network ? weft_network_size(window->network) : 0;
    if (window->network && size != info->processors)
        return weft_error_set(&window->err, WEFT_ERROR_MISUSE, 0,
                              "the trace has %d processors, %s has %d",
                              info->processors,
                              weft_network_name(window->network), size);
    return 0;
}

/* Return whether the network can be created from its name in the trace. */
static bool has_network(const struct weft_trace_info *info)
{
    const char *name = weft_trace_info_get(info, "network");
    struct weft_network *network =
        name ? weft_network_create_untrusted(name, WEFT_NETWORK_SEED, NULL)
             : NULL;
    weft_network_destroy(network);
    return network != NULL;
}

/* Pass on the parameters of the run, plus one or two that describe the
 * window. */
static int view_window_begin(void *arg, const struct weft_trace_info *info)
{
    struct window *window = arg;
    const struct range *steps = &window->steps;
    uint64_t step = info->step ? info->step : 1;
    struct weft_trace_info told = *info;
    char first[24];
    if (window->network && has_network(info))
        window->network = NULL;
    if (view_window_check(window, info))
        return -1;
    struct weft_parameter *list = malloc((info->parameters + 2) * sizeof *list);
    if (!list)
        return -1;
    size_t count = 0;
    const struct range *wanted = &window->processors;
    window->cut = wanted->count &&
                  (wanted->first || wanted->count < (uint64_t)info->processors);
    for (size_t i = 0; i < info->parameters; i++)
        if (!window->cut || strcmp(info->parameter[i].key, "network") != 0)
            list[count++] = info->parameter[i];
    if (window->network && !weft_trace_info_get(info, "network") &&
        !window->cut)
        list[count++] = (struct weft_parameter){
            "network", weft_network_name(window->network)};
    weft_page_network(window->page, window->cut ? NULL : window->network);
    window->unit = step;
    window->steps_stated = info->step;
    window->to = UINT64_MAX;
    if (steps->count &&
        __builtin_mul_overflow(steps->first + steps->count, step, &window->to))
        window->to = UINT64_MAX;
    if (__builtin_mul_overflow(steps->first, step, &window->from))
        window->from = UINT64_MAX;
    window->first = 0;
    window->last = info->processors - 1;
    if (window->cut) {
        window->first = (int32_t)wanted->first;
        window->last = (int32_t)(wanted->first + wanted->count - 1);
        told.processors = window->last - window->first + 1;
        told.in_calls = NULL;
        told.statistics = NULL;
        snprintf(first, sizeof first, "%d", window->first);
        list[count++] = (struct weft_parameter){"first-processor", first};
    }
    told.parameters = count;
    told.parameter = list;
    int result = window->sink->begin(window->sink->arg, &told);
    free(list);
    return result;
}

static bool view_window_inside(const struct window *window,
                               const struct weft_event *event)
{
    return event->start >= window->from && event->start < window->to &&
           event->rank >= window->first && event->rank <= window->last;
}

/* Renumber the processors of an event. Processors outside the window become
 * -1. */
static struct weft_event renumbered(const struct window *window,
                                    struct weft_event event)
{
    if (!window->cut)
        return event;
    event.rank -= window->first;
    event.peer = event.peer < window->first || event.peer > window->last
                     ? -1
                     : event.peer - window->first;
    return event;
}

/* Set the first event's time as 0 in a trace without steps. */
static void set_origin(struct window *window, uint64_t first)
{
    window->begun = true;
    window->origin = window->steps_stated ? 0 : first;
    if (__builtin_add_overflow(window->from, window->origin, &window->from))
        window->from = UINT64_MAX;
    if (__builtin_add_overflow(window->to, window->origin, &window->to))
        window->to = UINT64_MAX;
}

static int view_window_events(void *arg, const struct weft_event *event,
                              size_t count)
{
    struct window *window = arg;
    const struct weft_sink *sink = window->sink;
    if (!window->cut && !window->from && window->to == UINT64_MAX)
        return sink->events(sink->arg, event, count);
    struct weft_event kept[BATCH];
    size_t used = 0;
    if (count && !window->begun)
        set_origin(window, event[0].start);
    for (size_t i = 0; i < count; i++) {
        uint64_t ended = event[i].start + event[i].duration;
        window->ended = ended > window->ended ? ended : window->ended;
        if (view_window_inside(window, &event[i]))
            kept[used++] = renumbered(window, event[i]);
        if (used == BATCH || (used && i + 1 == count)) {
            if (sink->events(sink->arg, kept, used))
                return -1;
            used = 0;
        }
    }
    return 0;
}

static int view_window_end(void *arg)
{
    struct window *window = arg;
    const char *unit = window->steps_stated ? "step" : "time unit";
    if (window->from && window->from >= window->ended && window->ended)
        return weft_error_set(
            &window->err, WEFT_ERROR_MISUSE, 0,
            "the window begins at %s %" PRIu64 ", the trace ends at %" PRIu64,
            unit, window->steps.first + 1,
            (window->ended - window->origin - 1) / window->unit + 1);
    return window->sink->end(window->sink->arg);
}

struct weft_sink window_sink(struct window *window)
{
    return (struct weft_sink){view_window_begin, view_window_events,
                              view_window_end, window};
}
