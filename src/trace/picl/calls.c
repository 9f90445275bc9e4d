/* The calls of a PICL trace become events.
 *
 * In a trace of this program every record lies in the time unit in which its
 * event begins or ends (see timeline.c), and each receive is matched with its
 * send: that tells when the transfer began and which message it was. In a
 * trace from elsewhere the times are kept as they are: a receive that waited
 * is an event without duration at its end (the wait before it is known), the
 * message number is the message type. */
#include "calls.h"

#include <errno.h>
#include <stdlib.h>

int calls_begin(struct calls *calls, const struct params *params, bool own,
                bool sorted, const struct weft_sink *sink)
{
    const struct weft_trace_info *info = &params->info;
    *calls = (struct calls){.ours = own,
                            .own = own && info->step && info->unit_ns >= 1000,
                            .unit_ns = info->unit_ns ? info->unit_ns : 1,
                            .step = info->step,
                            .longest = info->step,
                            .processors = info->processors,
                            .sorted = sorted};
    calls->node = malloc(((size_t)info->processors + 1) * sizeof *calls->node);
    if (!calls->node)
        return -1;
    for (int i = 0; i < info->processors; i++)
        calls->node[i] = (struct calls_node){.sending = CALLS_NEVER,
                                             .receiving = CALLS_NEVER,
                                             .computing = CALLS_NEVER,
                                             .sleeping = CALLS_NEVER,
                                             .cut_send = CALLS_NEVER,
                                             .cut_receive = CALLS_NEVER,
                                             .receive.end = CALLS_NEVER,
                                             .calling = CALLS_NEVER,
                                             .present = CALLS_NEVER,
                                             .task = -1};
    calls->order = order_create(sink, info);
    return calls->order ? 0 : -1;
}

void calls_finish(struct calls *calls)
{
    order_destroy(calls->order);
    flights_finish(&calls->flights);
    free(calls->node);
}

/* The unit in which a time lies: what begins then begins with the unit. */
static uint64_t begin_unit(const struct calls *calls, uint64_t time)
{
    if (!calls->own)
        return time / calls->unit_ns;
    /* the writer has rounded down to microseconds */
    return (time + 999) / calls->unit_ns;
}

/* What ends in a unit ends with it. */
static uint64_t end_unit(const struct calls *calls, uint64_t time)
{
    return time / calls->unit_ns + calls->own;
}

/* Hostile files may go back in time. */
static uint64_t length(uint64_t start, uint64_t end)
{
    return end > start ? end - start : 0;
}

/* No call under way has begun before this. */
static uint64_t oldest(const struct calls *calls)
{
    uint64_t least = calls->now;
    for (int i = 0; i < calls->processors; i++) {
        const struct calls_node *node = &calls->node[i];
        /* of a trace from elsewhere that this program wrote, a receive that
         * waited tells when it began; else that follows from its message */
        bool waits = node->waits && (calls->own || !calls->ours);
        bool cut = node->cut_receive == calls->now && !node->before_waits;
        uint64_t begins[] = {
            node->sending,     node->computing,
            node->sleeping,    waits ? CALLS_NEVER : node->receiving,
            node->receive.end, cut ? node->before : CALLS_NEVER,
            node->calling};
        for (size_t j = 0; j < sizeof begins / sizeof *begins; j++)
            if (begins[j] < least)
                least = begins[j];
    }
    return least;
}

/* Let events go that nothing to come can precede. A receive may begin as long
 * ago as its transfer lasted. */
static void promise(struct calls *calls)
{
    uint64_t least = oldest(calls) / calls->unit_ns;
    if (calls->own)
        least = least > calls->longest ? least - calls->longest : 0;
    order_promise(calls->order, least);
    uint64_t wait = (uint64_t)calls->processors;
    calls->promise_after = calls->records + (wait < 4096 ? 4096 : wait);
}

int calls_advance(struct calls *calls, uint64_t time)
{
    if (calls->sorted && time < calls->now) {
        errno = EILSEQ;
        return -1;
    }
    calls->now = time;
    if (calls->sorted && ++calls->records > calls->promise_after)
        promise(calls);
    return 0;
}

static bool exists(struct calls *calls, int32_t peer)
{
    bool good = peer >= 0 && peer < calls->processors;
    calls->to_host += !good;
    return good;
}

