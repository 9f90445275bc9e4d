#!/bin/sh
# A program under AddressSanitizer, as docs/mpi.md says, where that is there. And
# a library of the program's own is warned of.
# usage: tools.sh WEFT COMPILER
# shellcheck source=tests/mpi/work.sh
. "$(dirname "$0")/work.sh"
failed=0

cat >program.c <<'C'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int add(int x);
int mine;
static int last(int rank, int count)
{
    int *all = calloc(10, sizeof *all);
    all[0] = mine = rank;
    int result = all[count];
    free(all);
    return result;
}
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("%d\n", add(last(rank, argc > 1 && rank == 1 ? 10 : 9)));
    MPI_Finalize();
    return 0;
}
C
echo 'int add(int x) { return x + 1; }' >add.c

# expect WHAT PATTERN FILE
expect() {
    grep -q "$2" "$3" && return
    echo "$1: no line has '$2' in"
    cat "$3"
    failed=1
}

# A sanitizer that cannot be loaded first in this executable says so.
library=$(cc -print-file-name=libasan.so)
if [ -f "$library" ] &&
    "$compiler" --no-watch -g -fsanitize=address program.c add.c -o checked; then
    LD_PRELOAD=$library "$weft" mpi -n 2 ./checked >good 2>&1 ||
        expect "a right program" "status 0" good
    LD_PRELOAD=$library "$weft" mpi -n 2 ./checked wrong >bad 2>&1
    expect "a wrong program" "heap-buffer-overflow" bad
    expect "its line" "last .*program.c:10" bad
fi

cc -shared -fPIC add.c -o libadd.so
"$compiler" program.c -L. -ladd -o shares
LD_LIBRARY_PATH=. "$weft" mpi -n 2 ./shares >shared 2>&1 || failed=1
expect "a library of its own" "libadd.so is loaded only once, so all ranks" shared
exit $failed
