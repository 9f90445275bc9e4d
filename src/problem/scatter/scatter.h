/* The strategies of `scatter`. */
#ifndef WEFT_SRC_SCATTER_H
#define WEFT_SRC_SCATTER_H

#include "problem/problem.h"
#include "problem/timetable/frame.h"

extern const struct weft_strategy scatter_necklace;

/* Strategies defined by timetables. */
extern const struct weft_strategy scatter_binomial, scatter_linear;
int scatter_binomial_timetable(struct timetable *t);
int scatter_linear_timetable(struct timetable *t);
/* The program of the timetable strategies. */
int scatter_blocks_program(struct weft_processor *self, void *plan);

#endif
