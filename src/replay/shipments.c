/* Groups transfers into shipments and finds their arcs. The transfers of one
 * message that a processor sends at one time form one shipment to all
 * receivers, in whatever order they are in the trace; a second transfer to the
 * same receiver belongs to a second shipment. */
#include "shipments.h"

#include <stdlib.h>
#include <weft/unstable/ways.h>

#include "base/base.h"

/* ---- routes -------------------------------------------------------------- */

static int arc_place(struct loading *loading, int at, int port)
{
    struct weft_replay *replay = &loading->replay;
    int64_t number = weft_network_arc(replay->network, at, port) + 1;
    size_t known = loading->known.used;
    struct known_arc *entry = known_arcs_get(&loading->known, number);
    if (!entry)
        return -1;
    if (loading->known.used == known)
        return entry->place;
    if (array_grow(&replay->arc, &replay->arc_room, replay->arcs + 1,
                   sizeof *replay->arc))
        return -1;
    struct weft_arc_cost cost;
    weft_network_arc_cost(replay->network, at, port, &cost);
    int lanes = weft_network_lanes(replay->network, at, port);
    replay->arc[replay->arcs] = (struct replay_arc){
        .room = (loading->bandwidths ? cost.bandwidth : 1) * lanes,
        .lanes = lanes,
        .first = (int)replay->lanes,
    };
    replay->lanes += (size_t)lanes;
    entry->place = (int)replay->arcs++;
    return entry->place;
}

/* Limits on the total number of arcs on all routes and on the effort of
 * sharing, both with an allowance per message: a short file may send over long
 * routes and have many messages in flight. */
#define SHIPMENTS_ARCS_MAX ((size_t)1 << 24)
#define SHIPMENTS_ARCS_A_MESSAGE 64
#define SHIPMENTS_LOOKS_MAX ((uint64_t)1 << 28)
#define LOOKS_A_MESSAGE 2048

/* Return whether a limit is exceeded, and record it. */
static bool is_too_much(struct weft_replay *replay, bool above)
{
    replay->too_much |= above && !replay->unlimited;
    return replay->too_much;
}

static bool shipments_is_too_far(struct weft_replay *replay)
{
    size_t most =
        SHIPMENTS_ARCS_MAX + replay->messages * SHIPMENTS_ARCS_A_MESSAGE;
    return is_too_much(replay, replay->passed++ >= most);
}

bool replay_may_spend(struct weft_replay *replay, uint64_t looks)
{
    uint64_t most =
        SHIPMENTS_LOOKS_MAX + replay->messages * (uint64_t)LOOKS_A_MESSAGE;
    replay->spent += looks;
    return !is_too_much(replay, replay->spent > most);
}

/* Add an arc to the last shipment, unless it already contains the arc. */
static int add_arc(struct loading *loading, int at, int port)
{
    struct weft_replay *replay = &loading->replay;
    struct shipment *s = &replay->shipment[replay->shipments - 1];
    int place =
        shipments_is_too_far(replay) ? -1 : arc_place(loading, at, port);
    if (place < 0)
        return -1;
    if (replay->arc[place].used == replay->shipments)
        return 0;
    replay->arc[place].used = replay->shipments;
    if (array_grow(&replay->way, &replay->way_room, replay->ways + 1,
                   sizeof *replay->way))
        return -1;
    replay->way[replay->ways++] = place;
    s->arcs++;
    double room = replay->arc[place].room / replay->arc[place].lanes;
    if (room > 0 && (s->own <= 0 || room < s->own))
        s->own = room;
    return 0;
}

static int add_route(struct loading *loading, const struct loose_send *send)
{
    const struct weft_network *network = loading->replay.network;
    const char *way = send->way;
    for (int at = send->rank, next; at != send->peer; at = next) {
        next = weft_network_onward(network, at, send->peer, &way);
        if (add_arc(loading, at, weft_network_port(network, at, next)))
            return -1;
    }
    return 0;
}

/* ---- shipments ------------------------------------------------------------
 */

#define SHIPMENTS_ORDER(a, b) (((a) > (b)) - ((a) < (b)))

