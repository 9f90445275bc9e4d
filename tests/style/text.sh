#!/bin/sh
# What no file may hold: src prints nothing and ends nothing; nobody names the
# folders of one machine. (src/experiment/xml/embed.c is a program of the build;
# src/mpi/program is part of the users' programs.)
# usage: text.sh ROOT
cd "$1" || exit 1
grep -rq . src include --include='*.[ch]' || exit 1 # nothing to look at
status=0

forbid() {
    if grep -rnE "$@"; then
        status=1
    fi
}

forbid '\b(v?printf|puts|putchar|perror|exit|_exit|quick_exit|abort)\(|\bstd(out|err)\b' \
    src include --include='*.[ch]' --exclude=embed.c --exclude-dir=program
builds=$(find . -maxdepth 2 -name build.ninja | sed 's|/build.ninja$||; s|.*/|--exclude-dir=|')
# shellcheck disable=SC2086 # several words
forbid '(^|[^a-z.])/(home|root|Users|work[a-z]*)/' . -I --exclude=text.sh \
    --exclude=.git --exclude-dir=.git --exclude-dir='build*' --exclude-dir=node_modules $builds
exit $status
