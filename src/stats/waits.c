/* Wait states and efficiencies of a trace.
 *
 * Matching the two ends of messages (src/match) finds late senders and
 * receivers, wait-calls.c finds waiting in collective calls, and ideal.c
 * computes the time on an ideal network. */
#include "waits.h"

#include "base/base.h"
#include "base/text/origins.h"
#include "match/match.h"
#include "state/state.h"

#include <stdlib.h>

#define NO_CALL UINT32_MAX

/* An open task, which has begun but not ended. */
struct open_task {
    int32_t task;
    uint32_t outer; /* 1 + index of the enclosing open task; 0: none */
    uint32_t call;  /* index into call[], or NO_CALL for other tasks */
};

/* Data about the event at one end of a message. */
struct wait_end {
    int32_t task, call; /* innermost task and innermost call; -1: none */
    bool waited;
};

struct stats_waits_waits {
    const struct weft_trace *trace;
    bool blocks; /* whether a send may wait for its receiver */
    bool nests;  /* whether a reception may contain other slices */
    struct wait_rows rows;
    struct wait_end *end; /* [ends] the ends of messages, indexed by the tag of
                             a transit */
    size_t ends, end_room;
    struct wait_call *call; /* [calls] collective calls */
    size_t calls, call_room;
    uint32_t *innermost; /* [processors] 1 + index into open[] of the innermost
                            task; 0: none */
    struct open_task *open;
    size_t opens, open_room;
    uint32_t (*number)[WAIT_CALLS]; /* [processors] number of calls of each kind
                                       so far */
    struct match match;
    struct states states;
    struct ideal ideal;
};

/* ---- messages ------------------------------------------------------------ */

static int waits_add_wait(struct stats_waits_waits *waits,
                          enum weft_wait_kind kind,
                          const struct transit *waiter,
                          const struct transit *cause, uint64_t time)
{
    const struct wait_end *end = &waits->end[waiter->tag];
    bool late_sender = kind == WEFT_WAIT_LATE_SENDER;
    const struct wait_row row = {
        .what = {.kind = kind,
                 .waiter = late_sender ? waiter->destination : waiter->source,
                 .cause = late_sender ? cause->source : cause->destination,
                 .task = end->task,
                 .time = time},
        .from = late_sender ? waiter->since : waiter->start,
        .at = waiter->start,
        .call = end->call};
    return wait_rows_add(&waits->rows, &row);
}

static int waits_arrive(void *arg, const struct transit *send,
                        const struct transit *receive)
{
    struct stats_waits_waits *waits = arg;
    uint64_t until =
        send->start < receive->start ? send->start : receive->start;
    if (waits->end[receive->tag].waited && until > receive->since &&
        waits_add_wait(waits, WEFT_WAIT_LATE_SENDER, receive, send,
                       until - receive->since))
        return -1;
    if (waits->blocks && send->start < receive->since &&
        receive->since < send->end &&
        waits_add_wait(waits, WEFT_WAIT_LATE_RECEIVER, send, receive,
                       receive->since - send->start))
        return -1;
    /* slices within the reception may begin once the message has left */
    uint64_t begins =
        send->start > receive->start ? send->start : receive->start;
    return ideal_message(&waits->ideal, send->source, send->start,
                         receive->destination,
                         waits->nests ? begins : receive->end);
}

/* Handle a reception that begins before its send, as is possible if clocks
 * differ. */
static int waits_early_receive(void *arg, const struct transit *send,
                               const struct transit *receive)
{
    return receive->end < send->start ? 0 : waits_arrive(arg, send, receive);
}

