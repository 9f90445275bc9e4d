#!/bin/sh
# What weft optimum does with its options, and with what it cannot do.
# usage: options.sh WEFT DGX1.EDGES
weft=$(realpath "$1")
edges=$(realpath "$2")
here=$(mktemp -d) || exit 1
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 1
status=0

# is STATUS TEXT ARGUMENTS: the exit status, and a line that matches
is() {
    want=$1
    text=$2
    shift 2
    "$weft" optimum "$@" >out 2>err
    got=$?
    [ $got = "$want" ] && cat out err | grep -qE -e "$text" || {
        echo "weft optimum $*: status $got, not $want, or no '$text' in"
        cat out err
        status=1
    }
    if [ "$want" != 0 ] && { [ -s out ] || [ "$(wc -l <err)" != 1 ]; }; then
        echo "weft optimum $*: not one line"
        status=1
    fi
}

is 0 'steps +14, the minimum' successive -n hypercube:3
is 0 'steps +13 to 14, undecided' successive -n hypercube:3 --steps 12
is 0 'strategy optimal' successive -n hypercube:3
is 0 'steps +14 or more, undecided' successive -n hypercube:3 --steps 13 --no-strategies
is 0 'asked +13 steps: impossible' successive -n hypercube:3 --steps 13 --no-strategies
is 0 'asked +14 steps: possible$' successive -n hypercube:3 --steps 14..20 --no-strategies
is 0 'asked +13 steps: undecided' successive -n hypercube:3 --steps 13 --narrow --no-strategies
is 0 'a schedule found' successive -n hypercube:3 --no-strategies
is 0 'steps +14, the minimum' successive -n hypercube:3 --steps 13..15 --no-strategies
is 0 'steps +14, the minimum' successive -n hypercube:3 --jobs 3 --no-strategies
is 0 'steps +14, the minimum' successive -n hypercube:3 --jobs 3 --cubes 9 --no-strategies
is 64 'cubes takes a whole number from 1 to 256' successive -n hypercube:3 --cubes 257
is 64 'cubes cannot be used with --bandwidth' allgather -n ring:4 --bandwidth --cubes 2
is 0 'steps +14, the minimum' successive -n hypercube:3 --no-symmetry
is 0 'steps +[0-9]+ to [0-9]+, undecided' multinode -n hypercube:3 -m shouting --limit 3
is 0 '"decided": false' multinode -n hypercube:4 -m shouting --limit 0.3 --json
is 0 'lower bound +29: bound: sources' successive -n hypercube:4
is 0 'lower bound +29: bound: sources' successive -n hypercube:4 --order arrival
is 0 'lower bound +26: bound: in order' successive -n hypercube:4 --order buffered
is 0 '"lower": 14, "upper": 14' successive -n hypercube:3 --json
is 0 '"lower": 13, "upper": null' successive -n hypercube:3 --steps 12 --no-strategies --json
is 0 '"lower": 29, "upper": null.*"by": "none known".*"seconds": ' successive -n hypercube:4 \
    --no-strategies --limit 0.2 --json
is 0 '"lower": 1, "upper": 1' broadcast -n tree:4 --json -m all-port
is 0 'steps +4, the minimum' successive -n tree:4 --no-strategies
is 0 'steps +3, the minimum' alltoall -n switch:4 -m all-port
is 64 'over switches' allreduce -n tree:4 -m all-port
is 64 'over switches' scan -n tree:4 -m send=2,receive=2,duplex=full
is 0 'steps +4, the minimum' broadcast -n ring:8 -m one-port
is 0 'steps +3, the minimum' broadcast -n ring:8 -m one-port --routes
is 0 'steps +3, the minimum' broadcast -n tree:8 -m one-port
is 0 ', the minimum$' scatter -n mesh:2x3 -m all-port --least-messages
is 0 'steps +5, the minimum' stream -n hypercube:3 -m one-port-duplex --packets 3
is 0 'steps +6, the minimum' allreduce -n hypercube:3 -m one-port
is 0 'steps +5, the minimum' barrier -n hypercube:3 -m shouting
is 0 'steps +5, the minimum' exscan -n star:4 -m shouting
is 0 'steps +6, the minimum' allreduce -n ring:4 --packets 4
is 0 'steps +6, the minimum' reduce-scatter -n ring:4 --packets 2
is 0 '8 messages, the minimum' allreduce -n ring:4 --least-messages
is 0 'steps +3, the minimum' allreduce -n complete:4 -m send=2,receive=4,duplex=half

# The number is that of the question; what is faster without it is named.
is 0 'question +every transfer over one link$' reduce -n star:4
is 0 'steps +3, the minimum for this question$' reduce -n star:4
is 0 'without it +2: strategy binomial, which sends over 2 links \(--routes allows this\)$' \
    reduce -n star:4
