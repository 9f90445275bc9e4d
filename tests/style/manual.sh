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

# What a command prints, or the end: without words all would be well.
print() {
    "$weft" "$@" | grep . || {
        echo "weft $* prints nothing" >&2
        kill $$ # the parts of a pipe are shells of their own
    }
}

commands=$(print --help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
for command in $commands; do
    need "^\*$command\* " "the command $command"
    for option in $(print "$command" --help |
        grep -oE '^ +(-., +)*--[a-z-]+' | grep -oE -e '--[a-z-]+'); do
        need "\*$option\*" "$command $option"
    done
done
for list in networks models problems strategies formats engines; do
    column='^ *([a-z0-9-]+).*'
    [ $list = strategies ] && column='^ *[a-z-]+ +([a-z0-9-]+).*'
    for word in $(print list $list | grep -v = | sed -E "s/$column/\1/"); do
        need "\*$word:?\*|^## .*$word" "$list: $word"
    done
done
exit $status
