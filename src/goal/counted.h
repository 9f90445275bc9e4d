/* Goals whose blocks have sizes, in units; "3+0+5" are the sizes, also with
 * commas or blanks. */
#ifndef WEFT_SRC_GOAL_COUNTED_H
#define WEFT_SRC_GOAL_COUNTED_H

#include "goal.h"

/* Check a list of sizes. Return 0, or -1 with WEFT_ERROR_MISUSE. */
int counted_check(const char *text, struct weft_error *err);
/* Return [blocks + 1] the first unit of each block, and their number; the
 * caller frees it. NULL with WEFT_ERROR_MISUSE or WEFT_ERROR_MEMORY. */
int *counted_offsets(const char *text, int blocks, struct weft_error *err);

/* Create the goal of allgather with `each` blocks of each processor, or of
 * alltoall: each unit is a block. NULL with err: also WEFT_ERROR_MISUSE, for
 * other names, and WEFT_ERROR_LIMIT. */
struct weft_goal *goal_counted(const char *name, int processors, int each,
                               const char *counts, struct weft_error *err);

#endif
