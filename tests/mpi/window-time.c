/* weft mpi -n 6 */
/* weft mpi -n 6 --cost ts=1000,tw=10,th=500 */
/* weft mpi -n 6 --network ring:6 --cost ts=1000,tw=10,th=500 */
/* Accesses to another rank's memory take the transfer time to that rank. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, x[6] = {0}, y = 7;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(x, sizeof x, sizeof *x, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    for (int to = 0; rank == 1 && to < size; to++)
        if (to != rank) {
            double start = MPI_Wtime();
            MPI_Put(&y, 1, MPI_INT, to, 1, 1, MPI_INT, win);
            printf("to %d: %.0f ns\n", to, (MPI_Wtime() - start) * 1e9);
        }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
