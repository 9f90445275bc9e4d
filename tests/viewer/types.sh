#!/bin/sh
# The code of the pages against its types: TypeScript's checker over what its
# comments say.
#     types.sh BUILD-FOLDER SCRIPT...
# Skipped (77) without Node.js, npm or the package.
set -eu
build=$1
shift
version=5.9.3
command -v node >/dev/null && command -v npm >/dev/null || exit 77
folder=$build/types
mkdir -p "$folder"
(
    flock 9
    [ -x "$folder/node_modules/.bin/tsc" ] && exit 0
    [ -z "$(find "$folder/failed" -mmin -60 2>/dev/null)" ] || exit 1
    cd "$folder"
    echo '{"private": true}' >package.json
    timeout 60 npm install --no-package-lock --ignore-scripts --no-audit \
        --no-fund --loglevel=error --fetch-retries=1 --fetch-timeout=15000 \
        typescript@$version >&2 || { touch failed; exit 1; }
) 9>"$folder/lock" || exit 77
exec "$folder/node_modules/.bin/tsc" --noEmit --allowJs --checkJs \
    --target es2022 --module esnext --moduleResolution bundler \
    --lib es2022,dom,dom.iterable "$@"
