/* Rounds by the digits of a distance in base q: for s = 1, q, q^2, .. below p
 * and j = 1 .. q-1 while js < p, one round of distance js. */
#ifndef WEFT_SRC_PROBLEM_TIMETABLE_STAGES_H
#define WEFT_SRC_PROBLEM_TIMETABLE_STAGES_H

#include "timetable.h"

struct stage {
    int64_t s, distance;
};

/* Return the radix requested, or 2. */
int stage_radix(const struct timetable *t);
/* Return the number of rounds. */
int stages(const struct timetable *t);
/* Return the stage of a round. */
struct stage stage_of(const struct timetable *t, int round);

#endif
