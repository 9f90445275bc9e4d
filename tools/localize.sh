#!/bin/sh
# Make a static library of one object, in which what is private to the library
# has become local: a program that links it may use the same names.
#     localize.sh INTERNAL.a RESULT.a
set -e
object=$2.o
ld -r --whole-archive "$1" -o "$object"
objcopy --localize-hidden "$object"
rm -f "$2"
ar rcsD "$2" "$object"
rm -f "$object"
