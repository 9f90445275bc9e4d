#!/bin/sh
# Experiments that run schedules from files, and settings of a plug-in's
# problem: what they write, and what is said of wrong ones.
#
#   experiment-kinds.sh WEFT EXAMPLES
weft=$(realpath "$1")
examples=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export XDG_CACHE_HOME="$work/cache"
export LC_ALL=C
mkdir cache x
. "$here/expect.sh"

cp "$examples/own-problem.c" x
"$weft" run allreduce -s ring -n complete:5 -t x/ring.sched >said
"$weft" convert x/ring.sched goal:x/unlisted.txt 2>said || fail "no GOAL"
sed '/problem: allreduce/d' x/unlisted.txt >x/ring.txt
"$weft" list goal allreduce | sed 's/m = 1/m = 5/' >x/all.goal

# experiment ELEMENT...: x/e.xml with these
experiment() {
    printf '<experiment>\n%s\n</experiment>\n' "$*" >x/e.xml
}

# time FILE
time_of() {
    "$weft" check "$1" --json | sed 's/.*"makespan": \([0-9]*\).*/\1/'
}

# ---- schedules: as the strategy that they come from, with any costs
for cost in ts=1 ts=7,tw=2 loggp:L=10,o=2,g=4,G=1; do
    run="network='ring:5' cost='$cost'"
    experiment "<run problem='allreduce' strategy='ring' $run>
        <trace file='own.csv'/></run>
      <run schedule='ring.sched' $run><trace file='alone.csv'/></run>
      <run schedule='schedule:ring.sched' goal='all.goal' $run>
        <trace file='goal.csv'/><figure kind='gantt' file='a.svg'/></run>
      <run schedule='ring.sched' problem='allreduce' $run>
        <trace file='problem.csv'/></run>"
    rm -rf out
    expect 0 '5 files' "$weft" run x/e.xml -o out
    expect 0 identical sh -c "cd x && '$weft' run e.xml -o ../out"
    for file in alone goal problem; do
        [ "$(time_of out/$file.csv)" = "$(time_of out/own.csv)" ] ||
            fail "$cost: $file takes $(time_of out/$file.csv)"
    done
done
[ "$(time_of out/own.csv)" = 168 ] || fail "LogGP: 8 rounds of 21"
experiment "<run schedule='goal:ring.txt' network='ring:5'>
    <trace file='a.csv'/></run>"
expect 0 '1 file' "$weft" run x/e.xml -o out1

# ---- what is wrong is told with its line, and nothing is left behind
sed '/^3 /d' x/ring.sched >x/broken.sched
sed '/^8 /d' x/ring.sched >x/short.sched
sed 's/^3 0 .*/3 0/' x/ring.sched >x/malformed.sched
echo 'want all' >x/wrong.goal
cp x/ring.sched outside.sched
while IFS='|' read -r status text attributes; do
    experiment "<run $attributes><trace file='a.csv'/></run>"
    expect "$status" "$text" "$weft" run x/e.xml -o none
    [ ! -e none ] || [ -z "$(ls -A none)" ] || fail "$attributes: left a file"
done <<'END'
64|line 2: element 'run': expected an attribute 'problem' or 'schedule'|network='ring:5'
64|line 2: element 'run': a goal is for a schedule|problem='allreduce' goal='all.goal'
64|line 2: element 'run': a goal is for a schedule|problem='allreduce' schedule='ring.sched' goal='all.goal'
64|line 2: element 'run': strategy does not apply to a schedule|schedule='ring.sched' strategy='ring'
64|line 2: element 'run': radix does not apply to a schedule|schedule='ring.sched' radix='3'
64|line 2: element 'run': unknown network|schedule='ring.sched' network='rin:5'
64|line 2: element 'run': unknown problem 'allredu'|schedule='ring.sched' problem='allredu'
1|line 2: element 'run': schedule '../outside.sched' is not below|schedule='../outside.sched'
1|line 2: 'x/none.sched': .*[Nn]o such file|schedule='none.sched'
1|line 2: 'x/malformed.sched', line [0-9]*: |schedule='malformed.sched'
1|line 2: 'x/wrong.goal', line 1: |schedule='ring.sched' goal='wrong.goal'
1|line 2: x/broken.sched a processor sends what it does not hold|schedule='broken.sched' goal='all.goal'
1|line 2: x/short.sched the goal is not reached|schedule='short.sched' goal='all.goal'
1|line 2: x/short.sched the problem is not solved|schedule='short.sched'
2|line 2: goal:x/unlisted.txt problem allreduce is not judged: messages carry|schedule='goal:unlisted.txt'
64|line 2: .*the schedule has 5 processors|schedule='ring.sched' network='ring:4'
END

