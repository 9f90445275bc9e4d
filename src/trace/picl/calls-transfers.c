/* Makes sends and receives from their records and from the records that
 * describe their messages. */
#include "calls-inside.h"

/* Add a send whose end is known. */
static int calls_transfers_add_send(struct calls *calls,
                                    struct weft_event *event, int32_t type)
{
    if (calls->own && event->duration > calls->longest)
        calls->longest = event->duration;
    event->dimension = dimension_of(calls, type);
    event->message = calls->own ? calls->node[event->rank].send_task : type;
    if (event->message < 0)
        event->message = -1;
    return add(calls, event);
}

/* Add a transfer to or from the host as a call: the host is not a processor,
 * but the transfer takes time. */
static int calls_transfers_add_call(struct calls *calls, int rank,
                                    uint64_t start, uint64_t duration)
{
    struct weft_event event = event_of(rank, WEFT_CALL, start);
    event.duration = duration;
    return add(calls, &event);
}

int calls_send_end(struct calls *calls, int rank)
{
    struct calls_node *node = &calls->node[rank];
    if (node->sending == CALLS_NEVER)
        return 0;
    bool cut = node->cut_send == calls->now;
    node->cut_send = CALLS_NEVER;
    if (cut)
        return 0; /* this record ends the previous send */
    struct weft_event event =
        event_of(rank, WEFT_SEND, begin_unit(calls, node->sending));
    event.duration = length(event.start, end_unit(calls, calls->now));
    if (calls->own && length(node->sending, calls->now) <= 1000)
        event.duration = calls->step; /* the next call began directly after this
                                         send, so the send lasted a step */
    event.peer = node->send_to;
    event.bytes = node->send_bytes;
    node->sending = CALLS_NEVER;
    if (event.peer < 0)
        return calls_transfers_add_call(calls, rank, event.start,
                                        event.duration);
    return calls_transfers_add_send(calls, &event, node->send_type);
}

/* Add a send with an explicit duration, even if another send is in progress. */
static int send_explicit(struct calls *calls, int rank, int32_t to,
                         int32_t type, uint32_t bytes, uint64_t duration)
{
    struct weft_event event =
        event_of(rank, WEFT_SEND, begin_unit(calls, calls->now));
    event.duration = duration < CALLS_DURATION_MAX ? duration : 0;
    event.peer = to;
    event.bytes = bytes;
    calls->node[rank].send_task = calls->node[rank].task;
    return calls_transfers_add_send(calls, &event, type);
}

int calls_send_begin(struct calls *calls, int rank, int32_t to, int32_t type,
                     uint32_t bytes)
{
    struct calls_node *node = &calls->node[rank];
    uint64_t explicit = node->explicit;
    node->explicit = 0;
    if (calls_settle(calls, rank))
        return -1;
    if (explicit)
        return exists(calls, to)
                   ? send_explicit(calls, rank, to, type, bytes, explicit - 1)
                   : 0;
    bool cut = node->sending != CALLS_NEVER;
    if (cut && calls_send_end(calls, rank))
        return -1;
    node->cut_send = cut && !calls->ours ? calls->now : CALLS_NEVER;
    bool there = exists(calls, to);
    if (!there && calls->ours)
        return 0;
    node->sending = calls->now;
    node->send_to = there ? to : -1;
    node->send_type = type;
    node->send_task = node->task;
    node->send_bytes = bytes;
    return 0;
}

int calls_receive_lost(struct calls *calls, int rank)
{
    if (!calls->node[rank].waits)
        return 0;
    calls->node[rank].receiving = CALLS_NEVER;
    calls->node[rank].waits = false;
    return calls_present(calls, rank);
}

int calls_receive_begin(struct calls *calls, int rank, bool waits, int32_t from,
                        int32_t type)
{
    struct calls_node *node = &calls->node[rank];
    if (calls_settle(calls, rank))
        return -1;
    if (node->receiving != CALLS_NEVER && !calls->ours) {
        node->cut_receive = calls->now;
        node->before = node->receiving;
        node->before_waits = node->waits;
    }
    /* save the wait, which continues after this receive */
    if (calls->own && node->waits) {
        node->before = node->receiving;
        node->before_waits = !waits;
    }
    give_up(calls, &node->receiving);
    node->receiving = calls->now;
    node->waits = waits;
    if (!waits)
        return 0;
    struct weft_event event =
        event_of(rank, WEFT_WAIT, begin_unit(calls, calls->now));
    event.peer = from >= 0 && from < calls->processors ? from : -1;
    event.dimension = dimension_of(calls, type);
    return add(calls, &event);
}

/* Determine the start and the end of a receive in a run with steps. A duration
 * that is not recorded follows from the half of the time unit in which the
 * record lies (pen_usual() in timeline-pen.h). */
