#!/bin/sh
# Problems and networks from files, and the examples of all kinds: everywhere a
# name goes; what is said of wrong ones.
#
#   plugin-kinds.sh WEFT EXAMPLES
weft=$(realpath "$1")
examples=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export XDG_CACHE_HOME="$work/cache"
export LC_ALL=C
mkdir cache
. "$here/expect.sh"
cp "$examples"/own-*.c .

# ---- the examples
expect 0 '^  ring:20 .* own-strategy  *19  *5  *3.800  *19 ' "$weft" compare allgather \
    -s ./own-strategy.c -n ring:5..20*4
expect 0 '^  complete:64 .* own-sum  *6  *6  *1.000' "$weft" \
    compare allreduce -s ./own-sum.c,ring,circulant -n complete:8..64
expect 1 'not a power of two' "$weft" run ./own-sum.c -n complete:6
expect 0 'allgather, bruck, on' "$weft" run ./own-strategy.c -s bruck -n complete:5
expect 0 'allgather, own-strategy, on' "$weft" run ./own-strategy.c -n ring:5

# ---- a problem: listed, run, compared, searched, checked
expect 0 '^  shifts  *every block to those' "$weft" list ./own-problem.c
grep -q 'shifts  *width  *how far .*default 2' said || fail "no setting"
grep -q 'shifts  *pass  *round the ring' said || fail "no strategy"
for width in 1 2 5; do
    expect 0 "steps  *$width\$" "$weft" run ./own-problem.c -n ring:7 \
        --width $width -t a.sched
    grep -q "author.s     $width = blocks" said || fail "$width: no bound"
    expect 0 'goal is solved' "$weft" check a.sched --problem ./own-problem.c
done
sed -i '$d' a.sched
expect 1 'goal is not solved' "$weft" check a.sched --problem ./own-problem.c
expect 0 'valid  *yes' "$weft" run shifts -s ./own-problem.c
expect 0 '^  ring:16 .* 3 pass  *3  *2  *1.500' "$weft" \
    compare ./own-problem.c -n ring:8,ring:16 --width 1..3
grep -q "author's bound, ring:16 width 3: 3 = blocks" said || fail "no author"
expect 0 'steps  *2, the minimum' "$weft" optimum ./own-problem.c -n ring:6 \
    -t a.sched
expect 0 'goal is solved' "$weft" check a.sched --problem ./own-problem.c
# an author's bound that is none: nothing follows from it
sed 's/(uint64_t)(width < p/9 + &/' own-problem.c >untrue.c
expect 0 'steps  *2, the minimum' "$weft" optimum ./untrue.c -n ring:6
grep -q "author's  *11: .* (wrong: a schedule takes less)" said || fail "not wrong"
expect 0 "author's  *11 = .* (wrong: this run takes less)" "$weft" run ./untrue.c -n ring:6 -t b.csv
grep -q 'ratio  *1.000' said || fail "another ratio"
expect 0 "author's bound: 11 = .* (wrong: this run takes less)" "$weft" check b.csv --problem ./untrue.c
expect 0 "author's bound: 11 = .* (wrong: a valid run takes less)" "$weft" compare ./untrue.c -n ring:6
expect 0 'how far to the right' "$weft" run ./own-problem.c --help
expect 64 'takes a whole number from 1 to 64' "$weft" run ./own-problem.c \
    --width 0
expect 1 "goal of 'shifts', line 3: processor 8 is not in" "$weft" \
    run ./own-problem.c -n ring:8 --width 9
expect 64 "unknown problem 'shifts'" "$weft" run shifts

# problem ROW [CODE]
problem() {
    printf '#include <weft/plugin.h>\n%s\nWEFT_PROBLEM(%s)\n' "$2" "$1" >own.c
}
problem '.goal = "have all: r\nwant all: (r+1)%p\n"'
expect 64 "problem 'own' has no strategy" "$weft" run own.c
expect 64 "problem 'own' has no strategy" "$weft" compare own.c
expect 0 'the minimum' "$weft" optimum own.c -n ring:5
problem '.name = "scatter", .goal = "have 0: 0"'
expect 64 "problem 'scatter' is already registered" "$weft" run own.c
problem '.name = "a b", .goal = "have 0: 0"'
expect 64 "'a b' is not a valid problem name" "$weft" run own.c
problem '.summary = "none"'
expect 64 "neither .goal nor .make_goal" "$weft" run own.c
problem '.goal = "have 0: 0", .model = "never"'
expect 64 "unknown model 'never'" "$weft" run own.c
problem '.goal = "have 0: 0\nwant 1: 1\n"'
expect 1 "goal of 'own', line 2: .*no processor has at the start" "$weft" optimum own.c
problem '.make_goal = make' 'static struct weft_goal *make(const struct weft_asked *a, struct weft_error *e) { (void)a; (void)e; return 0; }'
expect 64 "goal of 'own': the function returned none" "$weft" optimum own.c
problem '.make_goal = make' 'static struct weft_goal *make(const struct weft_asked *a, struct weft_error *e) { (void)a; return weft_goal_parse("have 0: 0", 9, 3, e); }'
expect 64 "needs 3 processors, not 16" "$weft" optimum own.c
problem '.make_goal = make' '#include <stdlib.h>
static struct weft_goal *make(const struct weft_asked *a, struct weft_error *e) { (void)a; (void)e; exit(0); }'
expect 1 "called exit()" "$weft" optimum own.c

