/* The strategies of `allreduce`. */
#ifndef WEFT_SRC_ALLREDUCE_H
#define WEFT_SRC_ALLREDUCE_H

#include "problem/problem.h"
#include "problem/timetable/frame.h"

extern const struct weft_strategy allreduce_ring, allreduce_bidirectional,
    allreduce_recursive_doubling, allreduce_rabenseifner, allreduce_circulant,
    allreduce_trees, allreduce_bine, allreduce_bucket, allreduce_exchange,
    allreduce_census, allreduce_swing, allreduce_reduce_broadcast,
    allreduce_hierarchical, allreduce_multiplying, allreduce_pat,
    allreduce_double_tree, allreduce_swing_torus, allreduce_in_network;

int allreduce_ring_timetable(struct timetable *t);
int allreduce_bidirectional_timetable(struct timetable *t);
int allreduce_recursive_doubling_timetable(struct timetable *t);
int allreduce_rabenseifner_timetable(struct timetable *t);
int allreduce_circulant_timetable(struct timetable *t);
int allreduce_bine_timetable(struct timetable *t);
int allreduce_bucket_timetable(struct timetable *t);
int allreduce_double_tree_timetable(struct timetable *t);
int allreduce_exchange_timetable(struct timetable *t);
int allreduce_census_timetable(struct timetable *t);
int allreduce_swing_timetable(struct timetable *t);
int allreduce_swing_torus_timetable(struct timetable *t);
int allreduce_reduce_broadcast_timetable(struct timetable *t);
int allreduce_hierarchical_timetable(struct timetable *t);
int allreduce_multiplying_timetable(struct timetable *t);
int allreduce_pat_timetable(struct timetable *t);
int allreduce_in_network_timetable(struct timetable *t);

#endif
