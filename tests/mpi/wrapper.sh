#!/bin/sh
# What weft-mpicc takes and answers, and what is said of files it did not make.
# usage: wrapper.sh WEFT COMPILER
# shellcheck source=tests/mpi/work.sh
. "$(dirname "$0")/work.sh"
failed=0

# same WHAT EXPECTED GOT
same() {
    [ "$2" = "$3" ] && return
    echo "$1: expected"
    echo "$2"
    echo "but there is"
    echo "$3"
    failed=1
}

cat >main.c <<'C'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int add(int x);
extern int total;
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    add(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d %d %d %s\n", rank, total, add(0), argc > 1 ? argv[1] : "-");
    MPI_Finalize();
    exit(argc > 2 ? atoi(argv[2]) : 0);
}
C
cat >add.c <<'C'
int total = 100;
int add(int x)
{
    static int sum;
    total += x;
    sum += x;
    return sum;
}
C
expected='0 100 0 word
1 101 1 word
2 102 2 word'

# runs WHAT: the program does what it should
runs() {
    same "$1" "$expected" "$("$weft" mpi -n 3 ./program word 2>&1)"
    rm -f program
}

for flags in '' -static -pie -no-pie '-fPIE -pie' -fno-pic -O2 -flto -s \
    -fvisibility=hidden -Wl,-z,now --coverage -pthread; do
    # shellcheck disable=SC2086 # several words
    "$compiler" $flags main.c add.c -o program || failed=1
    runs "$flags"
done

# instrumented objects in a program that is not, and the other way round
for flags in -O0 -O1; do
    "$compiler" "$flags" -c add.c && "$compiler" -O1 main.c add.o -o program &&
        runs "an object compiled with $flags"
    "$compiler" main.c add.o -o program && runs "the same, instrumented"
done

# main in an archive, as HPC Challenge has it
"$compiler" -c main.c add.c && ar rc liball.a main.o add.o
"$compiler" -L. -lall -o program && runs "an archive"

# run by itself it is one rank
"$compiler" main.c add.c -o program
same "by itself" "0 100 0 word" "$(WEFT=$weft ./program word 2>&1)"
WEFT=$weft ./program word 5 >/dev/null
same "its status" 5 $?
same "without weft" "run this program with: weft mpi -n RANKS PROGRAM (or \
set WEFT to the path of weft)" "$(WEFT=/nowhere PATH=/nowhere ./program 2>&1)"

# what other build systems ask
for word in -show -showme --showme; do
    case $("$compiler" $word program.c) in
    *' -shared '*) ;;
    *) same "$word" "the linker's options" "none" ;;
    esac
done
# shellcheck disable=SC2046 # several words each
{
    cc $("$compiler" -compile-info | cut -d ' ' -f 2-) -c main.c add.c &&
        cc main.o add.o $("$compiler" -link-info | cut -d ' ' -f 2-) \
            -o program
} || failed=1
runs "the compiler itself"

# what is no program
refused() {
    same "$2" "weft: '$1' was not compiled with weft-mpicc: $2" \
        "$("$weft" mpi -n 2 "$1" 2>&1)"
}
cc -x c - -o other <<'C'
int main(void) { return 0; }
C
refused ./other "cannot dynamically load position-independent executable"
cc -shared -fPIC add.c -o other.so
refused ./other.so "it has no weft_mpi_program"
echo text >text
refused ./text "file too short"
for source in main.c main.cpp; do
    echo 'int main(void) { return 0; }' >$source
    same "a source" "weft: './$source' is a source file: compile it first: \
$(echo $source | sed 's/main.c$/weft-mpicc/; s/main.cpp/weft-mpicxx/') ./$source -o ./main" \
        "$("$weft" mpi -n 2 ./$source 2>&1)"
done
refused . "it is not a regular file"
"$compiler" add.c -o program 2>/dev/null && same "no main" refused linked

same "--sanitize without gcc" "$(basename "$compiler") --sanitize needs gcc, \
and 'true' is not" "$(WEFT_CC=true "$compiler" --sanitize main.c 2>&1)"

# as mpirun has it, and options in the wrong place
cat >ranks.c <<'C'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!rank)
        printf("%d ranks, %d arguments\n", size, argc);
    return MPI_Finalize();
}
C
"$compiler" ranks.c -o ranks
same "-np" "3 ranks, 1 arguments" "$("$weft" mpi -np 3 ./ranks 2>&1)"
for word in -n -np; do
    same "$word behind the program" "weft: note: $word 4 went to the program; \
weft's options come before it
2 ranks, 3 arguments" "$("$weft" mpi ./ranks $word 4 2>&1)"
done
same "an -n of the program's own" "2 ranks, 3 arguments" \
    "$("$weft" mpi ./ranks -n words 2>&1)"

exit $failed
