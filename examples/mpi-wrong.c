/* weft mpi -n 4 */
/* weft mpi -n 4 --strict */
/* Wrong: every rank sends first and then receives. This works as long as the
 * messages are short enough to be buffered; without buffers it deadlocks.
 * `weft mpi check ./wrong` detects the error.
 *
 *     weft-mpicc -g mpi-wrong.c -o wrong && weft mpi -n 4 check ./wrong
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, out, in;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    out = rank;
    MPI_Send(&out, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
    MPI_Recv(&in, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    printf("rank %d has %d\n", rank, in);
    MPI_Finalize();
    return 0;
}