is 0 'steps +2, the minimum$' reduce -n star:4 --routes
is 0 'question +1 block in a message$' gather -n hypercube:2 -m shouting
is 0 'without it +2: strategy binomial, which puts up to 2 blocks in a message$' \
    gather -n hypercube:2 -m shouting
is 0 'strategy hierarchical, which sends over 2 links and cuts the vector into 1 block, not 4$' \
    allreduce -n ring:4 --packets 4
is 0 '"restrictions": \["1 block in a message"\], "better": \[\{"strategy": "binomial", "steps": 2, "breaks": \["puts up to 2 blocks in a message"\]\}\]' \
    gather -n hypercube:2 -m shouting --json
is 0 '"restrictions": \[\], "better": \[\]' broadcast -n ring:4 -m all-port --json
# In phases: what comes in a phase is sent in the next.
dgx="-n file:$edges -m all-port"
is 0 'steps +5, the minimum for this question$' allgather $dgx --packets 3 --phases 2
is 0 'lower bound +5: search: no schedule of 4 steps' allgather $dgx --packets 3 --phases 2
is 0 'steps +4, the minimum for this question$' allgather $dgx --packets 3 --phases 3
is 0 'phases +1 \+ 1 steps$' allreduce -n ring:4 --phases 2
is 0 'question +1 block in a message, at most 1 phase$' allgather -n complete:4 -m all-port --phases 1
is 0 'message 4 cannot reach processor 0 in 3 phases$' allgather -n ring:8 -m all-port --phases 3
is 0 '"phases": \[1, 1\]' broadcast -n ring:4 -m all-port --phases 2 --json
is 0 'root +0; 1 of 4 roots searched, 4 take 2 steps' broadcast -n ring:4 -m all-port --phases 2 \
    --root all
is 0 '6 messages, the minimum' stream -n line:4 -m all-port --packets 2 --phases 3 --least-messages
is 64 'take turns cannot be limited' successive -n ring:4 --phases 2
is 64 'phases takes a whole number from 1' broadcast -n ring:4 --phases 0
is 64 'phases cannot be used with --bandwidth' allgather -n ring:4 --bandwidth --phases 2
is 0 'steps +8, the minimum$' broadcast -n hypercube:8 -m shouting
# What a bound and a strategy answer needs no formula, however large.
for n in 13 15; do
    is 0 "steps +$n, the minimum for this question$" broadcast -n hypercube:$n -m one-port
done
is 0 'strategy binomial; 8191 messages' reduce -n hypercube:13 -m one-port -t large.sched
"$weft" check large.sched >verdict || {
    echo "large: $(cat verdict)"
    status=1
}
for more in '--steps 12' '--proof large' --no-strategies --least-messages '--phases 13' '--root all'; do
    is 1 'large for this search: 8192 processors and 1 block \(--force' broadcast \
        -n hypercube:13 $more
done
is 1 'large for this search: 8192 processors and 1 block \(--force' broadcast -n ring:8192
is 1 'large for this search: 8192 processors and 1 block \(--force' barrier -n hypercube:13
is 64 "'gauss' cannot be searched" gauss
is 64 "'matvec' cannot be searched" matvec
is 64 'unknown problem' sucessive
is 64 'no problem given' -n ring:5
is 64 'packets applies to .*stream' broadcast --packets 3
is 64 'root' broadcast -n ring:5 --root 7
is 64 "whole number" successive --steps 0
is 64 "takes T or A..B" successive --steps 3-4
is 64 'takes seconds' successive --limit -1
is 1 'is large for this search.*--force' successive -n hypercube:9
is 1 'no/such' broadcast -n ring:4 -t no/such.sched
is 1 'no/such' broadcast -n ring:4 --proof no/such

# However many are decided at a time, the schedule is the same.
is 0 minimum successive -n mesh:2x3 --order arrival -t one.sched
is 0 minimum successive -n mesh:2x3 --order arrival -t some.sched --jobs 4
cmp one.sched some.sched || status=1

# The schedule is a trace like any other.
is 0 'minimum' successive -n mesh:2x3 --order buffered -t best.sched -t best.json \
    -t best.trf
for trace in best.sched best.json best.trf; do
    "$weft" check $trace -n mesh:2x3 -m shouting --problem successive \
        --order buffered >verdict || {
        echo "$trace: $(cat verdict)"
        status=1
    }
