/* The problem `gather` (lecture notes, Bertsekas et al.): every processor has a
 * packet for the root. At the end the root has stored all p of them, including
 * its own, and no other processor has stored anything. */
#include "gather.h"

#include "goal/goal.h"
#include "problem/shared/payload.h"
#include "problem/shared/root.h"
#include "problem/shared/settings.h"

static int problem_gather_prepare(struct plan *plan, struct weft_error *err)
{
    if (plan_check_root(plan, err))
        return -1;
    return plan->strategy->timetable ? frame_prepare(plan, 1, err) : 0;
}

int gather_blocks_program(struct weft_processor *self, void *arg)
{
    const struct interval own = {weft_rank(self), weft_rank(self)};
    return frame_move(self, arg, own);
}

static struct weft_goal *problem_gather_goal(const struct plan *plan)
{
    const struct weft_goal goal = {
        .processors = plan->size,
        .blocks = plan->size,
        .root = plan_root(plan),
        .start = &goal_at_own,
        .postcondition = &goal_for_root,
    };
    return goal_create(&goal);
}

static const struct weft_strategy *const problem_gather_strategies[] = {
    &gather_necklace,
    &gather_binomial,
    NULL,
};

const struct weft_problem problem_gather = {
    .info = {.name = "gather",
             .summary =
                 "one packet from every processor to the root (MPI_Gather)",
             .source = "lecture notes (Bertsekas et al.)",
             .network = "hypercube:4",
             .model = "all-port"},
    .strategies = problem_gather_strategies,
    .tagged = true,
    .settings = settings_root_only,
    .prepare = problem_gather_prepare,
    .goal = problem_gather_goal,
    .block = judge_tagged,
    .items = frame_items_moved,
};
