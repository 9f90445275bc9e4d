#!/bin/sh
# Proofs of weft optimum are accepted by a checker of DRAT proofs, one with
# every clause but one that it needs is not.
# usage: proofs.sh WEFT DRAT
weft=$(realpath "$1")
drat=$(realpath "$2")
here=$(mktemp -d) || exit 1
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 1
status=0

fail() {
    echo "$*"
    status=1
}

# proof NAME OPTIONS: written, and accepted
proof() {
    name=$1
    shift
    "$weft" optimum "$@" --proof "$name" >"$name.txt" || fail "$*: no proof"
    grep -q "^  proof  *$name.cnf, $name.drat: " "$name.txt" || fail "$*: not said"
    "$drat" "$name.cnf" "$name.drat" >"$name.verdict" ||
        fail "$*: $(cat "$name.verdict")"
}

for order in program arrival buffered; do
    proof "cube-$order" successive -n hypercube:3 --order $order
    grep -q 'no schedule\|the minimum' "cube-$order.txt" ||
        fail "cube-$order: $(cat "cube-$order.txt")"
done
proof plain successive -n ring:4 --no-symmetry
proof links successive -n mesh:2x2 -m one-port
proof gather gather -n line:4 -m one-port
proof reduce reduce -n ring:5
proof phases allgather -n ring:6 -m all-port --packets 3 --phases 3
grep -q '^c D\[t\] = ' phases.cnf || fail 'the formula does not say what D is'
proof tree broadcast -n hypercube:3 -m one-port --phases 3
proof several barrier -n hypercube:2 -m all-port --phases 2
proof sum allreduce -n ring:4 -m one-port
proof any barrier -n star:4 -m shouting
grep -q '^c Z\[o\]\[j\]\[k\]\[t\] = ' sum.cnf || fail 'the formula does not say what Z is'
# Whatever the parent does with the end of its children.
if env --ignore-signal=CHLD true 2>/dev/null; then
    env --ignore-signal=CHLD "$weft" optimum broadcast -n ring:4 --proof alone >alone.txt 2>&1
    "$drat" alone.cnf alone.drat >alone.verdict || fail "alone: $(cat alone.txt)"
fi
# The refutations of cubes are joined: the formula is the same, the proof is not.
proof cubes successive -n hypercube:3 --cubes 6 --jobs 2
cmp -s cubes.cnf cube-program.cnf || fail 'another formula in cubes'
cmp -s cubes.drat cube-program.drat && fail 'the same proof in cubes'
proof origin broadcast -n ccc:4 -m one-port
grep -q '^c symmetries' origin.cnf || fail 'no symmetries of the origin'
proof asymmetric broadcast -n debruijn:2x3 -m one-port --root 1
grep -q '^c no symmetries' asymmetric.cnf || fail 'symmetries of an asymmetric network'
lines="two
lines.net"
printf '0 1\n1 2\n' >"$lines"
proof lines broadcast -n "file:$lines"
proof stream stream -n ring:4 -m all-port --packets 3
grep -q '^c A\[v\]\[j\] = ' plain.cnf || fail 'the formula does not say what A is'
grep -q '^c no symmetries' plain.cnf || fail 'symmetries, though none were wanted'

# Without the clause that asks for processor 3 two slots are enough.
awk 'NR == FNR { if (/^[0-9]+ 0$/) last = FNR; next }
    /^p /{ $4--; print; next } FNR != last - 1' reduce.cnf reduce.cnf >without.cnf
"$drat" reduce.cnf reduce.drat >with.verdict || fail 'reduce is not refuted'
"$drat" without.cnf reduce.drat >without.verdict &&
    fail 'a formula without one of its clauses is refuted, too'
# Half a proof is none.
head -n 20 cube-program.drat >half.drat
"$drat" cube-program.cnf half.drat >half.verdict &&
    fail 'half a proof is accepted'
# And one that lies.
printf '0\n' >lie.drat
"$drat" cube-program.cnf lie.drat >lie.verdict && fail 'a lie is accepted'

# No name that somebody may have laid a link under is written to on the way;
# what is wrong is said before the search, and leaves nothing.
echo mine >mine
ln -s mine safe.cnf.part
ln -s mine safe.drat.part
proof safe successive -n ring:4
grep -q '^mine$' mine || fail 'a link was followed'
# refused TEXT NAME [PATH]: one line, status 1, no file
refused() {
    env PATH="${3:-$PATH}" "$weft" optimum multinode -n hypercube:4 -m shouting \
        --limit 20 --proof "$2" >refused 2>&1
    [ $? = 1 ] && [ "$(wc -l <refused)" = 1 ] && grep -q "$1" refused ||
        fail "$2: $(cat refused)"
    [ ! -f "$2.cnf" ] || fail "$2.cnf is there"
}
refused 'no/such/x.cnf' no/such/x
ln -s /dev/null device.drat
refused 'device.drat.*not a file' device
touch fixed.drat
chmod a-w fixed.drat
refused 'fixed.drat' fixed
refused "'cadical' is not installed" nowhere /none

# Both files take their places, or none: a solver that bars the way to one of
# them by a folder, where there are files and where there are none.
mkdir false
cat >false/cadical <<'END'
#!/bin/sh
cat >/dev/null
rm -f "$BARRED"
mkdir "$BARRED"
echo mine >"$BARRED/mine"
exit 20
END
chmod a+x false/cadical
# barred FILE LEFT
barred() {
    env PATH="$here/false:$PATH" BARRED="$1" "$weft" optimum successive \
        -n ring:4 --proof barred >barred.txt 2>&1
    [ $? = 1 ] && grep -q "$1: Is a directory" barred.txt ||
        fail "$1: $(cat barred.txt)"
    [ "$(echo barred.*)" = "$2" ] || fail "$1: left are $(echo barred.*)"
    [ "$(cat "$1/mine")" = mine ] || fail "$1: another folder"
    rm -r "$1"
}
barred barred.drat 'barred.drat barred.txt'
barred barred.cnf 'barred.cnf barred.txt'
echo old >barred.cnf
echo old >barred.drat
barred barred.drat 'barred.cnf barred.drat barred.txt'
[ "$(cat barred.cnf)" = old ] || fail 'a formula without its proof'
echo old >barred.drat
barred barred.cnf 'barred.cnf barred.drat barred.txt'
[ "$(cat barred.drat)" = old ] || fail 'a proof without its formula'
echo old >barred.cnf
proof barred successive -n ring:4
[ "$(echo barred.*)" = 'barred.cnf barred.drat barred.txt barred.verdict' ] ||
    fail "replaced: left are $(echo barred.*)"
exit $status
