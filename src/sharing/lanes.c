/* Queues with cut-through (virtual cut-through: Kermani and Kleinrock 1979).
 *
 * A queue is served in the order in which heads become ready, so a head that is
 * ready learns at once when it starts: when the lane that is free first is
 * free. Nobody books an arc before its head is there. */
#include "kernel.h"

#include <math.h>

/* How long an arc was in use, and on all lanes, up to what is booked. */
static void lanes_note(struct sharing_arc *arc, uint64_t start, uint64_t end)
{
    uint64_t least = arc->lane[0];
    if (end > arc->taken) {
        arc->carrying += end - (start > arc->taken ? start : arc->taken);
        arc->taken = end;
    }
    for (int lane = 1; lane < arc->lanes; lane++)
        least = arc->lane[lane] < least ? arc->lane[lane] : least;
    if (least <= start)
        return;
    arc->full += least - start;
    arc->full_since = least;
}

/* Those that are on it or wait for it, with one that is to leave at `end`. */
static int lanes_count(struct sharing_arc *arc, uint64_t now, uint64_t end)
{
    struct leaving_heap *leaving = &arc->leaving;
    while (leaving->count && *leaving_heap_first(leaving) <= now)
        leaving_heap_take(leaving);
    if (leaving_heap_put(leaving, end))
        return -1;
    if (leaving->count > arc->most)
        arc->most = (uint32_t)leaving->count;
    return 0;
}

/* The head of a flow is ready for an arc at `now`: when it starts there, and
 * when its data have left it. */
static int lanes_book(struct sharing *s, const struct sharing_flow *f,
                      struct sharing_arc *arc, uint64_t now,
                      struct sharing_crossing *crossing)
{
    uint64_t bytes = transfer_at(s, f->transfer)->bytes;
    int64_t data = (int64_t)paths_arc_data(s, arc, bytes) + f->slack;
    uint64_t *lane = arc->lane;
    for (int i = 1; i < arc->lanes; i++)
        lane = arc->lane[i] < *lane ? &arc->lane[i] : lane;
    uint64_t start = *lane > now ? *lane : now;
    uint64_t end = start + (uint64_t)(data > 1 ? data : 1);
    *crossing = (struct sharing_crossing){start, end > f->held ? end : f->held};
    if (crossing->end > SHARING_TICK_MAX)
        return sharing_fail(s, WEFT_ERROR_LIMIT,
                            "a transfer leaves a link "
                            "beyond the end of time");
    *lane = crossing->end;
    arc->words += s->paths.unit ? 1 : ceil((double)bytes / WEFT_WORD);
    lanes_note(arc, start, crossing->end);
    return lanes_count(arc, now, crossing->end) ? sharing_no_memory(s)
                                                : sharing_spend(s, 1);
}

/* Its last arc has been booked. */
static int lanes_last(struct sharing *s, uint32_t flow, uint64_t start,
                      uint64_t end)
{
    const struct sharing_flow *f = flow_at(s, flow);
    uint64_t at = f->held + f->tail, first = start + f->tail;
    if (s->cost.loggp && (sharing_expect_first(s, flow, first) ||
                          sharing_leave_links(s, f->transfer, end)))
        return -1;
    return sharing_schedule(s, flow, FLOW_TAIL, at);
}

/* As far as it can at `now`. */
static int lanes_move(struct sharing *s, uint32_t flow, uint64_t now)
{
    for (;;) {
        struct sharing_flow *f = flow_at(s, flow);
        struct sharing_arc *arc = &s->arc[s->route.word[f->arcs + f->hop]];
        bool last = f->hop + 1 == f->hops;
        bool plain = !path_at(s, f->path)->cost.known;
        uint64_t latency = paths_arc_latency(s, arc, last && plain);
        struct sharing_crossing crossing;
        if (lanes_book(s, f, arc, now, &crossing))
            return -1;
        f->hop++;
        f->held = crossing.end + latency;
        if (last)
            return lanes_last(s, flow, crossing.start, crossing.end);
        uint64_t ready = crossing.start + latency;
        if (ready > now)
            return sharing_schedule(s, flow, FLOW_HEAD, ready);
    }
}

static int lanes_settle(struct sharing *s, uint64_t now)
{
    for (size_t i = 0; i < s->entering.count; i++)
        if (lanes_move(s, s->entering.place[i], now))
            return -1;
    s->entering.count = 0;
    return 0;
}

const struct discipline sharing_lanes = {lanes_settle, sharing_through};
