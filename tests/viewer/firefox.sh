#!/bin/sh
# The page in Firefox:
#     firefox.sh WEFT SOURCE
# Skipped (77) where there is no Firefox or no Node.js.
set -eu
weft=$1
source=$2
browser=$(command -v firefox-esr || command -v firefox) || {
    echo "no Firefox here"
    exit 77
}
command -v node >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$weft" view "$source"/traces/successive-4-synchronised.trf \
    "$source"/traces/successive-4-rotated.trf -o "$work/page.html"
node "$(dirname "$0")/firefox.mjs" "$browser" "file://$work/page.html"
