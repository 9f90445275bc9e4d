/* weft mpi -n 2 */
/* Functions that the program defines override weft's own. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

double drand48(void)
{
    return 4;
}

void srandom(unsigned value)
{
    (void)value;
}

char *strtok(char *restrict text, const char *restrict ends)
{
    (void)ends;
    return text;
}

char *optarg = "none";

int getopt(int argc, char *const *argv, const char *letters)
{
    (void)argv, (void)letters;
    return argc;
}

int main(int argc, char **argv)
{
    int rank;
    char text[] = "a b";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    srandom(2);
    srand(1);
    printf("rank %d: %g %ld %s %d %s\n", rank, drand48(), random(),
           strtok(text, " "), getopt(argc, argv, "v"), optarg);
    MPI_Finalize();
    return 0;
}
