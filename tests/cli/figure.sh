#!/bin/sh
# weft figure: what is refused, how, and that nothing half-written is left.
#
#   figure.sh WEFT
set -u
weft=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# refuse STATUS PART ARGUMENT...: that status, one line with that part in it,
# and no file
refuse() {
    status=$1
    part=$2
    shift 2
    "$weft" figure "$@" -o "$work/out.svg" >"$work/said" 2>&1
    is=$?
    if [ $is -ne "$status" ] || [ "$(wc -l <"$work/said")" -ne 1 ] ||
        ! grep -qF -- "$part" "$work/said" || [ -e "$work/out.svg" ]; then
        echo "weft figure $*: status $is, not $status, or not '$part':"
        cat "$work/said"
        failed=1
    fi
}

"$weft" run successive -n hypercube:4 -t "$work/run.csv" >/dev/null || exit 1
"$weft" run broadcast -n complete:300 -t "$work/large.csv" >/dev/null || exit 1
"$weft" run broadcast -n ring:8 -t "$work/ring.csv" >/dev/null || exit 1
: >"$work/empty.csv"

refuse 64 "did you mean 'successive-3'" succesive-3
refuse 64 "did you mean 'gantt'" gannt "$work/run.csv"
refuse 64 ", ..." zzzzzzzzzzzzzzzzzzz
refuse 64 "no trace given" gantt
refuse 64 "weft compare PROBLEM" plot "$work/run.csv"
refuse 64 "--path is for spacetime" gantt "$work/run.csv" --path
refuse 64 "--by is for matrix" gantt "$work/run.csv" --by bytes
refuse 64 "messages, bytes or time" matrix "$work/run.csv" --by hand
refuse 64 "its own run" successive-3 "$work/run.csv"
refuse 64 "figures of a trace" successive-3 --steps 1..2
refuse 64 "range" gantt "$work/run.csv" --steps 3..2
refuse 64 "range" gantt "$work/run.csv" --processors a..b
refuse 64 "'-1' is not a number" tree "$work/run.csv" --message -1
refuse 64 "unexpected argument" gantt "$work/run.csv" more
refuse 1 "No such file" gantt "$work/none.csv"
refuse 1 "is empty" gantt "$work/empty.csv"
refuse 1 "processors 14..20" gantt "$work/run.csv" --processors 14..20
refuse 1 "the trace ends at" gantt "$work/run.csv" --steps 900..901
refuse 1 "message 99" tree "$work/run.csv" --message 99
refuse 1 "a cube figure shows at most 16" cube "$work/large.csv" --processors 0..3
refuse 1 "needs a hypercube" cube "$work/ring.csv"

for kind in gantt spacetime utilisation matrix links tree cube; do
    "$weft" figure $kind "$work/run.csv" --steps 1..4 -o "$work/$kind.svg" ||
        failed=1
done
"$weft" figure matrix "$work/large.csv" >/dev/null || failed=1
for kind in gantt spacetime links; do # more rows than fit: sums, and it says so
    "$weft" figure $kind "$work/large.csv" |
        grep -q 'A row is [0-9]* \(processors\|of them\)' ||
        { echo "$kind does not say that it sums"; failed=1; }
done
"$weft" figure cube "$work/ring.csv" -n hypercube:3 --print |
    grep -q 'width="[0-9.]*pt"' || { echo "no points on paper"; failed=1; }

# an older file stays as it was when the new one cannot be drawn
echo old >"$work/kept.svg"
"$weft" figure cube "$work/large.csv" -o "$work/kept.svg" 2>/dev/null
[ "$(cat "$work/kept.svg")" = old ] || { echo "kept.svg is lost"; failed=1; }
"$weft" figure successive-1 -o /dev/full 2>"$work/said" &&
    { echo "a full device was not noticed"; failed=1; }

# PDF and PNG need another program; without it no file appears
for form in pdf png; do
    PATH=/nowhere "$weft" figure gantt "$work/run.csv" -o "$work/a.$form" \
        2>"$work/said" && { echo "$form was made by nobody"; failed=1; }
    grep -q "a.$form': rsvg-convert, .* is not installed" "$work/said" ||
        { cat "$work/said"; failed=1; }
    [ ! -e "$work/a.$form" ] || { echo "a.$form is there"; failed=1; }
done
if command -v rsvg-convert >/dev/null; then
    "$weft" figure gantt "$work/run.csv" -o "$work/a.pdf" &&
        "$weft" figure gantt "$work/run.csv" -o "$work/a.PNG" &&
        "$weft" compare broadcast -n ring:4..16 --figure "$work/b.png" >/dev/null ||
        failed=1
    # whatever the parent does with the end of its children
    if env --ignore-signal=CHLD true 2>/dev/null; then
        rm "$work/a.PNG"
        env --ignore-signal=CHLD "$weft" figure gantt "$work/run.csv" \
            -o "$work/a.PNG" || failed=1
    fi
    [ "$(head -c 4 "$work/a.pdf")" = %PDF ] || { echo "no PDF"; failed=1; }
    for png in a.PNG b.png; do
        [ "$(head -c 4 "$work/$png" | tail -c 3)" = PNG ] ||
            { echo "no PNG: $png"; failed=1; }
    done
fi

# what is summed is drawn the same in every run
"$weft" figure spacetime "$work/large.csv" -o "$work/s1.svg" &&
    "$weft" figure spacetime "$work/large.csv" -o "$work/s2.svg" &&
    cmp "$work/s1.svg" "$work/s2.svg" || failed=1

# a run played on a terminal: two keys on, the end; without one it is refused
if script -qec true /dev/null >/dev/null 2>&1; then  # there are pseudo-terminals
    printf '  bq' | script -qec "$weft run broadcast -n ring:8 --show=play" \
        /dev/null | tr -d '\r' | grep -o 'step . of .' | tr '\n' ' ' >"$work/said"
    [ "$(cat "$work/said")" = "step 1 of 3 step 2 of 3 step 3 of 3 step 2 of 3 " ] ||
        { echo "played: $(cat "$work/said")"; failed=1; }
fi
"$weft" run broadcast -n ring:8 --show=play >"$work/said" 2>&1 </dev/null
[ $? -eq 64 ] && grep -q 'needs a terminal' "$work/said" ||
    { echo "played to nobody"; failed=1; }
exit $failed
