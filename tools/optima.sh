#!/bin/sh
# Prove all values of docs/optima.tsv again: six minutes of processor time, four
# of them for butterfly:5, which `--below 10000000` leaves out. A run that was
# interrupted goes on where it stopped.
#
#   tools/optima.sh [OPTION...]   options of tools/optima.py, such as --every 10
set -e
cd "$(dirname "$0")/.."
build=build-optima
[ -f $build/build.ninja ] || meson setup $build --buildtype=release >/dev/null
ninja -C $build tools/weft tests/optimum/drat >/dev/null
exec python3 tools/optima.py "$@" $build/tools/weft $build/tests/optimum/drat $build/optima
