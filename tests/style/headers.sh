#!/bin/sh
# Every public header can be included alone, in C and in C++, and as the first
# of all; it says who may call from which thread; every function and variable
# says since which version it is there; weft.h has them all.
# usage: headers.sh ROOT
cd "$1" || exit 1
status=0

fail() {
    echo "$*"
    status=1
}

for header in include/weft/*.h; do
    name=weft/$(basename "$header")
    echo "#include <$name>" |
        ${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror -Iinclude \
            -fsyntax-only -x c - || fail "$header: not alone in C"
    if command -v c++ >/dev/null; then
        echo "#include <$name>" | c++ -std=c++11 -Wall -Wextra -Werror \
            -Iinclude -fsyntax-only -x c++ - || fail "$header: not alone in C++"
    fi
    [ "$name" = weft/weft.h ] || grep -q "<$name>" include/weft/weft.h ||
        fail "$header: is not in weft.h"
    grep -q "'$name'" include/meson.build || fail "$header: is not installed"
    sed '/^#ifndef/q' "$header" | grep -q 'Threads[:.]' ||
        fail "$header: its first comment has no rule for threads"
    awk -v file="$header" -f tests/style/since.awk "$header" || status=1
done
exit $status
