/* The rows of the table of problems. */
#ifndef WEFT_SRC_CHECK_PROBLEMS_H
#define WEFT_SRC_CHECK_PROBLEMS_H

#include "check/problem.h"

extern const struct check_problem check_allgather;
extern const struct check_problem check_allreduce;
extern const struct check_problem check_alltoall;
extern const struct check_problem check_barrier;
extern const struct check_problem check_broadcast;
/* checks combined values of any goal */
extern const struct check_problem check_combined;
extern const struct check_problem check_exscan;
extern const struct check_problem check_gather;
extern const struct check_problem check_gauss;
extern const struct check_problem check_multinode;
extern const struct check_problem check_reduce;
extern const struct check_problem check_reduce_scatter;
extern const struct check_problem check_scan;
extern const struct check_problem check_scatter;
extern const struct check_problem check_simultaneous;
extern const struct check_problem check_stream;
extern const struct check_problem check_successive;

#endif
