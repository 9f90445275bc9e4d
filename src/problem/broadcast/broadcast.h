/* One processor's message to all the others; private to its folder. */
#ifndef WEFT_SRC_PROBLEM_BROADCAST_H
#define WEFT_SRC_PROBLEM_BROADCAST_H

#include "problem/problem.h"
#include "problem/shared/collective.h"
#include "problem/timetable/frame.h"

extern const struct weft_strategy broadcast_binomial, broadcast_naive,
    broadcast_sbt;

/* The frame of every program: room for the message; the root makes it and
 * stores it; spread it, the others' copies going to the keeper. 0 or -1. */
int broadcast_program(struct weft_processor *self, const struct plan *plan,
                      int (*spread)(struct weft_processor *self,
                                    const struct plan *plan, void *data,
                                    const struct keeper *keeper));

/* Strategies that are timetables. */
extern const struct weft_strategy broadcast_knomial, broadcast_bine;
int broadcast_knomial_timetable(struct timetable *t);
int broadcast_bine_timetable(struct timetable *t);
/* Their program. */
int broadcast_blocks_program(struct weft_processor *self, void *plan);

#endif
