/* Computes the lower bounds of a run; private to the folder. */
#ifndef WEFT_SRC_EXPERIMENT_RUN_BOUNDS_H
#define WEFT_SRC_EXPERIMENT_RUN_BOUNDS_H

#include <weft/problem.h>

struct plan;

/* Compute the bound before the run, and store the question for run_own_bound().
 * If experiment is NULL, there is no bound. Return 0, or -1. */
int run_bound(const struct plan *plan, const struct weft_experiment *experiment,
              struct weft_experiment *question, struct weft_result *r,
              struct weft_error *err);
/* Compute the ratio and the own bound after the run. Return 0, or -1 if out of
 * memory. */
int run_own_bound(const struct weft_experiment *question, struct weft_result *r,
                  struct weft_error *err);

/* Set the ratio of a run's time to its bound, or 0 if there is no bound. */
void bound_ratio(struct weft_result *r);

#endif
