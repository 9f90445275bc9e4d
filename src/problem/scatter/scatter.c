/* The problem `scatter` (lecture notes, Bertsekas et al.): the root has a
 * packet for every processor. At the end each has stored its own. */

#include "scatter.h"
#include "goal/goal.h"
#include "problem/shared/payload.h"
#include "problem/shared/root.h"
#include "problem/shared/settings.h"

static int prepare(struct plan *plan, struct weft_error *err)
{
    if (plan_check_root(plan, err))
        return -1;
    return plan->strategy->timetable ? frame_prepare(plan, 1, err) : 0;
}

static int origin(const struct plan *plan, int block)
{
    (void)block;
    return plan_root(plan);
}

int scatter_blocks_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    const struct interval none = {0, -1}, own = {0, plan->size - 1};
    return frame_move(self, plan,
                      weft_rank(self) == plan_root(plan) ? own : none, origin);
}

static int block(const struct plan *plan, int rank, int id, const void *data,
                 size_t bytes)
{
    (void)rank;
    bool right =
        bytes == plan->bytes && payload_is(data, bytes, plan_root(plan), id);
    return right ? id : -1;
}

static struct weft_goal *goal(const struct plan *plan)
{
    const struct weft_goal goal = {
        .processors = plan->size,
        .blocks = plan->size,
        .root = plan_root(plan),
        .start = &goal_at_root,
        .wish = &goal_for_own,
    };
    return goal_create(&goal);
}

/* The root must send p - 1 packets over the d links of a hypercube, or one
 * at a time. */
static void bounds(const struct plan *plan, struct weft_result *result)
{
    uint64_t p = (uint64_t)plan->size, d = (uint64_t)plan->dimension;
    if (plan->strategy && plan->strategy->timetable &&
        plan_bound_rooted(plan, result, p - 1))
        return;
    if (d)
        result_bound(result, plan, BOUND_TRANSFERS, (p - 1 + d - 1) / d,
                     "ceil((p - 1) / d)");
    int ports = plan_ports(plan, WEFT_USE_SEND);
    if (ports)
        plan_bound_ports(plan, result, p - 1, ports, "p - 1");
}

static const struct weft_strategy *const strategies[] = {
    &scatter_necklace,
    &scatter_binomial,
    &scatter_linear,
    NULL,
};

const struct weft_problem problem_scatter = {
    .info = {.name = "scatter",
             .summary = "the root sends every processor a packet of its own",
             .source = "lecture notes (Bertsekas et al.)",
             .network = "hypercube:4",
             .model = "all-port"},
    .strategies = strategies,
    .tagged = true,
    .settings = settings_root_only,
    .prepare = prepare,
    .goal = goal,
    .block = block,
    .items = frame_items_moved,
    .bounds = bounds,
};
