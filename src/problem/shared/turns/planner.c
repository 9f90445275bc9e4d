/* Plans broadcasts in turn along breadth-first trees. */
#include "planner.h"

#include <stdlib.h>

#include "problem/shared/settings.h"
#include "turns.h"

int planner_init(struct planner *n, const struct plan *plan)
{
    size_t p = (size_t)plan->size;
    *n = (struct planner){.plan = plan};
    n->occupancy = occupancy_create(plan->network, &plan->model);
    n->last = calloc(p, sizeof *n->last);
    n->received = calloc(p, sizeof *n->received);
    if (shape_init(&n->shape, plan->size))
        return -1;
    return n->occupancy && n->last && n->received ? 0 : -1;
}

void planner_finish(struct planner *n)
{
    occupancy_destroy(n->occupancy);
    shape_finish(&n->shape);
    free(n->last);
    free(n->received);
}

/* ---- the earliest start in order ---- */

static uint64_t planner_later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Return the least start for which mu_j follows mu_{j-1} at every processor. */
static uint64_t in_order(const struct planner *n, int source)
{
    uint64_t start = n->received[source];
    for (int u = 0; u < n->plan->size; u++) {
        uint64_t first = u == source ? 1 : n->shape.got[u];
        if (n->last[u] > first)
            start = planner_later(start, n->last[u] - first);
    }
    return start;
}

static uint64_t choose_start(const struct planner *n, int64_t j, int source)
{
    int64_t spacing = plan_number(n->plan, &setting_spacing);
    size_t count = (size_t)n->plan->size - 1;
    if (spacing >= 0)
        return (uint64_t)((j - 1) * spacing);
    uint64_t start = in_order(n, source);
    while (!occupancy_free(n->occupancy, n->shape.transfer, count, start))
        start++;
    return start;
}

/* ---- placing it ---- */

static void planner_busy(struct planner *n, int rank, uint64_t slot)
{
    n->last[rank] = planner_later(n->last[rank], slot);
}

static void take_part(struct planner *n, uint64_t start)
{
    if (n->plan->cost.loggp)
        n->longest = planner_later(n->longest, n->plan->slot);
    for (int i = 0; i < n->plan->size - 1; i++) {
        const struct timed_transfer *t = &n->shape.transfer[i];
        n->longest = planner_later(
            n->longest, weft_route_time(n->plan->network, &n->plan->cost,
                                        t->from, t->to, n->plan->length));
        planner_busy(n, t->from, start + t->slot);
        planner_busy(n, t->to, start + t->slot);
        n->received[t->to] = planner_later(n->received[t->to], start + t->slot);
    }
}

int planner_place(struct planner *n, int64_t j, uint64_t *start)
{
    const struct plan *plan = n->plan;
    int source = turn_source(plan, j);
    struct weft_tree tree;
    if (weft_tree_breadth_first(&tree, plan->network, source))
        return -1;
    shape_compute(&n->shape, &tree, plan->model.sends == WEFT_SENDS_ONE);
    weft_tree_finish(&tree);
    *start = choose_start(n, j, source);
    take_part(n, *start);
    return occupancy_take(n->occupancy, n->shape.transfer,
                          (size_t)plan->size - 1, *start);
}

uint64_t *planner_starts(const struct plan *plan, int64_t messages)
{
    struct planner n;
    uint64_t *start = malloc((size_t)messages * sizeof *start);
    int status = planner_init(&n, plan);
    if (!start)
        status = -1;
    for (int64_t j = 1; !status && j <= messages; j++)
        status = planner_place(&n, j, &start[j - 1]);
    planner_finish(&n);
    if (!status)
        return start;
    free(start);
    return NULL;
}