# ---- a network: listed, described, run, compared, checked, drawn, replayed
net=./own-network.c
expect 0 '^  moebius:P  *a ring with rungs' "$weft" list $net
expect 0 'diameter  *2' "$weft" list network $net:8
expect 0 'valid  *yes' "$weft" run successive -s greedy -n $net:8 -t a.sched
expect 0 'network moebius:8' "$weft" check a.sched -n $net:8
expect 2 "unknown network 'moebius'" "$weft" check a.sched
expect 0 '^  moebius:32 ' "$weft" compare successive -s greedy -n $net:8..32
expect 0 '^  moebius:10 ' "$weft" compare successive -s greedy \
    -n "../$(basename "$work")/own-network.c:4..10+2"
expect 0 '^  late  *0' "$weft" replay a.sched -n $net:8
expect 0 '' "$weft" figure network -n $net:8 -o a.svg
expect 0 '' "$weft" figure gantt a.sched -n $net:8 -o b.svg
expect 0 '' "$weft" stats a.sched
expect 0 '"network":{"name":"moebius:8"' "$weft" view a.sched -n $net:8 -o -
expect 0 'the minimum' "$weft" optimum broadcast -n $net:8
expect 64 'P is even, 4 or more' "$weft" list network $net:7
expect 64 'the form is moebius:P' "$weft" list network $net
expect 64 'the form is moebius:P' "$weft" list network $net:8x8
expect 64 "has no strategy" "$weft" run multinode -s $net
expect 64 "has no strategy" "$weft" compare multinode -s $net
expect 64 "'./own-sum.c' has no network" "$weft" list network ./own-sum.c:8

# A trace that names such a network runs nothing.
cat >spy.c <<'END'
#include <stdio.h>
#include <weft/plugin.h>
__attribute__((constructor)) static void spy(void) { fclose(fopen("ran", "w")); }
WEFT_NETWORK(.numbers = 1, .function = 0)
END
sed 's/^# network: .*/# network: .\/spy.c:8/' a.sched >spy.sched
printf 'have 0: 0\n' >goal
for command in 'check spy.sched' 'check spy.sched --goal goal' \
    'stats spy.sched' 'view spy.sched -o spy.html' 'convert spy.sched spy.json' \
    'figure gantt spy.sched -o spy.svg' 'figure space-time spy.sched -o b.svg' \
    'convert spy.sched page:spy.html'; do
    # shellcheck disable=SC2086
    "$weft" $command >said 2>&1
    [ -e ran ] && fail "$command runs what a trace names"
done

# routes of its own: round a ring with a chord, upwards
cat >up.c <<'END'
#include <weft/plugin.h>
static int ring(struct weft_wiring *wiring, const int number[], int count)
{
    (void)count;
    weft_wire_processors(wiring, number[0]);
    for (int i = 0; i < number[0]; i++)
        weft_wire_link(wiring, i, (i + 1) % number[0]);
    return weft_wire_link(wiring, 0, number[0] / 2);
}
static int up(const int number[], int count, int from, int to)
{
    (void)count;
    (void)to;
    return (from + NEXT) % number[0];
}
WEFT_NETWORK(.name = "up", .numbers = 1, .function = ring, .next = up)
END
sed 's/NEXT/1/' up.c >good.c
expect 0 'diameter  *6' "$weft" list network ./good.c:8
grep -q 'distances  *158,' said || fail "other distances" # 6 times 22, and 13 to 0 and 4
printf '1 1 3 0\n1 2 5 1\n2 0 4 0\n' >a.sched
expect 1 'processor 2: sends .* while processor 1 sends .*over the link from 2 to 3' "$weft" check a.sched \
    -n ./good.c:8 -m one-port --no-causality
