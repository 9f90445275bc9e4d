/* A rank for the tests of src/mpi/data: it owns memory and handles, records
 * errors instead of raising them, and has no machine. */
#include "mpi-rank.h"
#include "mpi/agree.h"
#include "mpi/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct rank test_rank;
int test_error;        /* error class of the last error */
char test_text[500];   /* its text */
long test_allocations; /* number of blocks not yet freed */

struct rank *rank_enter(const char *function, const void *caller)
{
    test_rank.function = function;
    test_rank.caller = caller;
    test_error = 0;
    return &test_rank;
}

struct rank *rank_enter_any_time(const char *function, const void *caller)
{
    return rank_enter(function, caller);
}

int rank_error(struct rank *rank, struct comm *comm, int class,
               const char *format, ...)
{
    (void)rank;
    (void)comm;
    va_list args;
    va_start(args, format);
    vsnprintf(test_text, sizeof test_text, format, args);
    va_end(args);
    return test_error = class;
}

void rank_stop(struct rank *rank, const char *format, ...)
{
    (void)rank;
    cr_assert_fail("%s", format);
    abort();
}

void *rank_alloc(struct rank *rank, size_t bytes)
{
    (void)rank;
    test_allocations++;
    return calloc(1, bytes ? bytes : 1);
}

void *rank_realloc(struct rank *rank, void *memory, size_t bytes)
{
    (void)rank;
    test_allocations += !memory;
    return realloc(memory, bytes);
}

void rank_free(struct rank *rank, void *memory)
{
    (void)rank;
    test_allocations -= memory != NULL;
    free(memory);
}

struct comm *comm_of(const struct rank *rank, MPI_Comm handle)
{
    return handle == MPI_COMM_WORLD ? rank->comm_world : NULL;
}

/* Create a communicator of the calling rank only. */
struct comm *comm_make(struct rank *rank, struct comm *parent,
                       struct group *group)
{
    (void)parent;
    int place = group_rank_of(group, rank->number);
    if (place < 0)
        return NULL;
    struct comm *comm = rank_alloc(rank, sizeof *comm);
    comm->group = group;
    group_hold(group);
    comm->rank = place;
    comm->handle = MPI_COMM_WORLD;
    return comm;
}

void agree_numbers(struct agreement *agreement, const char *name, int count,
                   const int *numbers)
{
    (void)agreement, (void)name, (void)count, (void)numbers;
}

void agree_flags(struct agreement *agreement, const char *name, int count,
                 const int *flags)
{
    (void)agreement, (void)name, (void)count, (void)flags;
}

int agree_meet(struct rank *rank, struct comm *comm,
               const struct agreement *agreement)
{
    (void)rank, (void)comm, (void)agreement;
    return MPI_SUCCESS;
}

void rank_fault(struct rank *rank, enum mpi_rule rule, const void *where,
                const char *format, ...)
{
    (void)rank, (void)rule, (void)where, (void)format;
}

void report_where(const struct rank *rank, const void *address, char *text,
                  size_t size)
{
    (void)rank, (void)address;
    snprintf(text, size, "somewhere");
}

int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                 void *recvbuf, int recvcount, MPI_Datatype recvtype,
                 MPI_Comm comm)
{
    (void)sendcount, (void)sendtype, (void)recvtype, (void)comm;
    memcpy(recvbuf, sendbuf, (size_t)recvcount * sizeof(int));
    return MPI_SUCCESS;
}

int MPI_Alltoallv(const void *sendbuf, const int sendcounts[],
                  const int sdispls[], MPI_Datatype sendtype, void *recvbuf,
                  const int recvcounts[], const int rdispls[],
                  MPI_Datatype recvtype, MPI_Comm comm)
{
    (void)sendcounts, (void)sdispls, (void)sendtype, (void)recvtype;
    (void)rdispls, (void)comm;
    memcpy(recvbuf, sendbuf, (size_t)recvcounts[0] * sizeof(int));
    return MPI_SUCCESS;
}

void world_of(int size, int number)
{
    static struct comm world;
    struct group *group = group_new(&test_rank, size);
    for (int i = 0; i < size; i++)
        group->world[i] = i;
    world =
        (struct comm){.handle = MPI_COMM_WORLD, .group = group, .rank = number};
    test_rank.comm_world = &world;
    test_rank.number = number;
}
