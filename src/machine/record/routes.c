/* Detect conflicts of transfers over several hops: an arc (or a lane of it)
 * carries one message at a time.
 *
 * Sends are processed in order of their start. The table stores, for each arc
 * in use, the transfer that ends last. A transfer occupies its whole route from
 * start to end. Arcs that are free again are dropped from the table. */
#include "routes.h"
#include "base/invariant.h"
#include "base/mix.h"
#include "machine/conflict.h"
#include "machine/run.h"
#include <stdlib.h>
#include <weft/unstable/ways.h>

struct routes_arc {
    int64_t number;         /* number of the arc or lane; -1: a free slot */
    uint64_t start, end;    /* times of the transfer that ends last */
    uint64_t conflict_slot; /* slot of the last conflict counted on the arc */
    int source;
    int copy; /* copy number of the message */
    /* whether the message goes to several receivers, or combines several */
    bool copied, merged;
    struct weft_use use;
};

/* How often a message was sent to one processor at its latest start. */
struct resent {
    struct pair key; /* sender and receiver; message and items */
    uint64_t start;
    int count; /* number of sends; 0: a free slot */
};

/* Entries that end before this time are useless, because sends arrive in order
 * of their start. */
struct routes_now {
    uint64_t time, slot;
};

#define HASH_NAME arcs
#define HASH_ENTRY struct routes_arc
#define HASH_KEY int64_t
#define HASH_MEMBER number
#define HASH_FREE(arc) ((arc)->number < 0)
/* neighbours stay together: routes of neighbours use arcs of near numbers */
#define HASH_OF(number)                                                        \
    (mix_one((uint64_t)(number) >> 4) << 4 | ((uint64_t)(number)&15))
/* clang-format off */
#define HASH_UNUSED {.number = -1}
/* clang-format on */
#define HASH_PAST struct routes_now
#define HASH_EXPIRED(arc, now)                                                 \
    ((arc)->end <= (now).time && (arc)->conflict_slot < (now).slot)
#include "base/hash.h"

#define HASH_NAME resents
#define HASH_ENTRY struct resent
#define HASH_KEY struct pair
#define HASH_MEMBER key
#define HASH_FREE(resent) (!(resent)->count)
#define HASH_OF(key) mix_pair(key)
#define HASH_SAME(one, two) pair_same(one, two)
#define HASH_EXPIRED(resent, now) ((resent)->start < (now))
#include "base/hash.h"

struct routes {
    struct arcs busy;
    struct resents sent;
};

int routes_open(struct run *run)
{
    run->routes = calloc(1, sizeof *run->routes);
    return run->routes ? 0 : -1;
}

void routes_close(struct run *run)
{
    if (run->routes) {
        arcs_finish(&run->routes->busy);
        resents_finish(&run->routes->sent);
    }
    free(run->routes);
}

/* One arc of a route, and how a message crosses it. */
struct routes_hop {
    int from, to, lanes;
    int copy;     /* copy number of the message */
    bool follows; /* whether it is one with another message on all arcs so far,
                     because a switch multicasts both */
    bool merges;  /* whether it is combined with another one; before this is
                     known: whether it may be */
};

/* Return whether the event is the same message as the last one on this arc:
 * same sender, start and copy number, and if processors do not multicast, a
 * switch behind the arc does so for both. */
static bool routes_same_message(const struct run *run,
                                const struct routes_arc *arc,
                                const struct weft_event *event,
                                const struct routes_hop *hop)
{
    return arc->end && !arc->merged && arc->source == event->rank &&
           arc->copy == hop->copy && arc->start == event->start &&
           arc->use.message == event->message &&
           arc->use.items == event->items &&
           (!run->splits ||
            (hop->follows && run_splits(run, event, hop->to, arc->use.peer)));
}

/* Return whether a switch can combine the event with the last message on an
 * arc: both started together, for the same receiver and with the same blocks.
 */
static bool routes_same_value(const struct run *run,
                              const struct routes_arc *arc,
                              const struct weft_event *event)
{
    return arc->end && !arc->copied && arc->source != event->rank &&
           arc->start == event->start && arc->use.peer == event->peer &&
           run_combines(run, arc->use.items, arc->use.message, event->items,
                        event->message);
}

/* Return whether the event shares an arc with the last message on it. */
static bool routes_shares(const struct run *run, const struct routes_arc *arc,
                          const struct weft_event *event,
                          const struct routes_hop *hop)
{
    return routes_same_message(run, arc, event, hop) ||
           (hop->merges && routes_same_value(run, arc, event));
}

