/* The contents of messages, which traces record, and which distinguish messages
 * with the same number; private to the driver. */
#ifndef WEFT_SRC_EXPERIMENT_CARRIES_H
#define WEFT_SRC_EXPERIMENT_CARRIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "plan.h"

typedef uint32_t carries_function(void *arg, int rank, const void *data,
                                  size_t bytes);

/* Return whether messages can carry several blocks. */
bool carries_items(const struct plan *plan);
/* Call this before a run. `traced`: whether somebody will read the contents of
 * messages as text. Return 0, or -1 if out of memory. */
int carries_begin(struct plan *plan, bool traced);
/* Return the function that reports the contents of messages to the machine; its
 * arg is the plan. NULL: each message carries one block. */
carries_function *carries_of(const struct plan *plan);

#endif
