#!/bin/sh
# Strategies from files: compiled, run, compared, listed; and what is said of
# those that cannot be had, crash, or end the process.
#
#   plugin.sh WEFT EXAMPLE PLUGINS
weft=$(realpath "$1")
example=$(realpath "$2")
plugins=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export XDG_CACHE_HOME="$work/cache"
export LC_ALL=C
mkdir cache

. "$plugins/../expect.sh"

cp "$example" ring.c
cp "$plugins/bad.c" bad.c

# a strategy like any other
expect 0 'multinode  *ring .*(ring; needs' "$weft" list ./ring.c
expect 0 'multinode, ring, on ring:8' "$weft" run ./ring.c -n ring:8 -t a.sched
expect 0 'valid: ' "$weft" check a.sched -n ring:8 -m one-port-duplex
[ "$(grep -c '^[0-9]' a.sched)" = 56 ] || fail "not 56 transfers"
expect 0 '^  ring:64 .* ring  *63 ' "$weft" compare multinode -s ./ring.c \
    -n ring:8..64
expect 0 '^  ring  *7 .*' "$weft" compare multinode -s ./ring.c,ring \
    -n ring:8
expect 0 '"strategy": *"ring"' "$weft" run multinode -s ./ring.c -n ring:8 \
    --json
for engine in threads fibers; do
    for bytes in 1 8 1000; do
        expect 0 'valid  *yes' "$weft" run ring.c -n ring:5 --engine $engine \
            --bytes $bytes --cost ts=10,tw=1
    done
done
# whatever the parent does with the end of its children
if env --ignore-signal=CHLD true 2>/dev/null; then
    expect 0 'valid  *yes' env --ignore-signal=CHLD XDG_CACHE_HOME="$work" \
        "$weft" run ring.c -n ring:5
fi
expect 64 "runs on ring only" "$weft" run ./ring.c -n hypercube:3
expect 64 "has no strategy of 'scatter'" "$weft" run scatter -s ./ring.c

# compiled once, and again when it or a header of its own changes
made() { find cache -name '*.so' | wc -l; }
before=$(made)
expect 0 valid "$weft" run ./ring.c -n ring:8
[ "$(made)" = "$before" ] || fail "compiled again"
echo '#include "own.h"' >>ring.c
echo '/* one */ enum { ONE };' >own.h
expect 0 valid "$weft" run ./ring.c -n ring:8
[ "$(made)" = $((before + 1)) ] || fail "not compiled again"
echo '/* two */ enum { ONE, TWO };' >own.h
expect 0 valid "$weft" run ./ring.c -n ring:8
[ "$(made)" = $((before + 2)) ] || fail "a header has changed"

# without a cache; as a shared object; with another compiler
expect 0 valid env XDG_CACHE_HOME=/dev/null TMPDIR="$work" \
    "$weft" run ./ring.c -n ring:8
[ -z "$(find . -maxdepth 1 -name 'weft-*')" ] || fail "left a folder behind"
cp "$(find cache -name '*.so' | head -1)" own.so
expect 0 'multinode, own, on' "$weft" run ./own.so -n ring:8
expect 1 "compiler 'no-compiler' not found" env WEFT_CC=no-compiler \
    "$weft" run ./bad.c -n ring:8
expect 1 'ended with 1' env WEFT_CC=false "$weft" run ./bad.c

# what cannot be had
expect 1 "cannot read 'none.c'" "$weft" run none.c
expect 1 "cannot read 'none.so'" "$weft" run multinode -s none.so
echo 'int x' >wrong.c
expect 1 'wrong.c:1:[0-9]*: error' "$weft" run wrong.c
expect 1 "cannot compile" "$weft" run wrong.c
echo 'int x;' >empty.c
expect 1 'registers no strategy' "$weft" run empty.c
echo 'no object' >text.so
expect 1 "cannot load 'text.so'" "$weft" run text.so
echo 'extern int gone(void); int f(void); int f(void) { return gone(); }' >gone.c
expect 1 "cannot load 'gone.c': .*gone" "$weft" run gone.c

# own ROW [CODE]: a file with one strategy
own() {
    printf '#include <weft/plugin.h>\n%s\nWEFT_STRATEGY(%s)\n' "$2" "$1" >own.c
}
own '.problem = "multinode", .name = "split"'
expect 64 "already has a strategy 'split'" "$weft" run own.c
own '.problem = "multinode"'
expect 64 'no .function' "$weft" run own.c
own '.problem = "multi"'
expect 64 "unknown problem 'multi'" "$weft" run own.c
own '.name = "x"'
expect 64 'without .problem' "$weft" run own.c
own '.problem = "multinode", .name = "two words"'
expect 64 "'two words' is not a valid strategy name" "$weft" run own.c
own '.problem = "multinode", .name = "a-name-of-twenty-four-ch"'
expect 64 'at most 23' "$weft" run own.c
own '.problem = "multinode", .model = "none", .function = (void *)-1'
expect 64 "none" "$weft" run own.c
own '.problem = "matvec", .function = (void *)-1'
expect 64 "takes no strategies from plug-ins" "$weft" run own.c
printf '#include <weft/plugin.h>\n%s %s\n' \
    '__attribute__((constructor)) static void old(void)' \
    '{ static struct weft_own_strategy s; weft_strategy_add(&s, "0.1.9"); }' >old.c
