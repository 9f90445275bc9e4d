/* Many simultaneous requests: each rank exchanges messages with all others,
 * several times, and starts all its receives at one time (traces.sh). */
#include <mpi.h>

#define TIMES 3
#define RANKS_MAX 16

int main(int argc, char **argv)
{
    int rank, size, count = 0, in[TIMES][RANKS_MAX], out[TIMES];
    MPI_Request request[2 * TIMES * RANKS_MAX];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int tag = 0; tag < TIMES; tag++)
        for (int peer = 0; peer < size; peer++)
            MPI_Irecv(&in[tag][peer], 1, MPI_INT, peer, tag, MPI_COMM_WORLD,
                      &request[count++]);
    for (int tag = 0; tag < TIMES; tag++) {
        out[tag] = rank;
        for (int peer = 0; peer < size; peer++)
            MPI_Isend(&out[tag], 1, MPI_INT, peer, tag, MPI_COMM_WORLD,
                      &request[count++]);
    }
    MPI_Waitall(count, request, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
