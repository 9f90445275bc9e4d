#!/bin/sh
# Many ranks: each one has its variables, its units and its random numbers. The C
# library has keys for thread-specific data for no more than 512 copies.
# usage: many.sh WEFT COMPILER
# shellcheck source=tests/mpi/work.sh
tests=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/../mpi/work.sh"
"$compiler" -O1 -g "$tests/fortran-globals.f90" -o globals || exit 1
for ranks in 1 17 600; do
    result=$("$weft" mpi -n $ranks ./globals 2>&1)
    [ "$result" = "rank $((ranks - 1)): 0 wrong of $ranks" ] || {
        echo "with $ranks ranks: $result"
        exit 1
    }
done