/* Occupy one arc of a transfer's route. A message to several processors crosses
 * it once per copy number; hop->merges is known. Sets hop->follows. */
static void occupy(struct run *run, struct routes_arc *arc,
                   struct routes_hop *hop, const struct weft_event *event,
                   uint64_t slot)
{
    struct weft_use use = {WEFT_USE_SEND, event->peer, event->message,
                           event->items};
    uint64_t end = event->start + event->duration;
    bool busy = event->start < arc->end;
    bool shares =
        busy && (hop->merges || routes_same_message(run, arc, event, hop));
    if (busy && !shares) {
        struct weft_conflict conflict = {
            .slot = slot,
            .rank = event->rank,
            .rule = &weft_rule_arc,
            .first = arc->use,
            .second = use,
            .other = arc->source,
            .from = hop->from,
            .to = hop->to,
        };
        if (hop->lanes > 1)
            conflict.rule = &weft_rule_lanes;
        if (arc->conflict_slot != slot)
            conflicts_add(&run->conflicts, &conflict);
        arc->conflict_slot = slot;
    }
    hop->follows = hop->follows && busy && !hop->merges;
    arc->copied = shares && (arc->copied || !hop->merges);
    arc->merged = shares && (arc->merged || hop->merges);
    if (end <= arc->end)
        return;
    arc->start = event->start;
    arc->end = end;
    arc->source = event->rank;
    arc->copy = hop->copy;
    arc->use = use;
}

/* Return the number of a lane; lanes other than the first are numbered after
 * all arcs. */
static int64_t lane_number(const struct weft_network *network, int64_t arc,
                           int lane)
{
    return weft_network_arcs(network) * lane + arc;
}

/* Choose the lane of a transfer: the one that already carries its message, else
 * the first free one, else the first. Transfers arrive in order of their start,
 * so no other choice avoids more conflicts, and no lane behind a free one
 * carries the message. */
static int64_t choose_lane(struct run *run, int64_t arc,
                           const struct routes_hop *hop,
                           const struct weft_event *event)
{
    const struct weft_network *network = run->machine->network;
    for (int lane = 0; lane < hop->lanes; lane++) {
        int64_t number = lane_number(network, arc, lane);
        const struct routes_arc *used = arcs_find(&run->routes->busy, number);
        bool busy = used && used->end > event->start;
        if (!busy || routes_shares(run, used, event, hop))
            return number;
    }
    return arc;
}

/* Return the copy number of a send (0, 1, ...): how many equal sends to the
 * same receiver at this time precede it, even if others are in between; -1 if
 * out of memory. */
static int routes_count_copy(struct resents *table,
                             const struct weft_event *event)
{
    const struct pair key = {
        (uint64_t)(uint32_t)event->rank << 32 | (uint32_t)event->peer,
        (uint64_t)(uint32_t)event->message << 32 | event->items};
    table->past = event->start;
    struct resent *resent = resents_get(table, key);
    if (!resent)
        return -1;
    if (resent->start < event->start)
        resent->count = 0;
    resent->start = event->start;
    return resent->count++;
}

int routes_event(struct run *run, const struct weft_event *event)
{
    if (event->kind != WEFT_SEND)
        return 0;
    const struct weft_network *network = run->machine->network;
    uint64_t slot = run_step(run, event->start);
    INVARIANT(event->start >= run->routes->busy.past.time);
    run->routes->busy.past = (struct routes_now){event->start, slot};
    int copy = routes_count_copy(&run->routes->sent, event);
    if (copy < 0)
        return -1;
    const char *way =
        run->machine->ways ? weft_event_way(run->machine->info, event) : NULL;
    struct routes_hop hop = {.to = event->rank, .copy = copy, .follows = true};
    while (hop.to != event->peer) {
        hop.from = hop.to;
        hop.to = weft_network_onward(network, hop.from, event->peer, &way);
        int port = weft_network_port(network, hop.from, hop.to);
        int64_t number = weft_network_arc(network, hop.from, port);
        hop.lanes = weft_network_lanes(network, hop.from, port);
        hop.merges = run->combines &&
                     (hop.merges || weft_network_combines(network, hop.from));
        if (hop.lanes > 1)
            number = choose_lane(run, number, &hop, event);
        struct routes_arc *arc = arcs_get(&run->routes->busy, number);
        if (!arc)
            return -1;
        hop.merges = hop.merges && routes_same_value(run, arc, event);
        occupy(run, arc, &hop, event, slot);
    }
    return 0;
}
