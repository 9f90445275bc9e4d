#!/bin/sh
# docs/mpi-functions.md must list every function as supported or refused, as the
# executable does, and all functions of the first two tiers must be supported.
#     UPDATE=1 meson test mpi-functions    rewrites the page
# usage: functions.sh WEFT ROOT
weft=$1
root=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nm "$weft" | awk '$3 ~ /^MPI_/ { print $3, $2 }' >"$work/symbols"
grep -v '^#' "$root/src/mpi/functions.tsv" |
    awk -v symbols="$work/symbols" '
    BEGIN { while ((getline line < symbols) > 0) {
        split(line, word, " "); kind[word[1]] = word[2] } }
    {
        if (!($1 in kind)) { print $1 " is neither supported nor refused"; bad = 1 }
        else if (kind[$1] == "W") refused[$2] = refused[$2] " " $1
        else there[$2] = there[$2] " " $1
    }
    END {
        if (refused[1] refused[2]) {
            print "missing:" refused[1] refused[2]; exit 1 }
        if (bad) exit 1
        what[1] = "Two-sided messages, collective calls, communicators, simple types, time"
        what[2] = "Nonblocking calls, topologies, types, packing, attributes, groups, info"
        what[3] = "One-sided"
        what[4] = "The rest of MPI 4.0"
        print "# Functions of MPI"
        print "\nWhich functions of MPI 4.0 does `weft mpi` support? When a program calls a"
        print "refused function, the run ends, and the error message names the function."
        print "[mpi.md](mpi.md) describes how to run programs. A test compares this page"
        print "with the functions of the executable."
        for (t = 1; t <= 4; t++) {
            print "\n## " what[t]
            if (there[t]) print "\nSupported:\n\n" substr(there[t], 2)
            if (refused[t]) print "\nRefused:\n\n" substr(refused[t], 2)
        }
    }' | fold -s -w 76 | sed 's/ *$//; s/^MPI_/    &/' >"$work/page"
if [ -n "${UPDATE:-}" ]; then
    cp "$work/page" "$root/docs/mpi-functions.md"
fi
diff "$root/docs/mpi-functions.md" "$work/page"
