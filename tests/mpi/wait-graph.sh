#!/bin/sh
# The picture of a deadlock: boxes of ranks that wait in the same way, arrows to
# those for which they wait, the cycle in another colour; the same on each
# engine, and from check. Without a deadlock, no file.
# usage: wait-graph.sh WEFT COMPILER
# shellcheck source=tests/mpi/work.sh
. "$(dirname "$0")/work.sh"
cat >waits.c <<'C'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size, x = 0, from = MPI_PROC_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    switch (argc > 1 ? argv[1][0] : 0) {
    case 'r': /* a ring */
        from = (rank + 1) % size;
        break;
    case 'c': /* a chain to a rank that ends */
        if (!rank)
            return 0;
        from = rank - 1;
        break;
    case 'o': /* one of many */
        from = rank == size - 2 ? 3 : MPI_PROC_NULL;
        break;
    case 'a':
        from = MPI_ANY_SOURCE;
    }
    MPI_Recv(&x, 1, MPI_INT, from, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
"$compiler" -g waits.c -o "<wa&its>" || exit 1
failed=0
# expect RANKS WORD BOXES ARROWS CYCLE DASHED: CYCLE boxes and arrows are thick,
# DASHED boxes do not wait.
expect() {
    for way in '--engine fibers' '--engine threads' check; do
        rm -f graph.svg
        # shellcheck disable=SC2086 # two words
        "$weft" mpi $way -n "$1" --wait-graph graph.svg "./<wa&its>" "$2" 2>said
        [ $? = 1 ] || failed=1
        [ ! -e kept.svg ] || cmp kept.svg graph.svg || failed=1
        cp graph.svg kept.svg
        python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' graph.svg || failed=1
    done
    rm kept.svg
    boxes=$(grep -c '<rect.*stroke=' graph.svg)
    arrows=$(grep -c '<polyline.*marker-end' graph.svg)
    cycle=$(grep -c 'stroke-width="2.4"' graph.svg)
    dashed=$(grep -c '<rect.*stroke-dasharray' graph.svg)
    found="$boxes $arrows $cycle $dashed"
    shift
    [ "$found" = "$2 $3 $4 $5" ] || {
        echo "$1: $found boxes, arrows, of the cycle, dashed; not $2 $3 $4 $5"
        cat said graph.svg
        failed=1
    }
}
expect 2 ring 2 2 4 0
expect 3 ring 3 3 6 0
expect 8 ring 8 8 16 0
expect 20 ring 2 3 5 0
expect 4 chain 2 2 0 1
expect 3 any 1 0 0 0
expect 200 odd 3 3 4 0
grep -q '>ranks 0 to 2, 4 to 197, 199 (198)<' graph.svg || failed=1
grep -q '>MPI_Recv (from 3, tag 5, MPI_COMM_WORLD)<' graph.svg || failed=1
grep -q '>waits.c:25<' graph.svg || failed=1

rm -f graph.svg
"$weft" mpi -n 2 --wait-graph graph.svg "./<wa&its>" 2>said
if [ $? != 0 ] || [ -e graph.svg ] || ! grep -q 'no deadlock was found' said; then
    echo "without a deadlock:"
    cat said
    failed=1
fi
"$weft" mpi -n 2 --wait-graph none/graph.svg "./<wa&its>" ring 2>said
if [ $? != 1 ] || ! grep -q 'none/graph.svg' said; then
    cat said
    failed=1
fi
exit $failed
