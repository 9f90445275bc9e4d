#!/bin/sh
# The symbols file of the Debian package names the functions and variables of the
# headers, each with its @since; those of include/weft/unstable, which each MINOR
# version may change, make a program depend on this MINOR version. (The package's
# build compares the file with the library.) UPDATE=1 writes the file.
# usage: symbols.sh VERSION ROOT
set -eu
cd "$2"
[ -d debian ] || exit 77 # not in the archive of a release
soversion=${1%%.*}
minor=${1#*.}
minor=${minor%%.*}
file=debian/libweft$soversion.symbols
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk '
# As in since.awk: a declaration follows its comment.
/^\/\*/ { since = ""; inside = 1 }
inside {
    if (match($0, /@since [0-9.]*[0-9]/))
        since = substr($0, RSTART + 7, RLENGTH - 7)
    if (/\*\//) inside = 0
    next
}
/^[A-Za-z]/ && !/^typedef|^extern "C"/ {
    if (match($0, /weft_[a-z_0-9]+\(/) ||
        /^extern / && match($0, /weft_[a-z_0-9]+[[;]/))
        print " " substr($0, RSTART, RLENGTH - 1) "@Base " since \
            (FILENAME ~ /unstable/ ? " 1" : "")
}' include/weft/*.h include/weft/unstable/*.h | LC_ALL=C sort >"$work/names"
{
    echo "libweft.so.$soversion libweft$soversion #MINVER#"
    echo "| libweft$soversion (>= $soversion.$minor~)," \
        "libweft$soversion (<< $soversion.$((minor + 1))~)"
    echo "* Build-Depends-Package: libweft-dev"
    cat "$work/names"
} >"$work/symbols"
[ "$(wc -l <"$work/names")" -gt 100 ] || exit 1
[ -z "${UPDATE:-}" ] || cp "$work/symbols" "$file"
diff "$file" "$work/symbols" || {
    echo "differs from the headers: UPDATE=1 tests/style/symbols.sh $1 ."
    exit 1
}