static void calls_transfers_find_times(const struct calls *calls,
                                       const struct calls_receive *receive,
                                       struct weft_event *event)
{
    uint64_t end = end_unit(calls, receive->end), duration = calls->step;
    bool early = (receive->begin + 999) % calls->unit_ns < calls->unit_ns / 2;
    if (receive->explicit)
        duration = receive->explicit - 1;
    else if (!receive->waited && early)
        duration = 0;
    event->duration = duration < end ? duration : end;
    event->start = end - event->duration;
    if (!duration)
        event->start =
            begin_unit(calls, receive->waited ? receive->end : receive->begin);
}

int calls_settle_held(struct calls *calls, int rank)
{
    struct calls_node *node = &calls->node[rank];
    struct calls_receive *receive = &node->receive;
    struct weft_event event = event_of(rank, WEFT_RECEIVE, 0);
    calls_transfers_find_times(calls, receive, &event);
    event.flags = receive->waited ? 0 : ORDER_NO_WAIT;
    event.message = node->task;
    event.peer = receive->from;
    event.bytes = receive->bytes;
    event.dimension = dimension_of(calls, receive->type);
    receive->end = CALLS_NEVER;
    return add(calls, &event);
}

int calls_task(struct calls *calls, int rank, int32_t task)
{
    struct calls_node *node = &calls->node[rank];
    /* the task belongs to the receive if it follows in the next microsecond */
    uint64_t end = node->receive.end, after = calls->now - end;
    bool follows = end != CALLS_NEVER &&
                   (after == 1000 ||
                    (after == 2000 && task >= 0 && node->ended == end + 1000));
    if (!follows && calls_settle(calls, rank))
        return -1;
    if (task < 0) {
        node->task_before = node->task;
        node->ended = calls->now;
    }
    node->task = task;
    return task < 0 ? 0 : calls_settle(calls, rank);
}

/* Add a receive of a foreign trace, from time `since` to `end`. */
static int calls_transfers_add_receive(struct calls *calls, int rank,
                                       uint64_t since, uint64_t end,
                                       bool waited, int32_t from, int32_t type,
                                       uint32_t bytes)
{
    struct weft_event event = event_of(rank, WEFT_RECEIVE, since);
    event.flags = waited ? 0 : ORDER_NO_WAIT;
    event.duration = length(since, end);
    event.message = type < 0 ? -1 : type;
    event.peer = from;
    event.bytes = bytes;
    if (exists(calls, from))
        return add(calls, &event);
    if (calls->ours)
        return 0;
    return waited
               ? calls_present(calls, rank)
               : calls_transfers_add_call(calls, rank, since, event.duration);
}

int calls_receive_end(struct calls *calls, int rank, int32_t from, int32_t type,
                      uint32_t bytes)
{
    struct calls_node *node = &calls->node[rank];
    uint64_t begin = node->receiving, end = calls->now;
    uint64_t explicit = node->explicit;
    bool waited = node->waits && begin != CALLS_NEVER;
    node->explicit = 0;
    if (begin == CALLS_NEVER)
        begin = end;
    bool cut = node->cut_receive == end;
    node->cut_receive = CALLS_NEVER;
    if (cut) {
        begin = node->before;
        waited = node->before_waits;
        /* undo the count by give_up(), because the receive does end */
        calls->endless--;
    } else {
        bool goes_on = calls->own && node->before_waits;
        node->receiving = goes_on ? node->before : CALLS_NEVER;
        node->waits = goes_on;
        node->before_waits = false;
    }
    if (!calls->own && waited && explicit)
        return calls_transfers_add_receive(
            calls, rank,
            end_unit(calls, end) > explicit - 1
                ? end_unit(calls, end) - (explicit - 1)
                : 0,
            end_unit(calls, end), true, from, type, bytes);
    if (!calls->own)
        return calls_transfers_add_receive(
            calls, rank, begin_unit(calls, waited ? end : begin),
            end_unit(calls, end), waited, from, type, bytes);
    if (calls_settle(calls, rank))
        return -1;
    if (exists(calls, from))
        node->receive = (struct calls_receive){begin, end,   explicit, from,
                                               type,  bytes, waited};
    return 0;
}

int calls_receive_explicit(struct calls *calls, int rank, int32_t from,
                           int32_t type, uint32_t bytes, uint64_t duration)
{
    uint64_t begin = begin_unit(calls, calls->now);
    uint64_t most = CALLS_DURATION_MAX - begin;
    return calls_transfers_add_receive(calls, rank, begin,
                                       begin + (duration < most ? duration : 0),
                                       false, from, type, bytes);
}

int calls_wake_explicit(struct calls *calls, int rank, int32_t from,
                        int32_t type, uint32_t bytes, uint64_t duration)
{
    struct calls_node *node = &calls->node[rank];
    uint64_t end = end_unit(calls, calls->now), begin = end;
    if (node->receiving != CALLS_NEVER)
        begin = begin_unit(calls, node->receiving);
    node->receiving = CALLS_NEVER;
    node->waits = false;
    if (length(begin, end) > duration)
        begin = end - duration;
    return calls_transfers_add_receive(calls, rank, begin, end, true, from,
                                       type, bytes);
}
