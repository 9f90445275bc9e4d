/* Rounds by the digits of a distance in base q: for s = 1, q, q^2, .. below p
 * and j = 1 .. q-1 while js < p, one round of distance js. */
#ifndef WEFT_SRC_PROBLEM_TIMETABLE_STAGES_H
#define WEFT_SRC_PROBLEM_TIMETABLE_STAGES_H

#include "timetable.h"

struct stage {
    int64_t s, distance;
};

/* The radix asked for; 2 if none is. */
int stage_radix(const struct timetable *t);
/* How many rounds there are. */
int stages(const struct timetable *t);
/* The stage of a round. */
struct stage stage_of(const struct timetable *t, int round);

#endif
