/* Each start of a persistent collective call gives the same result as the
 * blocking call; also with large counts. */
/* weft mpi -n 6 */
/* weft mpi -n 1 */
/* weft mpi -n 5 --strict */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 16, BLOCK = 3, ROOM = MOST * BLOCK };

static int rank, size;
static int in[ROOM], out[ROOM], expected[ROOM];
static int counts[MOST], places[MOST], bytes[MOST];
static MPI_Count many[MOST];
static MPI_Aint far[MOST], far_bytes[MOST];
static MPI_Datatype types[MOST];
static MPI_Comm ring;

static void fill(int round)
{
    for (int i = 0; i < ROOM; i++) {
        in[i] = 1000 * round + 100 * rank + i;
        out[i] = expected[i] = -1;
    }
}

static void compare(const char *what, int round)
{
    int wrong = memcmp(out, expected, sizeof out) != 0, all;
    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s %d: %d wrong\n", what, round, all);
}

/* Create a request once and start it three times with different data. */
#define TRY(name, begin, blocking)                                             \
    do {                                                                       \
        MPI_Request request;                                                   \
        begin;                                                                 \
        for (int round = 0; round < 3; round++) {                              \
            fill(round);                                                       \
            blocking;                                                          \
            MPI_Start(&request);                                               \
            MPI_Wait(&request, MPI_STATUS_IGNORE);                             \
            compare(name, round);                                              \
        }                                                                      \
        MPI_Request_free(&request);                                            \
    } while (0)

#define WORLD MPI_COMM_WORLD
#define PERSISTS MPI_COMM_WORLD, MPI_INFO_NULL, &request
#define AROUND ring, MPI_INFO_NULL, &request

static void one_to_all(void)
{
    int last = size - 1;
    TRY("bcast",
        MPI_Bcast_init(rank == last ? in : out, 5, MPI_INT, last, PERSISTS),
        MPI_Bcast(rank == last ? in : expected, 5, MPI_INT, last, WORLD));
    TRY("gather",
        MPI_Gather_init(in, BLOCK, MPI_INT, out, BLOCK, MPI_INT, last,
                        PERSISTS),
        MPI_Gather(in, BLOCK, MPI_INT, expected, BLOCK, MPI_INT, last, WORLD));
    TRY("gatherv",
        MPI_Gatherv_init_c(in, many[rank], MPI_INT, out, many, far, MPI_INT, 0,
                           PERSISTS),
        MPI_Gatherv(in, counts[rank], MPI_INT, expected, counts, places,
                    MPI_INT, 0, WORLD));
    TRY("scatter",
        MPI_Scatter_init_c(in, BLOCK, MPI_INT, out, BLOCK, MPI_INT, 0,
                           PERSISTS),
        MPI_Scatter(in, BLOCK, MPI_INT, expected, BLOCK, MPI_INT, 0, WORLD));
    TRY("scatterv",
        MPI_Scatterv_init(in, counts, places, MPI_INT, out, counts[rank],
                          MPI_INT, last, PERSISTS),
        MPI_Scatterv(in, counts, places, MPI_INT, expected, counts[rank],
                     MPI_INT, last, WORLD));
}

static void all_to_all(void)
{
    TRY("allgather",
        MPI_Allgather_init(in, BLOCK, MPI_INT, out, BLOCK, MPI_INT, PERSISTS),
        MPI_Allgather(in, BLOCK, MPI_INT, expected, BLOCK, MPI_INT, WORLD));
    TRY("allgatherv",
        MPI_Allgatherv_init_c(in, many[rank], MPI_INT, out, many, far, MPI_INT,
                              PERSISTS),
        MPI_Allgatherv(in, counts[rank], MPI_INT, expected, counts, places,
                       MPI_INT, WORLD));
    TRY("alltoall",
        MPI_Alltoall_init(in, BLOCK, MPI_INT, out, BLOCK, MPI_INT, PERSISTS),
        MPI_Alltoall(in, BLOCK, MPI_INT, expected, BLOCK, MPI_INT, WORLD));
    MPI_Count same[MOST];
    int alike[MOST];
    for (int i = 0; i < size; i++)
        same[i] = alike[i] = 2;
    TRY("alltoallv",
        MPI_Alltoallv_init_c(in, same, far, MPI_INT, out, same, far, MPI_INT,
                             PERSISTS),
        MPI_Alltoallv(in, alike, places, MPI_INT, expected, alike, places,
                      MPI_INT, WORLD));
    TRY("alltoallw",
        MPI_Alltoallw_init_c(in, same, far_bytes, types, out, same, far_bytes,
                             types, PERSISTS),
        MPI_Alltoallw(in, alike, bytes, types, expected, alike, bytes, types,
                      WORLD));
}

