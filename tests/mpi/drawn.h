/* Random calls on random communicators, the same on all ranks. Prints a digest
 * of all buffers, including gaps, and of all statuses; it must not depend on
 * weft's options and must equal that of another MPI.
 *
 * A program that includes this file passes the calls to drawn().
 *
 * usage: PROGRAM [FROM TO]    the seeds */
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMS 8
#define SPARE 8 /* elements behind a buffer, which no call may change */

static uint64_t state, digest;
static int me; /* rank in MPI_COMM_WORLD */
static MPI_Comm held[COMMS];
static int holds;

/* Return a random number below n, equal on all ranks of a communicator. */
static int draw(int n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (uint64_t)n);
}

static void mix(const void *data, size_t bytes)
{
    for (const unsigned char *c = data; bytes--; c++)
        digest = (digest ^ *c) * 0x100000001b3u;
}

static void mix_number(long number)
{
    mix(&number, sizeof number);
}

static int *fresh(int count, int salt)
{
    int *data = malloc(sizeof *data * (size_t)(count + SPARE));
    for (int i = 0; i < count + SPARE; i++)
        data[i] = (me * 7919 + i * 31 + salt) % 1009;
    return data;
}

static void over(int *data, int count)
{
    mix(data, sizeof *data * (size_t)(count + SPARE));
    free(data);
}

/* Make the blocking or the nonblocking call, at random. */
#define EITHER(name, begun, ...)                                               \
    do {                                                                       \
        MPI_Request request;                                                   \
        if (draw(2)) {                                                         \
            MPI_##name(__VA_ARGS__);                                           \
        } else {                                                               \
            MPI_##begun(__VA_ARGS__, &request);                                \
            MPI_Wait(&request, MPI_STATUS_IGNORE);                             \
        }                                                                      \
    } while (0)

/* ---- datatypes ------------------------------------------------------------
 */

struct layout {
    MPI_Datatype type;
    int values, extent; /* of int */
};

static MPI_Datatype indexed(void)
{
    int blocks = 1 + draw(3), length[3], at[3], end = 0;
    MPI_Datatype inner, type;
    for (int i = 0; i < blocks; i++) {
        at[i] = end + draw(3);
        length[i] = 1 + draw(2);
        end = at[i] + length[i];
    }
    MPI_Type_indexed(blocks, length, at, MPI_INT, &inner);
    MPI_Type_create_resized(inner, 0, (end + 1) * (MPI_Aint)sizeof(int), &type);
    MPI_Type_free(&inner);
    return type;
}

static MPI_Datatype subarray(void)
{
    int size[2], part[2], start[2];
    MPI_Datatype type;
    for (int i = 0; i < 2; i++) {
        size[i] = 2 + draw(3);
        part[i] = 1 + draw(size[i]);
        start[i] = draw(size[i] - part[i] + 1);
    }
    MPI_Type_create_subarray(2, size, part, start,
                             draw(2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN, MPI_INT,
                             &type);
    return type;
}

static MPI_Datatype record(void)
{
    int length[2] = {1 + draw(2), 1 + draw(2)};
    MPI_Aint at[2] = {0, (length[0] + draw(2)) * (MPI_Aint)sizeof(int)};
    MPI_Datatype type, of[2] = {MPI_INT, MPI_INT};
    MPI_Type_create_struct(2, length, at, of, &type);
    return type;
}

static struct layout layout(void)
{
    struct layout made;
    int kind = draw(6), blocks = 1 + draw(3), length = 1 + draw(3), bytes;
    MPI_Aint low, extent;
    if (kind == 0)
        MPI_Type_dup(MPI_INT, &made.type);
    else if (kind == 1)
        MPI_Type_contiguous(blocks, MPI_INT, &made.type);
    else if (kind == 2)
        MPI_Type_vector(blocks, length, length + draw(3), MPI_INT, &made.type);
    else
        made.type = kind == 3 ? indexed() : kind == 4 ? subarray() : record();
    MPI_Type_commit(&made.type);
    MPI_Type_get_extent(made.type, &low, &extent);
    MPI_Type_size(made.type, &bytes);
    mix_number((long)extent);
    mix_number(bytes);
    made.values = bytes / (int)sizeof(int);
    made.extent = (int)(extent / (MPI_Aint)sizeof(int));
    return made;
}

static void parts(MPI_Comm comm, int rank, int size)
{
    int colours = 1 + draw(3), down = draw(2), kind = draw(3), sum, alike;
    MPI_Comm made = MPI_COMM_NULL;
    if (kind == 0) {
        MPI_Comm_split(comm, rank % colours, down ? -rank : rank, &made);
    } else if (kind == 1) {
        MPI_Comm_dup(comm, &made);
    } else {
        MPI_Group all, some;
        int range[1][3] = {
            {down ? size - 1 : 0, down ? 0 : size - 1, down ? -1 : 1}};
        MPI_Comm_group(comm, &all);
        MPI_Group_range_incl(all, 1, range, &some);
        MPI_Comm_create(comm, some, &made);
        MPI_Group_free(&all);
        MPI_Group_free(&some);
    }
    MPI_Comm_compare(comm, made, &alike);
    mix_number(alike == MPI_CONGRUENT);
    MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, made);
    mix_number(sum);
    if (holds < COMMS)
        held[holds++] = made;
    else
        MPI_Comm_free(&made);
}

typedef void drawn_call(MPI_Comm comm, int rank, int size);

static void play(int seed, drawn_call *const call[], int calls)
{
    state = (uint64_t)seed * 0x9e3779b97f4a7c15u;
    held[0] = MPI_COMM_WORLD;
    holds = 1;
    for (int steps = 4 + draw(14); steps; steps--) {
        MPI_Comm comm = held[draw(holds)];
        int rank, size;
        MPI_Comm_rank(comm, &rank);
        MPI_Comm_size(comm, &size);
        call[draw(calls)](comm, rank, size);
        /* groups of other sizes drew other numbers: synchronise the state */
        long long own = (long long)(state >> 2), most;
        MPI_Allreduce(&own, &most, 1, MPI_LONG_LONG, MPI_MAX, MPI_COMM_WORLD);
        state = (uint64_t)most * 5;
    }
    while (holds > 1)
        MPI_Comm_free(&held[--holds]);
}

/* Called between MPI_Init and MPI_Finalize. Prints the digest after every ten
 * seeds or, if the command line gives a range, after each seed. */
static void drawn(int argc, char **argv, drawn_call *const call[], int calls)
{
    int from = argc > 2 ? atoi(argv[1]) : 0, to = argc > 2 ? atoi(argv[2]) : 40;
    uint64_t all;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    digest = 0xcbf29ce484222325u + (uint64_t)me;
    for (int seed = from; seed < to; seed++) {
        play(seed, call, calls);
        MPI_Reduce(&digest, &all, 1, MPI_UINT64_T, MPI_BXOR, 0, MPI_COMM_WORLD);
        if (me == 0 && (argc > 2 || seed % 10 == 9))
            printf("seed %d: %016llx\n", seed, (unsigned long long)all);
    }
}
