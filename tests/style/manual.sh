#!/bin/sh
# What the man pages show, as a reader sees it: every command has a page with
# its options and their texts; networks, models and formats are those of the
# lists, letter by letter; every problem has its strategies.
# usage: manual.sh WEFT PAGE...
weft=$1
shift
status=0
command -v groff >/dev/null || { echo "there is no groff"; exit 77; }
work=$(mktemp -d) && trap 'rm -r "$work"' EXIT

# What a command prints, or the end: without words all would be well.
print() {
    "$weft" "$@" | grep . || {
        echo "weft $* prints nothing" >&2
        kill $$ # the parts of a pipe are shells of their own
    }
}

# Between two words there is one space.
squeeze() {
    tr -s ' \n' ' '
}

for page; do
    name=$(basename "$page")
    groff -man -ww -Tutf8 -rLL=78n -P-cbou "$page" >"$work/$name" 2>"$work/said"
    [ ! -s "$work/said" ] || { cat "$work/said"; status=1; }
    squeeze <"$work/$name" >"$work/$name.line"
done

# need PAGE: is every line of the input in the page?
need() {
    [ -e "$work/$1" ] || { echo "there is no page $1"; status=1; return; }
    awk -v name="$1" '
    NR == FNR { page = page $0; next }
    {
        $1 = $1 # one space between two words
        if (!index(page, " " $0 " ")) {
            print name " lacks: " $0
            status = 1
        }
    }
    END { exit status }' "$work/$1.line" - || status=1
}

export ARGP_HELP_FMT=rmargin=9999,opt-doc-col=100
print --help | sed -n 's/^  \([a-z]*  \)/\1/p' >"$work/commands"
need weft.1 <"$work/commands"
cut -d ' ' -f 1 "$work/commands" >"$work/names"
while read -r command; do
    print "$command" --help | grep -E '^ +-' >"$work/options"
    need "weft-$command.1" <"$work/options"
done <"$work/names"
for list in networks models formats; do
    print list $list >"$work/list"
    need weft-$list.7 <"$work/list"
done
for list in problems strategies; do
    print list $list >"$work/$list"
done

# A problem stands 3 spaces within, a strategy 7.
awk '
FILENAME ~ /problems$/ { problem[$1] }
FILENAME ~ /strategies$/ { wanted[$1 " " $2] }
FILENAME !~ /7$/ { next }
/^   [a-z]/ {
    count = split($0, at, /[ ,]+/)
    for (i = 2; i <= count; i++)
        delete problem[at[i]]
}
/^[A-Z]/ { count = 0 }
/^       [a-z][a-z0-9-]*(, [a-z-]+)*( |$)/ {
    line = $0
    while (match(line, /^[ ,]+[a-z][a-z0-9-]*/)) {
        word = substr(line, RSTART, RLENGTH)
        sub(/^[ ,]+/, "", word)
        line = substr(line, RLENGTH + 1)
        for (i = 2; i <= count; i++)
            delete wanted[at[i] " " word]
        if (line !~ /^,/)
            break
    }
}
END {
    for (name in problem)
        missing = missing " " name
    for (name in wanted)
        missing = missing "; " name
    if (missing)
        print "weft-problems.7 lacks:" missing
    exit missing != ""
}' "$work/problems" "$work/strategies" "$work/weft-problems.7" || status=1
exit $status
