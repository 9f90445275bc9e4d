/* Experiments that several processes share; private to the folder. */
#ifndef WEFT_SRC_EXPERIMENT_SHARED_H
#define WEFT_SRC_EXPERIMENT_SHARED_H

#include "problem/problem.h"

/* Return whether several processes share the run; process 0 then checks the
 * result. */
bool plan_is_shared(const struct plan *plan);

/* Let all processes that share the run agree on one result. Return 0, or -1
 * with err. */
int shared_agree(const struct plan *plan, int status, struct weft_error *err);

/* Prepare a shared run: set part[], an array of PLAN_PARTS_MAX + 2 elements, to
 * the memory that processors write. Return the number of parts. */
size_t shared_begin(struct plan *plan, struct weft_part part[]);

/* Functions for struct weft_machine; arg is the plan. */
int shared_news(void *arg, void **data, size_t *bytes);
int shared_heard(void *arg, const void *data, size_t bytes);

#endif
