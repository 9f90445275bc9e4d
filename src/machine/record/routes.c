/* Transfers over several hops share arcs: one message per arc and time.
 *
 * Fed with the sends in order of their start, it keeps for each arc in use the
 * transfer that ends last. A transfer occupies its whole route from start to
 * end. The table of arcs forgets those that are free again. */
#include "routes.h"
#include "machine/conflict.h"
#include "machine/run.h"
#include <stdlib.h>

struct arc {
    int64_t arc;            /* -1: empty place */
    uint64_t start, end;    /* of the transfer that ends last */
    uint64_t conflict_slot; /* the last one counted */
    int source;
    struct weft_use use;
};

struct routes {
    struct arc *place; /* [1 << bits] */
    size_t used;
    unsigned bits;
};

static struct arc *probe(struct arc *place, unsigned bits, int64_t arc)
{
    size_t mask = ((size_t)1 << bits) - 1;
    size_t i = (uint64_t)arc * 0x9e3779b97f4a7c15u >> (64 - bits);
    while (place[i].arc >= 0 && place[i].arc != arc)
        i = (i + 1) & mask;
    return &place[i];
}

static struct arc *empty_table(unsigned bits)
{
    struct arc *place = calloc((size_t)1 << bits, sizeof *place);
    for (size_t i = 0; place && i >> bits == 0; i++)
        place[i].arc = -1;
    return place;
}

int routes_open(struct run *run)
{
    run->routes = calloc(1, sizeof *run->routes);
    if (!run->routes)
        return -1;
    run->routes->bits = 6;
    run->routes->place = empty_table(run->routes->bits);
    return run->routes->place ? 0 : -1;
}

void routes_close(struct run *run)
{
    if (run->routes)
        free(run->routes->place);
    free(run->routes);
}

/* Drop the arcs that are free at `now`; enlarge if that is not enough. */
static int make_room(struct routes *routes, uint64_t now, uint64_t slot)
{
    size_t busy = 0;
    for (size_t i = 0; i >> routes->bits == 0; i++) {
        const struct arc *arc = &routes->place[i];
        busy += arc->arc >= 0 && (arc->end > now || arc->conflict_slot >= slot);
    }
    unsigned bits = routes->bits + (busy >= (size_t)1 << (routes->bits - 1));
    struct arc *place = empty_table(bits);
    if (!place)
        return -1;
    for (size_t i = 0; i >> routes->bits == 0; i++) {
        const struct arc *arc = &routes->place[i];
        if (arc->arc >= 0 && (arc->end > now || arc->conflict_slot >= slot))
            *probe(place, bits, arc->arc) = *arc;
    }
    free(routes->place);
    *routes = (struct routes){place, busy, bits};
    return 0;
}

/* The entry of an arc, made if there is none; NULL with errno ENOMEM. */
static struct arc *entry(struct routes *routes, int64_t number, uint64_t now,
                         uint64_t slot)
{
    struct arc *arc = probe(routes->place, routes->bits, number);
    if (arc->arc >= 0)
        return arc;
    if (4 * (routes->used + 1) > (size_t)3 << routes->bits &&
        make_room(routes, now, slot))
        return NULL;
    arc = probe(routes->place, routes->bits, number);
    arc->arc = number;
    routes->used++;
    return arc;
}

/* Is it the same message of the same sender at the same time as the last one
 * on this arc? */
static bool same_message(const struct arc *arc, const struct weft_event *event)
{
    return arc->end && arc->source == event->rank &&
           arc->start == event->start && arc->use.message == event->message;
}

/* One arc of the route of a transfer, from ends[0] to ends[1]. A message that
 * goes to several processors passes over it once, but `again` if it is sent to
 * one of them twice. */
static void occupy(struct run *run, struct arc *arc, const int ends[2],
                   const struct weft_event *event, uint64_t slot, bool again)
{
    struct weft_use use = {WEFT_USE_SEND, event->peer, event->message};
    uint64_t end = event->start + event->duration;
    if (event->start < arc->end && (again || !same_message(arc, event))) {
        struct weft_conflict conflict = {
            .slot = slot,
            .rank = event->rank,
            .rule = &weft_rule_arc,
            .first = arc->use,
            .second = use,
            .other = arc->source,
            .from = ends[0],
            .to = ends[1],
        };
        if (arc->conflict_slot != slot)
            conflicts_add(&run->conflicts, &conflict);
        arc->conflict_slot = slot;
    }
    if (end <= arc->end)
        return;
    arc->start = event->start;
    arc->end = end;
    arc->source = event->rank;
    arc->use = use;
}

/* Was the same message sent to the same processor at the same time before?
 * The pairs of processors are kept like arcs, with numbers behind theirs. 1, 0,
 * or -1 with errno ENOMEM. */
static int repeated(struct run *run, const struct weft_event *event,
                    uint64_t slot)
{
    const struct weft_network *network = run->machine->network;
    int64_t number = weft_network_arcs(network) +
                     (int64_t)event->rank * weft_network_size(network) +
                     event->peer;
    struct arc *pair = entry(run->routes, number, event->start, slot);
    if (!pair)
        return -1;
    bool again = same_message(pair, event);
    pair->start = event->start;
    pair->end = event->start + event->duration;
    pair->source = event->rank;
    pair->use.message = event->message;
    return again;
}

int routes_event(struct run *run, const struct weft_event *event)
{
    if (event->kind != WEFT_SEND)
        return 0;
    const struct weft_network *network = run->machine->network;
    uint64_t slot = 1 + event->start / run->slot;
    int again = repeated(run, event, slot);
    if (again < 0)
        return -1;
    for (int at = event->rank; at != event->peer;) {
        int next = weft_network_next(network, at, event->peer);
        int port = weft_network_port(network, at, next);
        int64_t number = weft_network_arc(network, at, port);
        struct arc *arc = entry(run->routes, number, event->start, slot);
        if (!arc)
            return -1;
        occupy(run, arc, (int[]){at, next}, event, slot, again);
        at = next;
    }
    return 0;
}
