#!/bin/sh
# Compile the modules of MPI into libweft-mpi-fortran.a and NAME.mod.
# usage: modules.sh COMPILER FOLDER SOURCE...
set -e
compiler=$1
folder=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for source; do
    "$compiler" -O1 -fPIC -fstack-clash-protection -J "$folder" -I "$folder" \
        -c "$source" -o "$work/$(basename "$source" .f90).o"
done
rm -f "$folder/libweft-mpi-fortran.a"
ar rcsD "$folder/libweft-mpi-fortran.a" "$work"/*.o
