#!/bin/sh
# Under gdb, a break point that is set before the program is loaded holds in
# every rank, and the calls that led there are shown with their lines.
# usage: debugger.sh WEFT COMPILER FILE.c
command -v gdb >/dev/null || {
    echo "no gdb"
    exit 77
}
# shellcheck source=tests/mpi/work.sh
. "$(dirname "$0")/work.sh"
"$compiler" -g -O0 "$source" -o program || exit 1
cat >commands <<'END'
set breakpoint pending on
set print thread-events off
break stop
commands
silent
backtrace 2
continue
end
run
END
for engine in fibers threads; do
    timeout -k 5 100 gdb -q -nx -batch -x commands --args "$weft" mpi \
        --engine "$engine" -n 3 ./program >out 2>err </dev/null
    for rank in 0 1 2; do
        if ! grep -q "^#0 .* stop (rank=$rank) at .*debugger.c:[0-9]*$" out; then
            echo "engine $engine: rank $rank has not stopped"
            cat out err
            exit 1
        fi
    done
    if ! grep -q "^#1 .* main (.*) at .*debugger.c:[0-9]*$" out; then
        echo "engine $engine: who called is not shown"
        cat out err
        exit 1
    fi
    if grep 'No such file' out err; then
        exit 1
    fi
done
