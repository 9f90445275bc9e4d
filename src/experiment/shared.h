/* Experiments that several processes share; private to the folder. */
#ifndef WEFT_SRC_EXPERIMENT_SHARED_H
#define WEFT_SRC_EXPERIMENT_SHARED_H

#include "problem/problem.h"

/* Do several processes share it? What came out is judged in process 0. */
bool plan_is_shared(const struct plan *plan);

/* One result for all processes that share it. 0, or -1 with err. */
int shared_agree(const struct plan *plan, int status, struct weft_error *err);

/* Get ready: fills part[], [PLAN_PARTS_MAX + 2], with what processors write;
 * returns how many. */
size_t shared_begin(struct plan *plan, struct weft_part part[]);

/* For struct weft_machine; arg is the plan. */
int shared_news(void *arg, void **data, size_t *bytes);
int shared_heard(void *arg, const void *data, size_t bytes);

#endif
