#!/bin/sh
# The tables of peculiar traces in a document, with what Perfetto's engine makes
# of them:
#     peculiar.sh BUILD-FOLDER CC HEADER DOCUMENT
# Skipped (77) without the engine. UPDATE=1 writes the tables.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
engine=$("$here/engine.sh" "$1") || exit 77
exec python3 "$here/peculiar.py" "$2" "$3" "$4" "$engine"
