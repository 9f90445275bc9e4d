/* Reduction of all processors' words to the root; private to its folder. */
#ifndef WEFT_SRC_PROBLEM_REDUCE_H
#define WEFT_SRC_PROBLEM_REDUCE_H

#include "problem/problem.h"
#include "problem/shared/collective.h"
#include "problem/timetable/frame.h"

extern const struct weft_strategy reduce_binomial, reduce_naive, reduce_sbt;

/* Return the operator of the experiment. */
const struct weft_operator *reduce_operator(const struct plan *plan);

/* The common part of the programs: create the processor's own words, call
 * `combine`, and store the result at the root. Return 0 or -1. */
int reduce_program(struct weft_processor *self, const struct plan *plan,
                   int (*combine)(struct weft_processor *self,
                                  const struct plan *plan, void *words));

/* Strategies defined by timetables. */
extern const struct weft_strategy reduce_circulant, reduce_trees,
    reduce_in_network;
int reduce_circulant_timetable(struct timetable *t);
int reduce_in_network_timetable(struct timetable *t);
/* The program of the timetable strategies. */
int reduce_blocks_program(struct weft_processor *self, void *plan);

#endif
