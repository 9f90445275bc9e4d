/* What the C library keeps once per process, and each rank needs for itself. */
#include "mpi/message/transport.h"
#include "mpi/process.h"

void weft_mpi_exit(int status)
{
    ENTER_ANY_TIME(exit);
    rank->function = "exit";
    rank_leave(rank, status);
}

void weft_mpi_sleep(uint64_t nanoseconds)
{
    ENTER_ANY_TIME(sleep);
    rank->function = "sleep";
    transport_charge(rank);
    if (weft_wait_until(rank->self, weft_now(rank->self) + nanoseconds))
        rank_cancelled(rank);
}

void weft_mpi_refuse(const char *what)
{
    ENTER_ANY_TIME(Init);
    rank->function = what;
    rank->caller = __builtin_return_address(0);
    rank_stop(rank, "%s: a rank of weft is no process of its own", what);
}
