/* A sink that keeps a whole trace in memory, and a function that sorts
 * events. */
#include "format.h"

#include "base/base.h"
#include "base/keys.h"

#include <stdlib.h>
#include <string.h>

/* Data that a collected trace owns: its parameters, and a table of the contents
 * of messages or of the details of events, because the source's table is freed
 * with the source. */
struct collected {
    struct params params;
    struct weft_trace_info source; /* only `items` is set: the source's table */
    struct weft_items *texts;      /* the trace's own table */
};

static int collect_begin(void *arg, const struct weft_trace_info *info)
{
    struct weft_trace *trace = arg;
    struct collected *own = calloc(1, sizeof *own);
    if (!own)
        return WEFT_ERROR_MEMORY;
    trace->owned = own;
    int result = params_copy(&own->params, info);
    if (!result && info->items)
        result = params_begin_items(&own->params);
    if (!result && info->details)
        result = params_begin_details(&own->params);
    own->source.items = info->items ? info->items : info->details;
    trace->info = own->params.info;
    own->texts = info->items ? trace->info.items : trace->info.details;
    return result ? WEFT_ERROR_MEMORY : 0;
}

/* Replace the numbers of texts by those of the trace's own table. Return 0, or
 * -1 if out of memory. */
static int collect_take_items(struct weft_trace *trace,
                              struct weft_event *event, size_t count)
{
    struct collected *own = trace->owned;
    for (size_t i = 0; i < count; i++) {
        const char *text = weft_event_items(&own->source, &event[i]);
        event[i].items = text ? weft_items_add(own->texts, text) : 0;
        if (text && !event[i].items)
            return -1;
    }
    return 0;
}

static int collect_events(void *arg, const struct weft_event *event,
                          size_t count)
{
    struct weft_trace *trace = arg;
    const struct collected *own = trace->owned;
    if (!count)
        return 0;
    if (array_grow(&trace->events, &trace->capacity, trace->count + count,
                   sizeof *event))
        return WEFT_ERROR_MEMORY;
    memcpy(trace->events + trace->count, event, count * sizeof *event);
    if (own && own->source.items &&
        collect_take_items(trace, trace->events + trace->count, count))
        return WEFT_ERROR_MEMORY;
    trace->count += count;
    return 0;
}

struct weft_sink weft_trace_collect(struct weft_trace *trace)
{
    return (struct weft_sink){collect_begin, collect_events, NULL, trace};
}

void weft_trace_finish(struct weft_trace *trace)
{
    struct collected *own = trace->owned;
    if (own)
        params_finish(&own->params);
    free(own);
    free(trace->events);
    *trace = (struct weft_trace){0};
}

void weft_trace_times(const struct weft_trace *trace, uint64_t *begin,
                      uint64_t *end)
{
    uint64_t first = UINT64_MAX, last = 0;
    for (size_t i = 0; i < trace->count; i++) {
        const struct weft_event *event = &trace->events[i];
        if (!event_possible(event, trace->info.processors))
            continue;
        uint64_t from = event_begin(event), to = event->start + event->duration;
        first = from < first ? from : first;
        last = to > last ? to : last;
    }
    *begin = event_origin(trace->info.step, first);
    *end = last;
}

/* Move events[key[i].index] to events[i] for each i, cycle by cycle of the
 * permutation. */
static void collect_permute(struct weft_event *events, struct sort_key *key,
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
        collect_permute(events, keys.key, count);
    }
    keys_finish(&keys);
    return status;
}
