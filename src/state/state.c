/* Compute the states of processors from their events. */
#include "state.h"

#include <stdlib.h>

#include "base/text/origins.h"

/* ---- one processor ------------------------------------------------------ */

static enum span_state state_at(const struct states *states,
                                const struct state_track *track, uint64_t time)
{
    if (track->ends[PART_COMPUTE] > time)
        return STATE_BUSY;
    if (states->nests && track->ends[PART_WAIT] > time)
        /* idle, because a waiting slice may contain a send */
        return STATE_IDLE;
    if (track->ends[PART_SEND] > time || track->ends[PART_RECEIVE] > time)
        return STATE_OVERHEAD;
    if (track->ends[PART_WAIT] > time || track->ends[PART_SLEEP] > time)
        return STATE_IDLE; /* idle, even inside a collective call */
    return track->ends[PART_CALL] > time ? STATE_OVERHEAD : STATE_OPEN;
}

/* Report all spans up to `time`, at which an action begins or the trace
 * ends. */
static int state_tell(struct states *states, int rank, uint64_t time)
{
    struct state_track *track = &states->track[rank];
    while (track->reported < time) {
        uint64_t at = track->reported, next = time;
        for (int part = 0; part < PARTS; part++)
            if (track->ends[part] > at && track->ends[part] < next)
                next = track->ends[part];
        const struct state_span span = {
            .start = at,
            .end = next,
            .rank = rank,
            .state = state_at(states, track, at),
            .sends = track->ends[PART_SEND] > at,
            .receives = track->ends[PART_RECEIVE] > at,
            .waits = track->ends[PART_WAIT] > at,
            .sent = track->message[PART_SEND],
            .received = track->message[PART_RECEIVE]};
        if (states->each(states->arg, &span))
            return -1;
        track->reported = next;
    }
    return 0;
}

static int state_add(struct states *states, int rank, enum state_part part,
                     int32_t message, uint64_t start, uint64_t end)
{
    if (state_tell(states, rank, start))
        return -1;
    struct state_track *track = &states->track[rank];
    track->message[part] = message;
    if (track->ends[part] < end)
        track->ends[part] = end;
    return 0;
}

/* End an open wait, because the processor begins its next action. */
static int end_wait(struct states *states, int rank, uint64_t time)
{
    struct state_track *track = &states->track[rank];
    if (!track->waits)
        return 0;
    if (state_tell(states, rank, time))
        return -1;
    track->waits = false;
    track->ends[PART_WAIT] = time;
    return 0;
}

static int begin_wait(struct states *states, int rank, uint64_t time)
{
    if (state_add(states, rank, PART_WAIT, -1, time, UINT64_MAX))
        return -1;
    states->track[rank].waits = true;
    return 0;
}

static void state_note(struct states *states, const struct weft_event *event)
{
    struct state_track *track = &states->track[event->rank];
    uint64_t begin = event_begin(event), end = event->start + event->duration;
    if (track->first == UINT64_MAX && !states->steps)
        track->reported = begin;
    if (track->first > begin)
        track->first = begin;
    if (track->last < end)
        track->last = end;
}

/* ---- a run with steps --------------------------------------------------- */

static enum state_part state_part_of(enum use_kind kind)
{
    static const enum state_part parts[USE_KINDS] = {
        [USE_SEND] = PART_SEND,
        [USE_RECEIVE] = PART_RECEIVE,
        [USE_COMPUTE] = PART_COMPUTE,
        [USE_SLEEP] = PART_SLEEP,
    };
    return parts[kind];
}

static int state_act(void *arg, int rank, const struct port_use *use)
{
    if (end_wait(arg, rank, use->start))
        return -1;
    if (use->kind == USE_WAIT)
        return begin_wait(arg, rank, use->start);
    return state_add(arg, rank, state_part_of(use->kind), use->message,
                     use->start, use->end);
}

/* Process a matched pair of events. A receive event with duration 0 means that
 * the processor took the message late; the message arrived while it was
 * sent. */
static int state_arrive(void *arg, const struct transit *send,
                        const struct transit *receive)
{
    struct states *states = arg;
    bool late = receive->end == receive->start;
    struct port_use use = {.start = late ? send->start : receive->start,
                           .end = late ? send->end : receive->end,
                           .message = receive->message,
                           .kind = USE_RECEIVE};
    if (acts_add(&states->acts, send->destination, &use))
        return -1;
    return acts_advance(&states->acts, send->destination);
}

static int state_early_receive(void *arg, const struct transit *send,
                               const struct transit *receive)
{
    (void)arg, (void)send, (void)receive;
    return 0;
}

