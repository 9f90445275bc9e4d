/* weft-mpicc -O0 -fopenmp */
/* weft mpi -n 2 -- none */
/* weft mpi -n 2 -- deadlock */
/* weft mpi -n 2 -- wrong_rank */
/* weft mpi -n 2 -- aborts */
/* weft mpi -n 2 -- exits */
/* weft mpi -n 2 -- crashes */
/* weft mpi -n 2 -- other_sends */
/* Errors inside a parallel region of OpenMP: they are reported, and weft does
 * not wait for the threads of the region. */
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, x;

static void none(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static void deadlock(void)
{
    MPI_Recv(&x, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void wrong_rank(void)
{
    MPI_Send(&x, 1, MPI_INT, 7, 0, MPI_COMM_WORLD);
}

static void aborts(void)
{
    MPI_Abort(MPI_COMM_WORLD, 9);
}

static void exits(void)
{
    exit(3);
}

static int *volatile nowhere;

static void crashes(void)
{
    *nowhere = 1;
}

static const struct {
    const char *name;
    void (*run)(void);
} ways[] = {
#define WAY(name)                                                              \
    {                                                                          \
#name, name                                                            \
    }
    WAY(none),   WAY(deadlock), WAY(wrong_rank),
    WAY(aborts), WAY(exits),    WAY(crashes),
};

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(3)
    {
#pragma omp master
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
            if (strcmp(argv[1], ways[i].name) == 0)
                ways[i].run();
        if (omp_get_thread_num() == 1 && rank == 1 &&
            strcmp(argv[1], "other_sends") == 0)
            MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
