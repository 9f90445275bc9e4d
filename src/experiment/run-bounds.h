/* The bounds of a run; private to the folder. */
#ifndef WEFT_SRC_EXPERIMENT_RUN_BOUNDS_H
#define WEFT_SRC_EXPERIMENT_RUN_BOUNDS_H

#include <weft/problem.h>

struct plan;

/* The bound of the question, before the run; *question for afterwards.
 * experiment NULL: none is asked. 0, or -1. */
int run_bound(const struct plan *plan, const struct weft_experiment *experiment,
              struct weft_experiment *question, struct weft_result *r,
              struct weft_error *err);
/* Then its ratio and the own bound. 0, or -1: no memory. */
int run_own_bound(const struct weft_experiment *question, struct weft_result *r,
                  struct weft_error *err);

/* The ratio of a run to its bound: 0, if it has none. */
void bound_ratio(struct weft_result *r);

#endif
