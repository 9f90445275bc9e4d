#!/bin/sh
# weft compare and weft run --show: lists, ranges, every form of the output,
# an interruption, and what is refused.
#
#   compare.sh WEFT
set -u
weft=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

# refuse PART ARGUMENT...: exit 64, one line with that part in it, no output
refuse() {
    part=$1
    shift
    "$weft" "$@" >"$work/out" 2>"$work/err"
    is=$?
    # with --json, the error is an object as well
    if [ $is -ne 64 ] || grep -qv '^{"schema": "weft/error/1"' "$work/out" ||
        [ "$(wc -l <"$work/err")" -ne 1 ] ||
        ! grep -qF -- "$part" "$work/err"; then
        fail "weft $*: status $is, or not '$part':"
        cat "$work/out" "$work/err"
    fi
}

# column NAME ARGUMENT...: the values of a column, in one line
column() {
    name=$1
    shift
    "$weft" compare "$@" --csv 2>"$work/err" | python3 -c '
import csv, sys
print(" ".join(row[sys.argv[1]] for row in csv.DictReader(sys.stdin)))' "$name"
}

# same EXPECTED FOUND WHAT
same() {
    [ "$1" = "$2" ] || fail "$3: expected '$1', found '$2'"
}

# ---- ranges and lists
same "hypercube:2 hypercube:3 hypercube:4" \
    "$(column network successive -s rotated -n hypercube:2..4)" "a range"
same "8 17 34" "$(column steps successive -s rotated -n hypercube:2..4)" steps
same "16 32 64" \
    "$(column processors stream -s path -n complete:16..100)" doubling
same "10 20 30" \
    "$(column processors stream -s path -n complete:10..30+10)" "with a step"
same "1 3 9" "$(column packets stream -s path --packets '1..10*3')" "a factor"
same 4000000000 "$(column seed stream -s path -n complete:4 \
    --seed '4000000000..1099511627776*1099511627776')" "one past all numbers"
same "1 2 3 10" \
    "$(column packets stream -s path --packets 1..3 --packets 10)" "given twice"
same "random:8x3 random:8x3/2 random:8x3/3" \
    "$(column network broadcast -s naive -n random:8x3/1..3)" "seeds"
same "circulant:16/1/2 circulant:16/1/3 circulant:16/1/4" \
    "$(column network broadcast -s naive -n circulant:16/1/2..4)" "distances"
same "mesh:2x2 mesh:4x4 mesh:8x8" \
    "$(column network broadcast -s naive -n mesh:2x2..8x8)" "a mesh"
same "mesh:2x3 mesh:4x6 mesh:8x6" \
    "$(column network broadcast -s naive -n mesh:2x3..8x8)" "uneven sides"
same "random:1 random:2 random:3" \
    "$(column sources simultaneous -s ranked --sources random:1..3)" "a word"
same "one-port send=same,receive=one,duplex=half shouting" \
    "$(column model broadcast -s binomial \
        -m one-port,send=same,receive=one,duplex=half,shouting)" models
same "ts=1,tw=2 ts=3" \
    "$(column cost broadcast -s binomial --cost ts=1,tw=2,ts=3)" costs
same "scatter gather" "$(column problem scatter gather -s necklace)" \
    problems
same "synchronised rotated" \
    "$(column strategy successive -s rotated,synchronised)" strategies
same "1 2 1 2" "$(column t-comp gauss -s rotated --size 16,32 --t-comp 1..2)" \
    "every combination"
same "16 16 32 32" "$(column size gauss -s rotated --size 16,32 --t-comp 1..2)" \
    "the order of the combinations"
same "hypercube:3 hypercube:3 ring:8 ring:8" \
    "$(column network broadcast -n hypercube:3,ring:8 -s binomial,naive)" \
    "networks of two kinds"

# ---- the same bytes, however it is run
"$weft" compare stream successive -n complete:8..32,hypercube:3 --csv \
    --jobs 1 >"$work/one" || fail "one job"
