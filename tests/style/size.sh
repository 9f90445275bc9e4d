#!/bin/sh
# A function ends within 80 lines, a source file within 1000, and a folder of src holds
# 25 files. clang-format puts the braces of a function, and only those, alone at
# the beginning of a line; a head of one line may end with its own.
#   size.sh ROOT
cd "$1" || exit 1
{
    find src tools include examples modules -name '*.[ch]' -exec awk '
    FNR == 1 { begin = 0 }
    /^{$/ || /^[a-z][^=]*\).* \{$/ { begin = FNR }
    /^}/ && begin {
        if (FNR - begin > 80)
            printf "%s:%d: a function of %d lines\n", FILENAME, begin,
                FNR - begin
        begin = 0
    }
    FNR == 1001 && FILENAME !~ /^include/ {
        printf "%s: more than 1000 lines\n", FILENAME
    }' {} +
    find src -type f | awk '
    { sub(/\/[^\/]*$/, ""); count[$0]++ }
    END {
        if (!NR)
            print "src: there is no file"
        for (folder in count)
            if (count[folder] > 25)
                printf "%s: a folder of %d files\n", folder, count[folder]
    }'
} | awk '{ print } END { exit NR > 0 }'
