#!/bin/sh
# Experiment files: those named are written and found identical, a changed byte
# is named, and bad files are refused with one line that leaves nothing behind.
#     experiment.sh WEFT EXPERIMENTS FOLDER NAME...
# EXPERIMENTS has d.xml and e.xml and every NAME.xml; FOLDER is for what they
# write.
set -eu
weft=$1 experiments=$2 folder=$3/experiments
shift 3
rm -rf "$folder"
mkdir -p "$folder"

fail() {
    echo "$*" >&2
    exit 1
}

# status EXPECTED PATTERN ARGUMENT...: exit status and, if there is a pattern,
# that it is in what was said
status() {
    expected=$1 pattern=$2
    shift 2
    got=0
    "$weft" "$@" >"$folder/said" 2>&1 || got=$?
    [ "$got" = "$expected" ] || {
        cat "$folder/said" >&2
        fail "weft $*: status $got, not $expected"
    }
    grep -qe "$pattern" "$folder/said" || {
        cat "$folder/said" >&2
        fail "weft $*: said nothing of '$pattern'"
    }
}

for name in "$@"; do
    file=$experiments/$name.xml out=$folder/$name
    status 0 'written' run "$file" -o "$out"
    status 0 'identical' run "$file" -o "$out"
    [ -z "$(find "$out" -name '.*' -mindepth 1)" ] || fail "$out: leftovers"
done
steps=$folder/a/steps.csv
[ ! -e "$steps" ] || [ "$(sed -n 's/^hypercube:10,//p' "$steps")" = \
    1024,10240,2567,2056,1544 ] || fail "steps.csv: $(cat "$steps")"

# the quickest one
d=$experiments/d.xml out=$folder/d
"$weft" figure broadcast-4.2 | cmp - "$out/figure-4.2.svg"
"$weft" run matvec -n mesh:4x4 -t picl:- 2>/dev/null | cmp - "$out/matvec.trf"

# a byte more, a file less: named, and not mended
echo >>"$out/matvec.trf"
rm "$out/time.csv"
status 1 'd/matvec.trf: has been changed since it was written$' \
    run "$d" -o "$out"
grep -q 'd/time.csv: is missing' "$folder/said" || fail "time.csv not named"
[ "$(grep -c ' is \| has ' "$folder/said")" = 2 ] || fail "too many named"
[ ! -e "$out/time.csv" ] || fail "a comparison has written"
status 0 'written' run "$d" -o "$out" --force
status 0 'identical' run "$d" -o "$out"
# another experiment, another manifest
status 1 "holds what 'd.xml' wrote" run "$experiments/e.xml" -o "$out"
echo rubbish >"$out/manifest.txt"
status 1 'manifest.txt: not a manifest' run "$d" -o "$out"

# refuse STATUS PATTERN: of an experiment on standard input, leaving no folder
number=0
refuse() {
    number=$((number + 1))
    bad=$folder/bad-$number.xml
    cat >"$bad"
    status "$1" "bad-$number.xml: $2" run "$bad" -o "$folder/none"
    [ "$(wc -l <"$folder/said")" = 1 ] || fail "$(cat "$folder/said")"
    [ ! -e "$folder/none" ] || fail "bad-$number.xml has left a folder"
}
refuse 1 'line 2: a DOCTYPE is not allowed' <<'XML'
<?xml version="1.0"?>
<!DOCTYPE experiment [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">
  <!ENTITY c SYSTEM "file:///etc/passwd">]>
<experiment title="&b;&c;"/>
XML
refuse 1 'line 3: .*[Pp]remature end' <<'XML'
<experiment>
  <run problem="successive">
XML
refuse 1 "line 1: Entity 'a' not defined" <<'XML'
<experiment title="&a;"/>
XML
refuse 64 "line 2: element 'walk': not expected in 'experiment'; expected run, compare or figure" <<'XML'
<experiment>
  <walk/>
</experiment>
XML
refuse 64 "line 2: element 'run': unknown attribute 'netwrk'; did you mean 'network'" <<'XML'
<experiment>
  <run problem="successive" netwrk="hypercube:4"><trace file="a.trf"/></run>
</experiment>
XML
refuse 64 "line 2: element 'run': packets is for stream, not for" <<'XML'
<experiment>
  <run problem="successive" packets="3"><trace file="a.csv"/></run>
</experiment>
XML
refuse 64 "line 3: element 'range': size is for gauss, not for" <<'XML'
<experiment>
  <compare problem="successive">
    <range size="16..64"/><table file="a.csv"/>
  </compare>
</experiment>
XML
refuse 64 "line 2: element 'run': unknown strategy 'rotten'; did you mean 'rotated'" <<'XML'
<experiment>
  <run problem="successive" strategy="rotten"><trace file="a.trf"/></run>
</experiment>
XML
refuse 64 "line 2: element 'trace': file '../a.trf'; expected a name" <<'XML'
<experiment>
  <run problem="successive"><trace file="../a.trf"/></run>
</experiment>
XML
# what only the run can tell: the first item is not left behind
refuse 64 'line 3: .*rotated' <<'XML'
<experiment>
  <run problem="successive"><trace file="a.trf"/></run>
  <run problem="successive" strategy="rotated" network="ring:8">
    <trace file="b.trf"/>
  </run>
</experiment>
XML
refuse 1 'line 3: .*slot' <<'XML'
<experiment>
  <figure name="successive-3" file="a.svg"/>
  <run problem="multinode" strategy="isolated" on-conflict="fail">
    <trace file="b.trf"/>
  </run>
</experiment>
XML
refuse 1 'line 2: .*breaks the model: 48 conflicts (expect=' <<'XML'
<experiment>
  <run problem="multinode" strategy="isolated"><trace file="b.trf"/></run>
</experiment>
XML
status 1 'none.xml: No such file' run "$folder/none.xml" -o "$folder/none"
status 1 'cannot create the folder' run "$d" -o "$folder/none/deeper"
status 1 "cannot write in the folder '.*said'" run "$d" -o "$folder/said"
status 64 'where to?' run "$d"
status 64 'only -o and --force' run "$d" -o "$folder/none" -n hypercube:3
status 64 '-o is for experiment files' run successive -o "$folder/none"
[ ! -e "$folder/none" ] || fail "a refusal has left a folder"