static void reductions(void)
{
    MPI_Count parts[MOST];
    int few[MOST];
    for (int i = 0; i < size; i++)
        parts[i] = few[i] = 1 + i % 2;
    TRY("reduce",
        MPI_Reduce_init(in, out, 4, MPI_INT, MPI_SUM, size - 1, PERSISTS),
        MPI_Reduce(in, expected, 4, MPI_INT, MPI_SUM, size - 1, WORLD));
    TRY("allreduce",
        MPI_Allreduce_init_c(in, out, 4, MPI_INT, MPI_MAX, PERSISTS),
        MPI_Allreduce(in, expected, 4, MPI_INT, MPI_MAX, WORLD));
    TRY("reduce_scatter",
        MPI_Reduce_scatter_init_c(in, out, parts, MPI_INT, MPI_SUM, PERSISTS),
        MPI_Reduce_scatter(in, expected, few, MPI_INT, MPI_SUM, WORLD));
    TRY("reduce_scatter_block",
        MPI_Reduce_scatter_block_init(in, out, 2, MPI_INT, MPI_SUM, PERSISTS),
        MPI_Reduce_scatter_block(in, expected, 2, MPI_INT, MPI_SUM, WORLD));
    TRY("scan", MPI_Scan_init(in, out, 4, MPI_INT, MPI_SUM, PERSISTS),
        MPI_Scan(in, expected, 4, MPI_INT, MPI_SUM, WORLD));
    TRY("exscan", MPI_Exscan_init_c(in, out, 4, MPI_INT, MPI_SUM, PERSISTS),
        MPI_Exscan(in, expected, 4, MPI_INT, MPI_SUM, WORLD));
}

static void neighbours(void)
{
    MPI_Count same[2] = {2, 2};
    int alike[2] = {2, 2};
    TRY("neighbor_allgather",
        MPI_Neighbor_allgather_init(in, 2, MPI_INT, out, 2, MPI_INT, AROUND),
        MPI_Neighbor_allgather(in, 2, MPI_INT, expected, 2, MPI_INT, ring));
    TRY("neighbor_allgatherv",
        MPI_Neighbor_allgatherv_init_c(in, 2, MPI_INT, out, same, far, MPI_INT,
                                       AROUND),
        MPI_Neighbor_allgatherv(in, 2, MPI_INT, expected, alike, places,
                                MPI_INT, ring));
    TRY("neighbor_alltoall",
        MPI_Neighbor_alltoall_init_c(in, 2, MPI_INT, out, 2, MPI_INT, AROUND),
        MPI_Neighbor_alltoall(in, 2, MPI_INT, expected, 2, MPI_INT, ring));
    TRY("neighbor_alltoallv",
        MPI_Neighbor_alltoallv_init(in, alike, places, MPI_INT, out, alike,
                                    places, MPI_INT, AROUND),
        MPI_Neighbor_alltoallv(in, alike, places, MPI_INT, expected, alike,
                               places, MPI_INT, ring));
    TRY("neighbor_alltoallw",
        MPI_Neighbor_alltoallw_init_c(in, same, far_bytes, types, out, same,
                                      far_bytes, types, AROUND),
        MPI_Neighbor_alltoallw(in, alike, far_bytes, types, expected, alike,
                               far_bytes, types, ring));
}

/* Start two at a time, together with messages that use the same tags. */
static void together(void)
{
    int sum = 0, most = 0, mine = rank + 1;
    MPI_Request both[2], barrier;
    MPI_Allreduce_init(&mine, &sum, 1, MPI_INT, MPI_SUM, WORLD, MPI_INFO_NULL,
                       &both[0]);
    MPI_Allreduce_init(&mine, &most, 1, MPI_INT, MPI_MAX, WORLD, MPI_INFO_NULL,
                       &both[1]);
    MPI_Barrier_init(WORLD, MPI_INFO_NULL, &barrier);
    for (int round = 0; round < 3; round++) {
        mine = rank + 1 + round;
        MPI_Startall(2, both);
        MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
        MPI_Start(&barrier);
        MPI_Wait(&barrier, MPI_STATUS_IGNORE);
        if (rank == 0)
            printf("together %d: %d %d\n", round,
                   sum == size * (size + 1) / 2 + round * size,
                   most == size + round);
    }
    MPI_Request_free(&both[0]);
    MPI_Request_free(&both[1]);
    MPI_Request_free(&barrier);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &rank);
    MPI_Comm_size(WORLD, &size);
    for (int i = 0; i < size; i++) {
        counts[i] = (int)(many[i] = 1 + i % BLOCK);
        places[i] = (int)(far[i] = (size - 1 - i) * BLOCK);
        bytes[i] = (int)(far_bytes[i] = far[i] * (MPI_Aint)sizeof(int));
        types[i] = MPI_INT;
    }
    int around = 1;
    MPI_Cart_create(WORLD, 1, &size, &around, 0, &ring);
    one_to_all();
    all_to_all();
    reductions();
    if (size > 1)
        neighbours();
    together();
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
