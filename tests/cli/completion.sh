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
cd "$(mktemp -d)" && trap 'rm -r "$PWD"' EXIT
mkdir folder
touch a.trf b.xml mine.c

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
while read -r problem strategy _; do
    offers "$strategy" weft run "$problem" -s ""
done < <("$weft" list strategies)
for engine in $("$weft" list engines | awk '{ print $1 }'); do
    offers "$engine" weft run gather --engine ""
done
for figure in $("$weft" list figures | awk '{ print $1 }'); do
    offers "$figure" weft figure "${figure:0:1}"
done
for list in $("$weft" list | grep '^[a-z]*$'); do
    offers "$list" weft list ""
done

# What fits and nothing else: only WORDS WORDS..., in any order.
only() {
    local wanted=$1
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _weft
    [ "$(printf '%s\n' "${COMPREPLY[@]}" | sort | xargs)" = \
        "$(printf '%s\n' $wanted | sort | xargs)" ] && return
    echo "'$*' offers '${COMPREPLY[*]}', not '$wanted'"
    status=1
}
networks=$("$weft" list networks | sed 's/^ *//; s/ .*//; s/:.*/:/')
files='a.trf b.xml mine.c folder'
problems=$("$weft" list problems | awk '{ print $1 }')
models=$("$weft" list models | awk '!/=/ { print $1 }')
strategies=$("$weft" list strategies | awk '$1 == "allreduce" { print $2 }')
for command in run compare; do
    only "$strategies" weft $command allreduce -s ""
    only "$strategies" weft $command allreduce --strategy = ""
    only "ring,swing ring,swing-torus" weft $command allreduce -s ring,sw
    only "$models" weft $command allreduce -m ""
    only "8,hypercube: 8,hyperx:" weft $command allreduce -n complete : 8,hyp
    only "descending ascending" weft $command broadcast --dimensions ""
    only "all random:" weft $command simultaneous --sources ""
    only "" weft $command allreduce --bytes ""
    only "./mine.c" weft $command allreduce -s ./m
    only "$files" weft $command allreduce -n file : ""
done
only "$problems b.xml" weft run ""
only "./mine.c" weft run ./mi
only "$problems $files" weft compare ""
only "$problems $files" weft compare allreduce ""
only "" weft run allreduce ""
only "folder" weft run b.xml -o ""
only "play" weft run --show = ""
only "picl: picl1:" weft run allreduce -t picl
only "a.trf" weft run allreduce -t picl : a
names="$problems $models $(echo "$networks" | xargs)"
only "$("$weft" list | grep '^[a-z]*$') network goal schema $names" weft list ""
only "allreduce" weft list strategies allr
only "$("$weft" list goals | awk '{ print $1 }')" weft list goal ""
only "hypercube: hyperx:" weft list network hyp
only "" weft list models shouting ""
only "$models" weft check -m ""
only "$files" weft check ""
only "$files" weft check a.trf ""
only "$files" weft stats ""
only "" weft stats a.trf ""
only "$files" weft convert a.trf ""
only "messages bytes time" weft figure matrix --by ""
only "$files" weft figure matrix ""
only "$problems" weft optimum ""
only "$files check" weft mpi ""
only "$files" weft mpi check ""
only "run replay" weft help r

# The words that an option takes are all that it takes: a message that refuses
# another one names them, and none of them is refused.
for command in $("$weft" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    while IFS='=' read -r option words; do
        [[ $words =~ ^[a-z|]*$ && $words == *'|'* ]] || continue
        for word in ${words//|/ }; do
            [[ $("$weft" "$command" "$option=$word" --usage 2>&1) == Usage:* ]] && continue
            echo "$command $option refuses $word"
            status=1
        done
        only "${words//|/ }" weft "$command" "$option" = ""
    done < <("$weft" "$command" --help | sed -n 's/^ *\(--[^ ]*\).*/\1/p' |
        sed 's/\[=\(.*\)\]/=\1/')
done

# alone PREFIX WORD...: does only one of the words begin with it?
alone() {
    local prefix=$1 word count=0
    shift
    for word; do [[ $word != "$prefix"* ]] || count=$((count + 1)); done
    [ "$count" = 1 ]
}
# ---- the other shells, if they are here: lines, and how they go on
cases=$(
    echo "weft ru=weft run"
    echo "weft run succ=weft run successive"
    echo "weft run --mod=weft run --model"
    echo "weft run allreduce -s ring,rabens=weft run allreduce -s ring,rabenseifner"
    echo "weft run gather -m shou=weft run gather -m shouting"
    echo "weft run gather --on-conflict de=weft run gather --on-conflict delay"
    echo "weft replay --sharing fi=weft replay --sharing fifo"
    echo "weft list goal exs=weft list goal exscan"
    echo "weft check a.t=weft check a.trf"
    echo "weft run gather -t picl:a.t=weft run gather -t picl:a.trf"
    echo "weft run gather -s ./mi=weft run gather -s ./mine.c"
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
    # for each line, what is offered, in one line
    sed 's/=.*//' <<<"$cases" | fish --no-config -c "source $fish
        while read -l line
            echo (complete -C \$line | string replace -r '\t.*' '')
        end" >fish.out
    while IFS='=' read -r line wanted <&3; do
        read -r found <&4
        [[ " $found " == *" ${wanted##* }"* ]] || goes_on fish "$line" "${wanted##* }" "$found"
    done 3<<<"$cases" 4<fish.out
    [ "$(fish --no-config -c "source $fish; complete -C 'weft run gather -m '" |
        xargs)" = "$(printf '%s\n' $models | sort | xargs)" ] ||
        { echo "fish: models and nothing else after -m"; status=1; }
fi
exit $status
