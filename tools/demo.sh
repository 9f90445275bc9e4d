#!/usr/bin/env bash
# From a fresh clone to the main job: install what is missing, build, compare
# the strategies of the successive broadcasts on a 4-cube, write their traces.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/setup.sh build
echo "building weft in build/"
[ -d build ] || meson setup build --buildtype=release >/dev/null
if [ -t 1 ]; then ninja -C build programs; else ninja -C build programs >/dev/null; fi
weft=build/bin/weft
out=demo
mkdir -p "$out/upshot"

"$weft" compare successive -n hypercube:4
echo
for strategy in synchronised interleaved rotated; do
  "$weft" run successive -n hypercube:4 -s "$strategy" \
    -t "$out/$strategy.trf" -t "picl1:$out/upshot/$strategy.trf" \
    -t "$out/$strategy.json" -t "$out/$strategy.sched" >/dev/null
  "$weft" check "$out/$strategy.sched" -n hypercube:4 -m shouting \
    --problem successive >/dev/null
done
"$weft" run successive -n hypercube:4 -s rotated --show
"$weft" figure successive-5 -o "$out/rotated.svg"
"$weft" view "$out"/synchronised.trf "$out"/interleaved.trf "$out"/rotated.trf \
  -o "$out/three.html" --title "Sixteen broadcasts on a 4-cube, three ways"
echo
echo "Traces, a picture and a page are in $out/:"
echo "  *.trf         for ParaGraph          *.json   for ui.perfetto.dev"
echo "  upshot/*.trf  for upshot, nupshot    *.sched  the transfers as text"
echo "  rotated.svg   the rotated run, for any browser"
echo "  three.html    the three runs, moving; open it in a browser:"
echo "                xdg-open $out/three.html"
echo
echo "To use weft, weft-mpicc and weft-mpicxx by their names in this shell:"
echo "  export PATH=$(printf %q "$PWD/build/bin"):\$PATH"
