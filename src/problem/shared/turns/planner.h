/* Plans broadcasts in turn along breadth-first trees, each as early as possible
 * without conflicts with earlier ones. */
#ifndef WEFT_SRC_PROBLEM_SHARED_TURNS_PLANNER_H
#define WEFT_SRC_PROBLEM_SHARED_TURNS_PLANNER_H

#include "occupancy.h"
#include "problem/problem.h"
#include "shape.h"

struct planner {
    const struct plan *plan;
    struct occupancy *occupancy;
    struct shape shape; /* shape of the broadcast being placed */
    uint64_t *last; /* [p] last slot in which each processor is busy so far */
    /* [p] last slot in which each processor received so far */
    uint64_t *received;
    uint64_t longest; /* duration of the longest transfer so far */
};

/* Return 0, or -1 if out of memory; call planner_finish() in either case. */
int planner_init(struct planner *planner, const struct plan *plan);
void planner_finish(struct planner *planner);
/* Place the broadcast of mu_j: sets `shape` and the number of slots before it
 * begins, *start. Return 0, or -1 if out of memory. */
int planner_place(struct planner *planner, int64_t j, uint64_t *start);

/* Return the starts of the first `messages` broadcasts (cyclic beyond p) in
 * slots. NULL: out of memory. */
uint64_t *planner_starts(const struct plan *plan, int64_t messages);

#endif
