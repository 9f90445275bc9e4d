/* The strategies of `allgather`. */
#ifndef WEFT_SRC_ALLGATHER_H
#define WEFT_SRC_ALLGATHER_H

#include "problem/problem.h"
#include "problem/timetable/frame.h"

extern const struct weft_strategy allgather_ring, allgather_bidirectional,
    allgather_neighbour, allgather_recursive_doubling, allgather_bruck,
    allgather_spread_out, allgather_sparbit, allgather_bine,
    allgather_circulant, allgather_gather_broadcast, allgather_bucket,
    allgather_exchange, allgather_hierarchical, allgather_trees, allgather_pat;

int allgather_ring_timetable(struct timetable *t);
int allgather_bidirectional_timetable(struct timetable *t);
int allgather_neighbour_timetable(struct timetable *t);
int allgather_recursive_doubling_timetable(struct timetable *t);
int allgather_bruck_timetable(struct timetable *t);
int allgather_spread_out_timetable(struct timetable *t);
int allgather_sparbit_timetable(struct timetable *t);
int allgather_bine_timetable(struct timetable *t);
int allgather_circulant_timetable(struct timetable *t);
int allgather_gather_broadcast_timetable(struct timetable *t);
int allgather_bucket_timetable(struct timetable *t);
int allgather_exchange_timetable(struct timetable *t);
int allgather_hierarchical_timetable(struct timetable *t);
int allgather_pat_timetable(struct timetable *t);
int allgather_trees_timetable(struct timetable *t);

/* The program of all strategies of `allgather`. */
int allgather_program(struct weft_processor *self, void *plan);

#endif