static int add_end(struct stats_waits_waits *waits,
                   const struct weft_event *event, uint32_t *tag)
{
    uint32_t at = waits->innermost[event->rank];
    const struct open_task *open = at ? &waits->open[at - 1] : NULL;
    if (waits->ends == UINT32_MAX ||
        array_grow(&waits->end, &waits->end_room, waits->ends + 1,
                   sizeof *waits->end))
        return -1;
    *tag = (uint32_t)waits->ends;
    struct wait_end end = {-1, -1, event->flags & WEFT_EVENT_WAITED};
    end.task = open ? open->task : -1;
    while (open && open->call == NO_CALL)
        open = open->outer ? &waits->open[open->outer - 1] : NULL;
    if (open) {
        struct wait_call *call = &waits->call[open->call];
        end.call = call->task;
        call->sent |= event->kind == WEFT_SEND;
        call->received |= event->kind == WEFT_RECEIVE;
    }
    waits->end[waits->ends++] = end;
    return 0;
}

static int on_transfer(struct stats_waits_waits *waits,
                       const struct weft_event *event)
{
    bool send = event->kind == WEFT_SEND;
    if (event->peer < 0 || event->peer >= waits->trace->info.processors)
        return 0;
    struct transit transit = transit_of(event);
    if (add_end(waits, event, &transit.tag))
        return -1;
    return (send ? match_send : match_receive)(&waits->match, &transit);
}

/* ---- tasks --------------------------------------------------------------- */

static int waits_add_call(struct stats_waits_waits *waits,
                          const struct weft_event *event)
{
    uint32_t *number =
        &waits->number[event->rank][event->message - WEFT_TASK_BARRIER];
    if (waits->calls == NO_CALL ||
        array_grow(&waits->call, &waits->call_room, waits->calls + 1,
                   sizeof *waits->call))
        return -1;
    waits->call[waits->calls++] = (struct wait_call){.task = event->message,
                                                     .number = (*number)++,
                                                     .rank = event->rank,
                                                     .enter = event->start,
                                                     .leave = UINT64_MAX};
    return 0;
}

static int on_task(struct stats_waits_waits *waits,
                   const struct weft_event *event)
{
    bool call = is_wait_call(event->message);
    uint32_t *innermost = &waits->innermost[event->rank];
    if (waits->opens == UINT32_MAX - 1 ||
        (call && waits_add_call(waits, event)) ||
        array_grow(&waits->open, &waits->open_room, waits->opens + 1,
                   sizeof *waits->open))
        return -1;
    waits->open[waits->opens++] =
        (struct open_task){event->message, *innermost,
                           call ? (uint32_t)waits->calls - 1 : NO_CALL};
    *innermost = (uint32_t)waits->opens;
    return 0;
}

/* End the innermost open task with this number. The tasks within it may remain
 * open. */
static int on_done(struct stats_waits_waits *waits,
                   const struct weft_event *event)
{
    uint32_t *link = &waits->innermost[event->rank];
    while (*link && waits->open[*link - 1].task != event->message)
        link = &waits->open[*link - 1].outer;
    if (!*link)
        return 0;
    const struct open_task *open = &waits->open[*link - 1];
    if (open->call != NO_CALL)
        waits->call[open->call].leave = event->start;
    *link = open->outer;
    return 0;
}

/* ---- the trace ----------------------------------------------------------- */

static int waits_on_event(struct stats_waits_waits *waits,
                          const struct weft_event *event)
{
    static int (*const act[WEFT_EVENT_KINDS])(struct stats_waits_waits *,
                                              const struct weft_event *) = {
        [WEFT_SEND] = on_transfer,
        [WEFT_RECEIVE] = on_transfer,
        [WEFT_TASK] = on_task,
        [WEFT_DONE] = on_done,
    };
    if (match_advance(&waits->match, event->start) ||
        states_event(&waits->states, event))
        return -1;
    return act[event->kind] ? act[event->kind](waits, event) : 0;
}

static int waits_compute(void *arg, const struct state_span *span)
{
    struct stats_waits_waits *waits = arg;
    const struct ideal_span computing = {span->start, span->end, span->rank,
                                         span->state == STATE_OPEN};
    if (span->state != STATE_BUSY && span->state != STATE_OPEN)
        return 0;
    return ideal_compute(&waits->ideal, &computing);
}

