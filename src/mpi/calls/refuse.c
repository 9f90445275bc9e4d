/* Rejection of functions that weft does not implement. */
#include "mpi/calls/refuse.h"
#include "mpi/rank.h"

void refuse(const char *function, const void *caller)
{
    struct rank *rank = rank_enter_any_time(function, caller);
    rank_stop(rank,
              "%s: weft does not implement this function (docs/mpi.md lists "
              "those it implements)",
              function);
}
