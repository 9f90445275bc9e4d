/* The switches at which the routes of all processors to or from one meet. */
#ifndef WEFT_SRC_PROBLEM_STREAM_SWITCH_TREE_H
#define WEFT_SRC_PROBLEM_STREAM_SWITCH_TREE_H

#include "problem/timetable/timetable.h"

/* Check, if the network is known, that switches combine all messages to the
 * root or, if `down`, multicast those from it. Return 0, or -1 after
 * timetable_refuse(). */
int switch_tree_check(struct timetable *t, int root, bool down);

/* The timetable in which the root sends each block to all others in one round,
 * and the same with the check. */
int switch_tree_down(struct timetable *t);
int switch_tree_multicast(struct timetable *t);

#endif