"$weft" compare stream successive -n complete:8..32,hypercube:3 --csv \
    --jobs 7 --engine threads >"$work/many" || fail "seven jobs"
python3 - "$work/one" "$work/many" <<'EOF' || fail "jobs and engines differ"
import csv, sys
one, many = (list(csv.DictReader(open(name))) for name in sys.argv[1:])
for row in many:
    del row["engine"]
sys.exit(one != many or len(one) < 10)
EOF

# ---- text: aligned, with what was left out, without what does not vary
"$weft" compare broadcast -n hypercube:2,ring:4 >"$work/out" || fail "text"
same 1 "$(grep -c 'left out: sbt, 1 of 2: ' "$work/out")" "what is left out"
"$weft" compare broadcast -s naive -n hypercube:2,ring:4 >"$work/out"
same "broadcast, model one-port" "$(head -1 "$work/out")" "what all share"
same 0 "$(sed 1d "$work/out" | grep -c model)" "what does not vary"
"$weft" compare successive -n hypercube:4 >"$work/out" || fail "one experiment"
cat >"$work/expected" <<'EOF'
successive on hypercube:4 (16 processors), model shouting
  strategy            steps    bound    ratio   messages  conflicts busiest proc. its util. mean util.
  synchronised           64       26    2.462        240          0             0    35.9 %     35.9 %
EOF
head -3 "$work/out" | cmp -s - "$work/expected" || {
    fail "the table"
    cat "$work/out"
}

# ---- each suggestion leads on: to a network on which every strategy runs, and
# to runs without conflicts
for problem in simultaneous multinode matvec; do
    "$weft" compare $problem -n ring:8 >"$work/out" 2>"$work/err"
    same 64 $? "$problem on a ring"
    same 1 "$(grep -c '^weft: try ' "$work/err")" "one suggestion for $problem"
    "$weft" $(sed -n 's/^weft: try weft //p' "$work/err") >"$work/out" 2>&1
    same 0 "$(grep -c 'left out' "$work/out")" "$problem as it is suggested"
done
for problem in broadcast reduce stream alltoall allreduce; do
    "$weft" compare $problem -n tree:8 >"$work/out" 2>"$work/err"
    same 1 "$(tail -1 "$work/err" | grep -c '^weft: try --sharing fair')" \
        "$problem on a tree"
    "$weft" compare $problem -n tree:8 --sharing fair >"$work/out" 2>&1 ||
        fail "$problem with shared links"
done

# ---- a run that fails: its row, a line on it, exit 1
"$weft" compare multinode -s isolated --on-conflict fail,report \
    >"$work/out" 2>"$work/err"
same 1 $? "exit status of a failed run"
same 1 "$(grep -cE 'isolated +- +4 +- conflict: step 2,' "$work/out")" \
    "the row of a failed run shows no steps and no ratio"
same 1 "$(grep -c 'isolated on hypercube:4: conflict' "$work/err")" "its line"

# ---- a run that breaks the model is not valid, and has no ratio
same 1 "$(grep -cE 'isolated +4 +4 +- breaks the model: 48 con' "$work/out")" \
    "the row of a run that breaks the model"
same 1 "$(grep -c 'isolated on hypercube:4: breaks the model' "$work/err")" \
    "its line"
"$weft" compare multinode -s isolated --expect conflicts >"$work/out" ||
    fail "conflicts that were expected"
"$weft" compare multinode -s isolated --csv >"$work/out" 2>/dev/null
same 1 $? "exit status of conflicts that nobody expects"
same ",no,breaks the model: 48 conflicts," \
    "$(sed -n '2s/.*,4,4,4,\(,no,[^,]*,\).*/\1/p' "$work/out")" "CSV"
for on in fail report; do
    "$weft" run multinode -s isolated --on-conflict $on >"$work/out" 2>&1
    same 1 $? "weft run, $on"
done
"$weft" run multinode -s isolated --expect conflicts >"$work/out" 2>&1 ||
    fail "weft run --expect conflicts"
