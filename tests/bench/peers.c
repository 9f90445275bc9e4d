/* MPI program of the benchmark `peers`: an all-gather on a ring, where each
 * rank passes on a word in every step.
 *
 * usage: peers STEPS */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 1, rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int word = rank;
    for (int i = 0; i < steps; i++)
        MPI_Sendrecv_replace(&word, 1, MPI_INT, (rank + 1) % size, 0,
                             (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
    int right = word == ((rank - steps) % size + size) % size, all;
    MPI_Reduce(&right, &all, 1, MPI_INT, MPI_LAND, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s\n", all ? "right" : "wrong");
    MPI_Finalize();
    return 0;
}
