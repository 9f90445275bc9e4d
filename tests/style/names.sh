#!/bin/sh
# Who looks for a file by its name finds one: in src and tools a name is given
# twice only where it is a word that `weft list` shows (a strategy of several
# problems, the judge and the figures of a problem), for then the folder says
# which one it is.
# usage: names.sh WEFT ROOT
weft=$(realpath "$1")
cd "$2" || exit 1
words=$(
    for list in networks formats engines figures problems; do
        "$weft" list $list | sed 's/^ *//; s/[: ].*//'
    done
    "$weft" list strategies | awk '{ print $2 }'
)
names=$(find src tools -name '*.c' | sed 's:.*/::; s:[.]c$::')
[ "$words" ] && [ "$names" ] || exit 1 # nothing to look at
status=0
for name in $(echo "$names" | sort | uniq -d | grep -vxF "$words"); do
    find src tools -name "$name.c"
    status=1
done
exit $status
