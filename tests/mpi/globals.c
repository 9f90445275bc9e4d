/* weft mpi -n 3 */
/* Each rank has its own globals and its own per-process state of libc. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int count;
int visible = 5;
static char big[1 << 20];

static int next(void)
{
    static int calls;
    return ++calls;
}

int main(int argc, char **argv)
{
    int rank, verbose = 0, option;
    while ((option = getopt(argc, argv, "v")) >= 0)
        verbose += option == 'v';
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    count += rank;
    visible += rank;
    big[rank] = 1;
    srand(rank == 2 ? 1 : (unsigned)rank + 1);
    int first = rand();
    char text[] = "a b c", *word = strtok(text, " ");
    MPI_Barrier(MPI_COMM_WORLD);
    next();
    word = strtok(NULL, " ");
    MPI_Barrier(MPI_COMM_WORLD);
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    usleep(3);
    clock_gettime(CLOCK_MONOTONIC, &after);
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += big[i];
    printf("rank %d: %d %d %d %d %s %d %ld %d\n", rank, count, visible, next(),
           sum, word, first, after.tv_nsec - before.tv_nsec, verbose);
    MPI_Finalize();
    if (rank == 1)
        exit(3);
    return 0;
}
