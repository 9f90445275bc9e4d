/* Broadcasts in turn: whose turn it is, along which trees, and when; what
 * `successive` runs as it is and `gauss` stretches by its computing. planner.c
 * plans them on any network: shape.c turns a tree into transfers, occupancy.c
 * knows what is taken. */
#ifndef WEFT_SRC_PROBLEM_SHARED_TURNS_TURNS_H
#define WEFT_SRC_PROBLEM_SHARED_TURNS_TURNS_H

#include "problem/problem.h"

/* The processor that broadcasts mu_j; j runs on cyclically beyond p. */
int turn_source(const struct plan *plan, int64_t j);

/* Everybody wants mu_1, mu_2, .., mu_messages in this order. NULL: no memory.
 */
struct weft_goal *turn_goal(const struct plan *plan, int messages);

/* When broadcasts start and along which trees, for the strategies that go
 * level by level: level l of the tree of mu_j receives in slot start + l. */
struct levels {
    int64_t spacing; /* slots between two starts, if start is NULL */
    uint64_t *start; /* [messages] slots before mu_j leaves its source */
    bool rotated;    /* mu_j's tree is turned by nu_j, else by 0 */
};

/* Slots before mu_j leaves its source. */
uint64_t levels_start(const struct levels *levels, int64_t j);
/* The rotation of mu_j's tree. */
int levels_rotation(const struct plan *plan, const struct levels *levels,
                    int64_t j);

/* Make plan->schedule, with the user's --spacing in place of `spacing` if
 * there is one. Refuses models in which a processor sends to one other only.
 * 0, or -1 with text. */
int levels_prepare(struct plan *plan, int64_t spacing, bool rotated,
                   struct weft_error *err);
void levels_finish(struct plan *plan);
/* The earliest starts for which no processor is busy twice in one slot and
 * every processor gets mu_{j-1} before mu_j; `levels` says which trees.
 * `messages` may exceed p (cyclic). NULL: no memory. */
uint64_t *levels_earliest(const struct plan *plan, const struct levels *levels,
                          int64_t messages);

#endif
