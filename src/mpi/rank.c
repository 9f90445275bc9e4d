/* The running rank, its memory and its ends. */
#include "mpi/rank.h"
#include "mpi/report.h"
#include "mpi/threads/rank-threads.h"
#include "mpi/world.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdlib.h>

/* ---- who calls ------------------------------------------------------------
 */

struct world *world_now;

const void *rank_caller;

struct rank *rank_here(void)
{
    int number = weft_running();
    if (world_now && number >= 0 && number < world_now->size)
        return world_now->rank[number];
    return world_now ? world_now->closing : NULL;
}

struct rank *rank_enter_time(const char *function, const void *caller)
{
    struct rank *rank = rank_here();
    caller = rank_caller ? rank_caller : caller;
    rank_caller = NULL;
    if (!rank)
        report_stray(world_now, function, caller);
    rank->function = function;
    rank->caller = caller;
    return rank;
}

struct rank *rank_enter_any_time(const char *function, const void *caller)
{
    struct rank *rank = rank_enter_time(function, caller);
    rank->asked = 0;
    return rank;
}

/* Report a call that the thread level does not allow. */
static void rank_check_thread(struct rank *rank)
{
    static const char *const names[] = {
        "MPI_THREAD_SINGLE", "MPI_THREAD_FUNNELED", "MPI_THREAD_SERIALIZED"};
    struct threads *threads = rank->threads;
    const struct thread *self = threads->running;
    char where[240];
    if (rank->level < MPI_THREAD_SERIALIZED && self->number != rank->initial)
        rank_stop(rank,
                  "%s is called by thread %d: the thread level is %s, and "
                  "thread %d initialised MPI",
                  rank->function, self->number, names[rank->level],
                  rank->initial);
    if (rank->level == MPI_THREAD_SERIALIZED &&
        !thread_follows(rank, &threads->last)) {
        report_where(rank, threads->last.caller, where, sizeof where);
        rank_stop(rank,
                  "%s is called by thread %d, and nothing orders it after "
                  "%s of thread %d at %s: the thread level is %s",
                  rank->function, self->number, threads->last.function,
                  threads->last.thread, where, names[rank->level]);
    }
}

struct rank *rank_enter_any_thread(const char *function, const void *caller)
{
    struct rank *rank = rank_enter_any_time(function, caller);
    rank_needs_run(rank);
    if (rank->stage == RANK_READY)
        return rank;
    rank_stop(rank, "%s is called %s", function,
              rank->stage == RANK_BEFORE ? "before MPI_Init"
                                         : "after MPI_Finalize");
}

struct rank *rank_enter(const char *function, const void *caller)
{
    struct rank *rank = rank_enter_any_thread(function, caller);
    if (rank->threads && rank->level < MPI_THREAD_MULTIPLE)
        rank_check_thread(rank);
    return rank;
}

/* ---- how it ends ----------------------------------------------------------
 */

void rank_needs_run(struct rank *rank)
{
    if (!rank->end) /* the program's destructors run after the end of the run */
        report_late(rank);
}

void rank_leave(struct rank *rank, int status)
{
    rank_needs_run(rank);
    rank->status = status;
    rank->returned = true;
    threads_leave(rank, 1);
}

void rank_cancelled(struct rank *rank)
{
    rank_needs_run(rank);
    threads_leave(rank, 2);
}

void rank_stop(struct rank *rank, const char *format, ...)
{
    va_list arguments;
    rank_needs_run(rank);
    va_start(arguments, format);
    report_add(rank, false, RULE_OTHER, rank->caller, format, arguments);
    va_end(arguments);
    rank_halt(rank);
}

void rank_halt(struct rank *rank)
{
    weft_fail(rank->self, "rank %d: error in the program", rank->number);
    rank_cancelled(rank);
}

void rank_fault(struct rank *rank, enum mpi_rule rule, const void *where,
                const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report_add(rank, false, rule, where, format, arguments);
    va_end(arguments);
}

void rank_warn(struct rank *rank, enum mpi_rule rule, const void *where,
               const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report_add(rank, true, rule, where, format, arguments);
    va_end(arguments);
}

/* ---- memory ---------------------------------------------------------------
 */

/* Header of an allocation. Another rank may free it. */
struct memory {
    struct memory *next, **at; /* address of the pointer to this header */
};

static void *rank_no_memory(struct rank *rank)
{
    rank_stop(rank, "no memory");
}

static void link_in(struct rank *rank, struct memory *memory)
{
    memory->next = rank->memory;
    memory->at = &rank->memory;
    if (memory->next)
        memory->next->at = &memory->next;
    rank->memory = memory;
}

static void link_out(const struct memory *memory)
{
    if (memory->next)
        memory->next->at = memory->at;
    *memory->at = memory->next;
}

void *rank_alloc(struct rank *rank, size_t bytes)
{
    struct memory *memory =
        bytes > SIZE_MAX / 2 ? NULL : calloc(1, sizeof *memory + bytes);
    if (!memory)
        return rank_no_memory(rank);
    link_in(rank, memory);
    return memory + 1;
}

void *rank_realloc(struct rank *rank, void *old, size_t bytes)
{
    if (!old)
        return rank_alloc(rank, bytes);
    struct memory *memory = (struct memory *)old - 1;
    link_out(memory);
    struct memory *grown =
        bytes > SIZE_MAX / 2 ? NULL : realloc(memory, sizeof *memory + bytes);
    link_in(rank, grown ? grown : memory);
    return grown ? grown + 1 : rank_no_memory(rank);
}

void rank_free(struct rank *rank, void *old)
{
    (void)rank;
    if (!old)
        return;
    struct memory *memory = (struct memory *)old - 1;
    link_out(memory);
    free(memory);
}

size_t rank_allocated(const void *memory)
{
    const struct memory *header = (const struct memory *)memory - 1;
    return malloc_usable_size((void *)(uintptr_t)header) - sizeof *header;
}

void rank_free_all(struct rank *rank)
{
    while (rank->memory)
        rank_free(rank, rank->memory + 1);
}
