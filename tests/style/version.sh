#!/bin/sh
# One version: of the build, of the header, of the library, of the program.
# usage: version.sh WEFT VERSION ROOT
weft=$1
version=$2
root=$3
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

same WEFT_VERSION "$(macro WEFT_VERSION)"
same 'WEFT_VERSION_MAJOR, _MINOR, _PATCH' \
    "$(macro WEFT_VERSION_MAJOR).$(macro WEFT_VERSION_MINOR).$(macro WEFT_VERSION_PATCH)"
same 'weft --version' "$("$weft" --version | sed 's/^weft //')"
exit $status
