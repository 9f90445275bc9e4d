#!/bin/sh
# What a command does with streams that are closed or full, files that must not
# grow and signals that are ignored.
#
#   files.sh WEFT
[ "$WEFT_SIGNALS" ] || # as nohup leaves them, what is sent here would be lost
    exec env --default-signal=HUP,INT,TERM WEFT_SIGNALS=default sh "$0" "$@"
weft=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
short="run successive -n hypercube:2"

fail() {
    echo "$*"
    cat said
    exit 1
}

expect() { # STATUS WHAT: of the last command
    [ "$status" = "$1" ] || fail "$2: status $status, not $1"
}

# help that does not arrive is a failure
for help in "--help" "help" "--version" "run --help" "convert --usage"; do
    "$weft" $help >/dev/full 2>said
    status=$?
    expect 1 "$help"
    grep -q 'standard output' said || fail "$help: no reason"
done

# a closed stream is not taken for the next file that is opened
"$weft" $short -t a.csv -t b.sched >&- 2>said
status=$?
expect 1 "without standard output"
grep -q 'cannot write standard output: Bad file' said || fail "no reason: $(cat said)"
"$weft" $short -t c.csv -t schedule:- >&- 2>said
status=$?
expect 1 "a trace to a closed stream"
grep -q 'standard output.*: Bad file descriptor' said || fail "no reason: $(cat said)"
"$weft" $short -t d.csv <&- >/dev/null 2>&-
status=$?
expect 0 "without input and errors"
cmp a.csv d.csv || fail "another file was written into"
"$weft" convert a.csv schedule:- >&- 2>said
status=$?
expect 1 "a conversion to a closed stream"
ln -s loop loop
"$weft" convert a.csv loop/b.sched 2>said
grep -q 'Too many levels of symbolic links' said || fail "$(cat said)"
"$weft" convert a.csv schedule:loop 2>said
grep -q 'Too many levels of symbolic links' said || fail "$(cat said)"
rm loop

# a file that must not grow so far is an error, and the others do not appear
rm -f *.csv *.sched
(ulimit -f 8 && "$weft" run successive -n hypercube:6 -t small.sched -t a.csv) \
    >/dev/null 2>said
status=$?
expect 1 "a file too large"
[ "$(wc -l <said)" = 1 ] && grep -q 'File too large' said || fail "no reason"
[ "$(ls)" = said ] || fail "files are left: $(ls)"

# two traces cannot share one standard output, nor one file
"$weft" $short -t csv:- -t sched:- >out 2>said
status=$?
expect 64 "two traces to one stream"
"$weft" $short -t a.csv -t ./a.csv >out 2>said
status=$?
expect 64 "two traces to one file"
[ ! -e a.csv ] || fail "one was written"

# what is ignored stays ignored, what is not ends the program
for signal in HUP INT TERM; do
    mkfifo fifo
    (trap '' $signal; exec "$weft" convert csv:fifo csv:out.csv) 2>said &
    job=$!
    exec 3>fifo
    kill -$signal $job
    printf 'start,end,kind,processor,peer,message,bytes,dimension\n' >&3
    exec 3>&-
    wait $job
    status=$?
    expect 0 "ignored $signal"
    "$weft" convert csv:fifo csv:out.csv 2>said &
    job=$!
    exec 3>fifo
    [ $signal = INT ] || kill -$signal $job # the shell ignores INT for it
    exec 3>&-
    wait $job
    status=$?
    [ $signal = INT ] || [ $status -gt 128 ] || fail "$signal: $status"
    rm -f fifo out.csv
done

# nothing that a file holds, nor its name, controls a terminal, turns what
# stands beside it or hides
esc=$(printf '\033[31m\a\302\233\342\200\256\357\273\277')
bad=$(printf '[\001-\010\013-\037\177]\|\302\233\|\342\200\256\|\357\273\277')
for key in network model problem strategy order bounds unit_ns step anything \
    "$esc"; do
    file="$key$esc.csv"
    {
        printf '# %s: %s\n' "$key" "$esc"
        printf 'start,end,kind,processor,peer,message,bytes,dimension\n'
        printf '0,1,send,0,1,0,1,\n0,1,receive,1,0,0,1,\n'
    } >"$file"
    printf '[{"ph":"%s"},{"ph":"X","name":"%s","pid":0,"tid":0,"ts":0,"dur":1}]' \
        "$esc" "$esc" >"$file.json"
    for ending in "" .json; do
        for command in check "check --json" stats "stats --json" \
            "figure gantt" "figure matrix" "figure links" "convert"; do
            case $command in
            convert) target=sched:- ;;
            *) target= ;;
            esac
            "$weft" $command "$file$ending" $target >said 2>&1
            status=$?
            [ $status -lt 65 ] || fail "$command: $status"
            if LC_ALL=C grep -q "$bad" said; then
                fail "$command prints control characters of $key$ending"
            fi
        done
    done
done
rm -f -- *.csv *.json

# a run that is interrupted says so, and leaves nothing (it waits for who reads
# the fifo; the shell lets what is in the background ignore INT)
rm -f -- *.* fifo
for pair in HUP:129 TERM:143; do
    mkfifo fifo
    "$weft" $short -t a.csv -t csv:fifo >out 2>said &
    job=$!
    until ls -l /proc/$job/fd | grep -q deleted; do sleep 0.05; done
    kill -${pair%:*} $job
    wait $job
    status=$?
    expect ${pair#*:} "an interrupted run"
    grep -qx 'weft: interrupted [a-z0-9 ]*; nothing was kept' said || fail "not said"
    rm fifo
    [ "$(ls -A | tr '\n' ' ')" = "out said " ] || fail "left: $(ls -A)"
done
