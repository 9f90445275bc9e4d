#!/bin/sh
# Run a program of this folder under `weft mpi`, on both engines, and compare
# what it prints, findings and exit status included, with NAME.out. The first
# line of NAME.c is the options: /* weft mpi -n 4 */; several lines, several
# runs; what follows -- is for the program: /* weft mpi -n 4 -- 17 */.
#     UPDATE=1 meson test --suite mpi    writes what is expected anew
# A line /* weft-mpicc --watch */ is for the compiler. In Fortran, these lines are
# ! weft mpi -n 4
# usage: run.sh WEFT COMPILER FILE.c|FILE.cpp|FILE.f|FILE.f90
# shellcheck source=tests/mpi/work.sh
. "$(dirname "$0")/work.sh"
name=$(basename "${source%.*}")
case $source in
*.cpp) language="-std=c++17 -Werror -Wno-nonnull" ;;
*.f*) language= ;;
*) language="-std=c11 -D_GNU_SOURCE -Werror -Wno-nonnull" ;;
esac
# said WORD: the lines for it, without the signs of a comment
said() {
    sed -n "s|^/\* $1 \(.*\) \*/$|\1|p; s|^! $1 \(.*\)$|\1|p" "$source"
}
if grep -n '^/\* weft mpi.*[^/]$' "$source"; then
    echo "options must stand on one line" # or they would not be seen
    exit 1
fi
words=$(said weft-mpicc)
# shellcheck disable=SC2086 # several words
"$compiler" $language -O1 -g -Wall $words \
    "$source" -o "$name" || exit 1
for engine in fibers threads; do
    said "weft mpi" | while read -r options; do
        echo "\$ weft mpi $options"
        case $options in
        *' -- '*) arguments=${options#* -- } ;;
        *) arguments= ;;
        esac
        # shellcheck disable=SC2086 # several words each
        "$weft" mpi --engine "$engine" ${options%% -- *} "./$name" $arguments \
            2>&1 </dev/null
        echo "status $?"
    done | sed "s/ --engine=$engine / /; s|$(dirname "$source")/||" \
        >"$engine" # of a command to repeat a run, and of libgfortran
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
