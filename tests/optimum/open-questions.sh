#!/bin/sh
# The searches for open questions keep what they have found.
# usage: open-questions.sh WEFT OPEN-QUESTIONS.py
weft=$(realpath "$1")
questions=$(realpath "$2")
here=$(mktemp -d) || exit 1
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 1
status=0

# is STATUS TEXT WEFT ARGUMENTS: the exit status, and a line that matches
is() {
    want=$1
    text=$2
    shift 2
    python3 "$questions" "$@" >out 2>&1
    got=$?
    [ $got = "$want" ] && grep -qE -e "$text" out || {
        echo "open-questions.py $*: status $got, not $want, or no '$text' in"
        cat out
        status=1
    }
}

is 0 '^debruijn-8: 72 cases, broadcast -n debruijn:2x8 -m one-port --root 0$' "$weft"
[ "$(wc -l <out)" = 7 ] || { echo "not 7 questions"; status=1; }
is 2 "no question 'fame'; the questions are star-graph-6, " "$weft" fame
is 1 'weft optimum: ' "$weft" gossip-k7 --with=--cubes=0
is 0 '^gossip-k7: [01] of 1 cases decided, [56] to ([67]|\?)$' "$weft" gossip-k7 --limit 0.1 \
    --with "--cubes 2"
grep -q '"upper"' open-questions/gossip-k7.json || { echo "no range is kept"; status=1; }
is 0 '^gossip-k7: [01] of 1 cases decided, [56] to ([67]|\?)$' "$weft" gossip-k7 --limit 0.1
grep -q '"seconds": 0.[2-9]' open-questions/gossip-k7.json || [ "$(grep -c : out)" = 1 ] ||
    { echo "not twice the time: $(cat open-questions/gossip-k7.json)"; status=1; }
# A case that is decided is not searched again.
sed 's/"lower": [0-9]*/"lower": 6/; s/"upper": [a-z0-9]*/"upper": 6/' \
    open-questions/gossip-k7.json >decided
mv decided open-questions/gossip-k7.json
is 0 '^gossip-k7: 1 of 1 cases decided, 6 to 6$' false gossip-k7
is 1 '^false: exit status 1$' false gossip-k8
exit $status