expect 64 'built for weft 0.1.9; this is' "$weft" run old.c

# Messages of one number that carry different blocks are two, whether a trace
# is written or not, and over switches, too.
# The same blocks in another order are the same; tokens carry nothing.
bundles() { # POSTS RECEIVES: of processor 0, and of the others
    own '.problem = "scatter", .name = "bundles", .function = bundles' \
        "static int bundles(struct weft_processor *self, struct weft_work *work) {
        int one[] = {1, 2, 3}, two[] = {1, 3, 2}, rank = weft_rank(self);
        struct weft_message message;
        (void)two, (void)message;
        if (!rank)
            return $1 || weft_step(self) ? -1 : 0;
        return $2; }"
}
conflicts() { # "NETWORK MODEL CONFLICTS"...
    for trace in '' '-t bundles.csv'; do
        for on in "$@"; do
            model=${on#* }
            # shellcheck disable=SC2086 # two words
            "$weft" run ./own.c -n "${on%% *}" -m "${model% *}" --json \
                $trace >said 2>&1
            grep -q "\"conflicts\": ${on##* }," said ||
                fail "bundles, $on $trace: $(cat said)"
        done
    done
}
printf 'host 0 1 2 3\nswitch 4\n0 4\n4 1\n4 2\n4 3\n' >star.net
bundles 'weft_work_post(work, 1, one, 1) || weft_work_post(work, 2, one, 2) ||
    weft_work_post(work, 3, one, 3)' 'weft_work_receive(work, 0, one, rank)'
conflicts 'complete:4 shouting 1' 'complete:4 one-port 1' \
    'complete:4 all-port 0' 'file:star.net all-port 1' \
    'file:star.net shouting 2'
bundles 'weft_work_post(work, 1, one, 3) || weft_work_post(work, 2, two, 3) ||
    weft_work_post(work, 3, one, 3)' \
    'weft_work_receive(work, 0, rank == 2 ? two : one, 3)'
conflicts 'complete:4 shouting 0' 'complete:4 one-port 1' \
    'file:star.net all-port 0'
bundles 'weft_post_token(self, 1, 5, one, 8) || weft_step(self) ||
    weft_work_post(work, 1, one, 1) || weft_step(self) ||
    weft_work_post(work, 2, one + 1, 1) || weft_step(self) ||
    weft_work_post(work, 3, one + 2, 1)' \
    '(rank == 1 && weft_receive(self, 0, &message)) ||
    weft_work_receive(work, 0, &rank, 1)'
conflicts 'complete:4 shouting 0' 'complete:4 one-port 0' \
    'file:star.net all-port 0'

# what goes wrong while it runs leaves no trace behind
for engine in threads fibers; do
    for row in 'touches:crashed: segmentation fault' 'aborts:crashed: abort' \
        "exits:one.c': processor 3 called exit() in step 1; no trace" \
        "leaves:one.c': processor 3 called _exit()" \
        "leaves_so:one.c': processor 3 called _Exit()" \
        "hurries:one.c': processor 3 called quick_exit()" \
        "threads:one.c' called exit(), outside of any step" \
        'nothing:missing\|stored' 'fails:no more' \
        'overflows:stack overflow\|crashed' 'keeps:block 99 does not exist'; do
        name=${row%%:*}
        sed "s/^DO(\($name,.*\)/DO(\1/; t; /^DO(/d" "$plugins/bad.c" >one.c
        expect 1 "${row#*:}" "$weft" run ./one.c -n ring:8 -t one.json \
            --engine $engine
        [ -z "$(find . -name '*one.json*')" ] || fail "$name leaves a trace"
    done
done
expect 1 'crashed\|called exit' "$weft" compare multinode -s ./bad.c -n ring:8

# interrupted: in which step, or that there is none
signals='#include <signal.h>
    #include <unistd.h>
    static void interrupted(void) { for (raise(SIGTERM);;) pause(); }'
own '.problem = "scatter", .name = "loops", .function = loops' "$signals
    static int loops(struct weft_processor *self, struct weft_work *work) {
    (void)work;
    if (weft_step(self) || weft_step(self)) return -1;
    if (weft_rank(self) == 3) interrupted();
    return 0; }"
for engine in threads fibers; do
    expect 143 'interrupted in step 3 of processor 3; nothing was kept' \
        "$weft" run ./own.c -n ring:8 --engine $engine
done
own '.problem = "scatter", .function = (void *)-1' "$signals
    __attribute__((constructor)) static void begin(void) { interrupted(); }"
expect 143 'interrupted outside of any step; nothing was kept' \
    "$weft" run ./own.c -n ring:8
expect 143 'interrupted outside of any step' "$weft" list ./own.c

# C++, where there is a compiler
if command -v c++ >/dev/null; then
    cp "$plugins/cxx.cpp" .
    expect 1 'caught 1' "$weft" run ./cxx.cpp -n ring:4
fi
exit 0
