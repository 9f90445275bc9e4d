#!/bin/sh
# Print the completions of weft for a shell, made from what weft says about
# itself. The help defines what fits where: the usage lines say what stands at
# each place, the options what they take. Capitals stand for something, of which
# `complete` has the words or the files; "fair|fifo" are words themselves.
# usage: completion.sh WEFT bash|zsh|fish
set -eu
weft=$1
shell=$2

# line: the lines of the input as one
line() {
    sort -u | tr '\n' ' ' | sed 's/ $//'
}

# words LIST: the words of a list, up to the colon
words() {
    "$weft" list "$1" | awk '$1 !~ /=/ { print $1 }' | sed 's/:.*/:/' | line
}

commands=$("$weft" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p' | tr '\n' ' ')
formats=$(words formats | sed 's/\([^ ]*\)/\1:/g')
kinds=$("$weft" list figures | awk '/  a kind of figure/ { print $1 }' | line)
lists=$("$weft" list | grep '^[a-z]*$' | line)
strategies=$("$weft" list strategies | awk '{ print $1, $2 }')

# Lines "option COMMAND NAME KIND HELP", NAME with a = if it need not take
# anything and - for KIND if it cannot; "place COMMAND FIRST NUMBER KIND" for
# arguments: FIRST is the first one, * any; a NUMBER * is any.
table=$(for command in $commands; do
    ARGP_HELP_FMT=rmargin=9999,opt-doc-col=100 "$weft" "$command" --help |
        awk -v command="$command" '
    /^(Usage|  or):/ {
        sub(/^.*\[OPTION\.\.\.\] /, "")
        first = $1 ~ /^[a-z]/ ? $1 : "*"
        place = 1
        for (i = 1; i <= NF && $i !~ /^-/; i++) {
            kind = $i
            gsub(/^\[|\]$/, "", kind)
            number = sub(/\.\.\.$/, "", kind) ? "*" : place
            print "place", command, (place > 1 ? first : "*"), number, kind
            if ($i !~ /^\[/)
                place++
        }
    }
    /^ +(-., +)*--[a-z]/ {
        names = substr($0, 1, 100)
        help = substr($0, 101)
        kind = "-"
        if (match(names, /\[?=/)) {
            kind = substr(names, RSTART)
            names = substr(names, 1, RSTART - 1)
            optional = sub(/^\[=/, "", kind) ? "=" : ""
            if (optional)
                sub(/\] *$/, "", kind)
            sub(/^=/, "", kind)
            sub(/ *$/, "", kind)
        }
        gsub(/,/, "", names)
        count = split(names, name, / +/)
        for (i = 1; i <= count; i++)
            if (name[i] ~ /^-[a-z-]/)
                print "option", command,
                    name[i] (kind != "-" ? optional : ""), kind, help
    }'
done)

# rows WHAT: a line "PATTERN... KIND..." for the places, or the options with an
# argument, of each kind.
rows() {
    printf '%s\n' "$table" | awk -v what="$1" '
    $1 != what || $4 == "-" { next }
    what == "option" { pattern[$4] = pattern[$4] " " $2 ":" $3; next }
    { at = $2 ":" $3 ":" $4 }
    !(at in kind) { order[++count] = at }
    index(kind[at] " ", " " $5 " ") == 0 { kind[at] = kind[at] " " $5 }
    END {
        for (name in pattern)
            print substr(pattern[name], 2) "\t" name
        # places that are named come before those that are not
        for (i = 1; i <= count; i++) {
            split(order[i], part, ":")
            any = part[1] ":*:*"
            if (order[i] != any)
                print order[i] "\t" substr(kind[order[i]], 2) kind[any]
        }
        for (i = 1; i <= count; i++)
            if (order[i] ~ /:\*:\*$/)
                print order[i] "\t" substr(kind[order[i]], 2)
    }' | sort -s -t '	' -k 2 | awk '
    /^[a-z]*:\*:\*\t/ { last = last $0 "\n"; next }
    /^[a-z]*:\*:/ { late = late $0 "\n"; next }
    { print }
    END { printf "%s%s", late, last }'
}

# of KIND: its words, and after a | which files: all, folders, those that end in
# .xml, or those of a path that has been begun
of() {
    case $1 in
    NETWORK) echo "$(words networks)|begun" ;;
    MODEL) words models ;;
    PROBLEM) echo "$(words problems)|begun" ;;
    STRATEGY) echo "$(echo "$strategies" | cut -d ' ' -f 2 | line)|begun" ;;
    ENGINE) words engines ;;
    FIGURE) words figures ;;
    KIND) echo "$kinds" ;;
    GOAL) words goals ;;
    NAME) echo "$(words problems) $(words models) $(words networks)" ;;
    WHAT) echo "$lists" ;;
    COMMAND) echo "$commands" ;;
    PLUG-IN) echo "|begun" ;;
    '[FORMAT:]FILE') echo "$formats|all" ;;
    FOLDER) echo "|folders" ;;
    EXPERIMENT.xml) echo "|xml" ;;
    FILE | FILE.svg | PAGE | TRACE | SCHEDULE | IN | OUT | PROGRAM | ARGUMENT)
        echo "|all" ;;
    *) echo "$1" | tr '|' '\n' | sed -n '/^[a-z][a-z-]*$/p; s/:[A-Z]*$/:/p' |
        line ;;
    esac
}

