#!/bin/sh
# expect.sh PROGRAM FILE: the program ends well and prints what the file holds.
program=$(realpath "$1") expected=$(realpath "$2")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
"$program" >printed || exit 1
diff -u "$expected" printed
