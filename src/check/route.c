/* The rules of the network: the allowed receivers, and the capacity of arcs. */
#include <inttypes.h>
#include <stdio.h>

#include "base/items/items.h"
#include "check.h"

#include <weft/unstable/ways.h>

/* Return the next vertex on the way that a message names, or on its route. */
static int route_next(const struct weft_network *network, int at, int to,
                      const char **way)
{
    return *way ? weft_way_next(way, to) : weft_network_next(network, at, to);
}

/* Return whether the route between two processors visits no other processor; it
 * may visit switches. */
static bool route_neighbours(const struct weft_network *network, int from,
                             int to)
{
    int size = weft_network_size(network);
    int at = weft_network_next(network, from, to);
    while (at != to && at >= size)
        at = weft_network_next(network, at, to);
    return at == to;
}

/* Copies of a message share arcs if they have the same copy number: the number
 * of earlier sends of the message to the same processor at the same time. The
 * copy ALONE shares no arc. */
enum { ALONE = -1 };

/* an arc, and the number of messages it carries at once */
struct route_way {
    uint64_t key;
    int from, to, lanes;
    bool follows; /* whether the message is one with another one on all arcs so
                     far, because a switch multicasts both */
    bool merges;  /* whether a switch may combine the message with others */
};

/* Return whether a send shares an arc with the message on it. The copies of a
 * message from one sender to different receivers cross an arc together; a
 * second copy to the same receiver crosses the arc once more. If processors do
 * not multicast, a switch behind the arc must do so for both. */
static bool route_shared(const struct weft_check *check,
                         const struct reservation *arc,
                         const struct route_way *way,
                         const struct weft_event *send, int copy)
{
    return copy != ALONE && !arc->merged && arc->copy == copy &&
           arc->source == send->rank && arc->message == send->message &&
           arc->items == send->items && arc->start == send->start &&
           (!check->splits ||
            (way->follows && !weft_event_way(&check->info, send) &&
             weft_network_splits(check->options.network, way->to,
                                 arc->destination, send->peer)));
}

/* Return whether a switch can combine a send with the message on an arc: both
 * start at one time, for one receiver, and contribute to the same blocks, and
 * the message takes its route, too. */
static bool route_same_value(const struct weft_check *check,
                             const struct reservation *arc,
                             const struct weft_event *send)
{
    const struct weft_event held = {.items = arc->items};
    return arc->end > send->start && !arc->copied &&
           arc->source != send->rank && arc->destination == send->peer &&
           arc->start == send->start && !weft_event_way(&check->info, &held) &&
           item_texts_same_blocks(
               weft_event_items(&check->info, &held), arc->message,
               weft_event_items(&check->info, send), send->message);
}

static uint64_t pair_key(const struct weft_event *send)
{
    return (uint64_t)(uint32_t)send->rank << 32 | (uint32_t)send->peer;
}

/* Return the copy number of a send: the number of earlier sends of the same
 * message to the same receiver at this time, even if other sends are in
 * between; -1 with ENOMEM. */
static int route_count_copy(struct weft_check *check,
                            const struct weft_event *send)
{
    const struct pair key = {
        pair_key(send), (uint64_t)(uint32_t)send->message << 32 | send->items};
    check->copies.past = send->start;
    struct copies_sent *sent = copies_get(&check->copies, key);
    if (!sent)
        return -1;
    if (sent->start != send->start)
        sent->count = 0;
    sent->start = send->start;
    return sent->count++;
}

static uint64_t lane_key(const struct route_way *way, int lane)
{
    return way->key | (uint64_t)lane << 40; /* arc numbers are below 2^40 */
}

