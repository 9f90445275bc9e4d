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
