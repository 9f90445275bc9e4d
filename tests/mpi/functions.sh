#!/bin/sh
# docs/mpi-functions.md says of every function whether weft has it or refuses
# it, as the executable does; and all of the first two tiers are there.
#     UPDATE=1 meson test mpi-functions    writes the page anew
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
        if (!($1 in kind)) { print $1 " is neither there nor refused"; bad = 1 }
        else if (kind[$1] == "W") refused[$2] = refused[$2] " " $1
        else there[$2] = there[$2] " " $1
    }
    END {
        if (refused[1] refused[2]) {
            print "missing:" refused[1] refused[2]; exit 1 }
        if (bad) exit 1
        what[1] = "Two-sided messages, collective calls, communicators, simple types, time"
        what[2] = "Calls that do not wait, topologies, all types, packing, attributes, groups, info objects"
        what[3] = "One-sided"
        what[4] = "The rest of MPI 4.0"
        print "# Functions of MPI"
        print "\nWhat `weft mpi` has, and what it refuses by name when it is called. A test"
        print "holds this page against the program ([mpi.md](mpi.md) says how to use it)."
        for (t = 1; t <= 4; t++) {
            print "\n## " what[t]
            if (there[t]) print "\nThere:" there[t]
            if (refused[t]) print "\nRefused:" refused[t]
        }
    }' | fold -s -w 78 | sed 's/ *$//' >"$work/page"
if [ -n "${UPDATE:-}" ]; then
    cp "$work/page" "$root/docs/mpi-functions.md"
fi
diff "$root/docs/mpi-functions.md" "$work/page"
