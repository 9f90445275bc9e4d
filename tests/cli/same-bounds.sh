#!/bin/sh
# Every strategy: the bounds that weft run shows are those that weft check shows
# of its schedule, or of its csv where it has costs.
#     same-bounds.sh WEFT
set -u
weft=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
"$weft" list strategies | awk '{ print $1, $2 }' >strategies
compared=0 differ=0
while read -r problem strategy; do
    for given in '-n hypercube:3 -t a.sched' '-n complete:6 -t a.sched' \
        '-n complete:5 --cost ts=3,tw=2 -t a.csv'; do
        rm -f a.*
        # shellcheck disable=SC2086
        "$weft" run "$problem" -s "$strategy" $given >run 2>/dev/null
        [ -n "$(ls a.* 2>/dev/null)" ] || continue
        sed -n 's/ time units = / = /
            /lower bound/,/ratio\|messages/s/^ *\(lower bound\)\? *\([0-9]* = .*\)/\2/p' run |
            sort >ran
        "$weft" check a.* | sed -n 's/^lower bound: \([0-9]*\)\( time units\)\?/\1/p' |
            sort >checked
        compared=$((compared + 1))
        cmp -s ran checked && continue
        differ=$((differ + 1))
        echo "$problem $strategy $given: run:" && cat ran
        echo "check:" && cat checked
    done
done <strategies
echo "$compared compared, $differ differ"
[ "$compared" -gt 100 ] && [ "$differ" = 0 ]
