/* Queries about runs of blocks, for callers that would otherwise query each
 * block. */
#ifndef WEFT_SRC_GOAL_RUNS_H
#define WEFT_SRC_GOAL_RUNS_H

#include <weft/goal.h>

#include "base/items/items.h"

/* Return the last block of the run from `block`, a block of the goal, in which
 * weft_goal_has() gives the same answer for every block. */
int goal_has_until(const struct weft_goal *goal, int rank, int block);

/* Consecutive blocks wanted with the same contributors. */
struct goal_run {
    struct interval blocks;
    /* [count] contributors as spans, sorted and disjoint */
    const struct interval *set;
    size_t count;
    /* number of processors that had to be queried individually */
    uint64_t asked;
};

/* Find the run that begins with wanted block i of a processor; wanted block i +
 * 1 is its second block, and so on. room: [processors], used if the goal does
 * not store a list of the contributors. */
void goal_want_run(const struct weft_goal *goal, int rank, int i,
                   struct interval *room, struct goal_run *run);

#endif
