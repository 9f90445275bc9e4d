/* The root of a broadcast, reduction, scatter, gather, stream. */
#ifndef WEFT_SRC_PROBLEM_ROOT_H
#define WEFT_SRC_PROBLEM_ROOT_H

#include "problem.h"

/* Is --root a processor? 0, or -1 with errno EINVAL. */
int weft_plan_check_root(const struct weft_plan *plan, struct weft_error *err);

#endif
