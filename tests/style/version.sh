#!/bin/sh
# One version: of the build, the header, the documents, the package, the program.
# usage: version.sh VERSION ROOT [WEFT]
version=$1
root=$2
weft=${3:-}
status=0

same() {
    [ "$2" = "$version" ] || {
        echo "$1 is '$2', not $version"
        status=1
    }
}

# macro NAME: its value in the header
macro() {
    sed -n "s/^#define $1 \"\\{0,1\\}\\([0-9.]*\\)\"\\{0,1\\}\$/\\1/p" \
        "$root/include/weft/version.h"
}

same meson.build "$(sed -n "s/^  version: '\\([0-9.]*\\)'.*/\\1/p" "$root/meson.build")"
same WEFT_VERSION "$(macro WEFT_VERSION)"
same 'WEFT_VERSION_MAJOR, _MINOR, _PATCH' \
    "$(macro WEFT_VERSION_MAJOR).$(macro WEFT_VERSION_MINOR).$(macro WEFT_VERSION_PATCH)"
same CHANGELOG.md "$(sed -n 's/^## \([0-9.]*\) .*/\1/p' "$root/CHANGELOG.md" | head -n 1)"
[ ! -e "$root/debian" ] || # not in the archive of a release
    same debian/changelog "$(sed -n '1s/^weft (\([0-9.]*\)-.*/\1/p' "$root/debian/changelog")"
same packaging/npm "$(sed -n 's/^  "version": "\([0-9.]*\)",$/\1/p' "$root/packaging/npm/package.json")"
[ -z "$weft" ] || same 'weft --version' "$("$weft" --version | sed 's/^weft //')"
exit $status
