#!/bin/sh
# A program of this folder prints the same, but for the order of lines, under
# MPICH as under `weft mpi`.
# usage: other.sh WEFT COMPILER FILE.c RANKS
command -v mpicc.mpich >/dev/null && command -v mpiexec.mpich >/dev/null || {
    echo "no MPICH"
    exit 77
}
# shellcheck source=tests/mpi/work.sh
. "$(dirname "$0")/work.sh"
set -e
"$compiler" -D_GNU_SOURCE -w "$source" -o ours
mpicc.mpich -D_GNU_SOURCE -w "$source" -o theirs
"$weft" mpi -n "$4" ./ours >ours.out
mpiexec.mpich -outfile-pattern theirs.%r -n "$4" ./theirs
# no file where no rank has printed
find . -name "theirs.[0-9]*" -exec cat {} + >theirs.out
sort ours.out >ours.sorted
sort theirs.out | diff ours.sorted -
