#!/bin/sh
# Print a man page, made from a text and from what weft prints: the page of a
# command has the synopsis, the options, the examples and the exit status of
# its help; the text adds what the help is too short for.
# usage: page.sh WEFT NAME.SECTION.txt
#
# The text: "# " begins a section, "## " a part of one; a line before an
# indented one is a term; other indented lines are printed as they are;
# `words` are bold; "@list networks" has a term for each row of the list,
# "@commands" one for each command. In "# OPTIONS" the terms are options, whose
# text follows that of the help; "@include FILE" reads more of them.
set -eu
weft=$1
file=$2
here=$(dirname "$file")
page=$(basename "$file" .txt)
name=${page%.*}
command=
[ "$name" = weft ] || command=$("$weft" --help |
    sed -n "s/^  \(${name#weft-}\)  .*/\1/p")
version=$("$weft" version)

lists=
for list in $(sed -n 's/^@list //p' "$file"); do
    lists="$lists$("$weft" list "$list" | sed "s/^ */$list /")
"
done
lists="$lists$("$weft" --help | sed -n 's/^  \([a-z]*  \)/commands \1/p')"
# a line each: no text of the help is wrapped
help=
[ -z "$command" ] || help=$(ARGP_HELP_FMT=rmargin=9999,opt-doc-col=100 \
    "$weft" "$command" --help)
summary=$(printf '%s\n' "$lists" | sed -n "s/^commands $command  *//p")

export lists help summary
awk -v name="$name" -v section="${page##*.}" -v command="$command" \
    -v version="$version" -v here="$here" -f "$here/page.awk" "$file"
