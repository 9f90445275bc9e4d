#!/bin/sh
# The playground's page in Chromium:
#     page.sh WEFT SOURCE FOLDER SCRIPT
# Builds it in FOLDER, or takes $WEFT_PAGE. Skipped (77) without a browser, Node.js or the compiler.
set -eu
browser=$(command -v chromium || command -v chromium-browser ||
    command -v google-chrome) || {
    echo "no Chromium here"
    exit 77
}
for program in node emcc wasm-opt clang llvm-ar; do
    command -v $program >/dev/null || {
        echo "no $program here"
        exit 77
    }
done
mkdir -p "$3/a folder"
page=${WEFT_PAGE:-$3/a folder/weft playground.html}
[ -n "${WEFT_PAGE:-}" ] ||
    "$2/tools/playground.sh" --build "$3/build" -o "$page"
exec node "$(dirname "$0")/$4" "$browser" "$(realpath "$1")" "$(realpath "$page")"
