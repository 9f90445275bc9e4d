/* weft mpi -n 8 --network hypercube:3 */
/* Pi by the midpoint rule: every rank sums its part, one reduction adds
 * the partial sums.
 *
 *     weft-mpicc -g mpi-pi.c -o pi && weft mpi -n 8 -t pi.json ./pi
 *     weft view pi.json
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    enum { STEPS = 100000 };
    const double exact = 3.14159265358979323846;
    int rank, size;
    double sum = 0, pi;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = rank; i < STEPS; i += size) {
        double x = (i + 0.5) / STEPS;
        sum += 4 / (1 + x * x) / STEPS;
    }
    MPI_Reduce(&sum, &pi, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("pi is about %.8f, %s, after %.0f ns on %d processors\n", pi,
               fabs(pi - exact) < 1e-9 ? "as it should be" : "which is wrong",
               1e9 * MPI_Wtime(), size);
    MPI_Finalize();
    return 0;
}
