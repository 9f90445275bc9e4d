#!/usr/bin/env bash
# Measure weft beside its peers, and write a table and a picture.
#
#     tools/bench.sh [--quick] [BUILD]      everything
#     tools/bench.sh --table BUILD WORK...  works of a weft built in BUILD, the
#                                           quick way; only prints the table
#     tools/bench.sh --instructions BUILD WORK...
#                                           the same, instructions counted by
#                                           valgrind: for machines that count
#                                           none themselves ("n/a"); minutes
#
# Builds an optimised weft in BUILD (default build-bench), after installing
# what the comparison needs. The machines take turns, so that whatever else the
# computer does falls on all of them alike; figures are medians, ratios those
# of neighbours. Writes BUILD/bench.md, BUILD/bench.svg and BUILD/bench.txt
# (what tests/bench/median.awk says).
set -euo pipefail
cd "$(dirname "$0")/.."
turns=5
patience=3000000 # us of CPU time: a machine goes no higher after a longer run
table=
counted=
case ${1:-} in
--quick | --table | --instructions)
  turns=3
  patience=800000
  [ "$1" = --quick ] || table=yes
  [ "$1" != --instructions ] || counted=300000 # us: longer runs are not counted
  [ -z "$counted" ] || command -v valgrind >/dev/null ||
    { echo "tools/bench.sh: valgrind is not installed" >&2 && exit 1; }
  shift
  ;;
esac
build=${1:-build-bench}
machines='bare threads fibers barriers simgrid-raw simgrid-thread'

# The lowest and the highest dimension of each work; it goes up by 2.
declare -A range=([broadcast]='10 14' [successive]='4 12' [gather]='6 12'
  [necklace]='6 12' [stream]='6 12')

run() { # MACHINE WORK D
  local one=$build/tests/bench/bench-one
  case $1 in
  simgrid-*) "$build/tests/bench/bench-simgrid" "${1#simgrid-}" "$2" "$3" ;;
  *) "$one" "$1" "$2" "$3" ;;
  esac
}

# Instructions of one command, as valgrind counts them.
count() { # COMMAND...
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
    awk '/Collected :/ { print $4 }'
}

# The same of one run, without what the process needs to begin.
count_run() { # MACHINE WORK D
  local one=$build/tests/bench/bench-one
  echo $(($(count "$one" "$@") - $(count "$one" bare broadcast 1)))
}

# Lines "work d machine turn wall cpu messages switches kib instructions digest".
measure() { # WORK LOW HIGH
  local d turn machine line wall cpu messages switches kib instructions digest
  local -A many
  local tired=' '
  [ -x "$build/tests/bench/bench-simgrid" ] || tired=' simgrid-raw simgrid-thread '
  for ((d = $2; d <= $3; d += 2)); do
    many=()
    for ((turn = 1; turn <= turns; turn++)); do
      for machine in $machines; do
        [[ $tired != *" $machine "* ]] || continue
        line=$(run "$machine" "$1" "$d")
        read -r wall cpu messages switches kib instructions digest <<<"$line"
        ((10#${cpu/./} <= patience)) || tired+="$machine "
        if [[ -n $counted && $machine =~ ^(bare|threads|fibers)$ ]] &&
          ((10#${cpu/./} <= counted)); then
          [ "$turn" != 1 ] || many[$machine]=$(count_run "$machine" "$1" "$d")
          instructions=${many[$machine]:-0}
        fi
        echo "$1 $d $machine $turn $wall $cpu $messages $switches $kib" \
          "$instructions $digest"
      done
    done
  done
}

medians() { # WORK...
  local work
  for work; do
    # shellcheck disable=SC2086
    measure "$work" ${range[$work]}
  done | awk -f tests/bench/median.awk
}

if [ -n "$table" ]; then
  shift
  medians "$@" | awk -f tests/bench/table.awk
  exit
fi
tools/setup.sh bench || echo "going on without SimGrid" >&2
[ -f "$build/build.ninja" ] ||
  meson setup "$build" --buildtype=release >/dev/null
for program in tests/bench/bench-one tests/bench/bench-simgrid; do
  ! ninja -C "$build" -t query $program >/dev/null 2>&1 ||
    ninja -C "$build" $program >/dev/null
done
medians broadcast successive gather necklace stream >"$build/bench.txt"
awk -f tests/bench/table.awk "$build/bench.txt" | tee "$build/bench.md"
awk -f tests/bench/plot.awk "$build/bench.txt" >"$build/bench.svg"
