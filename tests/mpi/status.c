/* weft mpi -n 2 check -- 3 3 3 */
/* weft mpi -n 3 check -- 3 3 5 */
/* weft mpi -n 3 check -- 3 deadlock 3 */
/* weft mpi -n 3 check -- 0 0 0 */
/* weft mpi -n 3 --explore -- 0 0 256 */
/* A nonzero exit status does not end a check: errors that occur without
 * buffering, or with another outcome, are still found. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, size, other, from[2] = {0};
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 2 && !strcmp(argv[2], "deadlock")) { /* if unbuffered */
        MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD);
        MPI_Recv(&other, 1, MPI_INT, (rank + size - 1) % size, 1,
                 MPI_COMM_WORLD, &status);
    }
    for (int i = 1; rank == 0 && i < size; i++) {
        MPI_Recv(&other, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                 &status);
        from[i - 1] = status.MPI_SOURCE;
    }
    if (rank)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("from %d, %d\n", from[0], from[1]);
    MPI_Finalize();
    return atoi(argv[from[0] == 2 ? 3 : 1]);
}
