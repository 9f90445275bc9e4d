#!/bin/sh
# A function ends within 60 lines. clang-format puts the braces of a function,
# and only those, alone at the beginning of a line.
#   size.sh ROOT
cd "$1" || exit 1
find src tools include examples -name '*.[ch]' -exec awk '
    FNR == 1 { begin = 0 }
    /^{$/ { begin = FNR }
    /^}/ && begin {
        if (FNR - begin > 60)
            printf "%s:%d: a function of %d lines\n", FILENAME, begin,
                FNR - begin
        begin = 0
    }' {} + | awk '{ print } END { exit NR > 0 }'
