/* Stepwise strategies; private to src. */
#ifndef WEFT_SRC_PROBLEM_STEPWISE_H
#define WEFT_SRC_PROBLEM_STEPWISE_H

#include <stddef.h>
#include <weft/unstable/stepwise.h>

struct plan;

/* Return the minimum size of a stack that the plan's strategy requests; 0: it
 * requests none. */
size_t stepwise_stack(const struct plan *plan);

#endif
