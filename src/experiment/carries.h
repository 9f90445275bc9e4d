/* What messages carry: for traces, and to tell apart those of one number;
 * private to the driver. */
#ifndef WEFT_SRC_EXPERIMENT_CARRIES_H
#define WEFT_SRC_EXPERIMENT_CARRIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "plan.h"

typedef uint32_t carries_function(void *arg, int rank, const void *data,
                                  size_t bytes);

/* Can messages carry several blocks? */
bool carries_items(const struct plan *plan);
/* Before a run; traced: somebody reads the texts. 0, or -1: no memory. */
int carries_begin(struct plan *plan, bool traced);
/* For the machine, whose arg is the plan; NULL: one block each. */
carries_function *carries_of(const struct plan *plan);

#endif
