/* Queries about runs of blocks. */
#include "runs.h"

#include "goal.h"

int goal_has_until(const struct weft_goal *goal, int rank, int block)
{
    if (rank < 0 || rank >= goal->processors)
        return goal->first + goal->blocks - 1;
    return goal->start->until ? goal->start->until(goal, rank, block) : block;
}

void goal_want_run(const struct weft_goal *goal, int rank, int i,
                   struct interval *room, struct goal_run *run)
{
    int block = goal->postcondition->want(goal, rank, i);
    *run = (struct goal_run){.blocks = {block, block}, .set = room};
    if (goal->postcondition->run) {
        goal->postcondition->run(goal, rank, room, run);
        return;
    }
    run->asked = (uint64_t)goal->processors;
    for (int from = 0; from < goal->processors; from++)
        if (weft_goal_takes(goal, rank, block, from))
            run->count = spans_append(room, run->count, from, from);
}
