/* State that the C library keeps per process and that each rank must have for
 * itself. */
#include "mpi/message/transport.h"
#include "mpi/process.h"

void weft_mpi_exit(int status, const void *caller)
{
    struct rank *rank = rank_enter_any_time("exit", caller);
    rank_leave(rank, status);
}

bool weft_mpi_runs(void)
{
    return rank_here();
}

void weft_mpi_sleep(uint64_t nanoseconds)
{
    struct rank *rank =
        rank_enter_any_time("sleep", __builtin_return_address(0));
    if (!rank->end) /* no time passes while the program is unloaded */
        return;
    transport_charge(rank);
    if (weft_wait_until(rank->self, weft_now(rank->self) + nanoseconds))
        rank_cancelled(rank);
}

void weft_mpi_refuse(const char *what, const void *caller)
{
    struct rank *rank = rank_enter_any_time(what, caller);
    rank_stop(rank, "%s: not supported, because all ranks share one process",
              what);
}
