#!/bin/sh
# Plug-ins in experiments; schedules from files beside strategies; compilers,
# caches, folders.
#
#   plugin-files.sh WEFT EXAMPLES PLUGINS
weft=$(realpath "$1")
examples=$(realpath "$2")
plugins=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export XDG_CACHE_HOME="$work/cache"
export LC_ALL=C
mkdir cache
. "$plugins/../expect.sh"

# ---- a build folder with a blank in its path, and sources with another
mkdir -p 'of build/tools' 'of build/include'
cp "$weft" 'of build/tools'
ln -s "$(cat "$(dirname "$weft")/../include/folder")" 'of headers'
echo "$work/of headers" >'of build/include/folder'
expect 0 'valid  *yes' 'of build/tools/weft' run \
    "$examples/own-strategy.c" -n ring:8

# ---- without the headers: no folder beside the program, nothing from pkg-config
mkdir alone
cp "$weft" alone
hint='cc ended with 1; the headers are in the package libweft-dev (or: meson install)$'
expect 1 "$hint" env PKG_CONFIG_LIBDIR="$work/alone" alone/weft run "$examples/own-strategy.c"
[ "$(grep -c 'pkg-config' said)" = 0 ] || fail "notes of pkg-config"
echo 'int' >broken.c
expect 1 'cc ended with 1$' "$weft" run ./broken.c

# ---- names that a compiler would take for something else
for name in @own.c -own.c; do
    cp "$examples/own-network.c" "./$name"
    expect 0 'valid' "$weft" run successive -s greedy -n "$name:8"
    rm "./$name"
done

# ---- experiments: by paths relative to the file, wherever one stands
mkdir -p x/sub
cp "$examples"/own-*.c x
cp x/own-sum.c x/sub
cp x/own-sum.c outside.c
cat >x/e.xml <<'END'
<experiment title="own">
  <run problem="allgather" strategy="./own-strategy.c" network="ring:8">
    <trace file="a.sched"/></run>
  <run problem="./own-problem.c" strategy="./own-problem.c" network="ring:8">
    <trace file="b.sched"/></run>
  <run problem="successive" strategy="greedy" network="own-network.c:8">
    <trace file="c.sched"/></run>
  <compare problem="allreduce" network="complete:8">
    <range strategy="ring,sub/own-sum.c"/>
    <table file="t.txt" format="text"/></compare>
</experiment>
END
expect 0 '4 files' "$weft" run x/e.xml -o out
expect 0 'valid: ' "$weft" check out/a.sched
expect 0 'goal is solved' "$weft" check out/b.sched --problem x/own-problem.c
grep -q '^  own-sum  *3 ' out/t.txt || fail "not in the table"
other() { # NAME: another strategy in the table
    sed "s#sub/own-sum.c#$1#" x/e.xml >x/other.xml
}
other ../outside.c
expect 1 "line 9: .*'../outside.c' is not below the folder" \
    "$weft" run x/other.xml -o out2
expect 0 '4 files' "$weft" run x/other.xml -o out2 --force
ln -s ../outside.c x/link.c
other link.c
expect 1 "line 9: .*'link.c' is not below the folder" \
    "$weft" run x/other.xml -o out3
other none.c
expect 1 "line 9: .*cannot read '.*none.c'" "$weft" run x/other.xml -o out3
other own-strategy.c
expect 64 "line 9: .*has no strategy of 'allreduce'" \
    "$weft" run x/other.xml -o out3
for row in 'aborts:crashed: abort' 'exits:called exit()'; do
    sed "/^DO(/{/^DO(${row%%:*},/!d}" "$plugins/bad.c" >x/bad.c
    sed 's#allgather" strategy="./own-strategy.c#multinode" strategy="./bad.c#' \
        x/e.xml >x/other.xml
    expect 1 "processor 3 ${row#*:}" "$weft" run x/other.xml -o out4
    [ ! -e out4/a.sched ] || fail "$row: left a trace"
done

# ---- schedules from files
for strategy in ring recursive-doubling; do
    "$weft" run allreduce -s $strategy -n complete:8 -t $strategy.sched >said
done
"$weft" run allreduce -s census -n complete:6 -t census.csv.gz >said
"$weft" list goal allreduce >all.goal
sed '$d' recursive-doubling.sched >broken.sched
expect 0 '^  ring.sched  *14  *3 ' "$weft" compare allreduce \
    -s ring,./outside.c ring.sched -n complete:8
grep -q '^  outside  *3 ' said || fail "not beside it"
grep -q '^  ring  *14 ' said || fail "not beside it"
expect 1 'broken.sched on complete:8: at the end, processor 3: lacks' \
    "$weft" compare ring.sched recursive-doubling.sched broken.sched \
    census.csv.gz
grep -q '^  complete:6  *6 census.csv.gz  *3  *3  *1.000 ' said ||
    fail "not by its own network"
grep -q '^  complete:8  *8 ...rsive-doubling.sched *3  *3  *1.000 ' said ||
    fail "a long name"
expect 0 '^  ...rsive-doubling.sched  *3 ' \
    "$weft" compare recursive-doubling.sched --goal all.goal
expect 1 'sends block 7, which is' \
    "$weft" compare ring.sched --goal all.goal