static int waits_walk(struct stats_waits_waits *waits)
{
    const struct weft_trace *trace = waits->trace;
    size_t processors = (size_t)trace->info.processors;
    waits->innermost = calloc(processors + 1, sizeof *waits->innermost);
    waits->number = calloc(processors + 1, sizeof *waits->number);
    if (!waits->innermost || !waits->number ||
        match_init(&waits->match, trace->info.processors) ||
        states_init(&waits->states, trace->info.processors, &trace->info))
        return -1;
    waits->match.arrive = waits_arrive;
    waits->match.early_receive = waits_early_receive;
    waits->match.arg = waits;
    waits->states.each = waits_compute;
    waits->states.arg = waits;
    for (size_t i = 0; i < trace->count; i++)
        if (waits_on_event(waits, &trace->events[i]))
            return -1;
    if (match_settle(&waits->match) || states_end(&waits->states))
        return -1;
    if (states_open(&waits->states) != STATE_BUSY)
        ideal_drop_open(&waits->ideal);
    return 0;
}

/* ---- sums ---------------------------------------------------------------- */

/* Drop the waits within collective calls of the kinds whose waiting is measured
 * as a whole. */
static void drop_inner(struct wait_rows *rows, const bool known[WAIT_CALLS])
{
    size_t kept = 0;
    for (size_t i = 0; i < rows->count; i++)
        if (rows->row[i].call < 0 ||
            !known[rows->row[i].call - WEFT_TASK_BARRIER])
            rows->row[kept++] = rows->row[i];
    rows->count = kept;
}

static int waits_collect(struct stats_waits_waits *waits,
                         struct weft_waits *result)
{
    bool known[WAIT_CALLS] = {false};
    if (wait_calls_measure(waits->call, waits->calls, known, &waits->rows))
        return -1;
    drop_inner(&waits->rows, known);
    for (int kind = 0; kind < WEFT_WAIT_KINDS; kind++)
        result->kind[kind] = (struct weft_waiting){
            .kind = kind, .waiter = -1, .cause = -1, .task = -1};
    for (size_t i = 0; i < waits->rows.count; i++) {
        struct weft_waiting *all = &result->kind[waits->rows.row[i].what.kind];
        all->count++;
        all->time += waits->rows.row[i].what.time;
    }
    result->pair = wait_rows_sum(&waits->rows, true, &result->pairs);
    result->task = wait_rows_sum(&waits->rows, false, &result->tasks);
    result->wait = wait_rows_each(&waits->rows);
    result->count = waits->rows.count;
    if (!result->pair || !result->task || !result->wait)
        return -1;
    return ideal_time(&waits->ideal, waits->trace->info.processors,
                      &result->ideal);
}

static void waits_finish(struct stats_waits_waits *waits)
{
    free(waits->rows.row);
    free(waits->end);
    free(waits->call);
    free(waits->innermost);
    free(waits->open);
    free(waits->number);
    match_finish(&waits->match);
    states_finish(&waits->states);
    ideal_finish(&waits->ideal);
}

int weft_waits_measure(const struct weft_trace *trace,
                       const struct weft_stats_result *stats,
                       struct weft_waits *waits, struct weft_error *err)
{
    const struct trace_origin *origin = origin_of_trace(&trace->info);
    struct stats_waits_waits own = {.trace = trace,
                                    .blocks =
                                        !trace->info.step && !origin->complete,
                                    .nests = origin->nests};
    *waits = (struct weft_waits){.ideal = 0};
    if (stats->processors != trace->info.processors)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "statistics of %d processors, a trace of %d",
                              stats->processors, trace->info.processors);
    int status = waits_walk(&own) || waits_collect(&own, waits) ? -1 : 0;
    if (!status) {
        waits->on_path = wait_rows_on_path(&own.rows, stats);
        wait_efficiencies(waits, stats, trace->info.processors);
    }
    waits_finish(&own);
    if (!status)
        return 0;
    weft_waits_finish(waits);
    return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
}

void weft_waits_finish(struct weft_waits *waits)
{
    free(waits->pair);
    free(waits->task);
    free(waits->wait);
    waits->pair = waits->task = NULL;
    waits->wait = NULL;
    waits->pairs = waits->tasks = waits->count = 0;
}
