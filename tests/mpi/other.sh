#!/bin/sh
# A program of this folder prints the same, but for the order of lines, under
# MPICH as under `weft mpi`.
# usage: other.sh WEFT COMPILER FILE.c RANKS
command -v mpicc.mpich >/dev/null && command -v mpiexec.mpich >/dev/null || {
    echo "no MPICH"
    exit 77
}
weft=$(realpath "$1")
compiler=$(realpath "$2")
source=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
set -e
"$compiler" -D_GNU_SOURCE -w "$source" -o ours
mpicc.mpich -D_GNU_SOURCE -w "$source" -o theirs
"$weft" mpi -n "$4" ./ours >ours.out
mpiexec.mpich -n "$4" ./theirs >theirs.out
sort ours.out >ours.sorted
sort theirs.out | diff ours.sorted -