all_kinds=$( (printf '%s\n' "$table" | awk '$1 == "option" && $4 != "-" { print $4 }
    $1 == "place" { print $5 }'; echo COMMAND) | sort -u)
own_commands="$commands help version"

# ---- bash and zsh: the same functions

# cases: lines "PATTERN... TAB TEXT" as those of a case
cases() {
    while IFS='	' read -r patterns text; do
        patterns=$(echo "$patterns" | sed 's/ /|/g')
        echo "    $patterns) $1'$text' ;;"
    done
}

print_functions() {
    cat <<END
# Completions of weft, made from its tables.

# The strategies of the problems among the words, or all.
_weft_strategies() {
    local word found=
    for word; do
        case \$word in
$(echo "$strategies" | awk '{ word[$1] = word[$1] " " $2 }
    END { for (name in word) print name "\t" word[name] }' | sort | cases 'found+=' | sed 's/^/    /')
        esac
    done
    choice+=" \${found:-$(of STRATEGY | sed 's/|.*//')}"
}

# COMMAND:OPTION: sets what the argument is; nothing if it takes none.
_weft_option() {
    case \$1 in
$(rows option | cases kinds=)
    *) kinds= ;;
    esac
}

# COMMAND:FIRST:NUMBER: sets what that argument is.
_weft_place() {
    case \$1 in
$(rows place | cases kinds=)
    help:*:1) kinds=COMMAND ;;
    *) kinds= ;;
    esac
}

# KIND: its words and files.
_weft_kind() {
    case \$1 in
$(echo "$all_kinds" | while read -r kind; do
        text=$(of "$kind")
        case $text in *'|'*) files=${text#*|} ;; *) files= ;; esac
        [ "$kind" = STRATEGY ] && continue
        [ -z "$text" ] || echo "    '$kind')" \
            "choice+=' ${text%%|*}' files+=' $files' ;;"
    done)
    esac
}

# COMMAND WORD...: sets choice and files for the last word, and current, what
# there is of it.
_weft_choose() {
    local command=\$1 first= number=1 option= word kinds= kind
    local -a all=("\$@")
    [ \$# -gt 0 ] && shift
    if [ \$# -eq 0 ]; then
        current=\$command choice='$own_commands'
        return
    fi
    while [ \$# -gt 1 ]; do
        word=\$1
        shift
        if [ "\$option" ]; then
            option=
            continue
        fi
        case \$word in
        -*)
            _weft_option "\$command:\$word"
            [ -z "\$kinds" ] || option=\$word
            ;;
        *)
            number=\$((number + 1))
            first=\${first:-\$word}
            ;;
        esac
    done
    current=\$1
    kinds=
    case \$option\$current in
    --*=*)
        _weft_option "\$command:\${current%%=*}"
        [ "\$kinds" ] || _weft_option "\$command:\${current%%=*}="
        current=\${current#*=}
        ;;
    *)
        if [ "\$option" ]; then
            _weft_option "\$command:\$option"
        else
            _weft_place "\$command:\$first:\$number"
            case \$command:\$current in
$(for command in $commands; do
        echo "            $command:-*) kinds='' choice='$(printf '%s\n' "$table" |
            awk -v command="$command" '$1 == "option" && $2 == command &&
                $3 ~ /^--/ { sub(/=$/, "", $3); print $3 }' | line)' ;;"
    done)
            esac
        fi
        ;;
    esac
    for kind in \$kinds; do
        if [ "\$kind" = STRATEGY ]; then
            _weft_strategies "\${all[@]}"
            files+=' begun'
        else
            _weft_kind "\$kind"
        fi
    done
    # a path that has been begun, behind FORMAT: or file:
    case \$files:\$current in
    *all*:* | *begun*:*/* | *begun*:file:*) files=all ;;
    *folders*:*) files=folders ;;
    *xml*:*) files=xml ;;
    *) files= ;;
    esac
}
END
}

case $shell in
bash)
    print_functions
    cat <<\END

_weft() {
    local current= choice= files= word glue= head path
    local -a typed=()
    # --network=hypercube:4 comes as five words
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        case $glue$word in
        [:=]*)
            if [ ${#typed[@]} -gt 0 ]; then
                typed[${#typed[@]} - 1]+=$word
            else
                typed+=("$word")
            fi
            glue=
            case $word in [:=]) glue=: ;; esac
            ;;
        *) typed+=("$word") ;;
        esac
    done
    _weft_choose "${typed[@]}"
    COMPREPLY=()
    head=${current%"${current##*,}"}
    for word in $(compgen -W "$choice" -- "${current##*,}"); do
        [ "$head$word" = "$current" ] && [ "$files" ] || COMPREPLY+=("$head$word")
    done
    path=${current#"${current%%:*}":}
    head=${current%"$path"}
    case $files in
    all) choice=$(compgen -f -- "$path") ;;
    folders) choice=$(compgen -d -- "$path") ;;
    xml) choice=$(compgen -f -X '!*.xml' -- "$path"
        [ -z "$path" ] || compgen -d -- "$path") ;;
    *) choice= ;;
    esac
    if [ "$choice" ]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r word; do
            COMPREPLY+=("$head$word")
        done <<<"$choice"
    fi
    # what stands before a colon or = is no part of bash's word
    head=${current%"${current##*[:=]}"}
    [ -z "$head" ] || COMPREPLY=("${COMPREPLY[@]#"$head"}")
    # a network or a format goes on behind its colon
    case ${COMPREPLY[0]-} in *:) compopt -o nospace 2>/dev/null ;; esac
}
complete -F _weft weft
END
    ;;
zsh)
    echo '#compdef weft'
    print_functions
    cat <<\END

_weft() {
    setopt local_options sh_word_split
    local current= choice= files= word
    local -a colons others
    _weft_choose "${(@)words[2,CURRENT]}"
    case $words[CURRENT] in --*=*) compset -P '--*=' ;; esac
    for word in $choice; do
        case $word in
        *:) colons+=($word) ;;
        *) others+=($word) ;;
        esac
    done
    unsetopt sh_word_split
    case $files:$current in all:*:*) compset -P '*:' ;; esac
    case $files in
    all) _files ;;
    folders) _files -/ ;;
    xml) _files -g '*.xml' ;;
    esac
    case $current in *,*) compset -P '*,' ;; esac
    (( $#colons )) && compadd -S '' -- $colons
    (( $#others )) && compadd -- $others
}
_weft "$@"
END
    ;;
fish)
    # switch: lines "PATTERN... TAB TEXT" as those of a switch
    switch() {
        while IFS='	' read -r patterns text; do
            echo "        case '$(echo "$patterns" | sed "s/ /' '/g")'"
            echo "            set -g $1 $(printf '%s' "$text" | sed "s/[^ ][^ ]*/'&'/g")"
        done
    }
    cat <<END
# Completions of weft, made from its tables.

function __weft_option
    set -g __weft_kinds
    switch "\$argv[1]"
$(rows option | switch __weft_kinds)
    end
end

function __weft_place
    set -g __weft_kinds
    switch "\$argv[1]"
$(rows place | switch __weft_kinds)
        case 'help:*:1'
            set -g __weft_kinds COMMAND
    end
end

# WORD...: the strategies of the problems among them, or all
function __weft_strategies
    set -l found
    for word in \$argv
        switch \$word
$(echo "$strategies" | awk '{ word[$1] = word[$1] " " $2 }
    END { for (name in word) print "        case " name "\n            set -a found" word[name] }')
        end
    end
    set -q found[1]; or set found $(of STRATEGY | sed 's/|.*//')
    set -a __weft_choice \$found
end

function __weft_kind
    switch "\$argv[1]"
$(echo "$all_kinds" | while read -r kind; do
        text=$(of "$kind")
        case $text in *'|'*) files=${text#*|} ;; *) files= ;; esac
        [ "$kind" = STRATEGY ] || [ -z "$text" ] && continue
        echo "        case '$kind'"
        echo "            set -a __weft_choice ${text%%|*}"
        [ -z "$files" ] || echo "            set -a __weft_files $files"
    done)
    end
end

function __weft_options
    switch "\$argv[1]"
$(for command in $commands; do
        echo "        case $command"
        printf '%s' "            printf '%s\\t%s\\n'"
        printf '%s\n' "$table" | awk -v command="$command" '
            $1 == "option" && $2 == command && $3 ~ /^--/ {
                name = $3
                sub(/=$/, "", name)
                sub(/^[^ ]+ [^ ]+ [^ ]+ [^ ]+ /, "")
                gsub(/\047/, "")
                printf " \\\n                \047%s\047 \047%s\047", name, $0
            }'
        echo
    done)
    end
end
END
    cat <<END

function __weft_complete
    set -l words (commandline -opc)[2..]
    set -l current (commandline -ct)
    if not set -q words[1]
        printf '%s\\n' $own_commands
        return
    end
END
    cat <<\END
    set -l command $words[1]
    set -l first
    set -l number 1
    set -l option
    set -l head
    set -g __weft_choice
    set -g __weft_files
    for word in $words[2..]
        if set -q option[1]
            set -e option
            set -l option
        else if string match -q -- '-*' $word
            __weft_option $command:$word
            set -q __weft_kinds[1]; and set option $word
        else
            set number (math $number + 1)
            set -q first[1]; or set first $word
        end
    end
    set -g __weft_kinds
    if set -q option[1]
        __weft_option $command:$option
    else if string match -q -- '--*=*' $current
        set head (string replace -r '=.*' '=' -- $current)
        __weft_option $command:(string replace -r '=$' '' -- $head)
        set -q __weft_kinds[1]; or __weft_option $command:$head
        set current (string replace -r '^[^=]*=' '' -- $current)
    else if string match -q -- '-*' $current
        __weft_options $command
        return
    else
        __weft_place "$command:$first:$number"
    end
    for kind in $__weft_kinds
        if test $kind = STRATEGY
            __weft_strategies $words
            set -a __weft_files begun
        else
            __weft_kind $kind
        end
    end
    set -l list (string match -r '^.*,' -- $current)
    for word in $__weft_choice
        echo "$head$list$word"
    end
    set -l before (string match -r '^[a-z0-9]*:' -- $current)
    set -l path (string replace -r '^[a-z0-9]*:' '' -- $current)
    switch "$__weft_files:$current"
        case '*begun*:*/*' '*begun*:file:*' '*all*:*'
            __fish_complete_path "$path" | string replace -r '^' -- "$head$before"
        case '*folders*:*'
            __fish_complete_directories "$path" '' | string replace -r '^' -- "$head$before"
        case '*xml*:*'
            __fish_complete_path "$path" | string match -r '.*(?:\.xml|/)(?:\t.*)?$' |
                string replace -r '^' -- "$head$before"
    end
end
complete -c weft -f -a '(__weft_complete)'
END
    ;;
*)
    echo "completion.sh: bash, zsh or fish, not '$shell'" >&2
    exit 1
    ;;
esac
