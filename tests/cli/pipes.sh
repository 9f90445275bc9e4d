#!/bin/sh
# Pipes and devices instead of files: a trace may come from a pipe that somebody
# writes to, early or late; nothing hangs, nothing else is read from one.
#
#   pipes.sh WEFT TRACE
weft=$(realpath "$1")
trace=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkfifo pipe || exit 77

fail() {
    echo "$*"
    cat said
    exit 1
}

# refused TEXT ARGUMENTS: with one line, and soon
refused() {
    text=$1
    shift
    timeout 20 "$weft" "$@" >said 2>&1
    status=$?
    [ $status = 1 ] || [ $status = 64 ] || fail "$*: status $status"
    [ "$(wc -l <said)" = 1 ] || fail "$*: not one line"
    grep -q "$text" said || fail "$*: not '$text'"
}

# taken ARGUMENTS
taken() {
    timeout 20 "$weft" "$@" >said 2>&1 || fail "$*: status $?"
}

refused 'nothing writes to this pipe' stats pipe
cat "$trace" >pipe & # waits for its reader
taken stats pipe
(sleep 1; cat "$trace" >pipe) &
taken stats pipe
(exec 9>pipe; sleep 6; cat "$trace" >&9) & # there, but silent
taken stats pipe
sleep 6 | (timeout 20 "$weft" stats - >said 2>&1; [ $? = 1 ]) ||
    fail "silent standard input"
(: >pipe) &
refused 'empty' check pipe
for device in /dev/zero /dev/urandom /dev/null; do
    refused "$device" stats $device
    refused 'cannot read' check "$trace" --goal $device
    refused 'cannot read' list network file:$device
done
refused 'cannot read' check "$trace" --goal pipe
refused 'cannot read' list network file:pipe
refused 'cannot read' run matvec -n mesh:2x2 --data pipe
mkfifo e.xml
refused 'e.xml: Operation not supported' run e.xml -o out
mkdir out && mkfifo out/manifest.txt
rm e.xml
echo '<experiment><run problem="broadcast" network="ring:3"><trace file="a.csv"/></run></experiment>' >e.xml
timeout 20 "$weft" run e.xml -o out >said 2>&1
[ $? = 1 ] || fail "a manifest that is a pipe"
