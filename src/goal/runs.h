/* What a goal says of many blocks at once: for readers that would have to ask
 * for each of them. */
#ifndef WEFT_SRC_GOAL_RUNS_H
#define WEFT_SRC_GOAL_RUNS_H

#include <weft/goal.h>

#include "base/items/items.h"

/* The last block of those from `block`, which is one of the goal's, on of which
 * weft_goal_has() says the same. */
int goal_has_until(const struct weft_goal *goal, int rank, int block);

/* Blocks that follow each other and are wanted of the same contributors. */
struct goal_run {
    struct interval blocks;
    const struct interval *set; /* [count] sorted and joined */
    size_t count;
    uint64_t asked; /* processors that were asked one by one */
};

/* The run that begins with wish i of a processor, wish i + 1 being of its
 * second block, and so on. room: [processors], used where the goal has no list
 * of the contributors. */
void goal_want_run(const struct weft_goal *goal, int rank, int i,
                   struct interval *room, struct goal_run *run);

#endif
