#!/bin/sh
# What is refused because it asks for too much, by every command that reads such
# files: one line names the limit and the option that lifts it; with the option
# that line does not come.
#
#   no-limit.sh WEFT
weft=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

python3 - <<'END' || exit 1
import gzip
with gzip.open("bomb.sched.gz", "wt") as out:
    out.write("# processors: 3\n")
    for _ in range(160):
        out.write("#" + "a" * 500000 + "\n")
    out.write("1 0 1 0\n")
with open("many.sched", "w") as out:
    out.write("# processors: 132000\n1 0 1 0\n")
with open("few.sched", "w") as out:
    out.write("# processors: 1100\n1 0 1 0\n")
with open("apart.goal", "w") as out:
    out.write("have all: 0..p-1 by 2\nwant all: 0..p-1 by 2\n")
END

# The rows: what is in FILE, what is said of it; COMMANDS read it.
traces="check FILE
compare broadcast FILE -n complete:3
convert FILE a.csv
figure gantt FILE -o a.svg
replay FILE -n complete:3
run --schedule FILE -n complete:3
stats FILE
view FILE -o a.html"
goals="check few.sched --goal FILE
compare broadcast few.sched --goal FILE
run --schedule few.sched --goal FILE
optimum --goal FILE -n complete:1100
bound --goal FILE -n complete:1100"

# Run a command with a limit of processor time, which other work does not use up.
limited() {
    (
        ulimit -t 120
        exec "$@"
    )
}

fail() {
    echo "$*"
    head -5 said
    exit 1
}

# The status of a command that a limit ends: `check` has not judged the file.
refused() {
    case $1 in check*) echo 2 ;; *) echo 1 ;; esac
}

# row FILE TEXT COMMANDS
row() {
    echo "$3" | while read -r command; do
        command=$(echo "$command" | sed "s/FILE/$1/")
        # shellcheck disable=SC2086
        limited "$weft" $command >said 2>&1
        status=$?
        [ $status = "$(refused "$command")" ] || fail "$command: status $status"
        [ "$(wc -l <said)" = 1 ] || fail "$command: not one line"
        grep -q "$2.*; --no-limit lifts this limit" said ||
            fail "$command: not '$2'"
        # a run of so many processors takes its time
        [ "$1$(echo "$command" | cut -c 1-3)" = many.schedrun ] && continue
        # shellcheck disable=SC2086
        limited "$weft" $command --no-limit >said 2>&1
        [ $? -lt 2 ] || fail "$command --no-limit: not status 0 or 1"
        ! grep -q 'no-limit' said || fail "$command: --no-limit does not help"
    done || exit 1
}

row bomb.sched.gz 'expands more than 256-fold' "$traces" || exit 1
row many.sched 'at most 131[0-9]*' "$traces" || exit 1
row apart.goal 'more than 524288 ranges' "$goals" || exit 1

# A pipe that does not end: the copy of it does.
echo '<experiment/>' >e.xml
yes | limited "$weft" check - >said 2>&1
[ $? = 2 ] || fail "an endless pipe: not status 2"
grep -q "'-' has more than 1 GiB; --no-limit lifts this limit" said ||
    fail "an endless pipe"

# Every command that has the option is in these tables, and an experiment
# file may be given it, too.
for command in $("$weft" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    "$weft" "$command" --help | grep -q -e '--no-limit' || continue
    printf '%s\n%s\n' "$traces" "$goals" | grep -q "^$command " ||
        fail "$command has --no-limit and is in no row"
done
"$weft" run e.xml -o out --no-limit >said 2>&1
[ $? = 64 ] && ! grep -q 'can be given' said || fail "an experiment file"

# Also where a schedule is run, and judged meanwhile.
{
    echo '# processors: 2'
    awk 'BEGIN { for (i = 0; i < 60000; i++) print i + 1, i % 2, 1 - i % 2, 0 }'
} >fro.sched
for command in "run --schedule fro.sched --problem allreduce -n complete:2" \
    "check fro.sched --problem allreduce"; do
    # shellcheck disable=SC2086
    limited "$weft" $command >said 2>&1
    [ $? = "$(refused "$command")" ] && [ "$(wc -l <said)" = 1 ] &&
        grep -q 'too much work; --no-limit lifts this limit' said ||
        fail "$command: not one line"
done

# Also where routes are long.
awk 'BEGIN { print "# processors: 9000"
    for (i = 0; i < 9000; i++) print i + 1, 0, 8999, i }' >far.sched
limited "$weft" stats far.sched -n line:9000 >said 2>&1
[ $? = 1 ] && [ "$(wc -l <said)" = 1 ] &&
    grep -q 'too much work; --no-limit lifts this limit' said ||
    fail "stats of long routes: not one line"
limited "$weft" stats far.sched -n line:9000 --no-limit >said 2>&1 ||
    fail "stats of long routes --no-limit: not done"

# Where the end of a goal is too much, it is not judged.
printf '# processors: 5000\n1 0 1 0\n' >wide.sched
printf '# processors: 3000\n1 0 1 3000\n' >blocks.sched
for command in "check wide.sched --problem allgather" \
    "check blocks.sched --problem allreduce"; do
    # shellcheck disable=SC2086
    limited "$weft" $command --no-limit >said 2>&1
    [ $? = 1 ] && ! grep -q 'too large' said ||
        fail "$command --no-limit: judged too much"
done

# The limits leave room for a run of 1024 processors.
"$weft" run allreduce -s rabenseifner -n complete:1024 --engine fibers \
    --vector 8192 -t large.sched >/dev/null || fail "1024 processors: not run"
"$weft" check large.sched | grep -q '^valid: .*allreduce is solved' ||
    fail "1024 processors: not valid"
