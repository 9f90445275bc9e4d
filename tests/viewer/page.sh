#!/bin/sh
# The page in Chromium:
#     page.sh WEFT SOURCE CASE
# CASE is one of page.mjs. Skipped (77) without Node.js or Chromium.
set -eu
browser=$(command -v chromium || command -v chromium-browser ||
    command -v google-chrome) || {
    echo "no Chromium here"
    exit 77
}
command -v node >/dev/null || exit 77
exec node "$(dirname "$0")/page.mjs" "$browser" "$@"
