#!/bin/sh
# The code of the pages against its types: TypeScript's checker over what its
# comments say.
#     types.sh BUILD-FOLDER SCRIPT...
# Skipped (77) without Node.js, npm or the package.
set -eu
package=$("$(dirname "$0")/package.sh" "$1" typescript 5.9.3) || exit 77
shift
exec "$package/bin/tsc" --noEmit --allowJs --checkJs \
    --target es2022 --module esnext --moduleResolution bundler \
    --lib es2022,dom,dom.iterable "$@"