done
for problem in scan exscan allreduce reduce-scatter barrier; do
    for model in shouting one-port send=2,receive=2,duplex=full; do
        is 0 minimum $problem -n star:4 -m $model -t best.sched --no-strategies
        "$weft" check best.sched >verdict || {
            echo "$problem in $model: $(cat verdict)"
            status=1
        }
    done
done
is 0 'minimum' allreduce -n ring:4 --packets 3 -t blocks.sched
"$weft" check blocks.sched >verdict || {
    echo "allreduce of 3 blocks: $(cat verdict)"
    status=1
}

# Goals and graphs of one's own.
printf 'have all: 0\nwant 0, 1: 0 of 1..p-1 by 2\n' >odd.goal
printf '0 1\n1 2\n2 0\n2 3\n3 4\n' >own.edges
is 0 'goal on hypercube:3.*model one-port-duplex' --goal odd.goal -n hypercube:3 \
    -t odd.sched
"$weft" check odd.sched --goal odd.goal >verdict || {
    echo "own goal: $(cat verdict)"
    status=1
}
is 0 minimum --goal odd.goal -n file:own.edges -m shouting --proof odd
is 0 minimum allreduce -n file:own.edges -m all-port
is 0 minimum successive -n file:own.edges --order arrival
is 0 minimum --goal odd.goal -n tree:4 -m shouting -t odd.sched
"$weft" check odd.sched --goal odd.goal >verdict || {
    echo "own goal over switches: $(cat verdict)"
    status=1
}
is 64 'no network given' --goal odd.goal
is 64 'are mutually exclusive' allreduce --goal odd.goal -n ring:4
is 64 'cannot be used with --goal' --goal odd.goal -n ring:4 --root 1
is 64 'cannot be used with --goal' --goal odd.goal -n ring:4 --packets 1
is 64 "unknown network 'rong'" --goal odd.goal -n rong:4
is 1 'no.goal' --goal no.goal -n ring:4
is 64 'packets applies to' broadcast --packets 3
is 64 'whole number' allreduce --packets 0

# Who only passes a part on may leave its own out.
for wish in '0: 0 of 0, 2' '0: 0 of 2' '2: 0 of 0'; do
    for rule in sum any; do
        printf 'combine %s\nhave all: 0\nwant %s\n' $rule "$wish" >some.goal
        is 0 'steps +2, the minimum' --goal some.goal -n line:3 -t some.sched
        "$weft" check some.sched --goal some.goal >verdict || {
            echo "$rule of $wish: $(cat verdict)"
            status=1
        }
    done
done
printf 'have all: 0\nwant 2: 0 of 1\n' >some.goal
is 0 'steps +1, the minimum' --goal some.goal -n complete:3 -m one-port

# A goal that is reached at the start takes no steps.
printf 'have 0: 0\nwant 0: 0\n' >zero.goal
is 0 'steps +0, the minimum' --goal zero.goal -n line:3 -t zero.sched -t zero.json
is 0 '"decided": true, "lower": 0, "upper": 0, "messages": 0' --goal zero.goal -n line:3 --json
is 0 'asked +3 steps: possible' --goal zero.goal -n line:3 --steps 3 --no-strategies
is 0 'proof +not written: no schedule has fewer' --goal zero.goal -n line:3 --proof zero
[ ! -e zero.cnf ] && [ -e zero.json ] && grep -q '^# network: line:3' zero.sched &&
    ! grep -v '^#' zero.sched || {
    echo "no steps: $(cat zero.sched)"
    status=1
}

# Nor does the number of steps decided at a time change what is said of it.
for jobs in 1 2 4; do
    is 0 'steps +6 to 7, undecided' allgather -n ring:4 -m one-port --no-strategies \
        --steps 9..12 --jobs $jobs -t late-$jobs.sched
    cmp late-1.sched late-$jobs.sched || status=1
done

# Links side by side carry as many messages: in the search, for the checker and
# for the machine.
printf '0 1 x2\n1 2 x3\n' >lanes.edges
sed 's/ x.//' lanes.edges >plain.edges
is 0 'steps +4, the minimum' allgather -n file:lanes.edges -m all-port --packets 4 \
    -t lanes.sched
is 0 'steps +8, the minimum' allgather -n file:plain.edges -m all-port --packets 4
printf 'have all: r*4..r*4+3\nwant all: 0..11\n' >lanes.goal
for way in "check lanes.sched --goal lanes.goal" \
    "run --schedule lanes.sched --goal lanes.goal"; do
    "$weft" $way -n file:lanes.edges -m all-port >verdict || {
        echo "lanes: $way: $(cat verdict)"
        status=1
    }
    "$weft" $way -n file:plain.edges -m all-port >verdict 2>&1 && {
        echo "no lanes: $way: $(cat verdict)"
        status=1
    }
done

