#!/bin/sh
# Print the completions of weft for a shell, made from what weft says about
# itself: its help and its lists.
# usage: completion.sh WEFT bash|zsh|fish
set -eu
weft=$1
shell=$2

# words LIST: the words of a list, without what follows a colon, in one line
words() {
    "$weft" list "$1" | sed -n 's/^ *\([a-z][a-z0-9.-]*\).*/\1/p' |
        if [ "$1" = models ]; then grep -vx send; else cat; fi |
        sort -u | tr '\n' ' ' | sed 's/ $//'
}

commands=$("$weft" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p' | tr '\n' ' ')
networks=$("$weft" list networks | sed 's/^ *//; s/ .*//; s/:.*/:/' | sort -u |
    tr '\n' ' ' | sed 's/ $//')
models=$(words models)
problems=$(words problems)
strategies=$("$weft" list strategies | awk '{ print $2 }' | sort -u |
    tr '\n' ' ' | sed 's/ $//')
engines=$(words engines)
formats=$(words formats | sed 's/\([a-z0-9-][a-z0-9-]*\)/\1:/g')
figures=$(words figures)
lists=$("$weft" list | sed -n 's/^\([a-z]*\)$/\1/p' | tr '\n' ' ' | sed 's/ $//')

# options COMMAND: lines of LETTER NAME ARGUMENT HELP; - for none
options() {
    "$weft" "$1" --help | awk '
    /^ +(-., +)*--[a-z]/ {
        letter = "-"; argument = "-"; name = $0
        if ($1 ~ /^-.,$/) letter = substr($1, 2, 1)
        sub(/^ +(-., +)*--/, "", name)
        help = name
        sub(/[ =[].*/, "", name)
        if (substr(help, length(name) + 1, 1) == "=") {
            argument = substr(help, length(name) + 2)
            sub(/ .*/, "", argument)
        }
        sub(/^[^ ]+ */, "", help)
        print letter, name, argument, help
    }'
}

# The words that an option or a command takes are the same in all shells.
option_cases='network n networks
model m models
strategy s strategies
engine - engines
trace t formats'
command_cases='run problems
compare problems
figure figures
list lists'

if [ "$shell" = fish ]; then
    echo "# Completions of weft, made from its tables."
    for command in $commands; do
        summary=$("$weft" --help | sed -n "s/^  $command  *//p" | tr -d "'")
        echo "complete -c weft -n __fish_use_subcommand -a $command -d '$summary'"
    done
    echo "$command_cases" | while read -r command list; do
        eval "values=\$$list"
        echo "complete -c weft -n '__fish_seen_subcommand_from $command' -a '$values'"
    done
    for command in $commands; do
        options "$command" | while read -r letter name argument help; do
            line="complete -c weft -n '__fish_seen_subcommand_from $command' -l $name"
            case $letter in [a-z]) line="$line -s $letter" ;; esac
            list=$(echo "$option_cases" | sed -n "s/^$name . //p")
            if [ -n "$list" ]; then
                eval "values=\$$list"
                line="$line -r -a '$values'"
            elif [ "$argument" != - ]; then
                line="$line -r"
            fi
            echo "$line -d '$(echo "$help" | tr -d "'")'"
        done
    done
    exit
fi

# bash and zsh: the same choice of words, offered in two ways.
choose() {
    echo "    case \$previous in"
    echo "$option_cases" | while read -r name letter list; do
        eval "values=\$$list"
        pattern="--$name"
        [ "$letter" = - ] || pattern="-$letter|$pattern"
        echo "    $pattern) choice='$values' ;;"
    done
    echo "    *)"
    echo "        case \$command:\$current in"
    for command in $commands; do
        names=$(options "$command" | awk '{ printf "--%s ", $2 }')
        echo "        $command:-*) choice='${names% }' ;;"
    done
    echo "$command_cases" | while read -r command list; do
        eval "values=\$$list"
        echo "        $command:*) choice='$values' ;;"
    done
    echo "        esac ;;"
    echo "    esac"
}

case $shell in
bash)
    cat <<END
# Completions of weft, made from its tables.
_weft() {
    local current=\${COMP_WORDS[COMP_CWORD]} choice=
    local previous=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]}
    # --network=hy comes as three words
    if [ "\$current" = = ]; then
        current=
    elif [ "\$previous" = = ]; then
        previous=\${COMP_WORDS[COMP_CWORD - 2]}
    fi
$(choose)
    [ "\$COMP_CWORD" -eq 1 ] && choice='${commands% }'
    COMPREPLY=(\$(compgen -W "\$choice" -- "\$current"))
    if [ "\$COMP_CWORD" -gt 1 ] && [ "\${current#-}" = "\$current" ]; then
        COMPREPLY+=(\$(compgen -f -- "\$current"))
    fi
    # a network or a format goes on behind its colon
    case \${COMPREPLY[0]-} in *:) compopt -o nospace 2>/dev/null ;; esac
}
complete -o filenames -F _weft weft
END
    ;;
zsh)
    cat <<END
#compdef weft
# Completions of weft, made from its tables.
_weft() {
    local current=\$words[CURRENT] previous=\$words[CURRENT-1]
    local command=\$words[2] choice=
    if (( CURRENT == 2 )); then
        compadd -- ${commands% }
        return
    fi
$(choose)
    local -a colons others
    local word
    for word in \${(s: :)choice}; do
        case \$word in
        *:) colons+=(\$word) ;;
        *) others+=(\$word) ;;
        esac
    done
    (( \$#colons )) && compadd -S '' -- \$colons
    (( \$#others )) && compadd -- \$others
    case \$current in -*) ;; *) _files ;; esac
}
_weft "\$@"
END
    ;;
*)
    echo "completion.sh: bash, zsh or fish, not '$shell'" >&2
    exit 1
    ;;
esac
