/* weft mpi -n 2 */
/* Creating and freeing windows repeatedly leaks nothing: the process does not
 * grow. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { BYTES = 1 << 18, ROUNDS = 300 };

static long kilobytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* Create and free windows: one with watched memory, one with many accesses, one
 * with many attached regions. */
static void make_and_free(char *memory, int next)
{
    MPI_Win win;
    MPI_Win_create(memory, BYTES, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Win_create(memory, 2000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 500; i++)
        MPI_Put(memory + BYTES - 1, 1, MPI_CHAR, next, i, 1, MPI_CHAR, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int i = 0; i < 500; i++)
        MPI_Win_attach(win, memory + i, 1);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    int rank, size;
    char *memory = calloc(1, BYTES);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    make_and_free(memory, (rank + 1) % size);
    long before = kilobytes();
    for (int i = 0; i < ROUNDS; i++)
        make_and_free(memory, (rank + 1) % size);
    long more = kilobytes() - before;
    if (more > 4000)
        printf("rank %d: %ld KiB more\n", rank, more);
    MPI_Finalize();
    free(memory);
    return 0;
}
