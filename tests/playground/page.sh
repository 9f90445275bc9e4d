#!/bin/sh
# The playground's page in a browser:
#     page.sh WEFT SOURCE FOLDER page|firefox|lessons|editor|accessible|budgets
# Builds it in FOLDER, or takes $WEFT_PAGE. Skipped (77) without a browser, Node.js or the compiler.
set -eu
weft=$(realpath "$1") source=$2 folder=$3 what=$4
case $what in
firefox) names="firefox-esr firefox" ;;
*) names="chromium chromium-browser google-chrome" ;;
esac
browser=
for name in $names; do
    browser=${browser:-$(command -v "$name" || :)}
done
[ -n "$browser" ] || {
    echo "none of $names here"
    exit 77
}
for program in node emcc wasm-opt clang llvm-ar; do
    command -v $program >/dev/null || {
        echo "no $program here"
        exit 77
    }
done
mkdir -p "$folder/a folder"
page=${WEFT_PAGE:-$folder/a folder/weft playground.html}
[ -n "${WEFT_PAGE:-}" ] ||
    "$source/tools/playground.sh" --build "$folder/build" -o "$page"
here=$(dirname "$0")
page=$(realpath "$page")
case $what in
accessible) exec "$here/../viewer/axe.sh" "$folder" "$weft" "$source" "$page" ;;
page | firefox)
    commands=$folder/$what.json
    python3 "$here/same.py" "$weft" "$source" "$folder" --sample "$commands"
    exec node "$here/page.mjs" "$browser" "$weft" "$page" "$what" "$commands"
    ;;
*) exec node "$here/$what.mjs" "$browser" "$weft" "$page" ;;
esac
