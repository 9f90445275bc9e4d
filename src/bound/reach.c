/* The fastest chains of transfers from one processor, or to it.
 *
 * Each transfer carries one word (none if messages may be empty) and passes
 * through switches and, if routed, processors. A chain can be at a vertex in
 * two states: `held` by a processor, which can start the next transfer, or
 * `passing` through. Times are multiples of 2^-16, rounded down. */
#include <stdio.h>
#include <stdlib.h>

#include "reach.h"

#define HEAP_NAME waves
#define HEAP_ITEM struct wavefront
#define HEAP_BEFORE(a, b)                                                      \
    ((a)->time != (b)->time ? (a)->time < (b)->time : (a)->state < (b)->state)
struct wavefront {
    uint64_t time;
    int64_t state;
};
#include "base/heap.h"

static uint64_t reach_fixed(struct ratio time)
{
    /* so that chains of any length fit into 64 bits */
    const uint64_t most = REACH_FAR >> 24;
    uint64_t fixed =
        (uint64_t)ratio_floor(ratio_times(time, REACH_UNIT, RATIO_DOWN));
    return fixed < most ? fixed : most;
}

/* Return the time of a transfer over this arc alone. */
static uint64_t reach_first(const struct bound_question *q,
                            const struct bound_arc *arc)
{
    if (q->loggp || q->alike)
        return reach_fixed(q->stage);
    struct ratio time = arc->start;
    if (q->block.num)
        time = ratio_add(time, arc->word, RATIO_DOWN);
    return reach_fixed(ratio_most(time, ratio_whole(1)));
}

/* Return the time that a further arc of the route adds. */
static uint64_t reach_further(const struct bound_question *q,
                              const struct bound_arc *arc)
{
    struct ratio start = ratio_whole((int64_t)q->cost.ts);
    struct ratio latency = ratio_subtract(arc->start, start, RATIO_DOWN);
    if (q->loggp || q->unit)
        return 0;
    if (q->alike)
        return reach_fixed(ratio_whole((int64_t)q->cost.th));
    struct weft_arc_cost cost = {.latency = -1};
    weft_network_arc_cost(q->network, arc->from, arc->port, &cost);
    return cost.latency < 0 ? reach_fixed(ratio_whole((int64_t)q->cost.th))
                            : reach_fixed(latency);
}

int reach_init(struct reach *reach, struct bound_question *q, bool back)
{
    size_t vertices = (size_t)weft_network_vertices(q->network);
    *reach = (struct reach){.q = q, .back = back};
    if (bound_arcs(q))
        return -1;
    reach->time = malloc(2 * vertices * sizeof *reach->time);
    reach->before = malloc(2 * vertices * sizeof *reach->before);
    reach->first = malloc(((size_t)q->arcs + 1) * sizeof *reach->first);
    reach->further = malloc(((size_t)q->arcs + 1) * sizeof *reach->further);
    if (!reach->time || !reach->before || !reach->first || !reach->further)
        return -1;
    for (int64_t a = 0; a < q->arcs; a++) {
        reach->first[a] = reach_first(q, &q->arc[a]);
        reach->further[a] = reach_further(q, &q->arc[a]);
    }
    return 0;
}

void reach_finish(struct reach *reach)
{
    free(reach->time);
    free(reach->before);
    free(reach->first);
    free(reach->further);
}

/* Set the time of a state if the new time is earlier. State 2 v: the message is
 * held at v; 2 v + 1: it is passing v. In reverse, with all arcs reversed, a
 * state describes the rest of the chain; 2 v + 1: the first arc of the current
 * transfer is still missing. */
static int reach_put(struct reach *reach, struct waves *waves, int64_t state,
                     uint64_t time, int64_t before)
{
    if (time >= reach->time[state])
        return 0;
    reach->time[state] = time;
    reach->before[state] = before;
    return waves_put(waves, (struct wavefront){time, state});
}

static int reach_over(struct reach *reach, struct waves *waves,
                      const struct wavefront *at, int64_t a)
{
    const struct bound_arc *arc = &reach->q->arc[a];
    int64_t next = reach->back ? arc->from : arc->to;
    bool held = at->state % 2 == 0;
    if (!reach->back)
        return reach_put(
            reach, waves, 2 * next + 1,
            at->time + (held ? reach->first[a] : reach->further[a]), at->state);
    /* in reverse, the arc is either the first one of its transfer or a further
     * one */
    if (weft_network_is_processor(reach->q->network, (int)next) &&
        reach_put(reach, waves, 2 * next, at->time + reach->first[a],
                  at->state))
        return -1;
    return reach_put(reach, waves, 2 * next + 1, at->time + reach->further[a],
                     at->state);
}

static int reach_leave(struct reach *reach, struct waves *waves,
                       const struct wavefront *at)
{
    const struct bound_question *q = reach->q;
    int v = (int)(at->state / 2);
    bool processor = weft_network_is_processor(q->network, v);
    bool passing = at->state % 2;
    if (passing && processor && !reach->back &&
        reach_put(reach, waves, 2 * v, at->time, reach->before[at->state]))
        return -1;
    if (passing && processor && !q->routed)
        return 0;
    const int64_t *first = reach->back ? q->in_first : q->first;
    for (int64_t i = first[v]; i < first[v + 1]; i++)
        if (reach_over(reach, waves, at, reach->back ? q->into[i] : i))
            return -1;
    return 0;
}

int reach_from(struct reach *reach, int origin)
{
    struct waves waves = {0};
    int vertices = weft_network_vertices(reach->q->network);
    for (int64_t s = 0; s < 2 * (int64_t)vertices; s++)
        reach->time[s] = REACH_FAR;
    int status = reach_put(reach, &waves, 2 * (int64_t)origin, 0, -1);
    while (!status && waves.count) {
        struct wavefront at = waves_take(&waves);
        if (at.time == reach->time[at.state])
            status = reach_leave(reach, &waves, &at);
    }
    waves_finish(&waves);
    return status;
}

uint64_t reach_time(const struct reach *reach, int v)
{
    uint64_t fixed = reach->time[2 * v];
    return bound_time(reach->q, ratio_make((int64_t)fixed, REACH_UNIT));
}

bool reach_is_far(const struct reach *reach, int v)
{
    return reach->time[2 * v] >= REACH_FAR;
}

int reach_path(const struct reach *reach, int v, int *path)
{
    int count = 0;
    for (int64_t state = 2 * (int64_t)v; state >= 0;
         state = reach->before[state])
        if (!count || path[count - 1] != state / 2)
            path[count++] = (int)(state / 2);
    for (int i = 0; !reach->back && i < count / 2; i++) {
        int swap = path[i];
        path[i] = path[count - 1 - i];
        path[count - 1 - i] = swap;
    }
    return count;
}
