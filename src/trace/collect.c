/* A sink that keeps a whole trace in memory, and sorting what it keeps. */
#include "format.h"

#include "../base/base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int begin(void *arg, const struct weft_trace_info *info)
{
    struct weft_trace *trace = arg;
    struct weft_params *params = calloc(1, sizeof *params);
    if (!params)
        return -1;
    trace->owned = params;
    int result = weft_params_copy(params, info);
    trace->info = params->info;
    return result;
}

static int events(void *arg, const struct weft_event *event, size_t count)
{
    struct weft_trace *trace = arg;
    if (weft_grow(&trace->events, &trace->capacity, trace->count + count,
                  sizeof *event))
        return -1;
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
    struct weft_params *params = trace->owned;
    if (params)
        weft_params_finish(params);
    free(params);
    free(trace->events);
    *trace = (struct weft_trace){0};
}

static bool later(const struct weft_event *a, const struct weft_event *b)
{
    return a->start != b->start ? a->start > b->start : a->rank > b->rank;
}

static void insertion_sort(struct weft_event *events, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct weft_event event = events[i];
        size_t j = i;
        for (; j && later(&events[j - 1], &event); j--)
            events[j] = events[j - 1];
        events[j] = event;
    }
}

/* Merge the sorted halves of events; the first is moved to scratch. */
static void merge(struct weft_event *events, size_t middle, size_t count,
                  struct weft_event *scratch)
{
    if (!later(&events[middle - 1], &events[middle]))
        return;
    memcpy(scratch, events, middle * sizeof *events);
    size_t a = 0, b = middle;
    for (size_t to = 0; a < middle; to++) {
        if (b < count && later(&scratch[a], &events[b]))
            events[to] = events[b++];
        else
            events[to] = scratch[a++];
    }
}

static void sort(struct weft_event *events, size_t count,
                 struct weft_event *scratch)
{
    if (count <= 16) {
        insertion_sort(events, count);
        return;
    }
    sort(events, count / 2, scratch);
    sort(events + count / 2, count - count / 2, scratch);
    merge(events, count / 2, count, scratch);
}

void weft_events_sort(struct weft_event *events, size_t count)
{
    struct weft_event *scratch = malloc((count / 2 + 1) * sizeof *scratch);
    if (scratch)
        sort(events, count, scratch);
    else
        insertion_sort(events, count); /* slow, but right */
    free(scratch);
}
