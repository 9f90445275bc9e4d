/* A run is collected: its events, what belongs together, states, statistics. */
#include "page.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

/* ---- what belongs together ---------------------------------------------- */

static int arrive(void *arg, const struct transit *send,
                  const struct transit *receive)
{
    struct page_run *run = arg;
    run->pair[receive->tag] = send->tag;
    run->pair[send->tag] = receive->tag;
    return 0;
}

static int match_event(struct page_run *run, const struct weft_event *event,
                       uint32_t index)
{
    bool send = event->kind == WEFT_SEND, receive = event->kind == WEFT_RECEIVE;
    if ((!send && !receive) || event->peer < 0 ||
        event->peer >= run->params.info.processors)
        return 0;
    struct transit transit = {.start = event->start,
                              .end = event->start + event->duration,
                              .since = event->since,
                              .source = send ? event->rank : event->peer,
                              .destination = send ? event->peer : event->rank,
                              .message = event->message,
                              .tag = index};
    return send ? match_send(&run->match, &transit)
                : match_receive(&run->match, &transit);
}

/* ---- states -------------------------------------------------------------- */

static int add_span(void *arg, const struct state_span *span)
{
    struct page_run *run = arg;
    if (array_grow(&run->span, &run->span_capacity, run->spans + 1,
                   sizeof *run->span))
        return -1;
    run->span[run->spans++] = (struct page_span){.start = span->start,
                                                 .rank = span->rank,
                                                 .state = (uint8_t)span->state};
    if (run->end < span->end)
        run->end = span->end;
    return 0;
}

/* Where the last span of each processor ends. */
static int end_spans(struct page_run *run)
{
    for (int rank = 0; rank < run->params.info.processors; rank++) {
        const struct state_track *track = &run->states.track[rank];
        if (array_grow(&run->span, &run->span_capacity, run->spans + 1,
                       sizeof *run->span))
            return -1;
        bool absent = track->first == UINT64_MAX && !run->states.steps;
        run->span[run->spans++] =
            (struct page_span){.start = absent ? run->origin : track->told,
                               .rank = rank,
                               .state = STATES};
    }
    return 0;
}

/* ---- the sink ------------------------------------------------------------ */

static int fail(struct page_run *run, enum weft_error_kind kind,
                const char *text)
{
    if (!run->page->error.kind)
        weft_error_set(&run->page->error, kind, 0, "%s", text);
    return -1;
}

static int out_of_memory(struct page_run *run)
{
    return fail(run, WEFT_ERROR_MEMORY, "no memory for the page");
}

/* The network that was given or that the trace names, if it is one of its
 * processors. 0, or -1: no memory. */
static int take_network(struct page_run *run,
                        const struct weft_trace_info *info)
{
    const char *name = weft_trace_info_get(info, "network");
    const struct weft_network *network = run->page->network;
    struct weft_error err = {.kind = WEFT_ERROR_NONE};
    if (!network && name)
        network = run->made =
            weft_network_create_untrusted(name, WEFT_NETWORK_SEED, &err);
    bool fits = network && weft_network_size(network) == info->processors;
    run->network = fits ? network : NULL;
    return err.kind == WEFT_ERROR_MEMORY ? -1 : 0;
}

static int begin(void *arg, const struct weft_trace_info *info)
{
    struct page_run *run = arg;
    if (info->processors < 0 || info->processors > WEFT_TRACE_PROCESSORS_MAX)
        return fail(run, WEFT_ERROR_LIMIT, "too many processors for a page");
    run->origin = UINT64_MAX;
    run->stats = weft_stats_create(NULL);
    if (!run->stats || take_network(run, info) ||
        params_copy(&run->params, info) ||
        match_init(&run->match, info->processors) ||
        states_init(&run->states, info->processors, info->step != 0))
        return out_of_memory(run);
    run->match.arrive = run->match.early_receive = arrive;
    run->match.arg = run;
    run->states.each = add_span;
    run->states.arg = run;
    run->began = true;
    const struct weft_sink *sink = weft_stats_sink(run->stats);
    return sink->begin(sink->arg, info) ? out_of_memory(run) : 0;
}

static int add_event(struct page_run *run, const struct weft_event *event)
{
    uint32_t index = (uint32_t)run->count++;
    uint64_t begin = event->since < event->start ? event->since : event->start;
    uint64_t end = event->start + event->duration;
    run->event[index] = *event;
    run->pair[index] = PAGE_NONE;
    run->origin = begin < run->origin ? begin : run->origin;
    run->end = end > run->end ? end : run->end;
    return match_advance(&run->match, event->start) ||
                   match_event(run, event, index) ||
                   states_event(&run->states, event)
               ? -1
               : 0;
}

static int events(void *arg, const struct weft_event *event, size_t count)
{
    struct page_run *run = arg;
    if (count > WEFT_PAGE_EVENTS_MAX - run->page->events)
        return fail(run, WEFT_ERROR_LIMIT,
                    "more than 12582912 events are too many for a page: cut a "
                    "window with weft view --steps A..B or --processors A..B");
    if (array_grow(&run->event, &run->capacity, run->count + count,
                   sizeof *run->event) ||
        array_grow(&run->pair, &run->pair_capacity, run->count + count,
                   sizeof *run->pair))
        return out_of_memory(run);
    run->page->events += count;
    const struct weft_sink *sink = weft_stats_sink(run->stats);
    int status = sink->events(sink->arg, event, count);
    if (status)
        return status == WEFT_ERROR_MISUSE
                   ? fail(run, WEFT_ERROR_FORMAT, "an impossible event")
                   : out_of_memory(run);
    for (size_t i = 0; i < count; i++)
        if (add_event(run, &event[i]))
            return out_of_memory(run);
    return 0;
}

/* What only collecting has needed: the next run has the room. */
static void forget(struct page_run *run)
{
    bool steps = run->states.steps, computes = run->states.computes;
    match_finish(&run->match);
    states_finish(&run->states);
    run->states.steps = steps;
    run->states.computes = computes;
}

static int end(void *arg)
{
    struct page_run *run = arg;
    const struct weft_sink *sink = weft_stats_sink(run->stats);
    if (match_settle(&run->match) || states_end(&run->states))
        return out_of_memory(run);
    if (run->params.info.step || run->origin == UINT64_MAX)
        run->origin = 0;
    if (end_spans(run) || page_spans_sort(run) || sink->end(sink->arg))
        return out_of_memory(run);
    forget(run);
    run->ended = true;
    return 0;
}

struct page_run *page_run_create(struct weft_page *page, const char *name)
{
    struct page_run *run = calloc(1, sizeof *run);
    if (!run)
        return NULL;
    run->page = page;
    run->sink = (struct weft_sink){begin, events, end, run};
    params_init(&run->params);
    if (name && !(run->name = strdup(name))) {
        free(run);
        return NULL;
    }
    return run;
}

void page_run_destroy(struct page_run *run)
{
    if (!run)
        return;
    if (run->began) {
        match_finish(&run->match);
        states_finish(&run->states);
    }
    weft_stats_destroy(run->stats);
    weft_network_destroy(run->made);
    params_finish(&run->params);
    free(run->name);
    free(run->event);
    free(run->pair);
    free(run->span);
    free(run);
}
