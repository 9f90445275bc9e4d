#!/bin/sh
# What the objects of a folder of src need from other folders, as the linker
# sees it, must be what tests/layers.txt lists: the folder, or the public
# header that declares the name. And what no public header declares does not begin
# with weft_.
# usage: links.sh INTERNAL.a ROOT
archive=$(realpath "$1")
cd "$2" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for header in include/weft/*.h; do
    name=weft/$(basename "$header" .h)
    ${CC:-cc} -std=c11 -D_GNU_SOURCE -Iinclude -E "$header" |
        awk -v folder="$name.h" -f tests/style/declared.awk |
        sed "s|^|$name |"
done >"$work/declared"
# a path with a blank would be two fields
(cd "$(dirname "$archive")" && nm -A -g "$(basename "$archive")") >"$work/symbols"

awk '
FILENAME ~ /layers.txt$/ {
    if (/^#/ || !/:/) next
    n = split($0, word, /[: ]+/)
    for (i = 2; i <= n; i++) may[word[1], word[i]] = 1
    next
}
FILENAME ~ /declared$/ { header[$2] = $1; next }
{
    # archive:src_FOLDER_FILE.c.o:address kind name
    object = $1; sub(/^[^:]*:/, "", object); sub(/:.*/, "", object)
    folder = object
    if (!sub(/^.*src_/, "", folder)) next
    sub(/_.*/, "", folder)
    name = $NF; kind = $(NF - 1)
    if (kind == "U") { needs[folder, name] = object }
    else { home[name] = folder; objects++ }
}
END {
    if (objects < 500) { print "only " objects + 0 " symbols seen"; bad = 1 }
    for (pair in needs) {
        split(pair, at, SUBSEP)
        from = at[1]; name = at[2]; to = home[name]
        if (to == "" || to == from || (from, to) in may) continue
        if (name in header && (from, header[name]) in may) continue
        print needs[pair] ": needs " name " of " to \
            (name in header ? " (" header[name] ")" : "")
        bad = 1
    }
    for (name in home)
        if (name ~ /^weft_/ && !(name in header)) {
            print name " of " home[name] ": begins as what is public"
            bad = 1
        }
    exit bad
}' tests/layers.txt "$work/declared" "$work/symbols"
