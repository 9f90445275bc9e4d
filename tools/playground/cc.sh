#!/bin/sh
# The compiler of tools/wasm.ini. A file is compiled by clang with the flags of
# `emcc --cflags`, which tools/playground.sh has put into $WEFT_PLAYGROUND: emcc
# itself takes five times as long. All else is emcc's.
flags=${WEFT_PLAYGROUND:+$WEFT_PLAYGROUND/cflags}
for word; do
  if [ "$word" = -c ] && [ -f "$flags" ]; then
    read -r line <"$flags"
    # shellcheck disable=SC2086 # words
    exec clang $line "$@"
  fi
done
exec emcc "$@"