# What a trace says of the search is all of it, however long.
far=$(printf '%0100d' 0)
mkdir $far
cp own.edges $far/a.edges
is 0 "goal on file:$far/a.edges \(5 processors\)" --goal odd.goal -n file:$far/a.edges -t far.sched
grep -q "^# network: file:$far/a.edges\$" far.sched || {
    cat far.sched
    status=1
}
sources=000
for i in 1 2 3 4 5 6 7 8 9; do
    sources=$sources,001,002,003,000,001,002,003,000
done
is 0 minimum simultaneous -n ring:4 -m all-port --sources $sources -t far.sched
grep -q "^# sources: $sources\$" far.sched || {
    cat far.sched
    status=1
}

# Many such links are many clauses, and while those are made the time may end.
for i in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
    for j in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
        [ $i -ge $j ] || echo "$i $j x64"
    done
done >many.edges
is 1 'more than 5 million clauses for 9 steps' allgather -n file:many.edges -m all-port \
    --steps 9 --no-strategies
is 1 'more than 5 million clauses for 9 steps' allgather -n file:many.edges -m all-port \
    --steps 9 --no-strategies --proof many
(
    ulimit -t 15
    is 0 'undecided' allgather -n file:many.edges -m all-port --steps 60 --no-strategies \
        --force --limit 0.5
    exit $status
) || status=1

for problem in 'allgather --packets 2' 'reduce --packets 2' stream scatter; do
    is 0 minimum $problem -n ring:4 -t parts.sched
    "$weft" check parts.sched >verdict || {
        echo "$problem: $(cat verdict)"
        status=1
    }
done

# Where links go one way, it is the way to the root that counts; a message that
# all ports send comes to everybody at once.
printf '0 > 1\n1 > 2\n2 > 3\n1 > 0\n2 > 0\n3 > 0\n' >one-way.edges
is 0 'steps +1, the minimum' reduce -n file:one-way.edges -m all-port --root 0
is 0 'steps +3, the minimum' broadcast -n file:one-way.edges -m all-port --root 0
for p in barrier allreduce allgather; do
    is 0 'steps +1, the minimum' $p -n complete:6 -m send=same,receive=all,duplex=full
done

# A network by chance is that of the seed, in experiments too.
cat >seeds.xml <<'END'
<experiment>
  <optimum problem="broadcast" network="random:14x3" model="all-port">
    <range seed="1..5"/>
    <table file="seeds.csv"/>
  </optimum>
</experiment>
END
"$weft" run seeds.xml -o seeds >verdict 2>&1 || { cat verdict && status=1; }
for seed in 1 2 3 4 5; do
    steps=$(tr -d "\r" <seeds/seeds.csv | sed -n "s/^$seed,14,.*,//p")
    is 0 "steps +$steps, the minimum" broadcast -n random:14x3/$seed -m all-port
done
[ "$(cut -d, -f4 seeds/seeds.csv | sort -u | wc -l)" = 3 ] || status=1

# Tables of experiments.
cat >fewest.xml <<'END'
<experiment>
  <optimum problem="broadcast" root="1">
    <range network="line:3..4+1,tree:4"/>
    <range model="shouting,one-port"/>
    <table file="fewest.csv"/>
    <table file="fewest.txt" format="text"/>
  </optimum>
</experiment>
END
"$weft" run fewest.xml -o tables >verdict 2>&1 || {
    cat verdict
    status=1
}
printf 'network   shouting  one-port\nline:3           1         2
line:4           2         2\ntree:4           1         2\n' | cmp - tables/fewest.txt || status=1
grep -q '^line:4,one-port,4,2,2' tables/fewest.csv &&
    grep -q '^tree:4,shouting,4,1,1' tables/fewest.csv || {
    cat tables/fewest.csv
    status=1
}
sed 's/root="1"/strategy="binomial"/' fewest.xml >bad.xml
"$weft" run bad.xml -o none 2>&1 | grep -q 'line 2.*has no strategy' || status=1
sed '/table/d' fewest.xml >bad.xml
"$weft" run bad.xml -o none 2>&1 | grep -q 'line 2.*writes nothing' || status=1

# It ends early, and says what it knows.
# (The longer it is left alone, the surer it has begun to listen.)
for seconds in 2 8 30; do
    "$weft" optimum multinode -n hypercube:4 -m shouting --limit 60 >early &
    search=$!
    sleep $seconds
    kill -TERM $search # a job of the background ignores SIGINT
    wait $search
    ended=$?
    grep -q 'undecided' early && break
done
[ $ended = 0 ] && grep -q 'undecided' early || {
    echo "interrupted: $ended, $(cat early)"
    status=1
}
exit $status
