#!/bin/sh
# weft mpi --file-cost: an access lasts o + G for each byte, and a file serves one
# access after another; the numbers were computed by hand. The trace has the
# times of the program.
# usage: file-cost.sh WEFT COMPILER
# shellcheck source=tests/mpi/work.sh
. "$(dirname "$0")/work.sh"
cat >costs.c <<'C'
#include <mpi.h>
#include <math.h>
#include <stdio.h>
#include <time.h>
static char data[4001];
static double first, last;
/* Wait for the next millisecond, at which all ranks begin. */
static double begin(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    long now = lround(MPI_Wtime() * 1e9);
    struct timespec rest = {0, 1000000 - now % 1000000};
    nanosleep(&rest, NULL);
    return MPI_Wtime();
}
/* The times of the ranks: from the first start to the last end, in ns. */
static void print_span(const char *what, double start)
{
    double end = MPI_Wtime();
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Reduce(&start, &first, 1, MPI_DOUBLE, MPI_MIN, 0, MPI_COMM_WORLD);
    MPI_Reduce(&end, &last, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (!rank)
        printf("%s %.0f\n", what, (last - first) * 1e9);
}
int main(int argc, char **argv)
{
    int rank, sizes[] = {0, 1, 4000, 4001};
    char word[40];
    double start;
    MPI_File one, own;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    sprintf(word, "own-%d", rank);
    MPI_File_open(MPI_COMM_WORLD, "one", MPI_MODE_CREATE | MPI_MODE_RDWR,
                  MPI_INFO_NULL, &one);
    MPI_File_open(MPI_COMM_SELF, word, MPI_MODE_CREATE | MPI_MODE_RDWR,
                  MPI_INFO_NULL, &own);
    for (int i = 0; i < 4; i++) {
        start = begin();
        MPI_File_write_at(own, 0, data, sizes[i], MPI_BYTE, MPI_STATUS_IGNORE);
        sprintf(word, "own write %d", sizes[i]);
        print_span(word, start);
    }
    start = begin();
    MPI_File_read_at(own, 0, data, 4000, MPI_BYTE, MPI_STATUS_IGNORE);
    print_span("own read 4000", start);
    start = begin();
    MPI_File_write_at(one, 4000 * rank, data, 4000, MPI_BYTE,
                      MPI_STATUS_IGNORE);
    print_span("one write 4000", start);
    MPI_File_close(&one);
    MPI_File_close(&own);
    MPI_Finalize();
    return 0;
}
C
"$compiler" -g costs.c -o costs -lm || exit 1
failed=0
# expect OPTIONS TIMES: of own accesses of 0, 1, 4000, 4001 bytes, of a read of
# 4000, and of 3 ranks that write 4000 bytes each to one file
expect() {
    for engine in fibers threads; do
        # shellcheck disable=SC2086 # no word or one
        "$weft" mpi -n 3 --engine "$engine" $1 -t run.csv ./costs >said 2>&1
        if [ "$(awk '{ print $NF }' said | tr '\n' ' ')" != "$2 " ]; then
            echo "$1 ($engine): not $2:"
            cat said
            failed=1
        fi
    done
}
expect '' '1000 1001 5000 5001 5000 15000'
expect --file-cost=o=1000,G=1 '1000 1001 5000 5001 5000 15000'
expect --file-cost=G=1,o=1000 '1000 1001 5000 5001 5000 15000'
expect --file-cost=o=5000,G=0.25 '5000 5001 6000 6001 6000 18000'
# G = 1.125: 4500, and 4501.125, rounded up
expect --file-cost=o=0,G=1.125 '1 2 4500 4502 4500 13500'
expect --file-cost=G=0.001 '1 1 4 5 4 12'
expect --file-cost=o=70 '70 70 70 70 70 210'
# the longest access of the trace is that of the third rank to the one file
"$weft" mpi -n 3 --file-cost o=50000,G=10 -t run.csv ./costs >said 2>&1
if ! awk -F, '$2 - $1 == 270000 { found = 1 } END { exit !found }' run.csv; then
    echo "the trace lacks the access of 3 * (50000 + 4000 * 10) ns:"
    cat said
    grep -i file run.csv | head
    failed=1
fi
for wrong in '' o G o= o=1,o=2 o=1,L=2 o=-1 o=1.5 G=0.1234 G=1. G=.5 G=1000001 \
    o=1000000001 o=1,G=1, 'o=1 ' loggp:o=1 1000; do
    "$weft" mpi -n 2 --file-cost "$wrong" ./costs >said 2>&1
    if [ $? != 64 ] || [ "$(wc -l <said)" != 1 ]; then
        echo "--file-cost '$wrong':"
        cat said
        failed=1
    fi
done
exit $failed
