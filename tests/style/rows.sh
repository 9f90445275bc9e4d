#!/bin/sh
# One word = one file = one table row: every word that `weft list` shows has
# its file, and every file that defines a row is shown.
# usage: rows.sh WEFT ROOT
weft=$(realpath "$1")
cd "$2" || exit 1
status=0

fail() {
    echo "$*"
    status=1
}

# words LIST: the first word of each line, without what follows a colon
words() {
    "$weft" list "$1" | sed 's/^ *//; s/[: ].*//' | grep -v =
}

# rows LIST FOLDER PATTERN: words of the list against files with the pattern
rows() {
    for word in $(words "$1"); do
        [ -n "$(find "$2" -name "$word.c")" ] ||
            fail "$1: $word: there is no $word.c in $2"
    done
    for file in $(grep -rlE "$3" "$2" --include='*.c'); do
        words "$1" | grep -qxF "$(basename "$file" .c)" ||
            fail "$file: is in no table of $1"
    done
}

rows networks src/network '^const struct network_row [a-z_0-9]+ = '
rows formats src/trace '^const struct weft_format trace_[a-z_0-9]+ = '
rows engines src/machine/engine '^const struct engine engine_[a-z_0-9]+ = '

kinds=$("$weft" list figures | sed -n 's/^ *\([a-z]*\)  *a kind of .*/\1/p')
for kind in $kinds; do
    [ -f "src/figure/$kind.c" ] || fail "figures: there is no src/figure/$kind.c"
done
for file in $(grep -lE '^const struct figure_row [a-z_]+ = ' src/figure/*.c); do
    echo "$kinds" | grep -qxF "$(basename "$file" .c)" ||
        fail "$file: is in no table of figures"
done
for problem in $(words problems); do
    file=src/problem/$problem/$problem.c
    [ -f "$file" ] || fail "problem $problem: there is no $file"
    strategies=$("$weft" list strategies |
        awk -v problem="$problem" '$1 == problem { print $2 }')
    for word in $strategies; do
        [ -f "src/problem/$problem/$word.c" ] ||
            fail "strategy $word: there is no src/problem/$problem/$word.c"
    done
    for file in $(grep -lE '^const struct weft_strategy [a-z_0-9]+ = ' \
        "src/problem/$problem"/*.c); do
        echo "$strategies" | grep -qxF "$(basename "$file" .c)" ||
            fail "$file: is in no table of strategies"
    done
done
for folder in src/problem/*/; do
    case $folder in src/problem/shared/ | src/problem/timetable/) continue ;; esac
    words problems | grep -qxF "$(basename "$folder")" ||
        fail "$folder: is no problem of the table"
done
for file in tools/cmd-*.c; do
    word=$(basename "$file" .c)
    "$weft" --help | grep -q "^  ${word#cmd-} " || fail "$file: no command"
done

# Files that no build or test would look at.
for file in $(find src tests/unit tests/stress tests/cli -name '*.c' -o \
    -name '*.args'); do
    word=$(basename "$file")
    grep -qE "'(${word%.*}|$word)'" "$(dirname "$file")/meson.build" ||
        fail "$file: is not in meson.build"
done
for file in traces/*-* docs/experiments/*.xml; do
    [ -n "$(find -L tests/fuzz/seeds -samefile "$file")" ] ||
        fail "$file: is no seed of tests/fuzz"
done
exit $status
