#!/bin/sh
# What the build needs to know of all functions of MPI.
#     names.sh refuse FUNCTIONS.TSV   C: each refuses by name, unless weft has it
#     names.sh names FUNCTIONS.TSV    C: each is there, for the linker only
#     names.sh alias FUNCTIONS.TSV    the linker's options: PMPI_X is MPI_X
set -eu
names=$(grep -v '^#' "$2" | cut -f 1)
case $1 in
refuse)
    echo '#include "mpi/calls/refuse.h"'
    for name in $names; do
        echo "REFUSE($name)"
    done
    ;;
names)
    for name in $names; do
        echo "void $name(void); void $name(void) {}"
        echo "void P$name(void); void P$name(void) {}"
    done
    posix=$(sed -n 's/^ *X(\([a-z_]*\),.*/\1/p; s/.* \**weft_mpi_\([a-z_]*\)(.*/\1/p' \
        "$(dirname "$0")/program/posix-calls.h")
    for name in exit runs now sleep entropy refuse $posix; do
        echo "void weft_mpi_$name(void); void weft_mpi_$name(void) {}"
    done
    ;;
alias)
    for name in $names; do
        echo "-Wl,--defsym=P$name=$name"
    done
    ;;
esac
