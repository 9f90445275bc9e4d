/* weft mpi -n 12 --network torus:4x3 */
/* Heat in a plate: a grid of ranks, each of which owns a square and exchanges
 * its edges with its neighbours in every step. MPI_Cart_create maps the grid to
 * the network, so that neighbours in the grid are neighbours in the network.
 *
 *     weft-mpicc -g mpi-heat.c -o heat
 *     weft mpi -n 12 --network torus:4x3 -t heat.csv ./heat
 *     weft stats heat.csv
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { N = 16, STEPS = 20 };

static double now[N + 2][N + 2], next[N + 2][N + 2];

static void exchange(MPI_Comm grid, MPI_Datatype column)
{
    int low, high;
    MPI_Cart_shift(grid, 0, 1, &low, &high);
    MPI_Sendrecv(&now[N][1], N, MPI_DOUBLE, high, 0, &now[0][1], N, MPI_DOUBLE,
                 low, 0, grid, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&now[1][1], N, MPI_DOUBLE, low, 1, &now[N + 1][1], N,
                 MPI_DOUBLE, high, 1, grid, MPI_STATUS_IGNORE);
    MPI_Cart_shift(grid, 1, 1, &low, &high);
    MPI_Sendrecv(&now[1][N], 1, column, high, 2, &now[1][0], 1, column, low, 2,
                 grid, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&now[1][1], 1, column, low, 3, &now[1][N + 1], 1, column, high,
                 3, grid, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int size, rank, extent[2] = {0, 0}, periodic[2] = {1, 1};
    double heat = 0, all;
    MPI_Comm grid;
    MPI_Datatype column;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, extent);
    MPI_Cart_create(MPI_COMM_WORLD, 2, extent, periodic, 1, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Type_vector(N, 1, N + 2, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    if (rank == 0)
        now[N / 2][N / 2] = 1000;
    for (int step = 0; step < STEPS; step++) {
        exchange(grid, column);
        for (int i = 1; i <= N; i++)
            for (int j = 1; j <= N; j++)
                next[i][j] = (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] +
                              now[i][j + 1]) /
                             4;
        memcpy(now, next, sizeof now);
    }
    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= N; j++)
            heat += now[i][j];
    MPI_Allreduce(&heat, &all, 1, MPI_DOUBLE, MPI_SUM, grid);
    if (rank == 0)
        printf("a grid of %d x %d ranks; heat %.6f after %d steps\n", extent[0],
               extent[1], all, STEPS);
    MPI_Type_free(&column);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
