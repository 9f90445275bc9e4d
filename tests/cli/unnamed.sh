#!/bin/sh
# A schedule that names neither its strategy nor its root is judged as well as
# one that does: the root is found, there is a lower bound wherever there was
# one, and none above what it takes.
# unnamed.sh WEFT
set -eu
weft=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
    echo "$*: $(cat named unnamed 2>&1)"
    exit 1
}

judge() { # PROBLEM STRATEGY NETWORK ROOT
    "$weft" run "$1" -s "$2" -n "$3" --root "$4" -t all.sched >/dev/null 2>&1 ||
        "$weft" run "$1" -s "$2" -n "$3" -t all.sched >/dev/null 2>&1 ||
        return 0
    grep -v '^# strategy\|^# root' all.sched >some.sched
    "$weft" check all.sched >named || fail "$@"
    "$weft" check some.sched >unnamed || fail "$@"
    if grep -q ', root' unnamed; then
        root=$(sed -n 's/^# root: //p' all.sched)
        grep -q ", root $root (found)" unnamed || fail "root" "$@"
    fi
    most=$(sed -n 's/^lower bound: \([0-9]*\).*/\1/p' unnamed | sort -n | tail -1)
    steps=$(sed -n 's/.* \([0-9]*\) step.*/\1/p' unnamed)
    ! grep -q '^lower' named || [ "$most" ] || fail "no bound" "$@"
    ! grep -q '^ratio: [0-9]' unnamed || [ "${most:-0}" -le "$steps" ] || fail "bound too high" "$@"
    judged=$((judged + 1))
}

judged=0
for problem in scatter gather broadcast reduce stream allgather \
    reduce-scatter allreduce alltoall scan; do
    for strategy in $("$weft" list strategies |
        awk -v p="$problem" '$1 == p { print $2 }'); do
        judge "$problem" "$strategy" hypercube:3 3
        judge "$problem" "$strategy" complete:5 0
    done
done
[ "$judged" -gt 60 ] || fail "only $judged judged"
