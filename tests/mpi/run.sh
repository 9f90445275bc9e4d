#!/bin/sh
# Run a program of this folder under `weft mpi`, on both engines, and compare
# what it prints, findings and exit status included, with NAME.out. The first
# line of NAME.c is the options: /* weft mpi -n 4 */; several lines, several
# runs; what follows -- is for the program: /* weft mpi -n 4 -- 17 */.
#     UPDATE=1 meson test --suite mpi    writes what is expected anew
# A line /* weft-mpicc --watch */ is for the compiler.
# usage: run.sh WEFT COMPILER FILE.c|FILE.cpp
# shellcheck source=tests/mpi/work.sh
. "$(dirname "$0")/work.sh"
name=$(basename "${source%.*}")
case $source in
*.cpp) language=-std=c++17 ;;
*) language=-std=c11 ;;
esac
if grep -n '^/\* weft mpi.*[^/]$' "$source"; then
    echo "options must stand on one line" # or they would not be seen
    exit 1
fi
words=$(sed -n 's|^/\* weft-mpicc \(.*\) \*/$|\1|p' "$source")
# shellcheck disable=SC2086 # several words
"$compiler" $language -D_GNU_SOURCE -O1 -g -Wall -Werror -Wno-nonnull $words \
    "$source" -o "$name" || exit 1
for engine in fibers threads; do
    sed -n 's|^/\* weft mpi \(.*\) \*/$|\1|p' "$source" | while read -r options; do
        echo "\$ weft mpi $options"
        case $options in
        *' -- '*) arguments=${options#* -- } ;;
        *) arguments= ;;
        esac
        # shellcheck disable=SC2086 # several words each
        "$weft" mpi --engine "$engine" ${options%% -- *} "./$name" $arguments \
            2>&1 </dev/null
        echo "status $?"
    done | sed "s/ --engine=$engine / /" >"$engine" # of a command to repeat a run
done
if ! diff fibers threads; then
    echo "the engines differ"
    exit 1
fi
if [ -n "${UPDATE:-}" ]; then
    cp fibers "${source%.*}.out"
elif ! diff "${source%.*}.out" fibers; then
    exit 1
fi
