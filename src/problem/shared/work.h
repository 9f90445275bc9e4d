/* Runs the function of a plug-in strategy with the blocks of a processor. */
#ifndef WEFT_SRC_PROBLEM_SHARED_WORK_H
#define WEFT_SRC_PROBLEM_SHARED_WORK_H

#include <weft/plugin.h>

struct plan;

/* Create the blocks that the processor has at the start, run the function, and
 * store the blocks that the goal wants of this processor. Return 0 or -1. */
int work_run(struct weft_processor *self, const struct plan *plan,
             int (*function)(struct weft_processor *self,
                             struct weft_work *work));

#endif
