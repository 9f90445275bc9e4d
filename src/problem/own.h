/* Strategies and problems that are no part of weft: rows made at run time. */
#ifndef WEFT_SRC_PROBLEM_OWN_H
#define WEFT_SRC_PROBLEM_OWN_H

#include <weft/error.h>
#include <weft/plugin.h>
#include <weft/problem.h>

struct plan;
struct weft_problem;
struct weft_strategy;

/* The i-th row of a problem that was made so; NULL past the end. Any thread. */
const struct weft_strategy *own_strategy(const struct weft_problem *problem,
                                         size_t i);

/* The i-th problem that was made so; NULL past the end. Any thread. */
const struct weft_problem *own_problem(size_t i);

/* What stands for the strategy of a problem that has none: it cannot be run. */
extern const struct weft_strategy own_no_strategy;

/* How many blocks the plan's strategy, which was made so, divides data into:
 * `blocks` stays as it is if it does not say. 0, or -1 with
 * WEFT_ERROR_MISUSE. */
int own_blocks(const struct plan *plan, int *blocks, struct weft_error *err);

#endif