static int16_t dimension_of(const struct calls *calls, int32_t type)
{
    return calls->own && type > 0 && type <= INT16_MAX ? (int16_t)(type - 1)
                                                       : -1;
}

static struct weft_event event_of(int node, enum weft_event_kind kind,
                                  uint64_t start)
{
    return (struct weft_event){.start = start,
                               .rank = node,
                               .peer = -1,
                               .message = -1,
                               .dimension = -1,
                               .kind = (uint8_t)kind};
}

/* What is sent, for its receiver. */
struct calls_sent {
    uint64_t start, end; /* end 0: it is still being sent */
    int32_t message;
};

/* Remember a message for its receiver. */
static int keep(struct calls *calls, const struct weft_event *send)
{
    if (calls->flights.count >= CALLS_FLIGHTS_MAX) {
        errno = EILSEQ;
        return -1;
    }
    const struct flight flight = {.id = send->start,
                                  .end = send->start + send->duration,
                                  .source = send->rank,
                                  .destination = send->peer,
                                  .message = send->message,
                                  .number = send->message};
    return flights_add(&calls->flights, &flight);
}

/* The message that a processor receives now: one that was sent, or else the
 * one that its sender is sending. */
static bool find(struct calls *calls, int rank, int32_t from, int32_t number,
                 struct calls_sent *sent)
{
    struct flight flight;
    if (from < 0 || from >= calls->processors)
        return false;
    struct calls_node *sender = &calls->node[from];
    bool open = sender->sending != CALLS_NEVER && sender->send_to == rank &&
                !sender->send_taken;
    bool first = open && sender->send_task == number &&
                 !flights_has(&calls->flights, from, rank, number);
    if (!first && flights_take(&calls->flights, from, rank, number, &flight)) {
        *sent = (struct calls_sent){flight.id, flight.end, flight.number};
        return true;
    }
    if (!open)
        return false;
    sender->send_taken = true;
    *sent = (struct calls_sent){begin_unit(calls, sender->sending), 0,
                                sender->send_task};
    return true;
}

/* A send is known: tell it, and remember its message for the receiver. */
static int add_send(struct calls *calls, struct weft_event *event, int32_t type,
                    bool taken)
{
    if (calls->own && event->duration > calls->longest)
        calls->longest = event->duration;
    event->dimension = dimension_of(calls, type);
    event->message = calls->own ? calls->node[event->rank].send_task : type;
    if (event->message < 0)
        event->message = -1;
    if (calls->own && !taken && keep(calls, event))
        return -1;
    return order_add(calls->order, event);
}

static int settle(struct calls *calls, int rank);

int calls_send_end(struct calls *calls, int rank)
{
    struct calls_node *node = &calls->node[rank];
    if (node->sending == CALLS_NEVER)
        return 0;
    bool cut = node->cut_send == calls->now;
    node->cut_send = CALLS_NEVER;
    if (cut)
        return 0; /* the end of the one before */
    struct weft_event event =
        event_of(rank, WEFT_SEND, begin_unit(calls, node->sending));
    event.duration = length(event.start, end_unit(calls, calls->now));
    if (calls->own && length(node->sending, calls->now) <= 1000)
        event.duration = calls->step; /* another call followed at once */
    event.peer = node->send_to;
    event.bytes = node->send_bytes;
    node->sending = CALLS_NEVER;
    return add_send(calls, &event, node->send_type, node->send_taken);
}

/* A send that tells how long it lasts; another one may be under way. */
static int send_told(struct calls *calls, int rank, int32_t to, int32_t type,
                     uint32_t bytes, uint64_t duration)
{
    struct weft_event event =
        event_of(rank, WEFT_SEND, begin_unit(calls, calls->now));
    event.duration = duration < CALLS_DURATION_MAX ? duration : 0;
    event.peer = to;
    event.bytes = bytes;
    calls->node[rank].send_task = calls->node[rank].task;
    return add_send(calls, &event, type, false);
}

int calls_send_begin(struct calls *calls, int rank, int32_t to, int32_t type,
                     uint32_t bytes)
{
    struct calls_node *node = &calls->node[rank];
    uint64_t told = node->told;
    node->told = 0;
    if (settle(calls, rank))
        return -1;
    if (told)
        return exists(calls, to)
                   ? send_told(calls, rank, to, type, bytes, told - 1)
                   : 0;
    bool cut = node->sending != CALLS_NEVER;
    if (cut && calls_send_end(calls, rank))
        return -1;
    node->cut_send = cut && !calls->ours ? calls->now : CALLS_NEVER;
    if (!exists(calls, to))
        return 0;
    node->sending = calls->now;
    node->send_to = to;
    node->send_type = type;
    node->send_task = node->task;
    node->send_bytes = bytes;
    node->send_taken = false;
    return 0;
}

