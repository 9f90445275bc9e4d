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
    if [ $status != "$wanted" ] || [ "$(wc -l <said)" != "$status" ] ||
        { [ $status = 1 ] && ! grep -q 'these choices repeat an earlier run' said; }; then
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

# Rank 0 writes too early to memory that is received, if the message of rank 2
# was first, and if the arguments are these.
cat >early.c <<'C'
#include <mpi.h>
#include <string.h>
int main(int argc, char **argv)
{
    int rank, x = 0, y = 0;
    MPI_Status status;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        MPI_Irecv(&y, 1, MPI_INT, 3 - status.MPI_SOURCE, 0, MPI_COMM_WORLD,
                  &request);
        if (status.MPI_SOURCE == 2 && argc == 3 && !strcmp(argv[1], "it's") &&
            !strcmp(argv[2], "a  $b"))
            y = 5;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
C
"$compiler" early.c -o early || exit 1

weft() {
    "$weft" "$@"
}

# repeats OPTION...: what is found is found by the command that is told, too
repeats() {
    weft mpi "$@" ./early "it's" "a  \$b" >said 2>&1
    status=$?
    command=$(sed -n 's/^weft: this happened in run [0-9]*; to reproduce it: //p' said)
    eval "$command" >again 2>&1
    if [ $? != $status ] || [ $status != 1 ] ||
        ! grep -q 'the program writes to memory that MPI_Irecv' said ||
        [ "$(head -n 1 said)" != "$(head -n 1 again)" ]; then
        echo "weft mpi $*: status $status, or not repeated by: $command"
        cat said again
        failed=1
    fi
}
repeats check -n 3
repeats --guard --explore -n 3
repeats --explore --strict -n 3
repeats --explore=9 --guard -n 3 -n 3 --network ring:8 --cost 'ts=10,tw=1,th=2' \
    --model one-port-duplex --eager 0 --collective bcast=naive,barrier=central \
    --collective reduce=naive --engine threads --stack 100000 --compute none
wanted="weft mpi --explore=1 --choices 1 -n 3 --guard --network=ring:8 \
--cost=ts=10,tw=1,th=2 --model=one-port-duplex --eager=0 \
--collective=bcast=naive,barrier=central --collective=reduce=naive \
--engine=threads --stack=100000 --compute=none ./early 'it'\\''s' 'a  \$b'"
if [ "$command" != "$wanted" ]; then
    echo "told is $command"
    failed=1
fi

# Two outcomes, five thousand times; it ends with status 3 in any case.
cat >many.c <<'C'
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, x = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 5000; i++) {
        for (int other = 1; rank == 0 && other < 3; other++)
            MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        if (rank)
            MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 3;
}
C
"$compiler" many.c -o many || exit 1
weft mpi --explore -n 3 ./many >said 2>&1
command=$(sed -n 's/^weft: this happened in run 1; to reproduce it: //p' said)
eval "$command" >again 2>&1
if [ $? != 3 ] || ! cmp said again; then
    echo "many choices:"
    head -c 500 again
    failed=1
fi
exit $failed
