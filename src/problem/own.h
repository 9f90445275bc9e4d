/* Strategies and problems defined by plug-ins: rows created at run time. */
#ifndef WEFT_SRC_PROBLEM_OWN_H
#define WEFT_SRC_PROBLEM_OWN_H

#include <weft/error.h>
#include <weft/plugin.h>
#include <weft/problem.h>

struct plan;
struct weft_problem;
struct weft_strategy;

/* Return the i-th plug-in strategy of a problem; NULL past the end.
 * Thread-safe. */
const struct weft_strategy *own_strategy(const struct weft_problem *problem,
                                         size_t i);

/* Return the i-th plug-in problem; NULL past the end. Thread-safe. */
const struct weft_problem *own_problem(size_t i);

/* Placeholder for problems without strategies; it cannot be run. */
extern const struct weft_strategy own_no_strategy;

/* Get the number of blocks into which the plan's plug-in strategy divides data;
 * `blocks` is unchanged if the strategy does not define it. Return 0, or -1
 * with WEFT_ERROR_MISUSE. */
int own_blocks(const struct plan *plan, int *blocks, struct weft_error *err);

#endif
