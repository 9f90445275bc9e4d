#!/bin/sh
# The tag of a structure, union or enumeration is defined once in src and
# include.
# usage: tags.sh ROOT
cd "$1" || exit 1
defined='^(typedef )?(struct|union|enum) [a-z_0-9]+ \{'
all=$(grep -rhoE "$defined" src include --include='*.[ch]') || exit 1
twice=$(echo "$all" | sed 's/ {$//; s/.* //' | sort | uniq -d)
[ -z "$twice" ] && exit 0
for tag in $twice; do
    grep -rnE "^(typedef )?(struct|union|enum) $tag \\{" src include \
        --include='*.[ch]'
done
exit 1
