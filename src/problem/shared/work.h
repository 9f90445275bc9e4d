/* The blocks of a processor that runs a strategy which is no part of weft: the
 * frame around its function. */
#ifndef WEFT_SRC_PROBLEM_SHARED_WORK_H
#define WEFT_SRC_PROBLEM_SHARED_WORK_H

#include <weft/plugin.h>

struct plan;

/* Make the blocks that the processor has at the start, run the function, store
 * what the goal wants of this processor. 0 or -1. */
int work_run(struct weft_processor *self, const struct plan *plan,
             int (*function)(struct weft_processor *self,
                             struct weft_work *work));

#endif
