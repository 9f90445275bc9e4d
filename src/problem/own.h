/* Strategies and problems that are no part of weft: rows made at run time. */
#ifndef WEFT_SRC_PROBLEM_OWN_H
#define WEFT_SRC_PROBLEM_OWN_H

#include <weft/error.h>
#include <weft/plugin.h>
#include <weft/problem.h>

struct plan;
struct weft_problem;
struct weft_strategy;

/* Make a row of a strategy, known from then on; rows stay until the process
 * ends.
 *
 * name  of the row if the strategy has none
 * info  filled: what the row says
 * 0, or -1 with WEFT_ERROR_UNKNOWN (no such problem), WEFT_ERROR_MISUSE (no
 * function; a name that is no word, or taken), WEFT_ERROR_LIMIT,
 * WEFT_ERROR_MEMORY. Any thread. */
int own_add(const struct weft_own_strategy *strategy, const char *name,
            const struct weft_strategy_info **info, struct weft_error *err);

/* The i-th row of a problem that was made so; NULL past the end. Any thread. */
const struct weft_strategy *own_strategy(const struct weft_problem *problem,
                                         size_t i);

/* A problem likewise. WEFT_ERROR_MISUSE: also neither a goal nor a function
 * that makes one, or a setting that is none. */
int own_problem_add(const struct weft_own_problem *own, const char *name,
                    const struct weft_problem_info **info,
                    struct weft_error *err);

/* The i-th problem that was made so; NULL past the end. Any thread. */
const struct weft_problem *own_problem(size_t i);

/* What stands for the strategy of a problem that has none: it cannot be run. */
extern const struct weft_strategy own_no_strategy;

/* How many blocks the plan's strategy, which was made so, divides data into:
 * `blocks` stays as it is if it does not say. 0, or -1 with
 * WEFT_ERROR_MISUSE. */
int own_blocks(const struct plan *plan, int *blocks, struct weft_error *err);

#endif