static int shipments_by_message(const struct loose_send *a,
                                const struct loose_send *b)
{
    int order = SHIPMENTS_ORDER(a->rank, b->rank);
    order = order ? order : SHIPMENTS_ORDER(a->message, b->message);
    return order ? order : SHIPMENTS_ORDER(a->items, b->items);
}

static int by_peer(const void *one, const void *other)
{
    const struct loose_send *a = one, *b = other;
    int order = shipments_by_message(a, b);
    order = order ? order : SHIPMENTS_ORDER(a->peer, b->peer);
    return order ? order : SHIPMENTS_ORDER(a->index, b->index);
}

static int by_turn(const void *one, const void *other)
{
    const struct loose_send *a = one, *b = other;
    int order = shipments_by_message(a, b);
    order = order ? order : SHIPMENTS_ORDER(a->turn, b->turn);
    return order ? order : SHIPMENTS_ORDER(a->index, b->index);
}

/* Order shipments by their first transfer. */
static int by_lead(const void *one, const void *other)
{
    const struct loose_send *a = one, *b = other;
    int order = SHIPMENTS_ORDER(a->lead, b->lead);
    return order ? order : SHIPMENTS_ORDER(a->index, b->index);
}

/* Group transfers into shipments: the k-th transfers of a message to all its
 * receivers form one; the first of them is its lead. */
static void shipments_group(struct loose_send *send, size_t count)
{
    qsort(send, count, sizeof *send, by_peer);
    for (size_t i = 0; i < count; i++) {
        bool again = i && !shipments_by_message(&send[i - 1], &send[i]) &&
                     send[i - 1].peer == send[i].peer;
        send[i].turn = again ? send[i - 1].turn + 1 : 0;
    }
    qsort(send, count, sizeof *send, by_turn);
    for (size_t i = 0; i < count; i++) {
        bool same = i && !shipments_by_message(&send[i - 1], &send[i]) &&
                    send[i - 1].turn == send[i].turn;
        send[i].lead = same ? send[i - 1].lead : send[i].index;
    }
    qsort(send, count, sizeof *send, by_lead);
}

static int open_shipment(struct weft_replay *replay, size_t member,
                         const struct loose_send *send)
{
    if (array_grow(&replay->shipment, &replay->shipment_room,
                   replay->shipments + 1, sizeof *replay->shipment))
        return -1;
    replay->shipment[replay->shipments++] =
        (struct shipment){.start = replay->message[send->index].start,
                          .first = member,
                          .arc = replay->ways};
    return 0;
}

int shipments_load(struct loading *loading)
{
    struct weft_replay *replay = &loading->replay;
    size_t first = replay->messages - loading->sends;
    if (loading->sends > 1)
        shipments_group(loading->send, loading->sends);
    for (size_t i = 0; i < loading->sends; i++) {
        const struct loose_send *send = &loading->send[i];
        const struct weft_replay_message *m = &replay->message[send->index];
        if (send->lead == send->index && open_shipment(replay, first + i, send))
            return -1;
        struct shipment *s = &replay->shipment[replay->shipments - 1];
        double work = (double)(m->end - m->start);
        replay->member[first + i] = send->index;
        s->count++;
        s->work = work > s->work ? work : s->work;
        if (add_route(loading, send))
            return -1;
    }
    loading->sends = 0;
    return 0;
}

int shipments_add(struct loading *loading, const struct weft_event *send)
{
    struct weft_replay *replay = &loading->replay;
    size_t index = replay->messages;
    bool later =
        loading->sends && replay->message[index - 1].start != send->start;
    if ((later && shipments_load(loading)) ||
        array_grow(&loading->send, &loading->send_room, loading->sends + 1,
                   sizeof *loading->send) ||
        array_grow(&replay->member, &replay->member_room, index + 1,
                   sizeof *replay->member) ||
        array_grow(&replay->message, &replay->message_room, index + 1,
                   sizeof *replay->message))
        return -1;
    uint64_t end = send->start + send->duration;
    replay->message[replay->messages++] = (struct weft_replay_message){
        send->rank, send->peer, send->message, send->start, end, (double)end};
    loading->send[loading->sends++] = (struct loose_send){
        .index = index,
        .lead = index,
        .rank = send->rank,
        .peer = send->peer,
        .message = send->message,
        .items = send->items,
        .way = weft_network_way(replay->network, &loading->info, send)};
    return 0;
}
