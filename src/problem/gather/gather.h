/* The strategies of `gather`. */
#ifndef WEFT_SRC_GATHER_H
#define WEFT_SRC_GATHER_H

#include "problem/problem.h"
#include "problem/timetable/frame.h"

extern const struct weft_strategy gather_necklace;

/* Strategies defined by timetables. */
extern const struct weft_strategy gather_binomial;
int gather_binomial_timetable(struct timetable *t);
/* The program of the timetable strategies. */
int gather_blocks_program(struct weft_processor *self, void *plan);

#endif
