/* Queues with cut-through (virtual cut-through: Kermani and Kleinrock 1979).
 *
 * A queue is served in the order in which heads reach it, so the start of a
 * transfer on an arc is known as soon as its head is there: when the first lane
 * becomes free. No arc is booked before. */
#include "kernel.h"

#include <string.h>

/* Number of 32-bit numbers in a crossing. */
#define LANES_CROSSING (sizeof(struct sharing_crossing) / sizeof(uint32_t))

static uint64_t *lanes_of(const struct sharing_arc *arc,
                          struct sharing_queue *queue)
{
    return arc->lanes > 1 ? queue->lane.many : &queue->lane.one;
}

/* Add the time in which an arc was in use, and in which all its lanes were, up
 * to the last booking. */
static void lanes_note(struct sharing_arc *arc, struct sharing_queue *queue,
                       uint64_t start, uint64_t end)
{
    const uint64_t *lane = lanes_of(arc, queue);
    uint64_t least = lane[0];
    if (end > queue->taken) {
        arc->carrying += end - (start > queue->taken ? start : queue->taken);
        queue->taken = end;
    }
    for (int i = 1; i < arc->lanes; i++)
        least = lane[i] < least ? lane[i] : least;
    if (least <= start)
        return;
    arc->full += least - start;
    arc->full_since = least;
}

/* Count the transfers that are on the arc or wait for it, with one more that
 * will leave at `end`. */
static int lanes_count(struct sharing_arc *arc, struct sharing_queue *queue,
                       uint64_t now, uint64_t end)
{
    struct leaving_heap *leaving = &queue->leaving;
    if (queue->taken <= now) {
        leaving->count = 0;
        arc->most = arc->most ? arc->most : 1;
        return 0;
    }
    if (!leaving->count && leaving_heap_put(leaving, queue->taken))
        return -1;
    while (leaving->count && *leaving_heap_first(leaving) <= now)
        leaving_heap_take(leaving);
    if (leaving_heap_put(leaving, end))
        return -1;
    if (leaving->count > arc->most)
        arc->most = (uint32_t)leaving->count;
    return 0;
}

/* Book an arc for a flow whose head is ready at `now`: set when its data begin
 * to cross the arc, and when they have left it. */
static int lanes_book(struct sharing *s, const struct sharing_flow *f,
                      uint32_t place, uint64_t now,
                      struct sharing_crossing *crossing)
{
    struct sharing_arc *arc = &s->arc[place];
    struct sharing_queue *queue = &s->queue[place];
    uint64_t bytes = transfer_at(s, f->transfer)->bytes;
    int64_t data = (int64_t)paths_arc_data(s, place, bytes) + f->slack;
    uint64_t *lane = lanes_of(arc, queue), *lanes = lane;
    for (int i = 1; i < arc->lanes; i++)
        lane = lanes[i] < *lane ? &lanes[i] : lane;
    uint64_t start = *lane > now ? *lane : now;
    uint64_t end = start + (uint64_t)(data > 1 ? data : 1);
    *crossing = (struct sharing_crossing){start, end > f->held ? end : f->held};
    if (crossing->end > SHARING_TICK_MAX)
        return sharing_fail(s, WEFT_ERROR_LIMIT,
                            "a transfer leaves a link "
                            "beyond the end of time");
    *lane = crossing->end;
    arc->words += paths_load(s, bytes);
    if (lanes_count(arc, queue, now, crossing->end))
        return sharing_no_memory(s);
    lanes_note(arc, queue, start, crossing->end);
    return sharing_spend(s, 1);
}

/* Book the next arc of a flow, or take over the times of another copy of the
 * message that has entered the arc before. */
static int lanes_cross(struct sharing *s, const struct sharing_flow *f,
                       uint64_t now, struct sharing_crossing *crossing)
{
    uint32_t arc = s->route.word[f->arcs + f->hop];
    if (f->twin == NOTHING)
        return lanes_book(s, f, arc, now, crossing);
    uint32_t twin = s->route.word[f->twin + f->hop];
    uint32_t *known =
        &s->route
             .word[transfer_at(s, f->transfer)->twins + twin * LANES_CROSSING];
    memcpy(crossing, known, sizeof *crossing);
    if (crossing->end) {
        crossing->start = crossing->start > now ? crossing->start : now;
        crossing->end = crossing->end > now ? crossing->end : now;
        return 0;
    }
    int status = lanes_book(s, f, arc, now, crossing);
    memcpy(known, crossing, sizeof *crossing);
    return status;
}

/* Schedule the end of a flow whose last arc has been booked. */
static int lanes_last(struct sharing *s, uint32_t flow, uint64_t start,
                      uint64_t end)
{
    const struct sharing_flow *f = flow_at(s, flow);
    uint64_t at = f->held + f->tail, first = start + f->tail;
    uint32_t transfer = f->transfer; /* the call above may move flows */
    if (s->cost.loggp && (sharing_expect_first(s, flow, first) ||
                          sharing_leave_links(s, transfer, end)))
        return -1;
    return sharing_schedule(s, flow, FLOW_TAIL, at);
}

/* Move the head of a flow as far as it gets at `now`. */
static int lanes_move(struct sharing *s, uint32_t flow, uint64_t now)
{
    for (;;) {
        struct sharing_flow *f = flow_at(s, flow);
        uint32_t arc = s->route.word[f->arcs + f->hop];
        bool last = f->hop + 1 == f->hops;
        uint64_t latency = paths_arc_latency(s, arc, last && f->plain);
        struct sharing_crossing crossing;
        if (lanes_cross(s, f, now, &crossing))
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

const struct discipline sharing_lanes = {sharing_copies_queue, lanes_settle,
                                         sharing_through};
