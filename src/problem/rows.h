/* The rows of the table of problems; each has its own folder. */
#ifndef WEFT_SRC_PROBLEM_ROWS_H
#define WEFT_SRC_PROBLEM_ROWS_H

#include "problem.h"

extern const struct weft_problem problem_allgather;
extern const struct weft_problem problem_allreduce;
extern const struct weft_problem problem_alltoall;
extern const struct weft_problem problem_barrier;
extern const struct weft_problem problem_broadcast;
extern const struct weft_problem problem_exscan;
extern const struct weft_problem problem_gather;
extern const struct weft_problem problem_gauss;
extern const struct weft_problem problem_matvec;
extern const struct weft_problem problem_multinode;
extern const struct weft_problem problem_reduce;
extern const struct weft_problem problem_reduce_scatter;
extern const struct weft_problem problem_scan;
extern const struct weft_problem problem_scatter;
extern const struct weft_problem problem_simultaneous;
extern const struct weft_problem problem_stream;
extern const struct weft_problem problem_successive;

#endif