expect 1 'sending or receiving in a step' \
    "$weft" compare ring.sched -m one-port
expect 0 '"strategy": "ring.sched"' "$weft" compare ring.sched --json
expect 0 '^allreduce,complete:8,8,one-port-duplex,ring.sched,14,14,3,' \
    "$weft" compare ring.sched --csv
expect 0 '' "$weft" compare allreduce ring.sched -s ring -n complete:4..16 \
    --figure sizes.svg
grep -q 'ring.sched' sizes.svg || fail "not in the figure"
"$weft" run x/own-problem.c -n ring:8 -t p.sched >said
expect 0 '^  p.sched  *2  *2  *1.000' "$weft" compare x/own-problem.c p.sched
expect 1 "cannot read 'none.sched'" "$weft" compare ring.sched none.sched
expect 64 "unknown problem 'multi'" "$weft" compare multi
expect 64 "no file is given" "$weft" compare allreduce --goal all.goal
expect 64 "give a range" "$weft" compare ring.sched --figure a.svg

# ---- compilers and caches
made() { find cache -name '*.so' | wc -l; }
run() { # how it ends, what it says, with what
    expect "$1" "$2" env "$3" "$weft" run allreduce -s ./outside.c -n complete:4
}
rm -rf cache/weft
run 0 'valid  *yes' A=
run 0 'valid  *yes' 'WEFT_CC=cc -O1'
[ "$(made)" = 2 ] || fail "other options, the same object"
run 0 'valid  *yes' 'WEFT_CC=cc  -O1'
[ "$(made)" = 2 ] || fail "the same options, another object"
mkdir none
run 1 "cannot compile './outside.c': compiler 'cc' not found (set WEFT_CC" PATH="$work/none"
for object in cache/weft/*.so; do
    echo damaged >"$object"
done
run 0 'valid  *yes' A=
chmod 777 cache/weft
before=$(find cache -newer said -name '*.so' | wc -l)
run 0 'valid  *yes' A= # not one that others can write to
[ "$(find cache -newer said -name '*.so' | wc -l)" = "$before" ] ||
    fail "used a cache that others can write to"
rm -rf cache/weft
echo >cache/weft # a file where the folder should be
run 0 'valid  *yes' A=
rm cache/weft
for i in 1 2 3 4; do
    "$weft" run allreduce -s ./outside.c -n complete:4 >said$i 2>&1 &
done
wait
[ "$(grep -l 'valid  *yes' said[1-4] | wc -l)" = 4 ] || fail "four at once"
[ "$(find cache/weft -type f | wc -l)" = 1 ] || fail "left something behind"
printf 'int a = b1, c = b2, d = b3, e = b4, f = b5, g = b6, h = b7, i = b8;\n' >many.c
expect 1 "cannot compile" "$weft" compare multinode -s ./many.c,./many.c
[ "$(grep -c 'error:' said)" -le 5 ] || fail "too many errors"
[ "$(grep -c 'cannot compile' said)" = 1 ] || fail "said more than once"

# ---- folders with blanks; shared objects; C++
mkdir 'a b'
cp outside.c 'a b/my sum.c'
expect 64 "'my sum' is not a valid strategy name" "$weft" run allreduce -s 'a b/my sum.c'
cp outside.c 'a b/sum.c'
expect 0 'allreduce, sum, on' "$weft" run allreduce -s 'a b/sum.c'
cp "$(find cache -name '*.so' | head -1)" 'a b/sum.so'
expect 0 'allreduce, sum, on' "$weft" run 'a b/sum.so'
if command -v c++ >said; then
    for ending in cpp cc cxx; do
        cat >thrown.$ending <<'END'
#include <stdexcept>
#include <weft/plugin.h>
static int thrown(weft_processor *self, weft_work *)
{
    if (weft_rank(self) == 2)
        throw std::runtime_error("leaves it");
    return 0;
}
WEFT_STRATEGY(.problem = "multinode", .function = thrown)
END
        expect 1 'processor 2 crashed: abort' "$weft" run ./thrown.$ending
        grep -q 'leaves it' said || fail "does not say what was thrown"
    done
    cat >all.cpp <<'END'
#include <string>
#include <weft/plugin.h>
static int pair(weft_wiring *wiring, const int number[], int)
{
    weft_wire_processors(wiring, number[0]);
    for (int i = 1; i < number[0]; i++)
        weft_wire_link(wiring, i - 1, i);
    std::string name = "first";
    return weft_wire_name(wiring, 0, name.c_str());
}
WEFT_NETWORK(.name = "row", .numbers = 1, .function = pair)
WEFT_PROBLEM(.name = "next", .goal = "have all: r\nwant 1..p-1: r-1\n")
static int step(weft_processor *self, weft_work *work)
{
    int own = weft_rank(self), left = own - 1;
    if (own < weft_size(self) - 1 && weft_work_post(work, own + 1, &own, 1))
        return -1;
    if (weft_step(self))
        return -1;
    return own ? weft_work_receive(work, left, &left, 1) : 0;
}
WEFT_STRATEGY(.problem = "next", .name = "step", .function = step)
END
    expect 0 'steps  *1$' "$weft" run ./all.cpp -n ./all.cpp:5
fi
exit 0
