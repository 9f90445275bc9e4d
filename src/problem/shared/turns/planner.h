/* Plans broadcasts in turn along breadth-first trees, each as early as it can
 * begin without meeting an earlier one. */
#ifndef WEFT_SRC_PROBLEM_SHARED_TURNS_PLANNER_H
#define WEFT_SRC_PROBLEM_SHARED_TURNS_PLANNER_H

#include "occupancy.h"
#include "problem/problem.h"
#include "shape.h"

struct planner {
    const struct plan *plan;
    struct occupancy *occupancy;
    struct shape shape; /* of the present broadcast */
    uint64_t *last;     /* [p] last slot it is busy in so far */
    uint64_t *received; /* [p] last slot it received in so far */
    uint64_t longest;   /* time of the longest transfer so far */
};

/* 0, or -1: no memory; finish either way. */
int planner_init(struct planner *planner, const struct plan *plan);
void planner_finish(struct planner *planner);
/* Place the broadcast of mu_j: `shape` becomes its own, *start the slots before
 * it begins. 0, or -1: no memory. */
int planner_place(struct planner *planner, int64_t j, uint64_t *start);

/* The starts of the first `messages` broadcasts, cyclic beyond p, in slots.
 * NULL: no memory. */
uint64_t *planner_starts(const struct plan *plan, int64_t messages);

#endif
