/* The events one after the other: matches sends and receives, and asks the
 * rules. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "check.h"
#include "problem.h"

static void finish_at(struct weft_check *check, uint64_t end)
{
    if (check->result.makespan < end)
        check->result.makespan = end;
}

/* ---- a transfer whose two ends are known ----------------------------- */

/* The reception of a transfer. A receive event without duration is a message
 * that the processor turned to while, or after, it came in: its reception took
 * place during the send. */
static int arrive(void *arg, const struct transit *send,
                  const struct transit *receive)
{
    struct weft_check *check = arg;
    int rank = send->destination;
    bool late = receive->end == receive->start;
    struct use use = {late ? send->start : receive->start,
                      late ? send->end : receive->end, send->source,
                      send->message, USE_RECEIVE};
    if (check->options.model && !late && receive->end < send->end) {
        check->result.unmatched++;
        check_find(check, check_slot(check, receive->start), rank,
                   "takes message %" PRId32 " from %" PRId32
                   " before it has arrived",
                   send->message, send->source);
    }
    if (port_add(check, rank, &use))
        return -1;
    port_advance(check, rank);
    if (!check->problem || !check->problem->first)
        return 0;
    struct held *held = holding_find(check, send->message);
    if (!held || held->control || rank >= check->size)
        return 0;
    return holding_give(check, held, rank, use.end);
}

static int hasty(void *arg, const struct transit *send,
                 const struct transit *receive)
{
    struct weft_check *check = arg;
    if (!check->step_known && receive->end >= send->start) {
        /* on a clock of its own: it had begun to receive, and then it came */
        struct transit met = *receive;
        met.start = send->start;
        return arrive(check, send, &met);
    }
    check->result.unmatched++;
    check_find(check, check_slot(check, receive->start), send->destination,
               "receives message %" PRId32 " from %" PRId32
               " before it is sent, at time %" PRIu64,
               send->message, send->source, send->start);
    return 0;
}

/* ---- sends ----------------------------------------------------------- */

static int send_holds(struct weft_check *check, const struct weft_event *send)
{
    if (!check->problem || !check->problem->first || send->rank >= check->size)
        return 0;
    struct held *held = holding_get(check, send->message);
    if (!held)
        return -1;
    if (!held->started) {
        held->started = true;
        return check->problem->first(check, held, send);
    }
    if (held->control || holding_has(check, held, send->rank, send->start))
        return 0;
    check_blame(check, check_slot(check, send->start), send->rank,
                "sends message %" PRId32 " to %" PRId32
                " but has not received it before",
                send->message, send->peer);
    return 0;
}

static bool exists(struct weft_check *check, const struct weft_event *event,
                   const char *verb)
{
    if (event->peer >= 0 && event->peer < check->processors)
        return true;
    check->result.unmatched++;
    check_find(check, check_slot(check, event->start), event->rank,
               "%s processor %" PRId32 ", which does not exist", verb,
               event->peer);
    return false;
}

static int on_send(struct weft_check *check, const struct weft_event *event)
{
    check->result.messages++;
    finish_at(check, event->start + event->duration);
    if (!exists(check, event, "sends to"))
        return 0;
    if (check_route(check, event) || send_holds(check, event))
        return -1;
    struct use use = {event->start, event->start + event->duration, event->peer,
                      event->message, USE_SEND};
    if (port_add(check, event->rank, &use))
        return -1;
    struct transit send = {.start = use.start,
                           .end = use.end,
                           .source = event->rank,
                           .destination = event->peer,
                           .message = event->message};
    return match_send(&check->match, &send);
}

/* ---- the other kinds ------------------------------------------------- */

static int on_receive(struct weft_check *check, const struct weft_event *event)
{
    struct transit receive = {.start = event->start,
                              .end = event->start + event->duration,
                              .source = event->peer,
                              .destination = event->rank,
                              .message = event->message};
    if (event->duration || !check->step_known)
        finish_at(check, receive.end);
    if (!exists(check, event, "receives from"))
        return 0;
    return match_receive(&check->match, &receive);
}

static int on_compute(struct weft_check *check, const struct weft_event *event)
{
    struct use use = {event->start, event->start + event->duration, -1, -1,
                      USE_COMPUTE};
    finish_at(check, use.end);
    return port_add(check, event->rank, &use);
}

static int on_sleep(struct weft_check *check, const struct weft_event *event)
{
    struct use use = {event->start, event->start + event->duration, -1, -1,
                      USE_SLEEP};
    return port_add(check, event->rank, &use);
}

