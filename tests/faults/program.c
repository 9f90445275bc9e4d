/* An MPI program with operations that can fail under fault injection:
 * unexpected messages, MPI_ANY_SOURCE, communicators, datatypes, windows,
 * collective calls. With an argument it contains an error that `weft mpi`
 * reports: a message that no rank receives. */
#include <mpi.h>

static int rank, size;

static void messages(void)
{
    static double field[1000];
    MPI_Datatype column;
    MPI_Request request[2];
    int next = (rank + 1) % size, last = (rank + size - 1) % size, got = 0;
    MPI_Type_vector(10, 2, 20, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Irecv(field + 500, 1, column, last, 1, MPI_COMM_WORLD, &request[0]);
    MPI_Isend(field, 1, column, next, 1, MPI_COMM_WORLD, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    MPI_Type_free(&column);
    if (rank)
        MPI_Send(&rank, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    for (int i = 1; rank == 0 && i < size; i++)
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static void together(void)
{
    int all[64] = {0}, sum = 0, *memory;
    MPI_Comm half;
    MPI_Win window;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, half);
    MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Comm_free(&half);
    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                     MPI_COMM_WORLD, &memory, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    messages();
    together();
    if (argc > 1 && rank == 0)
        MPI_Send(&rank, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
