/* The strategies of `exscan`. */
#ifndef WEFT_SRC_EXSCAN_H
#define WEFT_SRC_EXSCAN_H

#include "problem/problem.h"
#include "problem/timetable/frame.h"

extern const struct weft_strategy exscan_shift, exscan_doubling_123;

int exscan_shift_timetable(struct timetable *t);
int exscan_doubling_123_timetable(struct timetable *t);

#endif
