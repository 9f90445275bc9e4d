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

# A program with a sanitizer of its own gets it loaded first.
if "$compiler" --no-watch -g -fsanitize=address program.c add.c -o checked; then
    "$weft" mpi -n 2 ./checked >good 2>&1 || expect "a right program" "status 0" good
    "$weft" mpi -n 2 ./checked wrong >bad 2>&1
    expect "a wrong program" "rank 1, program.c:10: the program reads 4 bytes past" bad
    LD_PRELOAD=libasan.so.x "$weft" mpi -n 2 ./checked wrong >bad 2>&1
    expect "another preload" "rank 1, program.c:10: the program reads 4 bytes past" bad
    sed 's/libasan\.so/libasan.no/' checked >without
    chmod +x without
    LC_ALL=C "$weft" mpi -n 2 ./without >bad 2>&1
    expect "no runtime" "libasan.no" bad
fi

# Each rank has its own variables of a library, unless they are to be shared.
cat >count.c <<'C'
#include <mpi.h>
#include <stdio.h>
int count(void);
int main(int argc, char **argv)
{
    int rank, n = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i <= rank; i++)
        n = count();
    printf("%d ", n);
    MPI_Finalize();
    return 0;
}
C
echo 'int count(void) { static int n; return ++n; }' >counter.c
mkdir libs
cc -shared -fPIC counter.c -o libs/libcounter.so
# shellcheck disable=SC2016 # the dynamic linker replaces it
"$compiler" count.c -Llibs -lcounter '-Wl,-rpath,$ORIGIN/libs' -o own
"$weft" mpi -n 4 ./own >own.out 2>&1 || failed=1
expect "a library per rank" "^1 2 3 4 $" own.out
"$weft" mpi -n 4 --share libcounter ./own >shared 2>&1 || failed=1
expect "one library" "1 3 6 10 " shared
expect "one library" "all ranks share the variables of .*/libcounter.so" shared
"$weft" mpi -n 4 --share libcount ./own >unknown 2>&1 && failed=1
expect "no such library" "share libcount: './own' uses no library of this name" unknown
exit $failed
