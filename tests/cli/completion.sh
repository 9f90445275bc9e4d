#!/bin/bash
# The completions: every word of the tables is offered where it belongs, and
# the scripts are sound for those shells that are here.
# usage: completion.sh WEFT BASH-SCRIPT ZSH-SCRIPT FISH-SCRIPT
weft=$(realpath "$1")
zsh=$(realpath "$3")
fish=$(realpath "$4")
here=$(dirname "$(realpath "$0")")
. "$2" || exit 1
status=0
cd "$(mktemp -d)" && trap 'rmdir "$PWD"' EXIT

# offers WORD WORDS...: is the word among what completes the words?
offers() {
    local wanted=$1 word
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _weft
    for word in "${COMPREPLY[@]}"; do
        [ "$word" = "$wanted" ] && return
    done
    echo "'$*' does not offer '$wanted', but: ${COMPREPLY[*]}"
    status=1
}

for command in $("$weft" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    offers "$command" weft "${command:0:2}"
    for option in $("$weft" "$command" --help |
        sed -n 's/^ \{2,6\}\(-., \)* *\(--[a-z-]*\).*/\2/p'); do
        offers "$option" weft "$command" "${option:0:4}"
    done
done
for problem in $("$weft" list problems | awk '!/=/ { print $1 }'); do
    offers "$problem" weft run "${problem:0:2}"
    offers "$problem" weft compare scatter "${problem:0:2}"
done
for network in $("$weft" list networks | sed 's/^ *//; s/ .*//; s/:.*/:/'); do
    offers "$network" weft run gather -n "${network:0:2}"
    offers "$network" weft check --network = "${network:0:2}"
    offers "$network" weft check --network =
done
for model in $("$weft" list models | awk '!/=/ { print $1 }'); do
    offers "$model" weft run gather -m "${model:0:2}"
done
for strategy in $("$weft" list strategies | awk '{ print $2 }'); do
    offers "$strategy" weft run gather -s ""
done
for engine in $("$weft" list engines | awk '{ print $1 }'); do
    offers "$engine" weft run gather --engine ""
done
for figure in $("$weft" list figures | awk '{ print $1 }'); do
    offers "$figure" weft figure "${figure:0:1}"
done
for list in $("$weft" list | grep '^[a-z]*$'); do
    offers "$list" weft list ""
done

# alone PREFIX WORD...: does only one of the words begin with it?
alone() {
    local prefix=$1 word count=0
    shift
    for word; do [[ $word != "$prefix"* ]] || count=$((count + 1)); done
    [ "$count" = 1 ]
}
problems=$("$weft" list problems | awk '!/=/ { print $1 }')
networks=$("$weft" list networks | sed 's/^ *//; s/ .*//; s/:.*/:/')

# ---- the other shells, if they are here: lines, and how they go on
cases=$(
    echo "weft ru=weft run"
    echo "weft run succ=weft run successive"
    echo "weft run --mod=weft run --model"
    for problem in $problems; do
        alone "${problem%?}" $problems || continue
        echo "weft run ${problem%?}=weft run $problem"
    done
    for network in $networks; do
        alone "${network%??}" $networks || continue
        echo "weft run gather -n ${network%??}=weft run gather -n $network"
    done
)

# goes_on SHELL LINE WANTED FOUND: does the found go on like the wanted?
goes_on() {
    [[ $4 == "$3"* ]] && return
    echo "$1: '$2' becomes '$4', not '$3'"
    status=1
}

if command -v zsh >/dev/null; then
    zsh -n "$zsh" || status=1
    sed 's/=.*//' <<<"$cases" |
        timeout 100 zsh -f "$here/completion.zsh" "$(dirname "$zsh")" >zsh.out
    while IFS='=' read -r line wanted <&3; do
        found=
        read -r found <&4
        goes_on zsh "$line" "$wanted" "$found"
    done 3<<<"$cases" 4<zsh.out
    rm zsh.out
fi
if command -v fish >/dev/null; then
    fish --no-execute "$fish" || status=1
    while IFS='=' read -r line wanted; do
        found=$(fish --no-config -c "source $fish; complete -C '$line'" |
            cut -f 1 | grep -F -- "${wanted##* }")
        goes_on fish "$line" "${wanted##* }" "$found"
    done <<<"$cases"
fi
exit $status