static void route_crowded(struct weft_check *check, struct reservation *arc,
                          const struct route_way *way,
                          const struct weft_event *send)
{
    uint64_t slot = check_slot(check, send->start);
    if (arc->counted == slot)
        return;
    arc->counted = slot;
    check->result.conflicts++;
    struct port_use first = {arc->start,   arc->end,   arc->destination,
                             arc->message, arc->items, USE_SEND};
    struct port_use second = {send->start, send->start + send->duration,
                              send->peer,  send->message,
                              send->items, USE_SEND};
    char uses[240], allows[90], lanes[40] = "in each direction of a link";
    int other = arc->source == send->rank ? -1 : arc->source;
    if (way->lanes > 1)
        snprintf(lanes, sizeof lanes, "on each of the link's %d lanes",
                 way->lanes);
    uses_text(check, &second, other, &first, uses, sizeof uses);
    struct weft_finding *finding =
        check_find(check, slot, send->rank,
                   (way->lanes > 1 ? weft_rule_lanes : weft_rule_arc).name,
                   "%s, both over the link from " WHO " to " WHO
                   "; %s one message per step %s",
                   uses, way->from, way->to,
                   check_allows(check, allows, sizeof allows), lanes);
    finding->has_arc = true;
    finding->arc[0] = way->from;
    finding->arc[1] = way->to;
    found_transfer(check, finding, arc->start, arc->source, arc->destination,
                   arc->message);
    found_send(check, finding, send);
}

/* Count a message that starts on an arc, and update the maximum number of
 * messages that start on one arc in one slot. Return 0, or -1 with ENOMEM. */
static int route_load(struct weft_check *check, struct reservation *arc,
                      const struct route_way *way,
                      const struct weft_event *send)
{
    struct weft_check_result *result = &check->result;
    uint64_t slot = check_slot(check, send->start);
    struct reservation *all =
        way->lanes > 1
            ? reservation_get(&check->loads, way->key, check->slot_start)
            : arc;
    if (!all)
        return -1;
    bool same = all->end && check_slot(check, all->start) == slot;
    all->load = same ? all->load + 1 : 1;
    if (all != arc) {
        all->start = send->start;
        all->end = send->start + send->duration;
    }
    if (all->load <= result->load)
        return 0;
    result->load = all->load;
    result->load_slot = slot;
    result->load_from = way->from;
    result->load_to = way->to;
    return 0;
}

/* Record that a message crosses an arc. Return 1 if the same message already
 * crossed it at this time, 0 if not, or -1 with ENOMEM. */
static int route_passed(struct weft_check *check, const struct route_way *way,
                        const struct reservation *message)
{
    if (message->copy == ALONE)
        return 0;
    const struct pair key = {way->key << 24 | (uint32_t)message->source,
                             (uint64_t)(uint32_t)message->message << 32 |
                                 message->items};
    check->passing.past = message->start;
    struct copies_sent *sent = copies_get(&check->passing, key);
    if (!sent)
        return -1;
    bool before = sent->start == message->start && sent->count > message->copy;
    sent->start = message->start;
    sent->count = message->copy + 1;
    return before;
}

/* Like route_passed(), but first record the message that the arc stores: of the
 * messages that began at one time, an arc in use stores only one. */
static int passed_before(struct weft_check *check, const struct route_way *way,
                         const struct reservation *arc,
                         const struct reservation *message)
{
    if (arc->start == message->start && route_passed(check, way, arc) < 0)
        return -1;
    return route_passed(check, way, message);
}

/* Choose a lane: the one that already carries the message, else the first free
 * one; if all are in use, the first. The lane of the message is before the
 * first free one, because sends come in order of their start. */
static uint64_t pick_lane(const struct weft_check *check,
                          const struct route_way *way,
                          const struct weft_event *send, int copy)
{
    for (int lane = 0; lane < way->lanes; lane++) {
        uint64_t key = lane_key(way, lane);
        const struct reservation *used =
            reservation_find(&check->arcs, key, send->start);
        if (!used || route_shared(check, used, way, send, copy) ||
            (way->merges && route_same_value(check, used, send)))
            return key;
    }
    return lane_key(way, 0);
}

/* Let a message cross an arc; way->merges becomes whether it is combined with
 * another one, and way->follows whether it is multicast with one. Return 0, or
 * -1 with ENOMEM. */
static int use_arc(struct weft_check *check, struct route_way *way,
                   const struct weft_event *send, int copy)
{
    uint64_t key =
        way->lanes > 1 ? pick_lane(check, way, send, copy) : way->key;
    struct reservation *arc =
        reservation_get(&check->arcs, key, check->slot_start);
    if (!arc)
        return -1;
    struct reservation now = *arc;
    now.start = send->start;
    now.end = send->start + send->duration;
    now.source = send->rank;
    now.destination = send->peer;
    now.message = send->message;
    now.items = send->items;
    now.copy = copy;
    bool passing = arc->end > send->start;
    way->merges = way->merges && route_same_value(check, arc, send);
    int again =
        passing && (way->merges || route_shared(check, arc, way, send, copy));
    if (passing && !again && !check->splits &&
        (again = passed_before(check, way, arc, &now)) < 0)
        return -1;
    way->follows = way->follows && passing && !way->merges;
    arc->copied = now.copied = again && (arc->copied || !way->merges);
    arc->merged = now.merged = again && (arc->merged || way->merges);
    if (!again && route_load(check, arc, way, send))
        return -1;
    if (!again && passing)
        route_crowded(check, arc, way, send);
    if (now.end <= arc->end)
        return 0;
    now.counted = arc->counted;
    now.load = arc->load;
    *arc = now;
    return 0;
}

