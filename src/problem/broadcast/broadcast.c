/* broadcast: one message from the root to all others (lecture notes; Grama et
 * al.).
 *
 * Every processor must store the root's message once. Bounds: with transfers
 * between neighbours, at least the root's eccentricity in steps; if a processor
 * sends to one other at a time, the number of holders at most doubles per
 * step. */
#include "broadcast.h"

#include <stdlib.h>

#include "goal/goal.h"
#include "problem/shared/payload.h"
#include "problem/shared/root.h"
#include "problem/shared/settings.h"

int broadcast_program(struct weft_processor *self, const struct plan *plan,
                      int (*spread)(struct weft_processor *self,
                                    const struct plan *plan, void *data,
                                    const struct keeper *keeper))
{
    size_t bytes = plan->bytes;
    int root = plan_root(plan), status = 0;
    const struct keeper keeper = keeper_store(self);
    void *data = malloc(bytes + 1);
    if (!data)
        return weft_fail(self, "no memory");
    if (weft_rank(self) == root) {
        payload_fill(data, bytes, root, 0);
        status = weft_store(self, 0, data, bytes);
    }
    if (!status)
        status = spread(self, plan, data, &keeper);
    free(data);
    return status;
}

static int problem_broadcast_prepare(struct plan *plan, struct weft_error *err)
{
    if (plan_check_root(plan, err))
        return -1;
    return plan->strategy->timetable ? frame_prepare(plan, 1, err) : 0;
}

int broadcast_blocks_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    const struct interval none = {0, -1}, own = {0, 0};
    return frame_move(self, plan,
                      weft_rank(self) == plan_root(plan) ? own : none);
}

static struct weft_goal *problem_broadcast_goal(const struct plan *plan)
{
    const struct weft_goal goal = {
        .processors = plan->size,
        .blocks = 1,
        .root = plan_root(plan),
        .start = &goal_at_root,
        .postcondition = &goal_for_all,
    };
    return goal_create(&goal);
}

/* Identify a block by its tag, because strategies choose their message
 * numbers. */
static int problem_broadcast_block(const struct plan *plan, int rank, int id,
                                   const void *data, size_t bytes)
{
    (void)id;
    return judge_tagged(plan, rank, 0, data, bytes);
}

static const struct weft_strategy *const problem_broadcast_strategies[] = {
    &broadcast_binomial,
    &broadcast_naive,
    &broadcast_sbt,
    &broadcast_knomial,
    &broadcast_bine,
    &broadcast_in_network,
    NULL,
};

static const struct weft_setting *const problem_broadcast_settings[] = {
    &setting_root, &setting_dimensions, &setting_radix, NULL};

const struct weft_problem problem_broadcast = {
    .info = {"broadcast", "one processor's message to all others (MPI_Bcast)",
             "lecture notes (Bertsekas et al.); Grama et al.", "hypercube:3",
             "one-port"},
    .strategies = problem_broadcast_strategies,
    .tagged = true,
    .settings = problem_broadcast_settings,
    .prepare = problem_broadcast_prepare,
    .goal = problem_broadcast_goal,
    .block = problem_broadcast_block,
    .items = frame_items_moved,
};
