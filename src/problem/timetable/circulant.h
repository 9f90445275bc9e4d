/* The optimal stream over a circulant graph, for any number of processors.
 *
 * skip_L = p, skip_k = ceil(skip_(k+1) / 2): in a round of number k everybody
 * sends the one skip_k further. Which packet each gets in which of L rounds
 * in turn follows from its distance to the root alone, in O(L^2) steps.
 * Source: Traeff 2024. */
#ifndef WEFT_SRC_PROBLEM_TIMETABLE_CIRCULANT_H
#define WEFT_SRC_PROBLEM_TIMETABLE_CIRCULANT_H

#include "timetable.h"

/* Set the rounds of a stream of so many packets. */
void circulant_init(struct timetable *t, int packets);
/* Keep the lists of all processors in t->table. 0, or -1 with t->wrong. */
int circulant_keep(struct timetable *t);
/* How far everybody sends in a round. */
int circulant_skip(const struct timetable *t, int round);
/* The packet that processor v > 0 gets in a round; -1: none. */
int circulant_block(const struct timetable *t, int round, int v);

#endif
