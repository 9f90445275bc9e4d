#!/bin/sh
# weft convert: the kept traces through every pair of readable formats and
# back, content before name, gzip, and refusals that leave nothing behind.
#     convert.sh WEFT TRACES
set -u
weft=$(realpath "$1") traces=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

fail() {
    echo "$*" >&2
    failed=1
}

# convert IN OUT: without a word
convert() {
    "$weft" convert "$1" "$2" >said 2>&1 || fail "$1 to $2: status $?"
    [ ! -s said ] || fail "$1 to $2: $(cat said)"
}

# same A B WHAT
same() {
    cmp "$1" "$2" >&2 || fail "$3"
}

formats='chrome csv picl picl1 schedule'

# holds A B: can B hold all that A can?
holds() {
    case $1-$2 in
    schedule-* | *-chrome | *-csv | *-picl | picl1-picl1) ;;
    *) return 1 ;;
    esac
}

# pairs TRACE: from A to B and back; what B cannot hold is lost once only
pairs() {
    name=$(basename "$1")
    for a in $formats; do
        convert "$1" "$a:1"
        for b in $formats; do
            convert 1 "$b:2"
            convert 2 "$a:3"
            convert 3 "$b:4"
            same 2 4 "$name: $b, $a, $b"
            if holds "$a" "$b"; then
                same 1 3 "$name: $a, $b, $a"
            fi
        done
    done
}

# kept NAME ENDING...: the same run in all of them, whichever is read
kept() {
    run=$traces/$1
    shift
    for from in "$@"; do
        for to in "$@"; do
            case $from-$to in
            sched-sched | trf1-trf1 | trf1-sched | trf-* | json-*)
                word=$([ "$to" != trf1 ] || echo picl1:)
                convert "$run.$from" "${word}out.$to"
                same "$run.$to" "out.$to" "$run.$from to $to"
                ;;
            esac
        done
    done
}

for strategy in synchronised interleaved rotated; do
    kept successive-4-$strategy json trf trf1 sched
done
pairs "$traces/successive-4-rotated.json"
pairs "$traces/successive-3-rotated.csv"

# the content tells, not the name; compressed or not
convert "$traces/successive-4-rotated.trf" expected.csv
for ending in json trf trf1; do
    cp "$traces/successive-4-rotated.$ending" wrong.sched
    convert wrong.sched out.csv
    gzip -c wrong.sched >wrong.trf
    convert wrong.trf out2.csv.gz
    gunzip -c out2.csv.gz >out2.csv
    same out.csv out2.csv "$ending in gzip"
    [ "$ending" = trf1 ] || same expected.csv out.csv "$ending with another name"
done
convert "$traces/successive-4-rotated.json" schedule:out.csv
same "$traces/successive-4-rotated.sched" out.csv 'a format before the name'

# refuse PATTERN IN OUT: status 1, one line with that, and no file
refuse() {
    rm -rf here && mkdir here
    "$weft" convert "$2" "$3" ${4:+"$4"} >said 2>&1
    status=$?
    [ $status = 1 ] || fail "$2 to $3: status $status"
    [ "$(wc -l <said)" = 1 ] || fail "$2 to $3: $(wc -l <said) lines"
    grep -q "$1" said || fail "$2 to $3: no '$1': $(cat said)"
    [ -z "$(ls -A here)" ] || fail "$2 to $3: left $(ls -A here)"
}
whole=$traces/successive-4-rotated.trf
refuse 'nowhere.trf.*No such file' nowhere.trf here/a.csv
refuse 'nowhere/a.csv.*No such file' "$whole" nowhere/a.csv
refuse '/dev/full.*No space' "$whole" csv:/dev/full
refuse '/dev/full.*No space' "$whole" chrome:/dev/full

# cut FILE BYTES LINE: a file that ends there is refused, where and why
cut() {
    head -c "$2" "$traces/$1" >"cut-$1"
    refuse "cut-$1: line $3: [a-z]" "cut-$1" here/a.csv
    refuse "cut-$1: line $3: [a-z]" "cut-$1" here/a.json.gz
}
cut successive-4-rotated.trf 450 19
cut successive-4-rotated.trf1 450 33
cut successive-4-rotated.json 450 15
cut multinode-3-necklace.sched 450 47
# in CSV the line is left out and counted, but for --strict
head -c 450 "$traces/successive-3-rotated.csv" >cut.csv
"$weft" convert cut.csv here/a.csv 2>said || fail "cut.csv: status $?"
grep -q 'cut.csv: left out: 1 malformed line (line 24)$' said || fail "cut.csv: $(cat said)"
rm here/a.csv
refuse 'cut.csv: line 24: [a-z]' cut.csv here/a.csv --strict
gzip -c "$whole" | head -c 1000 >cut.trf.gz
refuse 'cut.trf.gz: .*the compressed data is truncated' cut.trf.gz here/a.csv

# the ending .trf1 is not known to the viewers that the format is for
remarks() {
    [ "$(wc -l <said)" = 1 ] && grep -q '^weft: note: upshot.*picl1:NAME.trf$' said ||
        fail "$1: $(cat said)"
}
"$weft" convert "$whole" x.trf1 >said 2>&1 || fail "x.trf1: status $?"
remarks 'convert to x.trf1'
"$weft" convert "$whole" x.trf1.gz >said 2>&1 || fail "x.trf1.gz: status $?"
remarks 'convert to x.trf1.gz'
"$weft" run successive -n hypercube:2 -t x.trf1 2>said >/dev/null || fail "run: status $?"
remarks 'run -t x.trf1'
convert "$whole" picl1:x.trf

# a trace without events is said to be empty
echo '{"traceEvents":[]}' >none.json
for words in 'stats none.json' 'stats --json none.json' 'convert none.json csv:o'; do
    "$weft" $words 2>said >/dev/null || fail "$words: status $?"
    grep -q '^weft: none.json: the trace is empty: no events$' said ||
        fail "$words: $(cat said)"
done
exit $failed
