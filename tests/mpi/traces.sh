#!/bin/sh
# The trace of an MPI program says the same in every format: what `weft stats`
# tells of it in time units, whatever a unit lasts; and `weft check` finds it
# right.
# usage: traces.sh WEFT COMPILER FILE.c
# shellcheck source=tests/mpi/work.sh
. "$(dirname "$0")/work.sh"
"$compiler" -g "$source" -o program || exit 1
"$weft" mpi -n 8 --network ring:8 -t run.csv -t run.json -t run.trf \
    -t picl1:old.trf ./program >/dev/null || exit 1
for file in run.csv run.json run.trf old.trf; do
    "$weft" stats "$file" --json |
        sed 's/"file": "[^"]*", "format": "[a-z0-9]*", //
             s/"unit_ns": [0-9]*, //' >"$file.stats" || exit 1
    [ -s "$file.stats" ] || exit 1
    if ! diff run.csv.stats "$file.stats"; then
        echo "$file differs from run.csv"
        exit 1
    fi
    "$weft" check "$file" >judgement || {
        cat judgement
        exit 1
    }
done

# The trace of a run that fails has all events up to the error.
cat >fails.c <<'C'
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, x = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(&x, 1, MPI_INT, 1 - rank, argc > 1 ? -7 : 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
C
"$compiler" fails.c -o fails || exit 1
for word in '' wrong; do
    rm -f failed.*
    # shellcheck disable=SC2086 # no word or one
    "$weft" mpi -n 2 -t failed.csv -t failed.json -t failed.trf ./fails $word 2>said
    [ $? = 1 ] || exit 1
    for file in failed.csv failed.json failed.trf; do
        "$weft" stats "$file" >stats || exit 1
        if ! grep -q 'processor 0 sends message 1 to 1' stats; then
            echo "$file lacks the message:"
            cat stats
            exit 1
        fi
    done
done
