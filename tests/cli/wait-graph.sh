#!/bin/sh
# weft run --wait-graph: the picture of a deadlock has a box for each processor
# and an arrow for each wait of the report, the cycles in another colour; the
# same with each engine. Without a deadlock, no file.
# usage: wait-graph.sh WEFT
set -u
weft=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
# The rank that each rank waits for: a cycle of the first three, another one of
# the next two, a chain to it, one that waits for any other, and one that waits
# for the last, which ends at once; of 100, one cycle of all.
cat >waits.c <<'C'
#include <weft/plugin.h>
static int waits(struct weft_processor *self, struct weft_work *work)
{
    int p = weft_size(self), rank = weft_rank(self), block;
    int from = rank < 3 ? (rank + 1) % 3 : rank < 5 ? 7 - rank : rank - 1;
    struct weft_message message;
    if (p == 100)
        return weft_work_receive(work, (rank + 1) % p, &block, 1) ? -1 : 0;
    if (rank == p - 1)
        return 0;
    if (rank == p - 2)
        return weft_receive(self, WEFT_ANY, &message) ? -1 : 0;
    from = rank == p - 3 ? p - 1 : from;
    return weft_work_receive(work, from, &block, 1) ? -1 : 0;
}
WEFT_STRATEGY(.problem = "allgather", .summary = "waits",
              .needs = "one-port-duplex", .function = waits)
C
# count PATTERN: lines of the picture
count() {
    grep -c "$1" graph.svg
}
# expect PROCESSORS BOXES ARROWS CYCLES DASHED
expect() {
    cp graph.svg kept.svg 2>/dev/null
    rm -f graph.svg
    "$weft" run ./waits.c -n "complete:$1" --engine "${engine:-fibers}" \
        --wait-graph graph.svg >said 2>&1
    [ $? = 1 ] || failed=1
    python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' \
        graph.svg || failed=1
    found="$(count '<rect.*stroke=') $(count '<polyline.*marker-end')"
    found="$found $(count 'stroke-width="2.4"') $(count '<rect.*stroke-dasharray')"
    if [ "$found" != "$2 $3 $4 $5" ]; then
        echo "$1: $found boxes, arrows, of cycles, dashed; not $2 $3 $4 $5"
        cat said
        failed=1
    fi
}
expect 8 8 6 10 1
expect 12 12 10 10 1
engine=threads expect 12 12 10 10 1
cmp kept.svg graph.svg || failed=1
for text in 'processor 0' 'waits in step 1' 'has finished' \
    'waits in step 1 for any processor' 'deadlock: 11 of 12 processors wait'; do
    if ! grep -q ">$text<" graph.svg; then
        echo "the picture lacks: $text"
        failed=1
    fi
done
# a report of at most 100 lines, and a cycle of 100 of which it lists 64
expect 300 103 103 10 0
expect 100 65 65 130 0
grep -q '>36 more<' graph.svg || failed=1

rm -f graph.svg
"$weft" run broadcast -n ring:4 --wait-graph graph.svg >said 2>&1
if [ $? != 0 ] || [ -e graph.svg ] || ! grep -q 'no deadlock was found' said; then
    echo "without a deadlock:"
    cat said
    failed=1
fi
"$weft" run ./waits.c -n complete:8 --wait-graph none/graph.svg >said 2>&1
if [ $? != 1 ] || ! grep -q "cannot write 'none/graph.svg'" said; then
    cat said
    failed=1
fi
"$weft" run nothing --wait-graph graph.svg >said 2>&1
if [ $? != 64 ] || grep -q 'no deadlock' said; then
    cat said
    failed=1
fi
exit $failed
