/* Groups of consecutive processors, with a binomial tree in each group. */
#ifndef WEFT_SRC_PROBLEM_TIMETABLE_GROUP_H
#define WEFT_SRC_PROBLEM_TIMETABLE_GROUP_H

#include "timetable.h"

/* Choose the size of the groups: the requested one, or one near the square root
 * of p; it must divide p. Return 0, or -1 with t->wrong. */
int group_need(struct timetable *t);
/* Return ceil(log2 g) for groups of g processors. */
int group_log(const struct timetable *t);
/* Like meet_tree(), in the group of a processor. */
void group_meet_tree(const struct timetable *t, int i, int rank, bool backwards,
                     struct meeting *m);

#endif
