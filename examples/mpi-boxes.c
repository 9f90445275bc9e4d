/* weft mpi -n 4 */
/* weft mpi -n 4 --guard */
/* Wrong: every rank tells both neighbours its number, and receives theirs into
 * the same boxes that it sends. A number that arrives before the send replaces
 * the rank's own. `weft mpi check ./boxes` detects the error.
 *
 *     weft-mpicc -g mpi-boxes.c -o boxes && weft mpi -n 4 check ./boxes
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, box[2];
    MPI_Request request[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    box[0] = box[1] = rank;
    for (int i = 0; i < 2; i++)
        MPI_Irecv(&box[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                  &request[i]);
    MPI_Send(&box[0], 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
    MPI_Send(&box[1], 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    printf("rank %d has %d and %d\n", rank, box[0], box[1]);
    MPI_Finalize();
    return 0;
}