/* Limit on the number of arcs on all routes, with an allowance per message: a
 * short file may name a network with long routes. */
#define ROUTE_ARCS_MAX ((uint64_t)1 << 25)
#define ROUTE_ARCS_A_MESSAGE 64

static bool route_is_too_far(struct weft_check *check)
{
    uint64_t most =
        ROUTE_ARCS_MAX + check->result.messages * ROUTE_ARCS_A_MESSAGE;
    return check_too_much(check, ++check->passed > most);
}

/* Report the first step of a message's way that is no link, or that passes a
 * processor. Return whether there is one. */
static bool route_is_broken(struct weft_check *check,
                            const struct weft_event *send)
{
    const struct weft_network *network = check->options.network;
    const char *way = weft_event_way(&check->info, send);
    for (int at = send->rank, next; way && at != send->peer; at = next) {
        next = route_next(network, at, send->peer, &way);
        bool link = weft_network_port(network, at, next) >= 0;
        if (link && (next == send->peer || next >= check->size))
            continue;
        check->result.conflicts++;
        found_send(
            check,
            check_find(check, check_slot(check, send->start), send->rank, "way",
                       "message %" PRId32 " to " WHO
                       " cannot pass from %d to %d: %s",
                       send->message, send->peer, at, next,
                       link ? "a processor is no switch" : "there is no link"),
            send);
        return true;
    }
    return false;
}

static int route_walk(struct weft_check *check, const struct weft_event *send)
{
    const struct weft_network *network = check->options.network;
    const char *way = weft_event_way(&check->info, send);
    int to = send->peer;
    int copy = check->sharing ? route_count_copy(check, send) : ALONE;
    if (check->sharing && copy < 0)
        return -1;
    bool combines = check->combines && !way, merges = false, follows = true;
    for (int at = send->rank, next; at != to; at = next) {
        next = route_next(network, at, to, &way);
        int port = weft_network_port(network, at, next);
        struct route_way hop = {
            (uint64_t)weft_network_arc(network, at, port), at,      next,
            weft_network_lanes(network, at, port),         follows, merges};
        hop.merges |= combines && weft_network_combines(network, at);
        int status =
            route_is_too_far(check) || use_arc(check, &hop, send, copy);
        merges = hop.merges;
        follows = hop.follows;
        if (status)
            return -1;
    }
    return 0;
}

/* Return whether the model allows the send: if processors send to one receiver
 * at a time, to any processor, otherwise only to neighbours. */
static bool may_send(const struct weft_check *check,
                     const struct weft_event *send)
{
    const struct weft_model *model = check->options.model;
    if (send->peer == send->rank)
        return false;
    if (!check->options.network || !model || model->sends == WEFT_SENDS_ONE ||
        !send->duration || send->rank >= check->size ||
        send->peer >= check->size)
        return true;
    return weft_event_way(&check->info, send) ||
           route_neighbours(check->options.network, send->rank, send->peer);
}

int check_route(struct weft_check *check, const struct weft_event *send)
{
    const struct weft_network *network = check->options.network;
    if (!network && !check->options.model)
        return 1;
    if (!may_send(check, send))
        return 0;
    if (network && send->rank < check->size && send->peer < check->size &&
        route_is_broken(check, send))
        return 1;
    /* LogGP transfers share no links; shared links have no capacity rule */
    if (!send->duration || check->loggp || check->shared)
        return 1;
    int result = 0;
    if (!network)
        result = use_arc(check,
                         &(struct route_way){pair_key(send), send->rank,
                                             send->peer, 1, false, false},
                         send, ALONE);
    else if (send->rank < check->size && send->peer < check->size)
        result = route_walk(check, send);
    return result ? -1 : 1;
}
