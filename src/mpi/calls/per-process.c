/* State that the C library keeps per process and that each rank must have for
 * itself. */
#include "base/numbers/splitmix.h"
#include "mpi/load.h"
#include "mpi/message/trace-details.h"
#include "mpi/message/transport.h"
#include "mpi/process.h"
#include "mpi/world.h"

#include <execinfo.h>
#include <string.h>

#define CALLER_DEPTH 64 /* maximum number of stack frames inspected */

static bool is_own_code(const struct program_copies *copies, int copy,
                        const void *address)
{
    int file = load_file_of(copies, copy, address);
    copies = load_part(copies, &copy);
    return file == 0 ||
           (file > 0 && !private_is_system(copies->file[file].path));
}

/* Return the innermost call of the program or of its own libraries outside of
 * the caller, which may be a library of the system. */
static const void *own_caller(const struct rank *rank, const void *caller)
{
    void *frame[CALLER_DEPTH];
    const struct program_copies *copies = rank->world->copies;
    if (is_own_code(copies, rank->number, caller))
        return caller;
    int depth = backtrace(frame, CALLER_DEPTH), i = 0;
    while (i < depth && frame[i] != caller)
        i++;
    while (i < depth && !is_own_code(copies, rank->number, frame[i]))
        i++;
    return i < depth ? frame[i] : caller;
}

static struct rank *rank_enter_from(const char *function, const void *caller)
{
    const struct rank *rank = rank_here();
    return rank_enter_any_time(function,
                               rank ? own_caller(rank, caller) : caller);
}

void weft_mpi_exit(int status, const void *caller)
{
    struct rank *rank = rank_enter_from("exit", caller);
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
    details_of_call(rank);
    if (weft_wait_until(rank->self, weft_now(rank->self) + nanoseconds))
        rank_cancelled(rank);
}

void weft_mpi_entropy(void *buffer, size_t bytes)
{
    struct rank *rank = rank_here();
    for (size_t i = 0; i < bytes; i += sizeof(uint64_t)) {
        uint64_t state = (uint64_t)rank->number * 0x9e3779b97f4a7c15u +
                         ++rank->drawn * 0xd1342543de82ef95u;
        uint64_t word = splitmix_draw(&state);
        size_t left = bytes - i;
        memcpy((char *)buffer + i, &word,
               left < sizeof word ? left : sizeof word);
    }
}

void weft_mpi_refuse(const char *what, const void *caller)
{
    struct rank *rank = rank_enter_from(what, caller);
    rank_stop(rank, "%s: not supported, because all ranks share one process",
              what);
}
