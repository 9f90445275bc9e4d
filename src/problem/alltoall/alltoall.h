/* The strategies of `alltoall`. */
#ifndef WEFT_SRC_ALLTOALL_H
#define WEFT_SRC_ALLTOALL_H

#include "problem/problem.h"
#include "problem/timetable/frame.h"

extern const struct weft_strategy alltoall_spread_out, alltoall_pairwise,
    alltoall_bruck, alltoall_hypercube, alltoall_ring, alltoall_bidirectional,
    alltoall_grid, alltoall_balanced;

int alltoall_spread_out_timetable(struct timetable *t);
int alltoall_pairwise_timetable(struct timetable *t);
int alltoall_bruck_timetable(struct timetable *t);
int alltoall_hypercube_timetable(struct timetable *t);
int alltoall_ring_timetable(struct timetable *t);
int alltoall_bidirectional_timetable(struct timetable *t);
int alltoall_grid_timetable(struct timetable *t);
int alltoall_balanced_timetable(struct timetable *t);

/* The program of all strategies of `alltoall`. */
int alltoall_program(struct weft_processor *self, void *plan);

/* Return the block from one processor to another. */
static inline int alltoall_block(const struct timetable *t, int from, int to)
{
    return from * t->p + to;
}

/* Set the numbers of blocks and places. A processor has room for one block of
 * each distance at a time: p places, indexed by (to - from) mod p, or by to xor
 * from. */
void alltoall_blocks(struct timetable *t);
int alltoall_place_xor(const struct timetable *t, int rank, int block);

/* Implement a public function: create the timetable and execute it. data is
 * [p][bytes], by destination before the call and by origin after it. */
int alltoall_call(struct weft_processor *self, timetable_maker *maker,
                  const struct terms *terms, void *data, size_t bytes);

#endif