static int on_step(struct states *states, const struct weft_event *event)
{
    static const enum use_kind kinds[WEFT_EVENT_KINDS] = {
        [WEFT_SEND] = USE_SEND,
        [WEFT_COMPUTE] = USE_COMPUTE,
        [WEFT_SLEEP] = USE_SLEEP,
        [WEFT_WAIT] = USE_WAIT,
    };
    uint64_t end = event->start + event->duration;
    struct transit transit = transit_of(event);
    bool exists = event->peer >= 0 && event->peer < states->processors;
    struct port_use use = {.start = event->start,
                           .end = end,
                           .message = event->message,
                           .kind = kinds[event->kind]};
    switch (event->kind) {
    case WEFT_SEND:
    case WEFT_COMPUTE:
    case WEFT_SLEEP:
    case WEFT_WAIT:
        if (acts_add(&states->acts, event->rank, &use))
            return -1;
        return event->kind == WEFT_SEND && exists
                   ? match_send(&states->match, &transit)
                   : 0;
    case WEFT_RECEIVE:
        return exists ? match_receive(&states->match, &transit) : 0;
    default:
        return 0;
    }
}

/* ---- a real machine ----------------------------------------------------- */

/* Return whether this event ends an open wait. Events within a waiting slice do
 * not. */
static bool state_ends_wait(const struct states *states,
                            const struct weft_event *event)
{
    static const bool ends[WEFT_EVENT_KINDS] = {
        [WEFT_SEND] = true,    [WEFT_RECEIVE] = true, [WEFT_COMPUTE] = true,
        [WEFT_CALL] = true,    [WEFT_SLEEP] = true,   [WEFT_WAIT] = true,
        [WEFT_PRESENT] = true, /* needed for waits that end without a message */
    };
    bool arrives = event->since < event->start;
    return states->answered ? arrives : ends[event->kind];
}

static int on_clock(struct states *states, const struct weft_event *event)
{
    int rank = event->rank;
    uint64_t start = event->start, end = event->start + event->duration;
    if (state_ends_wait(states, event) && end_wait(states, rank, start))
        return -1;
    switch (event->kind) {
    case WEFT_SEND:
        return state_add(states, rank, PART_SEND, event->message, start, end);
    case WEFT_RECEIVE:
        return state_add(states, rank, PART_WAIT, -1, event->since, start) ||
               state_add(states, rank, PART_RECEIVE, event->message, start,
                         end);
    case WEFT_COMPUTE:
        return state_add(states, rank, PART_COMPUTE, -1, start, end);
    case WEFT_CALL:
        return state_add(states, rank, PART_CALL, -1, start, end);
    case WEFT_SLEEP:
        return state_add(states, rank, PART_SLEEP, -1, start, end);
    case WEFT_WAIT:
        return begin_wait(states, rank, start);
    default:
        return 0;
    }
}

/* ---- all ------------------------------------------------------------------
 */

int states_init(struct states *states, int processors,
                const struct weft_trace_info *info)
{
    const struct trace_origin *origin = origin_of_trace(info);
    *states = (struct states){.processors = processors,
                              .steps = info->step != 0,
                              .computes = origin->complete,
                              .nests = origin->nests,
                              .answered = origin->answered};
    states->track = calloc((size_t)processors + 1, sizeof *states->track);
    if (!states->track || match_init(&states->match, processors) ||
        acts_init(&states->acts, &states->match))
        return -1;
    for (int rank = 0; rank < processors; rank++)
        states->track[rank].first = UINT64_MAX;
    states->match.arrive = state_arrive;
    states->match.early_receive = state_early_receive;
    states->match.arg = states;
    states->acts.tell = state_act;
    states->acts.arg = states;
    return 0;
}

int states_event(struct states *states, const struct weft_event *event)
{
    uint64_t end = event->start + event->duration;
    bool takes =
        event->kind == WEFT_SEND || event->kind == WEFT_COMPUTE ||
        (event->kind == WEFT_RECEIVE && (event->duration || !states->steps));
    states->now = event->start;
    state_note(states, event);
    states->computes = states->computes || event->kind == WEFT_COMPUTE;
    if (takes && states->end < end)
        states->end = end;
    if (!states->steps)
        return on_clock(states, event) ? -1 : 0;
    return match_advance(&states->match, event->start) || on_step(states, event)
               ? -1
               : 0;
}

int states_settle(struct states *states, uint64_t *settled)
{
    *settled = states->steps ? states->now : 0;
    for (int rank = 0; rank < states->processors; rank++) {
        uint64_t oldest = match_oldest(&states->match, rank);
        *settled = oldest < *settled ? oldest : *settled;
    }
    for (int rank = 0; *settled && rank < states->processors; rank++)
        if (state_tell(states, rank, *settled))
            return -1;
    return 0;
}

int states_end(struct states *states)
{
    if (match_settle(&states->match))
        return -1;
    for (int rank = 0; rank < states->processors; rank++) {
        const struct state_track *track = &states->track[rank];
        if (acts_flush(&states->acts, rank))
            return -1;
        uint64_t end = track->first == UINT64_MAX ? 0 : track->last;
        if (states->steps)
            end = states->end;
        if (state_tell(states, rank, end))
            return -1;
    }
    return 0;
}

enum span_state states_open(const struct states *states)
{
    return states->steps || states->computes ? STATE_IDLE : STATE_BUSY;
}

void states_finish(struct states *states)
{
    acts_finish(&states->acts);
    match_finish(&states->match);
    free(states->track);
    *states = (struct states){0};
}
