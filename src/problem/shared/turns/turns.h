/* Broadcasts in turn: their order, trees and starts, used by `successive`
 * directly and by `gauss` with computation in between. planner.c plans them on
 * any network: shape.c converts a tree to transfers, occupancy.c records the
 * slots in use. */
#ifndef WEFT_SRC_PROBLEM_SHARED_TURNS_TURNS_H
#define WEFT_SRC_PROBLEM_SHARED_TURNS_TURNS_H

#include "problem/problem.h"

/* Return the processor that broadcasts mu_j, cyclic beyond p. */
int turn_source(const struct plan *plan, int64_t j);

/* Return the goal: every processor wants mu_1, mu_2, .., mu_messages in this
 * order. NULL: out of memory. */
struct weft_goal *turn_goal(const struct plan *plan, int messages);

/* Starts and trees of broadcasts, for strategies that proceed level by level:
 * level l of the tree of mu_j receives in slot start + l. */
struct levels {
    /* number of slots between two starts, used if `start` is NULL */
    int64_t spacing;
    /* [messages] number of slots before each mu_j leaves its source */
    uint64_t *start;
    bool rotated; /* whether the tree of mu_j is rotated by nu_j; false: by 0 */
};

/* Return the number of slots before mu_j leaves its source. */
uint64_t levels_start(const struct levels *levels, int64_t j);
/* Return the rotation of mu_j's tree. */
int levels_rotation(const struct plan *plan, const struct levels *levels,
                    int64_t j);

/* Create plan->schedule, with the user's --spacing, or else `spacing`. Models
 * in which a processor sends to only one other are an error. Return 0, or -1
 * with text. */
int levels_prepare(struct plan *plan, int64_t spacing, bool rotated,
                   struct weft_error *err);
void levels_finish(struct plan *plan);
/* Return the earliest starts for which no processor is busy twice in one slot
 * and every processor receives mu_{j-1} before mu_j; `levels` determines the
 * trees. `messages` may exceed p (cyclic). NULL: out of memory. */
uint64_t *levels_earliest(const struct plan *plan, const struct levels *levels,
                          int64_t messages);

#endif
