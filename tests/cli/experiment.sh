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
status 1 "contains the files of 'd.xml'" run "$experiments/e.xml" -o "$out"
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
refuse 64 "line 2: element 'walk': not expected in 'experiment'; expected run, compare, optimum or figure" <<'XML'
<experiment>
  <walk/>
</experiment>
XML
refuse 64 "line 2: element 'run': unknown attribute 'netwrk'; did you mean 'network'" <<'XML'
<experiment>
  <run problem="successive" netwrk="hypercube:4"><trace file="a.trf"/></run>
</experiment>
XML
refuse 64 "line 2: element 'run': packets applies to reduce stream allgather allreduce, not" <<'XML'
<experiment>
  <run problem="successive" packets="3"><trace file="a.csv"/></run>
</experiment>
XML
refuse 64 "line 3: element 'range': size applies to gauss, not to" <<'XML'
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
refuse 1 'line 3: .*step' <<'XML'
<experiment>
  <figure name="successive-3" file="a.svg"/>
  <run problem="multinode" strategy="isolated" on-conflict="fail">
    <trace file="b.trf"/>
  </run>
</experiment>
XML
refuse 1 'line 2: .*breaks the model: 48 conflicts (write expect=' <<'XML'
<experiment>
  <run problem="multinode" strategy="isolated"><trace file="b.trf"/></run>
</experiment>
XML
status 1 'none.xml: No such file' run "$folder/none.xml" -o "$folder/none"
status 1 'cannot create the folder' run "$d" -o "$folder/none/deeper"
status 1 "cannot write in the folder '.*said'" run "$d" -o "$folder/said"
status 64 'no folder given' run "$d"
status 64 'takes only -o, --force, --spread and --no-limit' run "$d" -o "$folder/none" -n hypercube:3
status 64 '-o is for experiment files' run successive -o "$folder/none"
[ ! -e "$folder/none" ] || fail "a refusal has left a folder"

# a folder with files of others, or with one that cannot be replaced
mkdir "$folder/own"
echo mine >"$folder/own/time.csv"
status 1 "'time.csv' exists, and no manifest lists it" \
    run "$d" -o "$folder/own"
[ "$(ls -A "$folder/own")" = time.csv ] && [ "$(cat "$folder/own/time.csv")" = mine ] ||
    fail "a folder of others was written to"
status 0 'written' run "$d" -o "$folder/own" --force
last=$(awk '$1 == "file" { name = $4 } END { print name }' "$folder/own/manifest.txt")
cp -r "$folder/own" "$folder/before"
for name in "$last" manifest.txt; do # all or nothing
    for target in own before; do
        rm "$folder/$target/$name"
        mkdir -p "$folder/$target/$name/in"
        echo old >"$folder/$target/figure-4.2.svg"
    done
    status 1 "cannot .*/$name': " run "$d" -o "$folder/own" --force
    diff -r "$folder/own" "$folder/before" || fail "files are half old, half new"
    for target in own before; do
        rm -r "${folder:?}/$target/$name"
        echo rest >"$folder/$target/$name"
    done
done

# what a killed run left goes with the next; what one uses stays
mkdir "$out/.weft-work-abcdef" "$out/.weft-work-locked" \
    "$out/.weft-work-mine" "$out/.weft-secret"
mkdir -p "$out/.weft-work-drafts/more" # so it is somebody's
for name in work-mine secret work-drafts; do
    echo mine >"$out/.weft-$name/a.trf"
done
echo half >"$out/.weft-work-abcdef/a.trf"
exec 8<"$out/.weft-work-locked"
flock 8
status 0 'written' run "$d" -o "$out" --force
[ "$(cd "$out" && cat .weft-*/a.trf && ls -d .weft-* | tr '\n' ' ')" = "mine
mine
mine
.weft-secret .weft-work-drafts .weft-work-locked .weft-work-mine " ] || fail "leftovers: $(ls -A "$out")"
exec 8<&-
status 0 'identical' run "$d" -o "$out"
[ ! -e "$out/.weft-work-locked" ] || fail "the second has left it"

# a manifest may say anything, but not to the terminal
printf 'file 00000000 0 \033[31mred x\n' >>"$out/manifest.txt"
status 1 'd/?.31mred: is no longer written' run "$d" -o "$out"

# of two lines about a file the first counts, and every other one is told
sed -n 's/^file [0-9a-f]* /file 00000000 /p' "$out/manifest.txt" >"$folder/twice"
cat "$folder/twice" >>"$out/manifest.txt"
seq 30000 | sed 's/^/file 00000000 1 other-/' >>"$out/manifest.txt"
status 1 '30002 files differ;' run "$d" -o "$out"
[ "$(grep -c 'no longer written' "$folder/said")" = 30002 ] ||
    fail "lines of a manifest: $(head -3 "$folder/said")"
status 0 'written' run "$d" -o "$out" --force

# pipes and devices neither hang nor fill the memory
mkfifo "$folder/pipe.xml"
ln -s /dev/zero "$folder/zero.xml"
for name in pipe zero; do
    status 1 "$name.xml: Operation not supported" \
        run "$folder/$name.xml" -o "$folder/none"
    sed "s/NAME/$name.xml/" >"$folder/data.xml" <<'XML'
<experiment>
  <run problem="matvec" network="mesh:2x2" data="NAME"><trace file="a.csv"/></run>
</experiment>
XML
    status 1 "$name.xml" run "$folder/data.xml" -o "$folder/none" --force
    rm "$out/manifest.txt"
    mv "$folder/$name.xml" "$out/manifest.txt"
    status 1 'manifest.txt: Operation not supported' run "$d" -o "$out"
done

# numbers are read from below the folder of the experiment
mkdir "$folder/below"
echo 1 2 3 4 5 6 >"$folder/numbers"
cp "$folder/numbers" "$folder/below/numbers"
ln -s ../numbers "$folder/below/link"
for name in numbers link ../numbers "$folder/numbers"; do
    cat >"$folder/below/data.xml" <<XML
<experiment>
  <run problem="matvec" network="mesh:2x2" data="$name"><trace file="a.csv"/></run>
</experiment>
XML
    if [ "$name" != numbers ]; then
        status 1 'line 2: .*data .* is not below the folder' \
            run "$folder/below/data.xml" -o "$folder/numbers-out"
        [ ! -e "$folder/numbers-out" ] || fail "$name has left a folder"
    fi
    status 0 written run "$folder/below/data.xml" -o "$folder/numbers-out" --force
    rm -r "$folder/numbers-out"
done

# names that mean something to a shell, or have lines: the manifest is whole, and
# a shell can run what it says
mkdir "$folder/odd"
printf '1 0 1 0\n' >"$folder/odd/it's \$HOME.sched"
lines=$(printf 'a\nb')
printf '%s' "<experiment><run schedule=\"it's \$HOME.sched\" network='line:2'><trace \
file='a.csv'/></run></experiment>" >"$folder/odd/$lines.xml"
status 0 written run "$folder/odd/$lines.xml" -o "$folder/odd/out"
status 0 identical run "$folder/odd/$lines.xml" -o "$folder/odd/out"
command=$(sed -n 's/^file .* of weft //p' "$folder/odd/out/manifest.txt")
whole=$(realpath "$weft")
(cd "$folder/odd" && eval "'$whole' $command -t again.csv" >/dev/null)
cmp "$folder/odd/again.csv" "$folder/odd/out/a.csv"
