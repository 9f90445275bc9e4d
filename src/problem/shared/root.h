/* What problems with a root ask of a plan, and how far one transfer goes. */
#ifndef WEFT_SRC_PROBLEM_SHARED_ROOT_H
#define WEFT_SRC_PROBLEM_SHARED_ROOT_H

#include "problem/problem.h"

/* Is --root a processor? 0, or -1 with WEFT_ERROR_MISUSE. */
int plan_check_root(const struct plan *plan, struct weft_error *err);

/* The strategy sends over at most `links` links: does the model let it? 0, or
 * -1 with WEFT_ERROR_MISUSE. */
int plan_check_far(const struct plan *plan, int links, struct weft_error *err);

/* May one transfer reach any processor? It does where it is routed (models that
 * send to one processor), and it may where there are switches. For bounds: what
 * is false here is surely out of reach. */
bool plan_direct(const struct plan *plan);

/* Lower bound: a message between the root and the farthest processor. */
void plan_bound_far(const struct plan *plan, struct weft_result *result);

#endif
