/* weft mpi -n 3 -- a --count=3 b -vx2 --out */
/* weft mpi -n 2 -- --cou -q -x */
/* weft mpi -n 2 -- -v -- -v */
/* getopt() between messages: each rank parses all of its options. */
#include <getopt.h>
#include <mpi.h>
#include <stdio.h>

static const struct option names[] = {
    {"count", required_argument, NULL, 'c'},
    {"out", optional_argument, NULL, 'o'},
    {0},
};

int main(int argc, char **argv)
{
    int rank, option, index = -1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    argv[0] = "options";
    for (int pass = 0; pass < 2; pass++) {
        char line[200];
        int at = sprintf(line, "rank %d:", rank);
        MPI_Barrier(MPI_COMM_WORLD);
        while ((option = getopt_long(argc, argv, "vx:", names, &index)) >= 0) {
            at += sprintf(line + at, " %c %s", option, optarg ? optarg : "-");
            MPI_Barrier(MPI_COMM_WORLD);
            at += sprintf(line + at, " (%d, %d)", optind, index);
        }
        at += sprintf(line + at, " then");
        for (; optind < argc; optind++)
            at += sprintf(line + at, " %s", argv[optind]);
        puts(line);
        optind = opterr = 0;
    }
    MPI_Finalize();
    return 0;
}
