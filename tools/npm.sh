#!/usr/bin/env bash
# Write the folder of the npm package weft-wasm, for `npm pack FOLDER` or `npm install FOLDER`.
#
#     tools/npm.sh FOLDER [COMMANDS.js]
#
# COMMANDS.js and COMMANDS.wasm are the files that `tools/playground.sh -o COMMANDS.js` writes;
# without the argument, the script calls it.
set -euo pipefail
[ $# -eq 1 ] || [ $# -eq 2 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 64; }
[ ! -e "$1" ] || [ -z "$(ls -A "$1")" ] || { echo "tools/npm.sh: $1 is not empty" >&2; exit 1; }
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1/commands"
commands=$1/commands/commands.js
if [ $# -eq 2 ]; then
  cp "$2" "$commands"
  cp "${2%.js}.wasm" "$1/weft.wasm"
else
  "$root/tools/playground.sh" -o "$commands"
  mv "${commands%.js}.wasm" "$1/weft.wasm"
fi
echo '{"type": "commonjs"}' >"$1/commands/package.json"
cp "$root"/packaging/npm/* "$root/LICENSE" "$1"
