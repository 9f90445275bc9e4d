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

/* For bounds: how many a processor sends, or receives, at a time; 0: as many as
 * it has arcs. */
int plan_ports(const struct plan *plan, enum weft_use_kind kind);

/* Links from the root to the farthest processor, or, `towards` it, from the
 * farthest: they differ where links go one way. */
int plan_far(const struct plan *plan, bool towards);

#endif
