/* One processor's message to all the others; private to its folder. */
#ifndef WEFT_SRC_PROBLEM_BROADCAST_H
#define WEFT_SRC_PROBLEM_BROADCAST_H

#include "problem/problem.h"
#include "problem/shared/collective.h"

extern const struct weft_strategy broadcast_binomial, broadcast_naive,
    broadcast_sbt;

/* The frame of every program: room for the message; the root makes it and
 * stores it; spread it, the others' copies going to the keeper. 0 or -1. */
int broadcast_program(struct weft_processor *self, const struct plan *plan,
                      int (*spread)(struct weft_processor *self,
                                    const struct plan *plan, void *data,
                                    const struct keeper *keeper));

#endif
