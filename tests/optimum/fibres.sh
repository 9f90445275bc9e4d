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
exit $status
