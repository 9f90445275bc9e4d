/* Broadcast of one processor's message to all others; private to its folder. */
#ifndef WEFT_SRC_PROBLEM_BROADCAST_H
#define WEFT_SRC_PROBLEM_BROADCAST_H

#include "problem/problem.h"
#include "problem/shared/collective.h"
#include "problem/timetable/frame.h"

extern const struct weft_strategy broadcast_binomial, broadcast_naive,
    broadcast_sbt;

/* The common part of the programs: allocate the message; the root creates and
 * stores it; call `spread`, which passes the others' copies to the keeper.
 * Return 0 or -1. */
int broadcast_program(struct weft_processor *self, const struct plan *plan,
                      int (*spread)(struct weft_processor *self,
                                    const struct plan *plan, void *data,
                                    const struct keeper *keeper));

/* Strategies defined by timetables. */
extern const struct weft_strategy broadcast_knomial, broadcast_bine,
    broadcast_in_network;
int broadcast_knomial_timetable(struct timetable *t);
int broadcast_bine_timetable(struct timetable *t);
/* The program of the timetable strategies. */
int broadcast_blocks_program(struct weft_processor *self, void *plan);

#endif
