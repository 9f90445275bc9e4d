#!/bin/sh
# Make a static library of one object, in which what is private to the library
# has become local: a program that links it may use the same names.
#     localize.sh LD OBJCOPY AR INTERNAL.a RESULT.a
set -e
ld=$1
objcopy=$2
ar=$3
object=$5.o
"$ld" -r --whole-archive "$4" -o "$object"
"$objcopy" --localize-hidden "$object"
rm -f "$5"
"$ar" rcsD "$5" "$object"
rm -f "$object"
