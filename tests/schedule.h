/* Runs an experiment and writes its transfers in a canonical text form: "slot
 * src dst msg | slot src dst msg", sorted. For tests. */
#ifndef WEFT_TESTS_SCHEDULE_H
#define WEFT_TESTS_SCHEDULE_H

#include <stdio.h>
#include <stdlib.h>
#include <weft/problem.h>
#include <weft/trace.h>

struct transfer {
    long long slot;
    int source, destination, message;
};

static inline int transfer_compare(const void *a, const void *b)
{
    const struct transfer *x = a, *y = b;
    if (x->slot != y->slot)
        return x->slot < y->slot ? -1 : 1;
    if (x->source != y->source)
        return x->source - y->source;
    if (x->destination != y->destination)
        return x->destination - y->destination;
    return x->message - y->message;
}

/* Collect the sends of a trace in unit time, sorted. @returns their number */
static inline size_t schedule_transfers(const struct weft_trace *trace,
                                        struct transfer **transfers)
{
    size_t count = 0;
    *transfers = malloc((trace->count + 1) * sizeof **transfers);
    if (!*transfers)
        abort();
    for (size_t i = 0; i < trace->count; i++) {
        const struct weft_event *e = &trace->events[i];
        if (e->kind == WEFT_SEND)
            (*transfers)[count++] = (struct transfer){
                (long long)e->start + 1, e->rank, e->peer, e->message};
    }
    qsort(*transfers, count, sizeof **transfers, transfer_compare);
    return count;
}

static inline char *schedule_text(const struct weft_trace *trace)
{
    struct transfer *t;
    size_t count = schedule_transfers(trace, &t), used = 0;
    char *text = calloc(count + 1, 64);
    if (!text)
        abort();
    for (size_t i = 0; i < count; i++)
        used += (size_t)sprintf(text + used, "%s%lld %d %d %d", i ? " | " : "",
                                t[i].slot, t[i].source, t[i].destination,
                                t[i].message);
    free(t);
    return text;
}

/* Run the experiment; the caller frees *text. @returns as weft_run() */
static inline int schedule_run(const struct weft_experiment *experiment,
                               char **text, struct weft_result *result,
                               struct weft_error *err)
{
    struct weft_trace trace = {0};
    const struct weft_sink sink = weft_trace_collect(&trace);
    const struct weft_sink *const sinks[] = {&sink};
    int status = weft_run(experiment, sinks, 1, result, err);
    *text = schedule_text(&trace);
    weft_trace_finish(&trace);
    return status;
}

#endif
