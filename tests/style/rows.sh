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

lists=$(mktemp -d) || exit 1
trap 'rm -r "$lists"' EXIT
for list in networks models problems strategies settings formats engines goals \
    figures; do
    "$weft" list $list | sed 's/^ *//' >"$lists/$list"
done

# words LIST: the first word of each line, without what follows a colon
words() {
    sed 's/[: ].*//' "$lists/$1" | grep -v =
}

# rows LIST FOLDER PATTERN: words of the list against files with the pattern
rows() {
    for word in $(words "$1"); do
        [ "$(grep -lE "$3" $(find "$2" -name "$word.c") /dev/null | wc -l)" = 1 ] ||
            fail "$1: $word: there is no $word.c with its row in $2, or several"
    done
    for file in $(grep -rlE "$3" "$2" --include='*.c'); do
        words "$1" | grep -qxF "$(basename "$file" .c)" ||
            fail "$file: is in no table of $1"
    done
}

rows networks src/network '^const struct network_row [a-z_0-9]+ = '
rows formats src/trace '^const struct weft_format trace_[a-z_0-9]+ = '
rows engines src/machine/engine '^const struct engine engine_[a-z_0-9]+ = '

kinds=$(sed -n 's/^\([a-z]*\)  *a kind of .*/\1/p' "$lists/figures")
for kind in $kinds; do
    [ -f "src/figure/$kind.c" ] || [ -f "src/figure/$kind/$kind.c" ] ||
        fail "figures: there is no src/figure/$kind.c"
done
for file in $(grep -lE '^const struct figure_row [a-z_]+ = ' \
    src/figure/*.c src/figure/*/*.c); do
    echo "$kinds" | grep -qxF "$(basename "$file" .c)" ||
        fail "$file: is in no table of figures"
done
for problem in $(words problems); do
    file=src/problem/$problem/$problem.c
    [ -f "$file" ] || fail "problem $problem: there is no $file"
    strategies=$(awk -v problem="$problem" '$1 == problem { print $2 }' \
        "$lists/strategies")
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

# The others are rows of a table: where docs/architecture.md says.
row() {
    grep -q "\"$2\"" "$3" || fail "$1: $2: there is no row in $3"
}
for word in $(words models); do row models "$word" src/model/models.c; done
for word in $(words goals); do row goals "$word" src/goal/goals.c; done
for word in $(grep -v 'a kind of figure' "$lists/figures" | sed 's/ .*//'); do
    [ "$(grep -l "\"$word\"" src/gallery/*.c | wc -l)" = 1 ] ||
        fail "figures: $word: not in one file of src/gallery"
done
while read -r problem word rest; do
    case "$problem $word" in
    any*) row settings "${rest%% *}" src/experiment/general.c ;;
    *)
        file=src/problem/shared/settings.c
        grep -q "name = \"$word\"" $file src/problem/"$problem"/*.c ||
            fail "settings: $word: neither in $file nor in src/problem/$problem"
        ;;
    esac
done <"$lists/settings"

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
