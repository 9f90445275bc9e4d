#!/bin/sh
# Make a static library of one object, in which what is private to the library
# has become local: a program that links it may use the same names.
#     localize.sh LD OBJCOPY AR RESULT.a INTERNAL.a...
set -e
ld=$1
objcopy=$2
ar=$3
result=$4
shift 4
object=$result.o
"$ld" -r --whole-archive "$@" -o "$object"
"$objcopy" --localize-hidden "$object"
rm -f "$result"
"$ar" rcsD "$result" "$object"
rm -f "$object"
