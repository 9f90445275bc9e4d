/* The strategies of `reduce-scatter`. */
#ifndef WEFT_SRC_REDUCE_SCATTER_H
#define WEFT_SRC_REDUCE_SCATTER_H

#include "problem/problem.h"
#include "problem/timetable/frame.h"

extern const struct weft_strategy reduce_scatter_ring, reduce_scatter_pairwise,
    reduce_scatter_recursive_halving, reduce_scatter_circulant,
    reduce_scatter_trees, reduce_scatter_bine, reduce_scatter_bucket,
    reduce_scatter_exchange, reduce_scatter_pat;

int reduce_scatter_ring_timetable(struct timetable *t);
int reduce_scatter_pairwise_timetable(struct timetable *t);
int reduce_scatter_recursive_halving_timetable(struct timetable *t);
int reduce_scatter_circulant_timetable(struct timetable *t);
int reduce_scatter_pat_timetable(struct timetable *t);
int reduce_scatter_trees_timetable(struct timetable *t);
int reduce_scatter_bine_timetable(struct timetable *t);
int reduce_scatter_bucket_timetable(struct timetable *t);
int reduce_scatter_exchange_timetable(struct timetable *t);

#endif
