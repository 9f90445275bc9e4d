#!/bin/sh
# One case: every line of CASE.args is a command line of the shell, `weft` the
# program under test. What it prints (standard error behind "! "), its exit
# status and the files it leaves must be those of CASE.out.
# UPDATE=1 writes CASE.out instead.
#
# usage: run.sh WEFT CASE.args; `in/` of a command is the folder `files`
program=$(realpath "$1")
case=$(cd "$(dirname "$2")" && pwd)/$(basename "$2" .args)
here=$(mktemp -d) || exit 1
trap 'rm -rf "$here"' EXIT
mkdir "$here/run" && cd "$here/run" || exit 1
ln -s "$(dirname "$case")/files" in

weft() {
    "$program" "$@"
}

while IFS= read -r line; do
    printf '$ %s\n' "$line"
    (eval "$line") >../stdout 2>../stderr </dev/null
    status=$?
    sed 's/"wall_seconds":[^,}]*/"wall_seconds":0/g' ../stdout
    sed 's/^/! /' ../stderr
    printf '[%d]' "$status"
    find . -mindepth 1 ! -name in | LC_ALL=C sort | sed 's/^.[/]/ /' |
        tr -d '\n'
    printf '\n'
done <"$case.args" >../out

if [ "$UPDATE" = 1 ]; then
    cp ../out "$case.out"
else
    diff -u "$case.out" ../out || {
        echo 'If that is as it should be: UPDATE=1 meson test --suite cli'
        exit 1
    }
fi
