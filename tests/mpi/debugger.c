/* Each rank calls a function with a breakpoint (debugger.sh). */
#include <mpi.h>
#include <stdio.h>

static int stop(int rank)
{
    return 2 * rank;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("rank %d: %d\n", rank, stop(rank));
    MPI_Finalize();
    return 0;
}
