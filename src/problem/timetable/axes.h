/* Processors as a grid, the last axis fastest: what strategies do axis by
 * axis. */
#ifndef WEFT_SRC_PROBLEM_TIMETABLE_AXES_H
#define WEFT_SRC_PROBLEM_TIMETABLE_AXES_H

#include "base/items/items.h"
#include "timetable.h"

/* Round t of an axis, from 1. */
struct axes_round {
    int axis, t;
};

/* The sum of (ni - 1). */
int axes_steps(const struct timetable *t);
/* Where in it a round is: the axes one after the other, first or last first. */
struct axes_round axes_step(const struct timetable *t, int round);
struct axes_round axes_step_back(const struct timetable *t, int round);
/* The axes of more than one; the one of a round with all on it at once, the
 * last first. */
int axes_longer(const struct timetable *t);
int axes_wide(const struct timetable *t, int round);
/* The processor so much further on an axis, round it. */
int axes_further(const struct timetable *t, int rank, int axis, int by);
/* The ranks that agree with that one on the axes up to this one. */
struct interval axes_bundle(const struct timetable *t, int rank, int axis,
                            int by);
/* Axes as programs give them. 0, or -1 after weft_fail(). */
int axes_terms(struct weft_processor *self, struct terms *terms, int axes,
               const int *extent);

#endif
