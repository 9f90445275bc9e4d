#!/bin/sh
# Draw every figure of the documents into docs/figures, a few of traces, also of other programs,
# and the one that moves.
#
#   tools/figures.sh WEFT            draw them
#   tools/figures.sh --check WEFT    fail if one differs from what is kept
#                                    (UPDATE=1: draw them instead)
set -eu
check=no
if [ "$1" = --check ]; then
    check=yes
    shift
fi
[ "${UPDATE:-0}" = 1 ] && check=no
weft=$1
kept=$(dirname "$0")/../docs/figures
mkdir -p "$kept"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for name in $("$weft" figure --list | sed '/^$/,$d' | cut -d' ' -f1); do
    "$weft" figure "$name" -o "$work/$name.svg"
done
"$weft" run successive -n hypercube:4 -s rotated -t "$work/run.csv" >/dev/null
for kind in gantt utilisation matrix links tree; do
    "$weft" figure $kind "$work/run.csv" -o "$work/trace-$kind.svg"
done
"$weft" figure spacetime "$work/run.csv" --path -o "$work/trace-path.svg"
rm "$work/run.csv"
"$weft" run successive -n hypercube:4 -s rotated -t "$work/run.sched" >/dev/null
python3 "$(dirname "$0")/animate.py" 26 <"$work/run.sched" >"$work/rotated-moving.svg"
rm "$work/run.sched"

python3 "$(dirname "$0")/other-traces.py" "$work"
"$weft" figure tasks "$work/training.json" -o "$work/other-training.svg"
"$weft" figure tasks "$work/compile.json" --processors 0..0 -o "$work/other-compile.svg"
"$weft" figure spacetime "$work/halo.prv" -o "$work/other-halo.svg"
"$weft" figure tasks "$work/build.json" -o "$work/other-build.svg"
rm "$work"/*.json "$work"/halo.*

if [ $check = no ]; then
    rm -f "$kept"/*.svg
    cp "$work"/*.svg "$kept"
    exit 0
fi
status=0
for file in "$work"/*.svg "$kept"/*.svg; do
    name=$(basename "$file")
    cmp -s "$work/$name" "$kept/$name" || {
        echo "docs/figures/$name is not what weft draws"
        status=1
    }
done
for name in $("$weft" figure --list | sed '/^$/,$d' | cut -d' ' -f1); do
    grep -q "(figures/$name.svg)" "$kept/../figures.md" || {
        echo "docs/figures.md does not show $name"
        status=1
    }
done
exit $status
