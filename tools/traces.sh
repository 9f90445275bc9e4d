#!/usr/bin/env bash
# The small traces kept in traces/: made again, or compared with what is there.
#
#     tools/traces.sh WEFT            write them
#     tools/traces.sh --check WEFT    compare byte for byte (UPDATE=1: write)
set -euo pipefail
mode=write
if [ "${1:-}" = --check ]; then
  shift
  [ -n "${UPDATE:-}" ] || mode=check
fi
weft=${1:?usage: tools/traces.sh [--check] WEFT}
here=$(cd "$(dirname "$0")/../traces" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for strategy in synchronised interleaved rotated; do
  name=$work/successive-4-$strategy
  "$weft" run successive -n hypercube:4 -s "$strategy" -t "$name.trf" \
    -t "$name.trf1" -t "$name.json" -t "$name.sched" >/dev/null
done
"$weft" run successive -n hypercube:3 -s rotated \
  -t "$work/successive-3-rotated.csv" >/dev/null
"$weft" run multinode -n hypercube:3 -s necklace \
  -t "$work/multinode-3-necklace.sched" >/dev/null

status=0
for file in "$work"/*; do
  name=${file##*/}
  if [ "$mode" = write ]; then
    cp "$file" "$here/$name"
  elif ! cmp "$file" "$here/$name"; then
    status=1
  fi
done
exit $status
