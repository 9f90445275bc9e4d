/* weft mpi -n 5 */
/* weft mpi -n 7 --strict */
/* Collective calls on an intercommunicator: ranks 0 and 1, and all others. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, size, here, there, mine;
static MPI_Comm inter;

#define CHECK(what)                                                            \
    do {                                                                       \
        if (!(what))                                                           \
            printf("rank %d, line %d: %s\n", rank, __LINE__, #what);           \
    } while (0)

/* Return the world rank of rank i of the remote group. */
static int far(int i)
{
    return rank < 2 ? i + 2 : i;
}

static int sum(void)
{
    int all = 0;
    for (int i = 0; i < there; i++)
        all += far(i);
    return all;
}

/* Rooted calls: the root is rank 1 of the low group. */
static void rooted(void)
{
    int low = rank < 2, x = rank == 1 ? 77 : -1, *all = calloc(there, 4);
    int root = low ? (rank == 1 ? MPI_ROOT : MPI_PROC_NULL) : 1;
    MPI_Bcast(&x, 1, MPI_INT, root, inter);
    CHECK(x == (rank == 0 ? -1 : 77));
    x = rank;
    MPI_Gather(&x, 1, MPI_INT, all, 1, MPI_INT, root, inter);
    for (int i = 0; i < there && rank == 1; i++)
        CHECK(all[i] == far(i));
    for (int i = 0; i < there; i++)
        all[i] = 10 * i;
    MPI_Scatter(all, 1, MPI_INT, &x, 1, MPI_INT, root, inter);
    CHECK(low || x == 10 * mine);
    MPI_Reduce(&rank, &x, 1, MPI_INT, MPI_SUM, root, inter);
    CHECK(rank != 1 || x == sum());
    free(all);
}

static void both_ways(void)
{
    int x, *out = calloc(there, 4), *in = calloc(there, 4);
    MPI_Barrier(inter);
    MPI_Allreduce(&rank, &x, 1, MPI_INT, MPI_SUM, inter);
    CHECK(x == sum());
    MPI_Allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, inter);
    for (int i = 0; i < there; i++)
        CHECK(in[i] == far(i));
    for (int i = 0; i < there; i++)
        out[i] = 100 * rank + i;
    MPI_Request request;
    MPI_Ialltoall(out, 1, MPI_INT, in, 1, MPI_INT, inter, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < there; i++)
        CHECK(in[i] == 100 * far(i) + mine);
    /* Both sides reduce here * there elements. */
    int *many = calloc(here * there, 4), *part = calloc(there, 4);
    for (int i = 0; i < here * there; i++)
        many[i] = i + rank;
    MPI_Reduce_scatter_block(many, part, there, MPI_INT, MPI_SUM, inter);
    for (int i = 0; i < there; i++)
        CHECK(part[i] == there * (mine * there + i) + sum());
    free(many), free(part), free(out), free(in);
}

/* Messages longer than the eager limit. */
static void long_ones(void)
{
    enum { LONG = 60000 };
    int *x = calloc(LONG, 4), *y = calloc(LONG, 4);
    for (int i = 0; i < LONG; i++)
        x[i] = i + rank;
    MPI_Allreduce(x, y, LONG, MPI_INT, MPI_SUM, inter);
    for (int i = 0; i < LONG; i += 59999)
        CHECK(y[i] == there * i + sum());
    int part = LONG / here;
    if (LONG % here == 0 && LONG % there == 0)
        MPI_Reduce_scatter_block(x, y, part, MPI_INT, MPI_SUM, inter);
    free(x), free(y);
}

/* Split the communicator, also with colours that one side lacks. */
static void parts(void)
{
    MPI_Comm part;
    MPI_Group group, last;
    int p, q, x = -1;
    MPI_Comm_split(inter, mine % 2, -mine, &part);
    MPI_Comm_size(part, &p);
    MPI_Comm_remote_size(part, &q);
    CHECK(p == (here + 1 - mine % 2) / 2 && q == (there + 1 - mine % 2) / 2);
    MPI_Allreduce(&mine, &x, 1, MPI_INT, MPI_MIN, part);
    CHECK(x == mine % 2);
    MPI_Comm_free(&part);
    MPI_Comm_split(inter, rank < 2 ? 3 : 3 + mine % 2, 0, &part);
    CHECK((part == MPI_COMM_NULL) == (rank >= 2 && mine % 2));
    if (part != MPI_COMM_NULL)
        MPI_Comm_free(&part);
    MPI_Comm_group(inter, &group);
    MPI_Group_incl(group, 1, (int[]){here - 1}, &last);
    MPI_Comm_create(inter, last, &part);
    CHECK((part == MPI_COMM_NULL) == (mine != here - 1));
    if (part != MPI_COMM_NULL) {
        MPI_Status status;
        MPI_Sendrecv(&rank, 1, MPI_INT, 0, 0, &x, 1, MPI_INT, 0, 0, part,
                     &status);
        CHECK(x == far(there - 1));
        MPI_Comm_free(&part);
    }
    MPI_Group_free(&last);
    MPI_Group_free(&group);
}

int main(int argc, char **argv)
{
    MPI_Comm half, copy;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 1, &inter);
    MPI_Comm_rank(inter, &mine);
    MPI_Comm_size(inter, &here);
    MPI_Comm_remote_size(inter, &there);
    rooted();
    both_ways();
    long_ones();
    parts();
    MPI_Comm_idup(inter, &copy, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(copy);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    printf("rank %d of %d\n", rank, size);
    MPI_Finalize();
    return 0;
}