/* What is under way since then is given up. */
static void give_up(struct calls *calls, uint64_t *since)
{
    calls->endless += *since != CALLS_NEVER && !calls->ours;
    *since = CALLS_NEVER;
}

void calls_receive_lost(struct calls *calls, int rank)
{
    if (!calls->node[rank].waits)
        return;
    give_up(calls, &calls->node[rank].receiving);
    calls->node[rank].waits = false;
}

int calls_receive_begin(struct calls *calls, int rank, bool waits, int32_t from,
                        int32_t type)
{
    struct calls_node *node = &calls->node[rank];
    if (settle(calls, rank))
        return -1;
    if (node->receiving != CALLS_NEVER && !calls->ours) {
        node->cut_receive = calls->now;
        node->before = node->receiving;
        node->before_waits = node->waits;
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
    return order_add(calls->order, &event);
}

/* When the receive began and ended, given its message (or none) in a trace of
 * this program. */
static void find_times(const struct calls *calls,
                       const struct calls_receive *receive,
                       const struct calls_sent *sent, struct weft_event *event)
{
    uint64_t end = end_unit(calls, receive->end);
    if (!receive->waited) {
        /* it was received in its slot if it was under way in this unit, or,
         * having been delayed, ends with it; otherwise it was taken now */
        uint64_t within = (receive->begin + 999) % calls->unit_ns;
        bool early = within < calls->unit_ns / 2;
        uint64_t begin = begin_unit(calls, receive->begin);
        /* many receives may fill more than half of a step of one unit */
        bool ended = calls->step != 1 || (sent && sent->end <= begin);
        if (!sent || (sent->end && ended && early)) {
            event->start = begin;
            return;
        }
    }
    uint64_t duration = calls->step;
    if (sent && sent->end)
        duration = sent->end - sent->start;
    else if (sent && sent->start < end)
        duration = end - sent->start;
    event->duration = duration < end ? duration : end;
    event->start = end - event->duration;
}

/* The message of the receive that was held back: the task of its processor. A
 * task that ended right after it may have ended with the file. */
static int32_t number_of(struct calls *calls, int rank)
{
    const struct calls_node *node = &calls->node[rank];
    if (node->task >= 0 || node->ended != node->receive.end + 1000 ||
        flights_has(&calls->flights, node->receive.from, rank, -1))
        return node->task;
    return node->task_before;
}

/* Tell the receive that was held back, if any. */
static int settle(struct calls *calls, int rank)
{
    struct calls_node *node = &calls->node[rank];
    struct calls_receive *receive = &node->receive;
    struct calls_sent sent;
    if (receive->end == CALLS_NEVER)
        return 0;
    int32_t number = number_of(calls, rank);
    bool found = find(calls, rank, receive->from, number, &sent);
    struct weft_event event = event_of(rank, WEFT_RECEIVE, 0);
    find_times(calls, receive, found ? &sent : NULL, &event);
    event.message = found ? sent.message : number;
    event.peer = receive->from;
    event.bytes = receive->bytes;
    event.dimension = dimension_of(calls, receive->type);
    receive->end = CALLS_NEVER;
    return order_add(calls->order, &event);
}

int calls_task(struct calls *calls, int rank, int32_t task)
{
    struct calls_node *node = &calls->node[rank];
    /* it belongs to the receive if it follows in the very next microsecond */
    uint64_t end = node->receive.end, after = calls->now - end;
    bool follows = end != CALLS_NEVER &&
                   (after == 1000 ||
                    (after == 2000 && task >= 0 && node->ended == end + 1000));
    if (!follows && settle(calls, rank))
        return -1;
    if (task < 0) {
        node->task_before = node->task;
        node->ended = calls->now;
    }
    node->task = task;
    return task < 0 ? 0 : settle(calls, rank);
}

/* In a trace from elsewhere: from `since` on. */
static int add_receive(struct calls *calls, int rank, uint64_t since,
                       uint64_t end, int32_t from, int32_t type, uint32_t bytes)
{
    struct weft_event event = event_of(rank, WEFT_RECEIVE, since);
    event.duration = length(since, end);
    event.message = type < 0 ? -1 : type;
    event.peer = from;
    event.bytes = bytes;
    return exists(calls, from) ? order_add(calls->order, &event) : 0;
}

int calls_receive_end(struct calls *calls, int rank, int32_t from, int32_t type,
                      uint32_t bytes)
{
    struct calls_node *node = &calls->node[rank];
    uint64_t begin = node->receiving, end = calls->now;
    bool waited = node->waits && begin != CALLS_NEVER;
    if (begin == CALLS_NEVER)
        begin = end;
    bool cut = node->cut_receive == end;
    node->cut_receive = CALLS_NEVER;
    if (cut) {
        begin = node->before;
        waited = node->before_waits;
        calls->endless--; /* it does end */
    } else {
        node->receiving = CALLS_NEVER;
        node->waits = false;
    }
    if (!calls->own)
        return add_receive(calls, rank, begin_unit(calls, waited ? end : begin),
                           end_unit(calls, end), from, type, bytes);
    if (settle(calls, rank))
        return -1;
    if (exists(calls, from))
        node->receive =
            (struct calls_receive){begin, end, from, type, bytes, waited};
    return 0;
}

int calls_receive_told(struct calls *calls, int rank, int32_t from,
                       int32_t type, uint32_t bytes, uint64_t duration)
{
    uint64_t begin = begin_unit(calls, calls->now);
    uint64_t most = CALLS_DURATION_MAX - begin;
    return add_receive(calls, rank, begin,
                       begin + (duration < most ? duration : 0), from, type,
                       bytes);
}

int calls_wake_told(struct calls *calls, int rank, int32_t from, int32_t type,
                    uint32_t bytes, uint64_t duration)
{
    struct calls_node *node = &calls->node[rank];
    uint64_t end = end_unit(calls, calls->now), begin = end;
    if (node->receiving != CALLS_NEVER)
        begin = begin_unit(calls, node->receiving);
    node->receiving = CALLS_NEVER;
    node->waits = false;
    if (length(begin, end) > duration)
        begin = end - duration;
    return add_receive(calls, rank, begin, end, from, type, bytes);
}

int calls_span(struct calls *calls, int rank, enum weft_event_kind kind,
               bool begins)
{
    struct calls_node *node = &calls->node[rank];
    uint64_t *since = kind == WEFT_COMPUTE ? &node->computing
                      : kind == WEFT_SLEEP ? &node->sleeping
                                           : &node->calling;
    if (settle(calls, rank))
        return -1;
    if (begins) {
        if (kind != WEFT_CALL) /* the reader counts those */
            give_up(calls, since);
        *since = calls->now;
        return 0;
    }
    if (*since == CALLS_NEVER)
        return 0;
    struct weft_event event = event_of(rank, kind, begin_unit(calls, *since));
    event.duration = length(event.start, end_unit(calls, calls->now));
    *since = CALLS_NEVER;
    return order_add(calls->order, &event);
}

int calls_span_told(struct calls *calls, int rank, enum weft_event_kind kind,
                    uint64_t duration)
{
    struct weft_event event =
        event_of(rank, kind, begin_unit(calls, calls->now));
    event.duration = duration < CALLS_DURATION_MAX ? duration : 0;
    return order_add(calls->order, &event);
}

int calls_instant(struct calls *calls, int rank, enum weft_event_kind kind,
                  int32_t message, uint32_t bytes)
{
    struct weft_event event =
        event_of(rank, kind, begin_unit(calls, calls->now));
    if (settle(calls, rank))
        return -1;
    event.message = message;
    event.bytes = bytes;
    return order_add(calls->order, &event);
}

int calls_present(struct calls *calls, int rank)
{
    struct calls_node *node = &calls->node[rank];
    if (calls->ours || node->present == calls->now)
        return 0;
    node->present = calls->now;
    return calls_instant(calls, rank, WEFT_PRESENT, -1, 0);
}

int calls_end(struct calls *calls)
{
    for (int i = 0; i < calls->processors; i++) {
        struct calls_node *node = &calls->node[i];
        if (settle(calls, i) || calls_send_end(calls, i))
            return -1;
        give_up(calls, &node->receiving);
        give_up(calls, &node->sleeping);
    }
    return order_end(calls->order);
}
