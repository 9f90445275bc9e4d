/* Functions on plans for problems with a root, and the reach of transfers. */
#ifndef WEFT_SRC_PROBLEM_SHARED_ROOT_H
#define WEFT_SRC_PROBLEM_SHARED_ROOT_H

#include "problem/problem.h"

/* Check that --root is a rank. Return 0, or -1 with WEFT_ERROR_MISUSE. */
int plan_check_root(const struct plan *plan, struct weft_error *err);

/* Check that the model allows a strategy to send over up to `links` links.
 * Return 0, or -1 with WEFT_ERROR_MISUSE. */
int plan_check_far(const struct plan *plan, int links, struct weft_error *err);

/* Return whether one transfer may reach any processor: in models with routing
 * (those that send to one processor), and possibly if there are switches. For
 * bounds: false means certainly out of reach. */
bool plan_direct(const struct plan *plan);

/* For bounds: return the maximum number of simultaneous sends or receives of a
 * processor; 0: one per arc. */
int plan_ports(const struct plan *plan, enum weft_use_kind kind);

/* Return the number of links from the root to the farthest processor or,
 * `towards` the root, from the farthest processor; these differ if links are
 * one-way. */
int plan_far(const struct plan *plan, bool towards);

#endif
