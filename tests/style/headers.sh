#!/bin/sh
# Every public header can be included alone, in C and in C++, and as the first
# of all; it says who may call from which thread; every function and variable
# says since which version it is there; weft.h has all stable ones, and none of
# these needs an unstable one, nor does an example.
# usage: headers.sh ROOT
cd "$1" || exit 1
status=0

fail() {
    echo "$*"
    status=1
}

for header in include/weft/*.h include/weft/unstable/*.h; do
    name=${header#include/}
    echo "#include <$name>" |
        ${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror -Iinclude \
            -fsyntax-only -x c - || fail "$header: not alone in C"
    if command -v c++ >/dev/null; then
        echo "#include <$name>" | c++ -std=c++11 -Wall -Wextra -Werror \
            -Iinclude -fsyntax-only -x c++ - || fail "$header: not alone in C++"
    fi
    case $name in
    weft/weft.h) ;;
    weft/unstable/*) ;;
    *)
        grep -q "<$name>" include/weft/weft.h || fail "$header: is not in weft.h"
        ! grep '^#include <weft/unstable/' "$header" || fail "$header: includes an unstable header"
        ;;
    esac
    grep -q "'$name'" include/meson.build || fail "$header: is not installed"
    sed '/^#ifndef/q' "$header" | grep -q 'Threads[:.]' ||
        fail "$header: its first comment has no rule for threads"
    awk -v file="$header" -f tests/style/since.awk "$header" || status=1
done
! grep -rn '<weft/unstable/' examples || fail "an example includes an unstable header"
exit $status
