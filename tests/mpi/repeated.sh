#!/bin/sh
# A run that --choices names: one that only repeats another one is no success,
# and what `weft mpi` tells to repeat shows the same again.
# usage: repeated.sh WEFT COMPILER
# shellcheck source=tests/mpi/work.sh
. "$(dirname "$0")/work.sh"
failed=0

# Ranks 0 and 1 receive from any, and each one's message is the only one there:
# in whatever order that is the same.
cat >alike.c <<'C'
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, x = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank < 2)
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    else
        MPI_Send(&x, 1, MPI_INT, rank - 2, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
"$compiler" alike.c -o alike || exit 1

# alike STATUS OPTION...
alike() {
    wanted=$1
    shift
    "$weft" mpi -n 4 "$@" ./alike >said 2>&1
    status=$?
    if [ $status != "$wanted" ] ||
        [ $status = 1 ] && ! grep -q 'these choices repeat an earlier run' said ||
        [ "$(wc -l <said)" != "$status" ]; then
        echo "weft mpi $*: status $status, not $wanted, or not said so"
        cat said
        failed=1
    fi
}
alike 0 --explore
alike 0 --explore=1 --choices 0
alike 0 --explore=1 --choices 0 -t run.csv
[ -s run.csv ] || failed=1
rm -f run.csv
alike 1 --explore=1 --choices 1
alike 1 --explore --choices 1
alike 1 --explore=1 --choices 1 -t run.csv
alike 1 --explore=1 --choices 1 --summary
[ ! -e run.csv ] || failed=1
exit $failed
