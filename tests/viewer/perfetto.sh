#!/bin/sh
# A trace in Perfetto's own engine:
#     perfetto.sh BUILD-FOLDER PROGRAM ARGUMENT...
# PROGRAM ARGUMENT... TRACE writes the trace and prints what must be in it.
# Skipped (77) without the engine.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
engine=$("$here/engine.sh" "$1") || exit 77
shift

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for ending in json.gz json; do
    expected=$("$@" "$work/trace.$ending")
    echo "$ending: $expected"
    node "$here/perfetto.mjs" "$engine" "$work/trace.$ending" "$expected"
    # a large one is loaded once
    [ "$(wc -c <"$work/trace.$ending")" -lt 500000 ] || break
done
