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

/* The steps in which `count` processors can know something, or one of things
 * of `count`, if those who do grow (ports + 1)-fold in each: with `ports`
 * transfers that a processor takes part in at a time. */
int plan_spread(int64_t count, int ports);

/* ceil(count / ports), the text "COUNT" or "ceil((COUNT) / ports)". */
void plan_bound_ports(const struct plan *plan, struct weft_result *result,
                      uint64_t count, int ports, const char *what);

/* ceil(log2 WHAT), or to the base of ports + 1. */
void plan_bound_spread(const struct plan *plan, struct weft_result *result,
                       int64_t count, int ports, const char *what);

/* Links from the root to the farthest processor, or, `towards` it, from the
 * farthest: they differ where links go one way. */
int plan_far(const struct plan *plan, bool towards);
/* Lower bound: a message between the root and that processor. */
void plan_bound_far(const struct plan *plan, struct weft_result *result,
                    bool towards);

#endif
