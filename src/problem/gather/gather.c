/* The problem `gather` (lecture notes, Bertsekas et al.): every processor has a
 * packet for the root. At the end the root has stored all p of them, its own
 * too, and no other processor anything. */
#include "gather.h"

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
    (void)plan;
    return block;
}

int gather_blocks_program(struct weft_processor *self, void *arg)
{
    const struct interval own = {weft_rank(self), weft_rank(self)};
    return frame_move(self, arg, own, origin);
}

static int block(const struct plan *plan, int rank, int id, const void *data,
                 size_t bytes)
{
    (void)rank;
    bool right = bytes == plan->bytes && payload_is(data, bytes, id, id);
    return right ? id : -1;
}

static struct weft_goal *goal(const struct plan *plan)
{
    const struct weft_goal goal = {
        .processors = plan->size,
        .blocks = plan->size,
        .root = plan_root(plan),
        .start = &goal_at_own,
        .wish = &goal_for_root,
    };
    return goal_create(&goal);
}

/* The root must get p - 1 packets over the d links of a hypercube, or one
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
    int ports = plan_ports(plan, WEFT_USE_RECEIVE);
    if (ports)
        plan_bound_ports(plan, result, p - 1, ports, "p - 1");
}

static const struct weft_strategy *const strategies[] = {
    &gather_necklace,
    &gather_binomial,
    NULL,
};

const struct weft_problem problem_gather = {
    .info = {.name = "gather",
             .summary = "every processor sends the root a packet",
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