static int on_store(struct weft_check *check, const struct weft_event *event)
{
    if (!check->options.stores_too || !check->problem ||
        !check->problem->store || event->rank >= check->size)
        return 0;
    return check->problem->store(check, event);
}

static int (*const on_event[WEFT_EVENT_KINDS])(struct weft_check *,
                                               const struct weft_event *) = {
    [WEFT_SEND] = on_send,   [WEFT_RECEIVE] = on_receive,
    [WEFT_SLEEP] = on_sleep, [WEFT_COMPUTE] = on_compute,
    [WEFT_STORE] = on_store,
};

static int advance(struct weft_check *check, uint64_t now)
{
    if (now == check->now)
        return 0;
    check->now = now;
    if (now - check->slot_start >= check->step)
        check->slot_start = now - now % check->step;
    return match_settle(&check->match);
}

int check_events(void *arg, const struct weft_event *events, size_t count)
{
    struct weft_check *check = arg;
    for (size_t i = 0; i < count; i++) {
        const struct weft_event *event = &events[i];
        if (event->rank < 0 || event->rank >= check->processors ||
            event->kind >= WEFT_EVENT_KINDS || event->start < check->now ||
            event->duration > UINT64_MAX - event->start) {
            errno = EINVAL;
            return -1;
        }
        if (advance(check, event->start))
            return -1;
        if (on_event[event->kind] && on_event[event->kind](check, event))
            return -1;
    }
    return 0;
}

/* ---- beginning and end ------------------------------------------------ */

int check_begin(void *arg, const struct weft_trace_info *info)
{
    struct weft_check *check = arg;
    const struct weft_network *network = check->options.network;
    if (check->ports || info->processors < 0 ||
        info->processors > WEFT_NETWORK_SIZE_MAX) {
        errno = EINVAL;
        return -1;
    }
    check->size = network ? weft_network_size(network) : info->processors;
    check->processors =
        info->processors > check->size ? info->processors : check->size;
    check->step_known = info->step > 0;
    check->step = info->step ? info->step : 1;
    check->ports = calloc((size_t)check->processors + 1, sizeof *check->ports);
    if (!check->ports)
        return -1;
    if (match_init(&check->match, check->processors))
        return -1;
    check->match.arrive = arrive;
    check->match.hasty = hasty;
    check->match.arg = check;
    check->result.processors = check->processors;
    check->result.solved = true;
    if (check->processors > check->size)
        check_find(check, 1, -1, "%d processors, but %s has %d",
                   check->processors, weft_network_name(network), check->size);
    if (check->options.root >= check->size) {
        check_blame(check, 1, -1,
                    "the root is to be processor %d, but there are %d",
                    check->options.root, check->size);
        check->options.root = -1;
    }
    if (check->problem && check->problem->begin)
        return check->problem->begin(check);
    return 0;
}

static void lost_send(struct weft_check *check, const struct transit *send)
{
    check->result.unmatched++;
    check_find(check, check_slot(check, send->start), send->source,
               "sends message %" PRId32 " to %" PRId32
               ", which never receives it",
               send->message, send->destination);
}

static void false_receive(struct weft_check *check,
                          const struct transit *receive)
{
    check->result.unmatched++;
    check_find(check, check_slot(check, receive->start), receive->destination,
               "receives message %" PRId32 " from %" PRId32
               ", which never sends it",
               receive->message, receive->source);
}

static void each_left(struct weft_check *check, const struct transits *transits,
                      struct transit_list list,
                      void (*report)(struct weft_check *,
                                     const struct transit *))
{
    for (uint32_t at = list.oldest; at != WEFT_TRANSIT_NONE;
         at = transits->pool[at].newer)
        report(check, &transits->pool[at]);
}

static void finish_port(struct weft_check *check, int rank)
{
    const struct match *match = &check->match;
    port_flush(check, rank);
    each_left(check, &match->sent, match->coming[rank], lost_send);
    each_left(check, &match->early, match->hastily[rank], false_receive);
}

int check_end(void *arg)
{
    struct weft_check *check = arg;
    struct weft_check_result *result = &check->result;
    if (match_settle(&check->match))
        return -1;
    for (int rank = 0; rank < check->processors; rank++)
        finish_port(check, rank);
    if (check->step_known)
        result->steps = result->makespan / check->step +
                        (result->makespan % check->step != 0);
    if (check->problem)
        check->problem->end(check);
    uint64_t last =
        check_slot(check, result->makespan ? result->makespan - 1 : 0);
    for (int i = 0; i < result->kept; i++)
        if (result->finding[i].slot == UINT64_MAX)
            result->finding[i].slot = last;
    return 0;
}
