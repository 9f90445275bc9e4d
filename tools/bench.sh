#!/bin/bash
# Measure weft beside its peers, and write a table and a picture.
#
# usage: tools/bench.sh [--quick] [BUILD]
#
# Builds an optimised weft in BUILD (default build-bench), after installing
# what the comparison needs. Every row is the median of several runs; the
# machines take turns, so that whatever else the computer does falls on all of
# them alike. Writes BUILD/bench.md, BUILD/bench.svg and BUILD/bench.txt (the
# medians: work, d, machine, wall, CPU, messages, switches, KiB).
set -euo pipefail
cd "$(dirname "$0")/.."
quick=
[ "${1:-}" = --quick ] && { quick=1; shift; }
build=${1:-build-bench}
runs=5
[ -n "$quick" ] && runs=3

if ! pkg-config --exists simgrid && [ "$(id -u)" = 0 ]; then
    apt-get install -y --no-install-recommends libsimgrid-dev g++ || true
fi >/dev/null
[ -f "$build/build.ninja" ] ||
    meson setup "$build" --buildtype=release -Dtests=true >/dev/null
ninja -C "$build" >/dev/null
one=$build/tests/bench/bench-one
simgrid=$build/tests/bench/bench-simgrid

# work, lowest d, highest d of each machine; d goes up in steps of 2.
works="broadcast 10 14
successive 4 12
gather 6 12"
machines="bare threads fibers barriers simgrid-raw simgrid-thread"

# The highest d that takes seconds rather than minutes.
highest() {
    case $1-$2 in
    barriers-broadcast) echo 12 ;;
    barriers-successive) [ -n "$quick" ] && echo 8 || echo 10 ;;
    barriers-gather) echo 10 ;;
    simgrid-raw-successive) echo 10 ;;
    simgrid-thread-successive) echo 8 ;;
    simgrid-thread-*) echo 10 ;;
    threads-successive) [ -n "$quick" ] && echo 10 || echo 12 ;;
    *) echo 99 ;;
    esac
}

run() { # machine work d
    case $1 in
    simgrid-*) [ -x "$simgrid" ] && "$simgrid" "${1#simgrid-}" "$2" "$3" ;;
    *) "$one" "$1" "$2" "$3" ;;
    esac
}

# Lines "work d machine wall cpu messages switches kib digest", one per run.
measure() {
    while read -r work low high; do
        for ((d = low; d <= high; d += 2)); do
            for ((i = 0; i < runs; i++)); do
                for machine in $machines; do
                    [ "$d" -le "$(highest "$machine" "$work")" ] || continue
                    # What takes long is seen well enough in one run.
                    case $machine-$work-$d-$i in
                    barriers-*-1[0-9]-[1-9] | simgrid-*-1[0-9]-[1-9]) continue ;;
                    esac
                    line=$(run "$machine" "$work" "$d") || continue
                    echo "$work $d $machine $line"
                done
            done
        done
    done <<<"$works"
}

raw=$build/bench-raw.txt
measure >"$raw"

# All machines must have done the same.
awk '{ key = $1 " " $2
       if (key in digest && digest[key] != $9) {
           print "bench: digests differ: " key " " $3; bad = 1
       }
       digest[key] = $9 }
     END { exit bad }' "$raw"

# Medians.
awk '{ key = $1 " " $2 " " $3; n[key]++
       for (c = 4; c <= 8; c++) v[key, c, n[key]] = $c
       if (n[key] == 1) order[++keys] = key }
     function median(key, c,    i, j, k, t, a) {
         for (i = 1; i <= n[key]; i++) a[i] = v[key, c, i]
         for (i = 2; i <= n[key]; i++) {
             t = a[i]
             for (j = i - 1; j > 0 && a[j] > t; j--) a[j + 1] = a[j]
             a[j + 1] = t
         }
         return a[int((n[key] + 1) / 2)]
     }
     END { for (k = 1; k <= keys; k++) {
         key = order[k]
         print key, median(key, 4), median(key, 5), median(key, 6),
               median(key, 7), median(key, 8) } }' "$raw" >"$build/bench.txt"

awk -f tests/bench/table.awk "$build/bench.txt" >"$build/bench.md"
awk -f tests/bench/plot.awk "$build/bench.txt" >"$build/bench.svg"
cat "$build/bench.md"
