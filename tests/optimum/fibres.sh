#!/bin/sh
# The search for patterns finds those that are known, and says where there is
# none.
# usage: fibres.sh FIBRES.PY
status=0
# says ANSWER ARGUMENTS: how the answer begins
says() {
    want=$1
    shift
    got=$(python3 "$fibres" "$@" 2>/dev/null | sed 's/ .*//;q')
    [ "$got" = "$want" ] || {
        echo "fibres.py $*: $got, not $want"
        status=1
    }
}
fibres=$1
says turn 1 4 program
says none 1 3 program
says turn 2 8 program --slots 10
says turn 2 7 buffered --slots 9
says none 2 6 buffered --slots 9
says none 2 7 arrival --slots 10
sources=$(dirname "$1")/sources.py
# first M SLOT ANSWER: of the broadcasts on hypercube:4
first() {
    got=$(python3 "$sources" 4 "$1" "$2" 2>/dev/null | sed 's/:.*//')
    [ "$got" = "$3" ] || {
        echo "sources.py 4 $1 $2: $got, not $3"
        status=1
    }
}
first 3 3 no
first 3 4 yes
first 6 8 no
first 6 9 yes
for bad in '2 -3 program' '2 8 program --slots 0' '5 8 program'; do
    python3 "$fibres" $bad 2>&1 | tail -n 1 | grep -q 'fibres.py: error: ' || {
        echo "fibres.py $bad: no error"
        status=1
    }
done
exit $status
