#!/bin/sh
# Several numbers of ranks in one check, and command lines that weft refuses.
# usage: numbers.sh WEFT COMPILER
# shellcheck source=tests/mpi/work.sh
. "$(dirname "$0")/work.sh"
failed=0

# Wrong on 4 ranks or more: the last rank takes part in another call.
cat >wrong.c <<'C'
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, x = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank < 3)
        MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
"$compiler" -g wrong.c -o wrong || exit 1

# expect STATUS PATTERN OPTION...: a line of the output matches
expect() {
    status=$1 pattern=$2
    shift 2
    "$weft" mpi "$@" >said 2>&1 </dev/null
    found=$?
    [ $found = "$status" ] && { [ ! "$pattern" ] || grep -q "$pattern" said; } && return
    echo "weft mpi $*: $found, not $status, or no line '$pattern':"
    cat said
    failed=1
}
expect 0 '^weft: valid on 1, 2, 3 ranks: as written.*(3 runs)' check -n 1..3 ./wrong
expect 0 '^weft: valid on 3, 1 ranks: ' check -n 3,1 ./wrong
expect 0 '^weft: valid on 2 ranks: ' check -np 2 ./wrong
expect 1 '^weft: this happens on 4 ranks; no error was found on 2, 3$' check -n 2..9 ./wrong
expect 1 '^weft: rank 3, wrong.c:9: MPI_Finalize on MPI_COMM_WORLD' check -n 2..9 ./wrong
expect 1 'wrong.c:9: MPI_Finalize' check -n 4 ./wrong
grep -q 'this happens on' said && failed=1
expect 64 'several numbers of ranks are for weft mpi check' -n 2..3 ./wrong
for range in 3..2 2.. ..3 2-3 2:3 2,,3 2, 0..2 x 2..3x 1..2000; do
    expect 64 '^weft mpi: -n' check -n $range ./wrong
done
for limit in 0 -1 x 1x inf; do
    expect 64 '^weft mpi: --limit takes a number of seconds' --limit $limit ./wrong
done
expect 0 '' -n 2 -- ./wrong : x
expect 64 'no program given' check
expect 64 'do not fit the 2 processors' check -n 2..3 --network complete:2 ./wrong
exit $failed
