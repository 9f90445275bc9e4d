/* weft mpi check -n 3 */
/* weft mpi -n 3 -- wrong */
/* Displacements of MPI_Ialltoallw are in bytes: with displacements in elements,
 * the blocks overlap. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, out[6], in[6] = {0}, counts[3], at[3];
    MPI_Datatype types[3];
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int unit = argc > 1 ? 1 : (int)sizeof(int);
    for (int i = 0; i < size; i++) {
        out[2 * i] = out[2 * i + 1] = 10 * rank + i;
        counts[i] = 2;
        at[i] = 2 * i * unit;
        types[i] = MPI_INT;
    }
    MPI_Ialltoallw(out, counts, at, types, in, counts, at, types,
                   MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < size && unit > 1; i++)
        if (in[2 * i] != 10 * i + rank || in[2 * i + 1] != 10 * i + rank)
            printf("%d: block %d is wrong\n", rank, i);
    MPI_Finalize();
    return 0;
}