same 0 "$(grep -c 'ratio\|valid *yes' "$work/out")" "no ratio, not valid"
"$weft" run multinode -s isolated --on-conflict fail --expect conflicts \
    >/dev/null 2>&1 && fail "a run that fails is never what was expected"

"$weft" compare gauss -s rotated --data "$work/none" >"$work/out" 2>"$work/err"
same 1 $? "exit status without data"
same 1 "$(grep -c 'cannot read' "$work/err")" "its line"

# ---- a model that is too weak for a strategy: left out, unless asked for
"$weft" compare stream -m one-port -s fibonacci,binomial,path,binary,edst >"$work/out" 2>"$work/err" || fail "weak"
same 4 "$(grep -c "left out: .* does not fit model .* it needs one-port-duplex" \
    "$work/out")" "what a model forbids"
same "16 0" "$(column conflicts successive -n hypercube:3 -m one-port \
    -s rotated,greedy --on-conflict report --expect conflicts)" \
    "conflicts that were asked for"

# ---- JSON
"$weft" compare stream -n complete:15,complete:16 --packets 2,3 --json \
    -s fibonacci,binomial,path,binary,edst \
    >"$work/json" || fail "json"
python3 - "$work/json" <<'EOF' || fail "the JSON"
import json, sys
data = json.load(open(sys.argv[1]))
assert data["problems"] == ["stream"] and data["complete"]
assert len(data["rows"]) == 18 and len(data["left_out"]) == 2
for row in data["rows"]:
    assert row["valid"] and row["wall_seconds"] >= 0
    assert row["settings"]["network"] == row["network"]
    assert row["settings"]["packets"] in (2, 3)
for row in data["left_out"]:
    assert row["strategy"] == "edst" and "power of two" in row["reason"]
EOF

# ---- a figure
"$weft" compare successive -n hypercube:2..5 --figure "$work/steps.svg" \
    >/dev/null || fail "figure"
python3 - "$work/steps.svg" <<'EOF' || fail "the figure"
import sys, xml.etree.ElementTree as tree
text = [t.text for t in tree.parse(sys.argv[1]).iter() if t.text]
for word in ("rotated", "greedy", "lower bound",
             "processors (logarithmic scale)", "steps (logarithmic scale)"):
    assert word in text, word
EOF
# bounds that are the same are one line, which says whose it is
legend() {
    "$weft" compare "$@" --figure "$work/bounds.svg" >/dev/null || fail "$*"
    grep -o '[-a-z, ]*lower bound[^<]*' "$work/bounds.svg" | tr '\n' ';'
}
same "lower bound;" "$(legend broadcast reduce -n hypercube:2..4)" "one bound"
same "successive lower bound, model shouting;\
scatter, gather lower bound, model all-port, model one-port;" \
    "$(legend successive scatter gather -n hypercube:2..4)" "two bounds"
same "lower bound;" \
    "$(legend stream -s path --packets 1..3 --trees 3,5)" "bounds alike"
for models in one-port-duplex,one-port one-port,one-port-duplex; do
    same "lower bound, model ${models%,*}, model ${models#*,};\
lower bound, model all-port;" \
        "$(legend broadcast -n complete:2..32 -s binomial -m $models,all-port)" \
        "a model whose name begins with another's"
done
"$weft" compare successive -n hypercube:2..3 --figure "$work/none/steps.svg" \
    -s synchronised,interleaved,rotated,greedy \
    >"$work/out" 2>"$work/err"
same 1 $? "a figure that cannot be written"
same 8 "$(grep -c '^  hypercube:' "$work/out")" "its table"
"$weft" compare successive >/dev/full 2>"$work/err"
same 1 $? "a full disk"

