#!/bin/sh
# What a trace names, no command opens: neither a network that is a file nor a
# plug-in, wherever it is named. With the file and without it all is the same.
#
#   named-files.sh WEFT
weft=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

fail() {
    echo "$*"
    exit 1
}

commands="check FILE
check FILE --problem broadcast
compare broadcast FILE
compare FILE
convert FILE a.csv
figure gantt FILE -o a.svg
figure links FILE -o a.svg
figure network FILE -o a.svg
replay FILE
run --schedule FILE
run --schedule FILE --no-limit
run --schedule FILE --problem broadcast
stats FILE --links
view FILE -o a.html"

make_files() {
    printf '0 1\n' >own.net
    cat >own.c <<'END_OF_C'
#include <stdio.h>
__attribute__((constructor)) static void run(void)
{
    fclose(fopen("ran", "w"));
}
END_OF_C
    cc -shared -fPIC own.c -o own.so || exit 77
}

# all OUTPUT: what every command says of every word
all() {
    for key in network model problem strategy network+ model+ problem+ \
        strategy+; do
        for word in file:own.net ./own.net ./own.c ./own.so ./own.c:2; do
            # + all words that a verdict needs, but this one
            {
                printf '# processors: 2\n# step: 1\n# %s: %s\n' ${key%+} $word
                printf '%s\n' '# network: complete:2' '# model: one-port-duplex' \
                    '# problem: broadcast' '# strategy: binomial' |
                    case $key in
                    *+) grep -v "# ${key%+}:" ;;
                    *) grep 'no line' ;;
                    esac
                printf '1 0 1 0\n'
            } >t.sched
            echo "$commands" | sed 's/FILE/t.sched/' | while read -r line; do
                echo "$key $word $line"
                # shellcheck disable=SC2086
                timeout 60 "$weft" $line 2>&1
                echo "status $?"
            done
        done
    done >"$1"
}

all without
make_files
all with
[ ! -e ran ] || fail "a trace has run a plug-in"
diff without with || fail "a trace has made weft open a file"
[ "$(grep -c '^status' with)" = 560 ] || fail "not all was tried"

# Where the command line names it, it is opened.
printf '# processors: 2\n# network: file:own.net\n1 0 1 0\n' >t.sched
"$weft" run --schedule t.sched -n file:own.net >said || fail "-n"
"$weft" run --schedule t.sched >said 2>&1 && fail "no -n"
[ "$(cat said)" = "weft: the schedule names network 'file:own.net', which is \
a file: add -n file:PATH" ] || fail "$(cat said)"
