#!/bin/sh
# Pages in axe-core, which looks for what keeps people out:
#     axe.sh BUILD-FOLDER WEFT SOURCE [PLAYGROUND]
# PLAYGROUND is the page of the playground; without it: a page of `weft view`.
# Skipped (77) without Chromium, Node.js, npm or the package.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
browser=$(command -v chromium || command -v chromium-browser ||
    command -v google-chrome) || exit 77
axe=$("$here/package.sh" "$1" axe-core 4.14.1) || exit 77
page=${4:-}
[ -n "$page" ] || {
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    page=$work/page.html
    "$2" view "$3"/traces/successive-4-synchronised.trf \
        "$3"/traces/successive-4-rotated.trf -o "$page"
}
node "$here/axe.mjs" "$browser" "$axe/axe.min.js" "$page"
