/* Groups of processors that follow each other, with a binomial tree in each. */
#ifndef WEFT_SRC_PROBLEM_TIMETABLE_GROUP_H
#define WEFT_SRC_PROBLEM_TIMETABLE_GROUP_H

#include "timetable.h"

/* Are there whole groups? The size that was asked for, or one near the root of
 * p. 0, or -1 with t->wrong. */
int group_need(struct timetable *t);
/* ceil(log2 g) */
int group_log(const struct timetable *t);
/* As meet_tree(), in the group of a processor. */
void group_meet_tree(const struct timetable *t, int i, int rank, bool backwards,
                     struct meeting *m);

#endif
