#!/bin/sh
# The man page has every command, option and word of the tables.
# usage: manual.sh WEFT PAGE
weft=$1
page=$2
status=0

need() {
    grep -qE -e "$1" "$page" || {
        echo "the man page lacks $2"
        status=1
    }
}

for command in $("$weft" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    need "^\*$command\* " "the command $command"
    for option in $("$weft" "$command" --help |
        grep -oE '^ +(-., +)*--[a-z-]+' | grep -oE -e '--[a-z-]+'); do
        need "\*$option\*" "$command $option"
    done
done
for list in networks models problems strategies formats engines; do
    column='^ *([a-z0-9-]+).*'
    [ $list = strategies ] && column='^ *[a-z-]+ +([a-z0-9-]+).*'
    for word in $("$weft" list $list | grep -v = | sed -E "s/$column/\1/"); do
        need "\*$word:?\*|^## .*$word" "$list: $word"
    done
done
exit $status
