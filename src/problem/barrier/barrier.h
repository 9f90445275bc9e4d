/* The strategies of `barrier`. */
#ifndef WEFT_SRC_BARRIER_H
#define WEFT_SRC_BARRIER_H

#include "problem/problem.h"
#include "problem/timetable/frame.h"

extern const struct weft_strategy barrier_dissemination, barrier_tournament,
    barrier_recursive_doubling, barrier_central, barrier_ring;

int barrier_dissemination_timetable(struct timetable *t);
int barrier_tournament_timetable(struct timetable *t);
int barrier_recursive_doubling_timetable(struct timetable *t);
int barrier_central_timetable(struct timetable *t);
int barrier_ring_timetable(struct timetable *t);

#endif