sed -i '/^1 2 5/d' a.sched
expect 0 'valid' "$weft" check a.sched -n ./good.c:8 -m one-port --no-causality
for model in all-port one-port-duplex shouting; do
    expect 0 '' "$weft" compare alltoall -n ./good.c:8 -m $model \
        --on-conflict report --expect conflicts --csv
    awk -F, 'NR > 1 && $8 < $9 { print "below the bound: " $0; bad = 1 }
        END { exit bad }' said || fail "$model: a wrong bound"
done
while IFS='|' read -r next text size; do
    sed "s/(from + NEXT) % number\[0\]/$next/" up.c >wrong.c
    expect 64 "$text" "$weft" list network ./wrong.c:$size
done <<'END'
(from + 2) % 8|the route from 2 to 0 goes to 4, to which no link leads|8
-7|the route from 2 to 0 goes to -7, to which no link leads|8
8|the route from 2 to 0 goes to 8, to which no link leads|8
from ^ 1|the route from 2 to 0 does not end|8
(from + 1) % 5000|5000 vertices; .* at most 4096|5000
END

# network CODE [ROW]: a function's body
network() {
    printf '#include <stdlib.h>\n#include <weft/plugin.h>\nstatic int f(struct weft_wiring *w, const int n[], int c) { (void)n; (void)c; %s; return 0; }\nWEFT_NETWORK(.function = f, %s)\n' "$1" "$2" >own.c
}
while IFS='|' read -r status text body row; do
    network "$body" "$row"
    expect "$status" "$text" "$weft" list network ./own.c
done <<'END'
64|0 processors; a network has 2 or more||
64|vertex 4 does not exist: there are 4|weft_wire_processors(w, 4); weft_wire_link(w, 0, 4)|
64|vertex -1 does not exist|weft_wire_processors(w, 4); weft_wire_arc(w, -1, 2)|
64|a link from 2 to itself|weft_wire_processors(w, 4); weft_wire_link(w, 2, 2)|
64|at most|weft_wire_processors(w, 1000000)|
64|at most|weft_wire_processors(w, -1)|
64|switches before processors|weft_wire_processors(w, 2); weft_wire_switches(w, 1); weft_wire_processors(w, 2)|
1|not connected: no path from 0 to 1|weft_wire_processors(w, 2)|
1|no path from one to 0|weft_wire_processors(w, 2); weft_wire_name(w, 1, "one"); weft_wire_arc(w, 0, 1)|
64|a cost before the first link|weft_wire_processors(w, 2); weft_wire_cost(w, 1, 1)|
64|latency -1|weft_wire_processors(w, 2); weft_wire_link(w, 0, 1); weft_wire_cost(w, -1, 1)|
64|failed without|return -1|
64|too far|weft_wire_processors(w, 2); weft_wire_place(w, 0, 1e9, 0)|
1|called exit()|exit(0)|
1|crashed: segmentation|*(volatile int *)8 = 1|
64|network 'ring' is already registered||.name = "ring"
64|'a b' is not a valid network name|| .name = "a b"
64|numbers = 21||.numbers = 21
0|degree  *1|weft_wire_processors(w, 2); weft_wire_link(w, 0, 1); weft_wire_link(w, 1, 0)|
END
network 'weft_wire_processors(w, 3); weft_wire_link(w, 0, 2); weft_wire_link(w, 0, 1); weft_wire_link(w, 2, 1); weft_wire_cost(w, 7, 2)' \
    '.ports_in_order = true'
expect 0 'valid  *yes' "$weft" run broadcast -s naive -n ./own.c \
    -m one-port --cost ts=1,tw=1 -t a.csv
expect 0 'steps' "$weft" run allreduce -s ring -n ./own.c

# ---- more settings than weft has of its own
for k in 1 2 3 4 5; do
    {
        echo '#include <weft/plugin.h>'
        echo 'static const struct weft_setting settings[] = {'
        for i in 1 2 3 4 5 6 7 8; do
            echo "{.name = \"p$k-$i\", .argument = \"N\", .low = 1, .high = 9,"
            echo '.kind = WEFT_SETTING_NUMBER, .standard = "1", .help = "n"},'
        done
        printf '{0}};\nWEFT_PROBLEM(.name = "many%d", .summary = "none",
.network = "ring:4", .goal = "have all: r\\nwant all: r\\n",
.settings = settings)
static int none(struct weft_processor *self, struct weft_work *work)
{ return weft_step(self) || !work; }
WEFT_STRATEGY(.problem = "many%d", .name = "none", .summary = "none",
.function = none)\n' "$k" "$k"
    } >"many$k.c"
done
expect 0 '^  many5  *2 none ' "$weft" compare ./many1.c ./many2.c ./many3.c \
    ./many4.c ./many5.c --p5-8 1..2
exit 0
