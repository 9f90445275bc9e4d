/* What problems with a root ask of a plan, and how far one transfer goes. */
#ifndef WEFT_SRC_PROBLEM_ROOT_H
#define WEFT_SRC_PROBLEM_ROOT_H

#include "problem.h"

/* Is --root a processor? 0, or -1 with errno EINVAL. */
int weft_plan_check_root(const struct weft_plan *plan, struct weft_error *err);

/* The strategy sends over at most `links` links: does the model let it? 0, or
 * -1 with errno EINVAL. */
int weft_plan_check_far(const struct weft_plan *plan, int links,
                        struct weft_error *err);

/* Does one transfer reach any processor? Where it is routed (models that send
 * to one processor), and where switches make everybody a neighbour. */
bool weft_plan_direct(const struct weft_plan *plan);

/* Lower bound: a message between the root and the farthest processor. */
void weft_plan_bound_far(const struct weft_plan *plan,
                         struct weft_result *result);

#endif
