#!/bin/sh
# Strategies from files that combine values: right ones, for every problem, and
# what is said of wrong ones.
#
#   plugin-sums.sh WEFT PLUGINS
weft=$(realpath "$1")
plugins=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export XDG_CACHE_HOME="$work/cache"
export LC_ALL=C
mkdir cache
. "$plugins/../expect.sh"
cp "$plugins/sums.c" "$plugins/wrong-sums.c" .

# Valid by the machine's judge, and by the checker's; as many steps as said.
# PROBLEM, steps for p = 2 and 8 (reduce: less one where the root is the last)
while read -r problem two eight options; do
    for run in "2 $two" "8 $eight"; do
        p=${run% *}
        for engine in threads fibers; do
            # shellcheck disable=SC2086
            expect 0 'valid  *yes' "$weft" run "$problem" -s ./sums.c \
                -n "complete:$p" --engine $engine -t a.sched $options
            grep -q "steps  *${run#* }\$" said ||
                fail "$problem, $p: not ${run#* } steps"
            expect 0 'valid: ' "$weft" check a.sched
        done
    done
    for payload in real tags; do
        # shellcheck disable=SC2086
        expect 0 'valid  *yes' "$weft" run "$problem" -s ./sums.c \
            -n complete:8 $options --bytes 40 --payload $payload -t $payload.csv
        mv said $payload.txt
    done
    cmp real.csv tags.csv && cmp real.txt tags.txt ||
        fail "$problem: tags differ from blocks"
done <<END
allreduce       1  3
barrier         1  3
reduce-scatter  1  3
scan            1  7
exscan          1  7
reduce          2  8  -m one-port-duplex
reduce          2  8  -m one-port-duplex --packets 5 --bytes 24
END
expect 0 'valid  *yes' "$weft" run reduce -s ./sums.c --root 2 --packets 3 \
    -n complete:4 -m one-port-duplex -t a.sched
grep -q '^4 3 2 0-2:3$' a.sched || fail "a.sched does not say what was sent"

# Beside built-in ones, by length and by cost: the same algorithm, the same row.
expect 0 own-rabenseifner "$weft" compare allreduce --csv \
    -s ./sums.c,rabenseifner,recursive-doubling -n complete:4..64 \
    --vector 4096 --cost ts=10,tw=1
for pair in rabenseifner:own-rabenseifner recursive-doubling:own-doubling; do
    row() { # but for volume and rounds, which are known of built-in ones
        grep ",$1," said | cut -d, -f1-7,9-16,18-25
    }
    row "${pair%:*}" >one
    row "${pair#*:}" >two
    [ "$(wc -l <one)" = 5 ] || fail "no rows of $pair"
    cmp -s one two || fail "$pair: $(diff one two)"
done
# The own bound counts the messages that it sent: half of the blocks.
expect 0 '^  own-rabenseifner  *6  *3  *2.000  *4 ' "$weft" compare allreduce \
    -s ./sums.c -n complete:8
expect 64 'tagged blocks: use --bytes 8' "$weft" run allreduce -s ./sums.c --bytes 4

# Wrong ones: each alone in its file, with whole blocks and with their tags.
while IFS='|' read -r name problem status text; do
    sed "/^DO(/{/^DO($name,/!d}" wrong-sums.c >one.c
    for options in '' '--payload tags --bytes 40'; do
        # shellcheck disable=SC2086
        expect "$status" "$text" "$weft" run "$problem" -s ./one.c \
            -n complete:5 -m all-port -t one.json $options
    done
    [ -z "$(find . -name '*one.json*')" ] || fail "$name leaves a trace"
done <<END
doubles|allreduce|1|processor 0: block 0: the contribution of 4 is added twice
confuses|allreduce|1|a value of block 0 is added to one of block 1
wraps|allreduce|1|processor 0: block 0: out of order: 4 is added to
lacks|allreduce|1|the value that processor 0 stored lacks the contribution of 1
invents|allreduce|1|the added value is neither a contribution
absent|allreduce|1|processor 0 sends block 7 to 0, but holds nothing of it
none|allreduce|1|a message of 0 blocks to 0
longer|allreduce|1|received 16 bytes from 4, not 1 block of 8
empty|barrier|1|the value that processor 0 stored lacks the contribution of 1
passes|multinode|1|problem 'multinode' combines nothing
uneven|allreduce|64|.blocks = "p/0": 5 / 0
many|allreduce|64|.blocks = .*1 to 1048576
text|allreduce|64|.blocks = "p p": expected a number
elsewhere|reduce|64|.blocks applies to allreduce only
END

# A strategy that does nothing is said to do nothing, whatever the problem.
for problem in $("$weft" list problems | awk '{print $1}'); do
    printf '#include <weft/plugin.h>\n%s\n%s\n' \
        'static int f(struct weft_processor *s, struct weft_work *w) { (void)s; (void)w; return 0; }' \
        "WEFT_STRATEGY(.problem = \"$problem\", .function = f)" >idle.c
    "$weft" run idle.c >said 2>&1
    case $? in
    1) grep -q 'stored\|missing' said || fail "$problem" ;;
    64) grep -q 'takes no strategies from plug-ins' said || fail "$problem" ;;
    *) fail "$problem: idle" ;;
    esac
done

# Wrong blocks: which is missing, which is none.
cat >moves.c <<'END'
#include <weft/plugin.h>
static int wrong(struct weft_processor *self, struct weft_work *work)
{
    int p = weft_size(self), own = weft_rank(self), left = (own + p - 1) % p;
    int named = (own + p - 2) % p;
    return weft_work_post(work, (own + 1) % p, &own, 1) || weft_step(self)
               ? -1
               : weft_work_receive(work, left, &named, 1);
}
WEFT_STRATEGY(.problem = "allgather", .function = wrong)
END
sed '/int named/d; s/&named/\&left/' moves.c >few.c
for options in '' '--payload tags --bytes 1G'; do
    # shellcheck disable=SC2086
    expect 1 'processor 0 stored block 4 as block 3: it received block 4 from 4 at time 1 under that number' \
        "$weft" run ./moves.c -n complete:5 $options
    # shellcheck disable=SC2086
    expect 1 'stored 2 of 5 messages; the first missing one is 1' \
        "$weft" run ./few.c -n complete:5 $options
done

# Part of a tag is no block; times count the whole length.
cat >part.c <<'END'
#include <weft/plugin.h>
static int part(struct weft_processor *self, struct weft_work *work)
{
    int own = weft_rank(self), bytes = (int)weft_work_bytes(work);
    return weft_send(self, !own, own, weft_work_block(work, own),
                     (size_t)bytes - 1);
}
WEFT_STRATEGY(.problem = "allgather", .function = part)
END
expect 1 'processor 0: 7 bytes are no whole blocks: the tag of a block has 8 bytes' \
    "$weft" run ./part.c -n complete:2 --payload tags --bytes 1k
exit 0
