/* The optimal stream over a circulant graph, for any number of processors.
 *
 * skip_L = p, skip_k = ceil(skip_(k+1) / 2): in round k of L, which repeat
 * cyclically, every processor sends to the processor skip_k further. The
 * packets that a processor receives in these rounds depend only on its distance
 * from the root and are computed in O(L^2) steps. Source: Traeff 2024. */
#ifndef WEFT_SRC_PROBLEM_TIMETABLE_CIRCULANT_H
#define WEFT_SRC_PROBLEM_TIMETABLE_CIRCULANT_H

#include "timetable.h"

/* Set the number of rounds of a stream of `packets` packets. */
void circulant_init(struct timetable *t, int packets);
/* Store the packet lists of all processors in t->table. Return 0, or -1 with
 * t->wrong. */
int circulant_keep(struct timetable *t);
/* Return the distance over which all processors send in a round. */
int circulant_skip(const struct timetable *t, int round);
/* Return the packet that processor v > 0 receives in a round; -1: none. */
int circulant_block(const struct timetable *t, int round, int v);

#endif
