/* The problem `scatter` (lecture notes, Bertsekas et al.): the root has a
 * packet for every processor. At the end each processor has stored its own. */

#include "scatter.h"
#include "goal/goal.h"
#include "problem/shared/payload.h"
#include "problem/shared/root.h"
#include "problem/shared/settings.h"

static int problem_scatter_prepare(struct plan *plan, struct weft_error *err)
{
    if (plan_check_root(plan, err))
        return -1;
    return plan->strategy->timetable ? frame_prepare(plan, 1, err) : 0;
}

int scatter_blocks_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    const struct interval none = {0, -1}, own = {0, plan->size - 1};
    return frame_move(self, plan,
                      weft_rank(self) == plan_root(plan) ? own : none);
}

static struct weft_goal *problem_scatter_goal(const struct plan *plan)
{
    const struct weft_goal goal = {
        .processors = plan->size,
        .blocks = plan->size,
        .root = plan_root(plan),
        .start = &goal_at_root,
        .postcondition = &goal_for_own,
    };
    return goal_create(&goal);
}

static const struct weft_strategy *const problem_scatter_strategies[] = {
    &scatter_necklace,
    &scatter_binomial,
    &scatter_linear,
    NULL,
};

const struct weft_problem problem_scatter = {
    .info = {.name = "scatter",
             .summary =
                 "one packet from the root to every processor (MPI_Scatter)",
             .source = "lecture notes (Bertsekas et al.)",
             .network = "hypercube:4",
             .model = "all-port"},
    .strategies = problem_scatter_strategies,
    .tagged = true,
    .settings = settings_root_only,
    .prepare = problem_scatter_prepare,
    .goal = problem_scatter_goal,
    .block = judge_tagged,
    .items = frame_items_moved,
};
