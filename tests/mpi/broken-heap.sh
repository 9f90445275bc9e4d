#!/bin/sh
# A rank whose heap is broken: the C library aborts inside malloc(), whose lock it
# holds then. weft reports the line, and ends.
# usage: broken-heap.sh WEFT COMPILER
# shellcheck source=tests/mpi/work.sh
. "$(dirname "$0")/work.sh"
cat >heap.c <<'C'
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
static void take(void)
{
    free(malloc(2000000 + 1)); free(malloc(2000));
}
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        volatile char *a = malloc(1000);
        for (int i = 0; i < 5000; i++)
            a[i] = 1; /* also overwrites what malloc() stores behind it */
        take();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
"$compiler" -g -w heap.c -o heap || exit 1
for engine in fibers threads; do
    timeout 100 "$weft" mpi --engine $engine -n 2 ./heap >said 2>&1
    status=$?
    if [ $status != 1 ] ||
        ! grep -q '^weft: rank 1 crashed: Aborted, at heap.c:6 in take$' said ||
        ! grep -q '^  called at heap.c:17 in main$' said ||
        ! grep -q 'the heap is broken; .* weft-mpicc --sanitize$' said; then
        echo "$engine: status $status"
        cat said
        exit 1
    fi
done
