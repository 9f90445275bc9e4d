/* The problem `multinode` (Stamoulis, Tsitsiklis; lecture notes): every
 * processor broadcasts one packet, in any order. At the end every processor has
 * stored all p of them once, including its own. */
#include "multinode.h"

#include <stdlib.h>

#include "goal/goal.h"
#include "problem/shared/payload.h"
#include "problem/shared/root.h"

static int problem_multinode_prepare(struct plan *plan, struct weft_error *err)
{
    struct multinode *state = calloc(1, sizeof *state);
    plan->state = state;
    if (state)
        state->report = calloc((size_t)plan->size, sizeof *state->report);
    if (!state || !state->report)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for %d processors", plan->size);
    return 0;
}

static int problem_multinode_block(const struct plan *plan, int rank, int id,
                                   const void *data, size_t bytes)
{
    const struct multinode *state = plan->state;
    int origin = state->by_rank ? plan->size - id : id;
    return judge_tagged(plan, rank, origin, data, bytes);
}

static struct weft_goal *problem_multinode_goal(const struct plan *plan)
{
    const struct weft_goal goal = {
        .processors = plan->size,
        .blocks = plan->size,
        .start = &goal_at_own,
        .postcondition = &goal_for_all,
    };
    return goal_create(&goal);
}

static int problem_multinode_judge(struct plan *plan,
                                   struct weft_result *result,
                                   struct weft_error *err)
{
    const struct multinode *state = plan->state;
    if (state->measure)
        state->measure(plan, result);
    (void)err;
    return 0;
}

static size_t problem_multinode_parts(const struct plan *plan,
                                      struct weft_part part[])
{
    const struct multinode *state = plan->state;
    part[0] = (struct weft_part){.data = state->report,
                                 .each = sizeof *state->report};
    return 1;
}

static void problem_multinode_finish(struct plan *plan)
{
    struct multinode *state = plan->state;
    if (!state)
        return;
    free(state->report);
    free(state);
}

static const struct weft_strategy *const problem_multinode_strategies[] = {
    &multinode_necklace,
    &multinode_split,
    &multinode_isolated,
    NULL,
};

const struct weft_problem problem_multinode = {
    .info = {.name = "multinode",
             .summary = "every processor broadcasts one packet, in any order",
             .source =
                 "Stamoulis, Tsitsiklis; lecture notes (Bertsekas et al.)",
             .network = "hypercube:4",
             .model = "all-port"},
    .strategies = problem_multinode_strategies,
    .tagged = true,
    .prepare = problem_multinode_prepare,
    .goal = problem_multinode_goal,
    .block = problem_multinode_block,
    .judge = problem_multinode_judge,
    .parts = problem_multinode_parts,
    .finish = problem_multinode_finish,
};
