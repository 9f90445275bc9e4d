#!/bin/sh
# A paje trace in pj_dump, which must not say a word but the dump, and in
# ViTE, which must draw every message:
#     paje.sh PROGRAM ARGUMENT...
# PROGRAM ARGUMENT... TRACE writes the trace, of steps of 1 ms, and prints what
# must be in it. Skipped (77) where neither is installed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
expected=$("$@" "$work/a.trace")
cd "$work"
echo "$expected"
arrows=$(echo "$expected" | sed 's/.*"arrows": \([0-9]*\).*/\1/')
tried=0

equal() {
    echo "$1: $2"
    [ "$2" = "$3" ] || { echo "expected $3"; exit 1; }
}

if command -v pj_dump >/dev/null; then
    tried=1
    pj_dump a.trace >dump 2>said
    equal "lines on standard error" "$(wc -l <said)" 0
    equal "lines that are no dump" "$(grep -cv \
        '^\(Container\|State\|Link\|Variable\|Event\), ' dump || true)" 0
    equal "links" "$(grep -c ^Link dump)" "$arrows"
    # every message takes one step, from the container that the state names
    equal "links of one step" \
        "$(awk -F', ' '/^Link/ && $6 == "0.001000"' dump | wc -l)" "$arrows"
fi
if command -v vite >/dev/null; then
    tried=1
    QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR=$work \
        vite -e a.svg a.trace >said 2>&1
    cat said
    grep -q '0 errors and 0 warnings' said
    # an arrow's head is a polygon
    equal "arrows" "$(grep -o '<polygon' a.svg | wc -l)" "$arrows"
fi
[ $tried = 1 ] || exit 77
