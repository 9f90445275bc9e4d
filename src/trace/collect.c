/* A sink that keeps a whole trace in memory, and sorting what it keeps. */
#include "format.h"

#include "base/base.h"
#include "base/keys.h"

#include <stdlib.h>
#include <string.h>

static int begin(void *arg, const struct weft_trace_info *info)
{
    struct weft_trace *trace = arg;
    struct params *params = calloc(1, sizeof *params);
    if (!params)
        return WEFT_ERROR_MEMORY;
    trace->owned = params;
    int result = params_copy(params, info);
    trace->info = params->info;
    return result ? WEFT_ERROR_MEMORY : 0;
}

static int events(void *arg, const struct weft_event *event, size_t count)
{
    struct weft_trace *trace = arg;
    if (!count)
        return 0;
    if (array_grow(&trace->events, &trace->capacity, trace->count + count,
                   sizeof *event))
        return WEFT_ERROR_MEMORY;
    memcpy(trace->events + trace->count, event, count * sizeof *event);
    trace->count += count;
    return 0;
}

struct weft_sink weft_trace_collect(struct weft_trace *trace)
{
    return (struct weft_sink){begin, events, NULL, trace};
}

void weft_trace_finish(struct weft_trace *trace)
{
    struct params *params = trace->owned;
    if (params)
        params_finish(params);
    free(params);
    free(trace->events);
    *trace = (struct weft_trace){0};
}

/* Move events[key[i].index] to events[i], along the cycles of the
 * permutation. */
static void permute(struct weft_event *events, struct sort_key *key,
                    size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (key[i].index == i)
            continue;
        struct weft_event first = events[i];
        size_t to = i;
        while (key[to].index != i) {
            size_t from = key[to].index;
            events[to] = events[from];
            key[to].index = (uint32_t)to;
            to = from;
        }
        events[to] = first;
        key[to].index = (uint32_t)to;
    }
}

int weft_events_sort(struct weft_event *events, size_t count)
{
    struct keys keys = {0};
    int status = keys_reserve(&keys, count);
    if (!status) {
        for (size_t i = 0; i < count; i++)
            keys.key[i] = (struct sort_key){events[i].start,
                                            (uint64_t)(uint32_t)events[i].rank,
                                            (uint32_t)i};
        keys_sort(&keys, count);
        permute(events, keys.key, count);
    }
    keys_finish(&keys);
    return status;
}
