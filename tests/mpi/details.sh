#!/bin/sh
# Traces contain the tag, the communicator and the source line of each message,
# wait and call; csv and chrome preserve them, and both engines write the same.
# usage: details.sh WEFT COMPILER
# shellcheck source=tests/mpi/work.sh
. "$(dirname "$0")/work.sh"
cat >"od'd \"name\",.c" <<'C'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size, x = 0, *upper, flag;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm half, named;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half); /* line 10 */
    MPI_Comm_dup(MPI_COMM_WORLD, &named);
    MPI_Comm_set_name(named, "a, \"b\"\n");
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &upper, &flag);
    MPI_Request request;
    MPI_Irecv(&x, 1, MPI_INT, (rank + size - 1) % size, MPI_ANY_TAG, named, &request);
    MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, *upper, named);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank < 2)
        MPI_Ssend(&rank, 1, MPI_INT, 1, 7, half);
    else
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 7, half, MPI_STATUS_IGNORE);
    MPI_Request kept;
    if (rank == 0)
        MPI_Send_init(&rank, 1, MPI_INT, 1, 24, MPI_COMM_WORLD, &kept);
    else if (rank == 1)
        MPI_Recv_init(&x, 1, MPI_INT, 0, 24, MPI_COMM_WORLD, &kept);
    for (int i = 0; i < 2 && rank < 2; i++) {
        MPI_Start(&kept);
        MPI_Wait(&kept, MPI_STATUS_IGNORE);
    }
    if (rank < 2)
        MPI_Request_free(&kept);
    MPI_Win win;
    int *memory;
    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Bcast(&x, 1, MPI_INT, 0, half);
    MPI_Comm_free(&half);
    MPI_Comm_free(&named);
    MPI_Finalize();
    return 0;
}
C
"$compiler" -g -O1 "od'd \"name\",.c" -o program || exit 1
for engine in fibers threads; do
    "$weft" mpi -n 4 --engine $engine -t $engine.csv -t $engine.json -t $engine.html ./program ||
        exit 1
    for ending in csv json html; do
        cmp $engine.$ending fibers.$ending || exit 1
    done
done
"$weft" convert fibers.csv again.json && cmp fibers.json again.json || exit 1
"$weft" convert fibers.json again.csv && cmp fibers.csv again.csv || exit 1
"$weft" check fibers.csv >judgement || exit 1

# For each kind of row: the number of rows with these details.
name="od'd \"\"name\"\",.c"
half="MPI_Comm_split at od'd \"\"name\"\",.c:10 for ranks"
failed=0
while read -r count row; do
    found=$(grep -c "$row\$" fibers.csv)
    [ "$found" = "$count" ] && continue
    echo "$found rows, not $count, like $row"
    failed=1
done <<X
4 ,send,.*,1073741823,"a, ""b""?","$name:16"
4 ,receive,.*,any,"a, ""b""?","$name:17"
4 ,wait,.*,any,"a, ""b""?","$name:17"
2 ,send,0.*,7,"$half 0, 2","$name:19"
2 ,send,1.*,7,"$half 1, 3","$name:19"
2 ,receive,2.*,7,"$half 0, 2","$name:21"
2 ,receive,3.*,7,"$half 1, 3","$name:21"
2 ,send,0.*,24,MPI_COMM_WORLD,"$name:24"
2 ,receive,1.*,24,MPI_COMM_WORLD,"$name:29"
2 ,send,.*,,"$half [01], [23]","$name:40"
4 ,task,.*,,,"$name:16"
4 ,compute,.*,,,"$name:37"
X
grep -q ",send,.*,,\"a window created by MPI_Win_allocate at .*\",\"$name:38\"" fibers.csv || failed=1
if grep -v '^#' fibers.csv | grep -e ',done,.*[^,]$' -e ',send,.*,$'; then
    echo "these rows should have no details, or some"
    failed=1
fi
[ $failed = 0 ] || grep -v '^#' fibers.csv
exit $failed
