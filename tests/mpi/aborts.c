/* weft mpi -n 3 -- crash */
/* weft mpi -n 3 -- early */
/* weft mpi -n 3 -- abort_then_crash */
/* weft mpi -n 3 -- abort_all */
/* weft mpi -n 3 -- abort_later */
/* Ways in which a run ends early: output so far is kept, the first rank that
 * aborts determines the message, and later failures do not count. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank;
    if (strcmp(argv[1], "early") == 0)
        raise(SIGSEGV);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("rank %d is here\n", rank);
    if (strcmp(argv[1], "abort_later") == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    if (strcmp(argv[1], "abort_then_crash") == 0 && rank == 0)
        MPI_Abort(MPI_COMM_WORLD, 5);
    if (strstr(argv[1], "crash") && rank == 1)
        *(volatile int *)8 = 1;
    if (strncmp(argv[1], "abort_", 6) == 0)
        MPI_Abort(MPI_COMM_WORLD, 20 + rank);
    MPI_Finalize();
    return 0;
}
