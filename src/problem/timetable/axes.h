/* Processors as a grid, with the last axis varying fastest, for strategies that
 * proceed axis by axis. */
#ifndef WEFT_SRC_PROBLEM_TIMETABLE_AXES_H
#define WEFT_SRC_PROBLEM_TIMETABLE_AXES_H

#include "base/items/items.h"
#include "timetable.h"

/* Round t (from 1) of an axis. */
struct axes_round {
    int axis, t;
};

/* Return the sum of (ni - 1) over all axes. */
int axes_steps(const struct timetable *t);
/* Return the axis of a round and the round on this axis; the axes are processed
 * in ascending or descending order. */
struct axes_round axes_step(const struct timetable *t, int round);
struct axes_round axes_step_back(const struct timetable *t, int round);
/* axes_longer() returns the number of axes longer than 1; axes_wide() the axis
 * of a round if each round exchanges with a whole axis, last axis first. */
int axes_longer(const struct timetable *t);
int axes_wide(const struct timetable *t, int round);
/* Return the position of a processor on an axis. */
int axes_position(const struct timetable *t, int rank, int axis);
/* Return the processor `by` positions further on an axis, cyclically. */
int axes_further(const struct timetable *t, int rank, int axis, int by);
/* Return the ranks that agree, on the axes up to this one, with the processor
 * `by` positions further on this axis. */
struct interval axes_bundle(const struct timetable *t, int rank, int axis,
                            int by);
/* Set the axes from a program's arguments. Return 0, or -1 after
 * weft_fail(). */
int axes_terms(struct weft_processor *self, struct terms *terms, int axes,
               const int *extent);

#endif
