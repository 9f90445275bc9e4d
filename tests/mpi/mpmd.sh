#!/bin/sh
# Several programs in one run: each rank executes its program, with its own
# variables, arguments and source lines; wrong command lines.
# usage: mpmd.sh WEFT COMPILER
# shellcheck source=tests/mpi/work.sh
. "$(dirname "$0")/work.sh"
cat >first.c <<'X'
#include <mpi.h>
#include <stdio.h>
int shared = 1;
int main(int argc, char **argv)
{
    int rank, size, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    shared += 10 * rank;
    MPI_Allreduce(&shared, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("first %d of %d: %d, %d", rank, size, shared, sum);
    for (int i = 1; i < argc; i++)
        printf(" %s", argv[i]);
    printf("\n");
    if (argc > 1 && argv[1][0] == 'w') /* wrong: nobody sends */
        MPI_Recv(&sum, 1, MPI_INT, size - 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
X
cat >second.c <<'X'
#include <mpi.h>
#include <stdio.h>
long shared = 2000;
static int main_of_second(int rank, int size)
{
    int value = (int)shared, sum;
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    shared += rank;
    printf("second %d of %d: %ld, %d\n", rank, size, shared, sum);
    return sum;
}
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    main_of_second(rank, size);
    if (argc > 1)
        MPI_Send(&rank, 1, MPI_INT, size, 0, MPI_COMM_WORLD); /* wrong */
    MPI_Finalize();
    return 0;
}
X
for name in first second; do
    "$compiler" -g -O0 $name.c -o $name || exit 1
done
failed=0
# expect STATUS PATTERN ARGUMENT...: run weft mpi; the output has such a line
expect() {
    status=$1 pattern=$2
    shift 2
    timeout 60 "$weft" mpi "$@" >said 2>&1 </dev/null
    found=$?
    [ $found = "$status" ] && { [ ! "$pattern" ] || grep -q "$pattern" said; } && return
    echo "weft mpi $*: $found, not $status, or no line '$pattern':"
    cat said
    failed=1
}
for engine in fibers threads; do
    expect 0 '^first 1 of 5: 11, 6012 a :b$' --engine $engine -n 2 ./first a :b : -n 3 ./second
    for line in 'first 0 of 5: 1, 6012 a :b' 'second 2 of 5: 2002, 6012' \
        'second 4 of 5: 2004, 6012'; do
        grep -qx "$line" said || { echo "no line '$line'" && cat said && failed=1; }
    done
done
expect 0 '^second 0 of 3: 2000, 4011$' -np 1 ./second : -np 1 ./first : -np 1 ./second
expect 0 '^first 3 of 4: 31, 64 b$' -n 2 ./first : -n 2 ./first b
expect 0 '^weft: valid on 3 ranks: ' check -n 2 ./first : -n 1 ./second
expect 1 'rank 2, second.c:20: MPI_Send: rank 3 is not in' -n 2 ./first : -n 1 ./second x
expect 1 '^cause: rank 0 waits for 2, 2 waits until 0 calls MPI_Finalize$' -n 1 ./first w : -n 2 ./second
expect 1 '^rank 0 waits at first.c:17 in MPI_Recv' check -n 1 ./first w : -n 2 ./second
expect 1 'second.c:20: error: rank 2: ' --lines -n 2 ./first : -n 1 ./second x
expect 0 '' -n 2 -t run.json ./first : -n 1 ./second
"$weft" stats run.json >said 2>&1 || { cat said && failed=1; }

expect 64 "':' begins another program: write -n N" -n 1 ./first : ./second
expect 64 "':' begins another program: write -n N" -n 1 ./first :
expect 64 "':' begins another program: write -n N" -n 1 ./first : -n 1
expect 64 "'x' is not a number" -n 1 ./first : -n x ./second
expect 64 'several programs: write -n N before each' ./first : -n 1 ./second
expect 64 'several programs: write -n N before each' check -n 2..3 ./first : -n 1 ./second
expect 64 '5 ranks do not fit the 4 processors' --network complete:4 -n 3 ./first : -n 2 ./second
expect 1 "second.c' is a source file" -n 1 ./first : -n 1 ./second.c
expect 0 '^first 0 of 2: 1, 12 : -n$' -n 2 -- ./first : -n
exit $failed
