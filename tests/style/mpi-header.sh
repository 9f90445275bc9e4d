#!/bin/sh
# mpi.h: every function of src/mpi/functions.tsv is declared, with its name for
# profiling, and no other one; it compiles without a warning in C99, C11 and
# C++; handles and constants stand in initialisers.
# usage: mpi-header.sh ROOT
cd "$1" || exit 1
status=0
folder=include/weft/mpi

fail() {
    echo "$*"
    status=1
}

work=$(mktemp -d) || exit 1
trap 'rm -r "$work"' EXIT
grep -v '^#' src/mpi/functions.tsv | cut -f 1 | sort >"$work/table"
${CC:-cc} -E -P $folder/mpi.h | tr '\n' ' ' >"$work/header"
grep -oE '\bMPI_[A-Z][A-Za-z0-9_]*\([^()]*\);' "$work/header" |
    sed 's/(.*//' | sort >"$work/declared"
diff "$work/table" "$work/declared" ||
    fail "src/mpi/functions.tsv (<) and the functions of mpi.h (>) differ"
grep -oE '\bPMPI_[A-Za-z0-9_]+;' "$work/header" | sed 's/^P//; s/;//' |
    sort | diff "$work/table" - ||
    fail "src/mpi/functions.tsv (<) and the PMPI_ names of mpi.h (>) differ"
[ "$(uniq -d "$work/table")" = "" ] || fail "functions.tsv: a function twice"
grep -v '^#' src/mpi/functions.tsv | awk -F'\t' 'NF != 2 || $2 !~ /^[1-4]$/ {
    print "functions.tsv: not a name and a tier: " $0; bad = 1 }
END { exit bad }' || status=1

cat >"$work/program" <<'PROGRAM'
#include <mpi.h>
static MPI_Comm comm = MPI_COMM_WORLD;
static const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_DATATYPE_NULL};
static MPI_Request request = MPI_REQUEST_NULL;
static MPI_Op op = MPI_SUM;
static int *weights = MPI_UNWEIGHTED;
static MPI_Status *none = MPI_STATUSES_IGNORE;
int main(int argc, char **argv)
{
    MPI_Status status;
    int (*profiled)(MPI_Comm, int *) = PMPI_Comm_rank;
    MPI_Init(&argc, &argv);
    profiled(comm, &argc);
    MPI_Wait(&request, &status);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
    MPI_Testsome(1, &request, &argc, &argc, none);
    MPI_Dist_graph_create_adjacent(comm, 1, &argc, MPI_UNWEIGHTED, 1, &argc,
                                   weights, MPI_INFO_NULL, 0, &comm);
    switch (status.MPI_SOURCE) {
    case MPI_ANY_SOURCE:
    case MPI_ANY_TAG:
    case MPI_PROC_NULL:
    case MPI_ROOT:
    case MPI_UNDEFINED:
    case -1:
        return MPI_STATUS_IGNORE == MPI_STATUSES_IGNORE;
    }
    MPI_Allreduce(MPI_IN_PLACE, &argc, 1, types[0], op, comm);
    return MPI_Finalize() != MPI_SUCCESS || status.MPI_TAG;
}
PROGRAM
for standard in c99 c11 c17; do
    ${CC:-cc} -std=$standard -Wall -Wextra -pedantic -Werror -I$folder \
        -O1 -c -o /dev/null -x c "$work/program" || fail "mpi.h: warns in $standard"
done
if command -v c++ >/dev/null; then
    for standard in c++11 c++17; do
        c++ -std=$standard -Wall -Wextra -pedantic -Werror -I$folder \
            -O1 -c -o /dev/null -x c++ "$work/program" ||
            fail "mpi.h: warns in $standard"
    done
fi
exit $status
