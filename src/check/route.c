/* The rules of the network: who may be sent to, and what an arc carries. */
#include <inttypes.h>

#include "check.h"

static void astray(struct weft_check *check, const struct weft_event *send,
                   const char *why)
{
    struct port *port = &check->ports[send->rank];
    uint64_t slot = check_slot(check, send->start);
    if (port->astray == slot)
        return;
    port->astray = slot;
    check->result.conflicts++;
    check_find(check, slot, send->rank,
               "sends message %" PRId32 " to %" PRId32 "%s", send->message,
               send->peer, why);
}

/* Two processors are neighbours if no other one lies on the route between
 * them; switches may. */
static bool neighbours(const struct weft_network *network, int from, int to)
{
    int size = weft_network_size(network);
    int at = weft_network_next(network, from, to);
    while (at != to && at >= size)
        at = weft_network_next(network, at, to);
    return at == to;
}

/* The same message of one sender in one slot passes once over an arc, to
 * whomever it goes in the end; sent twice to one processor it is twice. */
static bool shared(const struct until *arc, const struct weft_event *send)
{
    return arc->source == send->rank && arc->message == send->message &&
           arc->start == send->start && arc->destination != send->peer;
}

static void crowded(struct weft_check *check, struct until *arc, int from,
                    int to, const struct weft_event *send)
{
    uint64_t slot = check_slot(check, send->start);
    if (arc->counted == slot)
        return;
    arc->counted = slot;
    check->result.conflicts++;
    struct use first = {arc->start, arc->end, arc->destination, arc->message,
                        USE_SEND};
    struct use second = {send->start, send->start + send->duration, send->peer,
                         send->message, USE_SEND};
    char text[2][96];
    check_find(check, slot, send->rank,
               "on the arc from %d to %d, %" PRId32 " %s and %" PRId32
               " %s; an arc carries one message in a step (arc)",
               from, to, arc->source,
               use_text(check, &first, text[0], sizeof text[0]), send->rank,
               use_text(check, &second, text[1], sizeof text[1]));
}

static int use_arc(struct weft_check *check, uint64_t key, int from, int to,
                   const struct weft_event *send)
{
    struct until *arc = until_get(&check->arcs, key, check->slot_start);
    if (!arc)
        return -1;
    if (arc->end > send->start && !shared(arc, send))
        crowded(check, arc, from, to, send);
    uint64_t end = send->start + send->duration;
    if (end <= arc->end)
        return 0;
    arc->start = send->start;
    arc->end = end;
    arc->source = send->rank;
    arc->destination = send->peer;
    arc->message = send->message;
    return 0;
}

static int walk(struct weft_check *check, const struct weft_event *send)
{
    const struct weft_network *network = check->options.network;
    int to = send->peer;
    for (int at = send->rank, next; at != to; at = next) {
        next = weft_network_next(network, at, to);
        int port = weft_network_port(network, at, next);
        uint64_t arc = (uint64_t)weft_network_arc(network, at, port);
        if (use_arc(check, arc, at, next, send))
            return -1;
    }
    return 0;
}

int check_route(struct weft_check *check, const struct weft_event *send)
{
    const struct weft_network *network = check->options.network;
    const struct weft_model *model = check->options.model;
    if (!network && !model)
        return 0;
    if (send->peer == send->rank) {
        astray(check, send, ", itself");
        return 0;
    }
    if (!send->duration)
        return 0;
    if (!network) {
        uint64_t pair =
            (uint64_t)(uint32_t)send->rank << 32 | (uint32_t)send->peer;
        return use_arc(check, pair, send->rank, send->peer, send);
    }
    if (send->rank >= check->size || send->peer >= check->size)
        return 0;
    if (model && model->sends != WEFT_SENDS_ONE &&
        !neighbours(network, send->rank, send->peer)) {
        astray(check, send,
               "; a processor sends to its neighbours only (neighbour)");
        return 0;
    }
    return walk(check, send);
}
