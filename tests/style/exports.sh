#!/bin/sh
# Both libraries export what the headers declare, and nothing else; all of it
# begins with weft_. (What begins with __ is a sanitizer's own.)
# usage: exports.sh SHARED STATIC INCLUDE-FOLDER
set -eu
shared=$1
static=$2
include=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for header in "$include"/weft/*.h "$include"/weft/unstable/*.h; do
    ${CC:-cc} -std=c11 -D_GNU_SOURCE -I"$include" -E "$header" |
        awk -v folder="$include/weft/" -f "$here/declared.awk"
done | sort -u >"$work/declared"
[ "$(wc -l <"$work/declared")" -gt 100 ] || {
    echo "found only $(wc -l <"$work/declared") declared names"
    exit 1
}
status=0
if grep -v '^weft_' "$work/declared"; then
    echo "declared, but without the prefix weft_"
    status=1
fi

compare() {
    grep -v '^__' | sort -u >"$work/exported"
    if ! diff "$work/declared" "$work/exported" >"$work/differ"; then
        sed -n 's/^</declared, not exported:/p; s/^>/exported, not declared:/p' \
            "$work/differ"
        echo "so in $1"
        status=1
    fi
}

nm -D --defined-only "$shared" | awk 'NF == 3 { print $3 }' >"$work/names"
compare "$shared" <"$work/names"
nm -g --defined-only "$static" | awk 'NF == 3 { print $3 }' >"$work/names"
compare "$static" <"$work/names"
exit $status
