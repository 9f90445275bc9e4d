#!/bin/sh
# What `weft mpi check` says in the end of a program that is right, and that the
# table "Not checked" of docs/mpi.md has the rows that it prints.
# usage: valid.sh WEFT COMPILER docs/mpi.md
# shellcheck source=tests/mpi/work.sh
. "$(dirname "$0")/work.sh"
page=$(realpath "$3")
failed=0

# Without an argument: rank 0 receives from any, one message for each other
# rank. With one it ends with status 3.
cat >program.c <<'C'
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, size, from;
    (void)argv;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 1; rank == 0 && i < size; i++)
        MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    if (rank)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return argc > 1 ? 3 : 0;
}
C
"$compiler" program.c -o told
"$compiler" --no-watch program.c -o untold

# expect STATUS LINE COMMAND...
expect() {
    status=$1 line=$2
    shift 2
    "$weft" mpi check "$@" >out 2>said </dev/null
    found=$?
    [ $found = "$status" ] && [ "$(tail -n 2 said | head -n 1)" = "weft: $line" ] &&
        tail -n 1 said | grep -q '^weft: not checked: ' && return
    echo "weft mpi check $*: $found, not $status, or not '$line':"
    cat said
    failed=1
}

any='as written, without buffering, and with every outcome of receives from any sender'
both='(2 runs, and 2 without buffering)'
expect 0 "valid on 3 ranks: $any $both" -n 3 ./told
expect 3 "valid on 3 ranks: $any $both; its exit status is 3" -n 3 ./told x
expect 0 "valid on 1 rank: $any (1 run)" -n 1 ./told
expect 0 "valid on 3 ranks: $any $both; its loads and stores were not watched" \
    -n 3 ./untold
expect 0 "valid on 3 ranks: as written, without buffering, and with some outcomes of \
receives from any sender (1 run, and 1 without buffering)" --explore=1 -n 3 ./told
tail -n 1 said | sed 's/^weft: not checked: //; s/; /\n/g' >printed
sed -n '/^| not checked/,/^$/s/^| \([^|]*\) |.*/\1/p' "$page" | tr -d '`' |
    grep -v -e '^not checked' -e '^---' >documented
if ! [ -s documented ] || ! diff printed documented; then
    echo "weft mpi check (<) and the table of docs/mpi.md (>) differ"
    failed=1
fi
exit $failed
