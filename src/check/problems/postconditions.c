/* The table of problems with a postcondition. */
#include "problems.h"

#include <stddef.h>

const struct check_problem *const postcondition_table[] = {
    &check_allgather,
    &check_allreduce,
    &check_alltoall,
    &check_barrier,
    &check_broadcast,
    &check_exscan,
    &check_gather,
    &check_gauss,
    &check_multinode,
    &check_reduce,
    &check_reduce_scatter,
    &check_scan,
    &check_scatter,
    &check_simultaneous,
    &check_stream,
    &check_successive,
    NULL,
};