# ---- interrupted: the rows that were finished are there. The comparison
# would take an hour; the longer it is left alone, the more rows there are.
# (A shell lets what it puts into the background ignore INT.)
rows=0
for seconds in 1 4 16; do
    "$weft" compare stream -n complete:256 -s path --packets 1..9999 --json \
        --figure "$work/interrupted.svg" >"$work/json" 2>"$work/err" &
    sleep $seconds
    kill -TERM $!
    wait $!
    same 143 $? "an interruption"
    [ -s "$work/json" ] || continue # ended before it listened
    rows=$(python3 -c '
import json, sys
data = json.load(open(sys.argv[1]))
assert not data["complete"]
assert all(row["valid"] for row in data["rows"])
print(len(data["rows"]))' "$work/json") || fail "the JSON of an interruption"
    [ "$rows" -gt 0 ] && break
done
[ "$rows" -gt 0 ] || fail "no row was finished"
same 1 "$(grep -c "^weft: interrupted: $rows of 9999" "$work/err")" "its line"
[ ! -e "$work/interrupted.svg" ] || fail "a figure of an interruption"

# ---- what is refused
refuse "the range is empty" compare successive -n hypercube:5..2
refuse "hypercube:21" compare successive -n hypercube:2..99
refuse "a value is missing" compare stream --packets 1,,2
refuse "a value is missing" compare stream --packets ,2
refuse "a value is missing" compare stream --packets 1,
refuse "a range is A..B" compare stream --packets 1..x
refuse "a range is A..B" compare stream --packets ..
refuse "a range is A..B" compare stream -n mesh:4x4..16
refuse "a range is A..B" compare stream --packets 99999999999999999999..3
refuse "expected +STEP" compare stream --packets 1..9+0
refuse "expected +STEP" compare stream --packets '1..9*1'
refuse "expected +STEP" compare stream --packets 1..9z
refuse "more than 10000 values; write 1..1000000*2 to double" \
    compare stream --packets 1..1000000
refuse "1K..1G+1K: more than 10000 values; write 1K..1G*2 to double" \
    compare allreduce -n complete:8 --vector 8,1K..1G+1K
refuse "write 0..99999+STEP with a larger STEP" compare stream --seed 0..99999
refuse "more than 10000 runs" compare stream --packets 1..200 --seed 1..200
refuse "whole number" compare stream --packets 0..3
refuse "whole number" compare stream --packets 1,two
refuse "did you mean 'stream'" compare streem
refuse "did you mean 'rotated'" compare successive -s rotatd
refuse "unknown strategy 'necklace'; known: synchronised, interleaved, \
rotated, woven, optimal, greedy" compare successive -s necklace
refuse "in-network, broadcast-reduce" compare broadcast matvec reduce -s foo
refuse "given twice" compare scatter gather scatter
refuse "are mutually exclusive" compare successive --csv --json
refuse "are mutually exclusive" compare successive -j --csv
refuse "unknown model" compare successive -m shout1ngly
refuse "give a range" compare successive --figure "$work/no.svg"
refuse "name of a file" compare successive -n hypercube:2..3 --figure -
refuse "--jobs takes" compare successive --jobs 0
refuse "no problem given" compare
[ ! -e "$work/no.svg" ] || fail "a figure of nothing"

# ---- weft run --show
"$weft" run successive -s rotated -n hypercube:2 --show >"$work/out" ||
    fail "show"
cat >"$work/expected" <<'EOF'

step  1
  00 >1 .<2>2 .<3<4 .
  01 <1 .>2 .<3>3 .<4
  10 <1>1 .<2<3 .>4 .
  11  .<1<2 .>3 .<4>4
> sends, < receives, . neither; a digit is a message
EOF
tail -7 "$work/out" | cmp -s - "$work/expected" || {
    fail "the chart"
    cat "$work/out"
}
COLUMNS=20 "$weft" run successive -n hypercube:4 --show | tail -18 | head -17 >"$work/out"
same 19 "$(awk 'length > n { n = length } END { print n }' "$work/out")" width
same "7 of 64 steps shown" "$(tail -1 "$work/out")" "what is cut"
refuse "--show draws at most 256 processors, not 512" run broadcast -n ring:512 --show
refuse "are mutually exclusive" run broadcast --show --json
"$weft" run broadcast -n ring:512 --show -t "$work/no.csv" 2>/dev/null
[ ! -e "$work/no.csv" ] || fail "a trace of a run that was refused"

# ---- networks whose names are long are told apart, and told whole
far=$work/$(printf '%0100d' 0)/$(printf '%0200d' 0)
mkdir -p "$far"
printf '0 1\n1 2\n2 3\n' >"$far/line.edges"
printf '0 1\n1 2\n2 0\n2 3\n3 4\n4 5\n5 6\n' >"$far/tail.edges"
both=file:$far/line.edges,file:$far/tail.edges
same "file:$far/line.edges file:$far/tail.edges" \
    "$(column network broadcast -s naive -n "$both")" "long names as CSV"
"$weft" compare broadcast -s naive -n "$both" >"$work/out" || fail "long names"
same "broadcast, model one-port" "$(head -1 "$work/out")" "a title of two"
same 1 "$(grep -cF "file:$far/tail.edges" "$work/out")" "a long name"
"$weft" compare broadcast -s naive -n "file:$far/line.edges" --json >"$work/out" ||
    fail "a long name as JSON"
grep -qF "\"network\": \"file:$far/line.edges\"" "$work/out" ||
    fail "$(cat "$work/out")"
name=${far#"$work"/}
cat >"$work/two.xml" <<EOF
<experiment>
  <compare problem="broadcast" strategy="naive" cost="ts=1,tw=1">
    <range bytes="8,16,32"/>
    <range network="file:$name/line.edges,file:$name/tail.edges"/>
    <plot value="time" file="two.svg"/>
  </compare>
</experiment>
EOF
"$weft" run "$work/two.xml" -o "$work/two" >"$work/out" 2>&1 ||
    fail "$(cat "$work/out")"
same 2 "$(grep -c '<polyline.*class="series"' "$work/two/two.svg")" "lines of two networks"
"$weft" run broadcast -n "file:$far/line.edges" -t "$work/far.sched" >"$work/out" &&
    grep -qF "file:$far/line.edges (4 processors)" "$work/out" || fail "run: a long name"
"$weft" check "$work/far.sched" -n "file:$far/line.edges" -m one-port \
    --problem broadcast >"$work/out" 2>&1 || fail "check: $(cat "$work/out")"
grep -q '^lower bound: 2 ' "$work/out" || fail "check: $(cat "$work/out")"
same "file:$far/line.edges - naive far.sched" "$(
    column network "$work/far.sched" -n "file:$far/line.edges"
) - $(column strategy broadcast -s naive "$work/far.sched" -n "file:$far/line.edges")" \
    "a file's network"

# ---- files of many problems: each row has its own, with its own bounds
all=$("$weft" list problems | awk '{ print $1 }')
set --
for problem in $all; do
    "$weft" run "$problem" -t "$work/$problem.sched" >/dev/null || fail "$problem"
    [ "$problem" = gather ] || set -- "$@" "$work/$problem.sched"
done
"$weft" compare "$@" "$work/gather.sched" >"$work/out" 2>"$work/err"
same 2 $? "the status of files, one of them without a goal that is known"
same 1 "$(grep -c 'is not judged' "$work/err")" "files that are not judged"
same $(($# + 1)) "$(head -1 "$work/out" | tr ',' '\n' | wc -l)" "problems in the title"
same 1 "$(grep -cE '^  gather .* gather.sched +4 +4 ' "$work/out")" "the last one's bound"
same 1 "$(grep -c '^    from 3 (broadcast .*) to 26 (successive ' "$work/out")" "their range"
"$weft" compare allreduce allgather -s ring "$work/gather.sched" \
    -m all-port -n hypercube:4 >"$work/out" 2>/dev/null
grep -q '^    4 = distance: from 15 to 0' "$work/out" || {
    fail "the bound of a file beside runs of other problems"
    cat "$work/out"
}

exit $failed
