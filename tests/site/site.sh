#!/bin/sh
# The site: built twice with the same bytes, its links, its colours, and every page on a phone.
#     site.sh SOURCE BUILD
# Skipped (77) without pandoc; pages are not opened without Node.js or Chromium.
set -eu
command -v pandoc >/dev/null || { echo "skipped: no pandoc here"; exit 77; }
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(umask 022 && "$1/tools/site.sh" "$work/site" "$2")
(umask 077 && cd "$work" && "$1/tools/site.sh" again "$2")
diff -r "$work/site" "$work/again"
! "$1/tools/site.sh" "$work/site" "$2" 2>/dev/null || { echo "an old site is written over"; exit 1; }
python3 "$here/site-links.py" "$work/site"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) &&
    command -v node >/dev/null || { echo "no browser here: pages are not opened"; exit 0; }
node "$here/widths.mjs" "$browser" "$work/site"
