#!/bin/sh
# Environment variables that name files and folders, with odd values: nothing
# hangs or crashes on them; what cannot go on says one line, which names the
# file or the folder.
#
#   environment.sh WEFT TRACE PLUGIN.c
here=$(dirname "$(realpath "$0")")
weft=$(realpath "$1")
trace=$(realpath "$2")
plugin=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset WEFT_MPI WEFT_MODULES XDG_CACHE_HOME
. "$here/expect.sh"
HOME=$work # where compiled plug-ins are kept
export HOME

mkfifo fifo || exit 77
mkdir folder open open/weft
chmod 777 open open/weft # a cache that others could write to
: >empty
ln -s loop loop
object=$(ldd "$weft" | sed -n 's/.* => \(.*libz.*\) (.*/\1/p')
for bytes in 3 64 500 4000 20000 60000; do
    head -c $bytes "$object" >part-$bytes
done
long=/$(printf '%4000s' '' | tr ' ' a)
escape="$work/$(printf 'x\033Zy')"
odd="fifo folder open empty loop missing plain part-3 part-64 part-500
    part-4000 part-20000 part-60000 /dev/zero /dev/full /proc /proc/self/mem
    $object $long $long/$long $escape"

# ends TEXT COMMAND: with status 0, or with one line that has TEXT
ends() {
    text=$1
    shift
    timeout 20 "$@" >said 2>&1 </dev/null
    status=$?
    [ $status = 0 ] && return
    [ $status = 1 ] || [ $status = 64 ] || fail "$what: status $status"
    [ "$(wc -l <said)" = 1 ] || fail "$what: not one line"
    grep -q "^weft: .*$text" said || fail "$what: not '$text'"
    ! grep -q "$(printf '\033')" said || fail "$what: an escape sequence"
}

ends . "$weft" list "$plugin" # compiled for all that keep it
for kept in "$work"/.cache/weft/*.so; do # as a power failure may leave it
    truncate -s 4000 "$kept" || fail "nothing is kept"
done
what="a part of a plug-in that was kept"
ends . "$weft" list "$plugin"
[ $status = 0 ] || fail "$what: status $status"
for value in $odd; do
    case $value in
    /*) ;;
    *) value=$work/$value ;;
    esac
    name=$(printf %.60s "${value##*/}" | tr '\033' '?')
    # what says so: engine mpi is asked for by what starters of MPI leave
    what=WEFT_MPI=$name
    ends "$name" env OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2 \
        WEFT_MPI="$value" "$weft" run broadcast -n ring:4 --engine mpi
    [ $status != 0 ] || fail "$what: status 0"
    what=WEFT_MODULES=$name
    ends 'engine mpi' env OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2 \
        WEFT_MODULES="$value" "$weft" run broadcast -n ring:4 --engine mpi
    [ $status != 0 ] || fail "$what: status 0"
    what=TMPDIR=$name
    # shellcheck disable=SC2016
    ends "$name" env TMPDIR="$value" sh -c 'cat "$0" | "$1" stats -' \
        "$trace" "$weft"
    ends "$name" env TMPDIR="$value" "$weft" view "$trace"
    rm -f "$work"/*/weft-*.html
    what=XDG_CACHE_HOME=$name
    ends . env XDG_CACHE_HOME="$value" "$weft" list "$plugin"
    [ $status = 0 ] || fail "$what: status $status"
    what=XML_CATALOG_FILES=$name
    ends . env XML_CATALOG_FILES="$value" "$weft" run missing.xml -o out
    what=WEFT_CC=$name
    ends "$name" env WEFT_CC="$value" "$weft" list "$plugin"
    # as a plug-in, by the command line
    what="list $name"
    ends "$name" "$weft" list "$value.so"
    ln -sf "$value" named.so 2>/dev/null || continue
    ends named "$weft" list ./named.so
    [ $status != 0 ] || fail "$what: status 0"
done
[ ! -e "$work/open/weft/"*.so ] || fail "a cache that others can write to"
