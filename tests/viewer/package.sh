#!/bin/sh
# Install a package of npm into the build folder, once for all tests, and print
# its folder:
#     package.sh BUILD-FOLDER NAME VERSION
# Fails without Node.js, npm or the package; then it does not try again for an
# hour.
set -eu
folder=$1/$2
command -v node >/dev/null && command -v npm >/dev/null || exit 1
mkdir -p "$folder"
(
    flock 9
    [ -d "$folder/node_modules/$2" ] && exit 0
    [ -z "$(find "$folder/failed" -mmin -60 2>/dev/null)" ] || exit 1
    cd "$folder"
    echo '{"private": true}' >package.json
    timeout 60 npm install --no-package-lock --ignore-scripts --no-audit \
        --no-fund --loglevel=error --fetch-retries=1 --fetch-timeout=15000 \
        "$2@$3" >&2 || { touch failed; exit 1; }
) 9>"$folder/lock" || exit 1
echo "$folder/node_modules/$2"
