#!/bin/sh
# The linked module, in which fibers can be left and entered again
# (src/machine/engine/context.c), and its glue. Named are functions that are
# never on the stack of a fiber.
# usage: link.sh RAW.js COMMAND.js OUT.js OUT.wasm
set -e
wasm-opt "${1%.js}.wasm" -o "$4" --asyncify \
  --pass-arg=asyncify-imports@env.invoke_* \
  --pass-arg='asyncify-removelist@*CaDiCaL*,std::*,xml*' -Os --strip-debug
cat "$1" "$2" >"$3"
