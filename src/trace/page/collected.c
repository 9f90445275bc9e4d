/* Collect a run: its events, and at its end the statistics, the matching of
 * sends and receives, and the states of the processors. These are computed one
 * after another, because each needs memory for the messages in flight and for
 * every processor. */
#include "page.h"

#include "base/base.h"
#include "match/match.h"

#include <stdlib.h>
#include <string.h>

/* ---- matching sends and receives ----------------------------------------- */

static int collected_arrive(void *arg, const struct transit *send,
                            const struct transit *receive)
{
    struct page_run *run = arg;
    run->pair[receive->tag] = send->tag;
    run->pair[send->tag] = receive->tag;
    return 0;
}

static int match_event(const struct page_run *run, struct match *match,
                       uint32_t index)
{
    const struct weft_event *event = &run->event[index];
    bool send = event->kind == WEFT_SEND, receive = event->kind == WEFT_RECEIVE;
    if ((!send && !receive) || event->peer < 0 ||
        event->peer >= run->params.info.processors)
        return 0;
    struct transit transit = transit_of(event);
    transit.tag = index;
    return send ? match_send(match, &transit) : match_receive(match, &transit);
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

/* Mark where the last span of each processor ends. */
static int end_spans(struct page_run *run, const struct states *states)
{
    for (int rank = 0; rank < run->params.info.processors; rank++) {
        const struct state_track *track = &states->track[rank];
        if (array_grow(&run->span, &run->span_capacity, run->spans + 1,
                       sizeof *run->span))
            return -1;
        bool absent = track->first == UINT64_MAX && !states->steps;
        run->span[run->spans++] =
            (struct page_span){.start = absent ? run->origin : track->reported,
                               .rank = rank,
                               .state = STATES};
    }
    return 0;
}

/* ---- the sink ------------------------------------------------------------ */

static int collected_fail(struct page_run *run, enum weft_error_kind kind,
                          const char *text)
{
    if (!run->page->error.kind)
        weft_error_set(&run->page->error, kind, 0, "%s", text);
    return -1;
}

static int out_of_memory(struct page_run *run)
{
    return collected_fail(run, WEFT_ERROR_MEMORY, "no memory for the page");
}

/* Set the network of a run to the given one, or else to the one that the trace
 * names, if it has the right number of processors. Return 0, or -1 if out of
 * memory. */
static int collected_take_network(struct page_run *run,
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

static int collected_begin(void *arg, const struct weft_trace_info *info)
{
    struct page_run *run = arg;
    if (info->processors < 0 || info->processors > WEFT_TRACE_PROCESSORS_MAX)
        return collected_fail(run, WEFT_ERROR_LIMIT,
                              "the run has too many processors for a page");
    run->origin = UINT64_MAX;
    run->items = info->items;
    run->details = info->details;
    if (collected_take_network(run, info) || params_copy(&run->params, info))
        return out_of_memory(run);
    return 0;
}

static const char ended_before[] = "events after the end of the run";

static int collected_events(void *arg, const struct weft_event *event,
                            size_t count)
{
    struct page_run *run = arg;
    if (run->ended)
        return collected_fail(run, WEFT_ERROR_MISUSE, ended_before);
    if (count > WEFT_PAGE_EVENTS_MAX - run->page->events)
        return collected_fail(
            run, WEFT_ERROR_LIMIT,
            "a page holds at most 12582912 events: cut a window with "
            "weft view --steps A..B or --processors A..B");
    for (size_t i = 0; i < count; i++) {
        if (event[i].start < run->now ||
            !event_possible(&event[i], run->params.info.processors))
            return collected_fail(run, WEFT_ERROR_FORMAT,
                                  "impossible event in the run");
        run->now = event[i].start;
    }
    if (array_grow(&run->event, &run->capacity, run->count + count,
                   sizeof *run->event))
        return out_of_memory(run);
    if (count)
        memcpy(&run->event[run->count], event, count * sizeof *event);
    run->page->events += count;
    run->count += count;
    return 0;
}

/* ---- at the end ---------------------------------------------------------- */

static int count_all(struct page_run *run)
{
    run->stats = weft_stats_create(NULL);
    if (!run->stats)
        return out_of_memory(run);
    const struct weft_sink *sink = weft_stats_sink(run->stats);
    return sink->begin(sink->arg, &run->params.info) ||
                   sink->events(sink->arg, run->event, run->count) ||
                   sink->end(sink->arg)
               ? out_of_memory(run)
               : 0;
}

static int measure_waits(struct page_run *run)
{
    const struct weft_trace trace = {
        .info = run->params.info, .events = run->event, .count = run->count};
    struct weft_error err;
    if (!run->count || !run->params.info.processors)
        return 0; /* rejected later, as an empty run */
    return weft_waits_measure(&trace, weft_stats_result(run->stats),
                              &run->waits, &err)
               ? out_of_memory(run)
               : 0;
}

static int match_all(struct page_run *run)
{
    struct match match;
    int result = match_init(&match, run->params.info.processors);
    match.arrive = match.early_receive = collected_arrive;
    match.arg = run;
    run->pair = malloc((run->count + 1) * sizeof *run->pair);
    result = run->pair ? result : -1;
    for (size_t i = 0; i < run->count && !result; i++)
        run->pair[i] = PAGE_NONE;
    for (size_t i = 0; i < run->count && !result; i++)
        result = match_advance(&match, run->event[i].start) ||
                 match_event(run, &match, (uint32_t)i);
    result = result || match_settle(&match);
    match_finish(&match);
    return result ? -1 : 0;
}

/* Find the begin of the run and the end of its last event. */
static void collected_limits(struct page_run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        const struct weft_event *event = &run->event[i];
        uint64_t begin = event_begin(event);
        uint64_t end = event->start + event->duration;
        run->origin = begin < run->origin ? begin : run->origin;
        run->end = end > run->end ? end : run->end;
    }
    run->origin = event_origin(run->params.info.step, run->origin);
}

static int find_states(struct page_run *run)
{
    const struct weft_trace_info *info = &run->params.info;
    struct states states;
    int result = states_init(&states, info->processors, info);
    states.each = add_span;
    states.arg = run;
    for (size_t i = 0; i < run->count && !result; i++)
        result = states_event(&states, &run->event[i]);
    result = result || states_end(&states) || end_spans(run, &states);
    run->open = states_open(&states);
    run->computes = states.computes;
    states_finish(&states);
    return result ? -1 : 0;
}

/* Free what only the texts needed, so that the next run can use the memory. */
static void collected_forget(struct page_run *run)
{
    weft_stats_destroy(run->stats);
    weft_waits_finish(&run->waits);
    free(run->event);
    free(run->pair);
    free(run->span);
    run->stats = NULL;
    run->event = NULL;
    run->pair = NULL;
    run->span = NULL;
}

static int collected_end(void *arg)
{
    struct page_run *run = arg;
    if (run->ended)
        return collected_fail(run, WEFT_ERROR_MISUSE, ended_before);
    if (count_all(run) || measure_waits(run))
        return -1;
    collected_limits(run);
    if (match_all(run) || find_states(run) || page_spans_sort(run))
        return out_of_memory(run);
    if (run->count && run->params.info.processors && page_texts_make(run))
        return out_of_memory(run);
    collected_forget(run);
    run->ended = true;
    return 0;
}

struct page_run *page_run_create(struct weft_page *page, const char *name)
{
    struct page_run *run = calloc(1, sizeof *run);
    if (!run)
        return NULL;
    run->page = page;
    run->id = page->runs;
    run->sink = (struct weft_sink){collected_begin, collected_events,
                                   collected_end, run};
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
    collected_forget(run);
    weft_network_destroy(run->made);
    params_finish(&run->params);
    for (int part = 0; part < PAGE_PARTS; part++)
        free(run->text[part]);
    free(run->verdict);
    free(run->name);
    free(run);
}
