/* weft mpi -n 2 -- ring */
/* weft mpi -n 40 -- ring */
/* weft mpi -n 8 -- other_tag */
/* weft mpi -n 4 -- other_communicator */
/* weft mpi -n 4 -- any_source */
/* weft mpi -n 8 -- halves */
/* weft mpi -n 3 -- order */
/* weft mpi -n 9 -- ended */
/* weft mpi -n 9 -- probe */
/* weft mpi -n 1000 -- odd_one */
/* weft mpi -n 60 -- all_different */
/* Deadlocks: the cause comes first, then ranks that wait in the same way, the
 * rare ones first. */
#include <mpi.h>
#include <string.h>

static int rank, size, x;

static void receive(int from, int tag, MPI_Comm comm)
{
    MPI_Recv(&x, 1, MPI_INT, from, tag, comm, MPI_STATUS_IGNORE);
}

static void ring(void)
{
    receive((rank + size - 1) % size, 0, MPI_COMM_WORLD);
}

static void other_tag(void)
{
    if (rank == 3)
        MPI_Send(&x, 1, MPI_INT, 0, 6, MPI_COMM_WORLD);
    if (rank == 0)
        receive(3, 5, MPI_COMM_WORLD);
}

static void other_communicator(void)
{
    MPI_Comm other;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (rank == 3)
        MPI_Send(&x, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    if (rank == 0)
        receive(3, 5, other);
}

static void any_source(void)
{
    receive(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD);
}

static void halves(void)
{
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    if (rank == 3)
        receive(0, 1, half);
    MPI_Barrier(half);
}

/* Each pair of ranks has a communicator; each rank uses them in its own
 * order. */
static void order(void)
{
    MPI_Comm pair[3];
    for (int i = 0; i < 3; i++)
        MPI_Comm_split(MPI_COMM_WORLD, rank == i ? MPI_UNDEFINED : 0, 0,
                       &pair[i]);
    MPI_Comm_set_name(rank ? pair[0] : pair[1], "a pair");
    MPI_Barrier(pair[(rank + 1) % 3]);
}

static void probe(void)
{
    MPI_Status status;
    MPI_Probe((rank + 1) % size, 7, MPI_COMM_WORLD, &status);
}

static void odd_one(void)
{
    if (rank == 700)
        receive(3, 9, MPI_COMM_WORLD);
}

/* More kinds of waits than a report has lines. */
static void all_different(void)
{
    receive(rank / 2, rank, MPI_COMM_WORLD);
}

static const struct {
    const char *name;
    void (*run)(void);
} ways[] = {
#define WAY(name)                                                              \
    {                                                                          \
#name, name                                                            \
    }
    WAY(ring),       WAY(other_tag), WAY(other_communicator),
    WAY(any_source), WAY(halves),    WAY(order),
    WAY(probe),      WAY(odd_one),   WAY(all_different),
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 2 && strcmp(argv[1], "ended") == 0)
        return 0;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strcmp(argv[1], ways[i].name) == 0)
            ways[i].run();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
