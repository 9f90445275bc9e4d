#!/bin/sh
# The npm package, made from the build of `same`:
#     npm.sh WEFT SOURCE FOLDER
# Takes the commands from $WEFT_COMMANDS (a .js file) if that is set. Skipped (77) without Node.js
# or the compiler.
set -eu
for program in node ${WEFT_COMMANDS:-emcc wasm-opt clang llvm-ar}; do
    command -v "$program" >/dev/null || [ -f "$program" ] || {
        echo "skipped: no $program here"
        exit 77
    }
done
mkdir -p "$3"
commands=${WEFT_COMMANDS:-$3/commands.js}
[ -n "${WEFT_COMMANDS:-}" ] || "$2/tools/playground.sh" --build "$3/build" -o "$commands"
rm -rf "$3/npm"
"$2/tools/npm.sh" "$3/npm" "$commands"
node "$(dirname "$0")/npm.mjs" "$1" "$3/npm" \
    "$(command -v chromium || command -v chromium-browser || command -v google-chrome || :)"
