#!/bin/sh
# The same experiment gives the same bytes: every strategy of a problem, run
# by every engine with several windows, must write identical files in every
# format and print the same summary.
#
# usage: determinism.sh WEFT PROBLEM [OPTION...]
weft=$(realpath "$1")
problem=$2
shift 2
here=$(mktemp -d) || exit 1
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 1

# msccl holds collectives only; tests/collectives writes those. What GOAL cannot
# say it refuses: tests/stress/roundtrip.c. OTF2 needs a module.
targets=$("$weft" list formats | grep -v '(read only)' |
    grep -Ev '^ *(msccl|goal|otf2) ' |
    while read -r format rest; do
    printf ' -t %s:%s' "$format" "$format"
done)
engines=$("$weft" list engines | while read -r engine rest; do
    echo "$engine"
done)

# run FOLDER OPTION...: fills the folder with the run's files.
run() {
    mkdir "$1" && cd "$1" || exit 1
    shift
    # shellcheck disable=SC2086
    "$weft" run "$problem" "$@" $targets $goal >summary || exit 1
    cd ..
}

# a network whose switch combines messages
{ echo 'combine s'; seq -f '%g s' 0 7; } >combining.net

"$weft" list strategies | while read -r name strategy rest; do
    [ "$name" = "$problem" ] || continue
    own=
    [ "$strategy" != in-network ] || own=file:$here/combining.net
    goal='-t goal:goal'
    "$weft" run "$problem" -s "$strategy" "$@" ${own:+-n "$own"} -t goal:"$here/goal" \
        >/dev/null 2>refused || {
        grep -q 'GOAL cannot represent' refused || exit 1
        goal=
    }
    run first -s "$strategy" "$@" ${own:+-n "$own"} || exit 1
    for engine in $engines; do
        if [ "$engine" = rounds ] &&
            "$weft" run "$problem" -s "$strategy" --engine rounds "$@" ${own:+-n "$own"} 2>&1 |
                grep -q '^weft: engine rounds: '; then
            continue # not a timetable, or not with these costs
        fi
        for window in 1 5 64 unbounded; do
            run again -s "$strategy" --engine "$engine" --window $window \
                "$@" ${own:+-n "$own"} || exit 1
            diff -rq first again ||
                { echo "$strategy: $engine, window $window"; exit 1; }
            rm -r again
        done
    done
    rm -r first
    echo "$problem $strategy: the same"
done