# ---- settings of a plug-in's problem
own="problem='./own-problem.c'"
experiment "<run $own strategy='./own-problem.c' network='ring:8'>
    <setting name='width' value='3'/><trace file='w.sched'/></run>
  <compare $own network='ring:8'><range name='width' values='1..3'/>
    <table file='steps.csv' value='steps'/></compare>
  <compare $own network='ring:8'><table file='fixed.csv' value='steps'/>
    <setting name='width' value='4'/><range strategy='./own-problem.c'/></compare>
  <optimum $own network='ring:6'><range name='width' values='1..3'/>
    <table file='least.csv'/></optimum>
  <optimum $own network='ring:6'><setting name='width' value='2'/>
    <table file='least.txt' format='text'/></optimum>"
expect 0 '5 files' "$weft" run x/e.xml -o out2
expect 2 '3 steps' "$weft" check out2/w.sched
[ "$(sed 1d out2/steps.csv | tr -d '\r' | tr '\n' ' ')" = \
    '1,8,1,1 2,8,2,2 3,8,3,2 ' ] || # in two steps, messages of two blocks
    fail "steps: $(cat out2/steps.csv)"
grep -q '4' out2/fixed.csv || fail "fixed: $(cat out2/fixed.csv)"
[ "$(sed 1d out2/least.csv | tr -d '\r' | tr '\n' ' ')" = \
    '1,6,1,1 2,6,2,2 3,6,3,3 ' ] || fail "least: $(cat out2/least.csv)"
grep -q ' 2$' out2/least.txt || fail "least: $(cat out2/least.txt)"
printf '0 1\n1 2\n2 0\n' >'x/a"b.edges' # a name with a quotation mark
experiment "<optimum problem='broadcast'><table file='q.csv'/>
  <range name='network' values='file:a&quot;b.edges,ring:3'/></optimum>"
expect 0 '1 file' "$weft" run x/e.xml -o out3
grep -q 'a""b.edges",3,2,2' out3/q.csv || fail "quoted: $(cat out3/q.csv)"
while IFS='|' read -r status text inside; do
    experiment "<compare $own network='ring:8'>$inside<table file='a.csv'/></compare>"
    expect "$status" "$text" "$weft" run x/e.xml -o none
done <<'END'
64|line 2: element 'setting': unknown setting 'widht'|<setting name='widht' value='3'/>
64|line 2: element 'setting': width takes a whole number from 1 to 64|<setting name='width' value='0'/>
64|line 2: element 'setting': width is given twice|<setting name='width' value='1'/><setting name='width' value='2'/>
64|line 2: element 'setting': radix applies to|<setting name='radix' value='2'/>
64|line 2: element 'range': width is given twice|<setting name='width' value='1'/><range name='width' values='1,2'/>
64|line 2: element 'range': unknown setting 'widht'|<range name='widht' values='1,2'/>
64|line 2: element 'range': .*values|<range name='width'/>
64|line 2: element 'setting': expected an attribute 'value'|<setting name='width'/>
END
experiment "<run $own><setting name='width' value='3'/></run>"
expect 64 "line 2: element 'run': writes nothing" "$weft" run x/e.xml -o none

# ---- and on the command line of a search
for width in 1 2 3; do
    expect 0 "steps  *$width, the minimum" "$weft" optimum x/own-problem.c \
        -n ring:6 --width $width
done
expect 64 'width takes a whole number from 1 to 64' "$weft" optimum \
    x/own-problem.c -n ring:6 --width 0
expect 0 'how far to the right' "$weft" optimum x/own-problem.c --help
expect 64 "unknown option '--width'" "$weft" optimum broadcast --width 1
exit 0
