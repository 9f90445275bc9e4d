#!/bin/sh
# Where the system refuses threads, one line names the limit, its value and
# what is needed; fibers run under the same limit. Skipped (77) where no limit
# can be set: root has none, and needs setpriv to be somebody else.
#
#   limits.sh WEFT
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$1" "$work/weft"
chmod -R a+rwx "$work"
cd "$work" || exit 1

as_user() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
    else
        "$@"
    fi
}
as_user prlimit --nproc=300 true || exit 77

fail() {
    echo "$*"
    cat "$work/said"
    exit 1
}

as_user prlimit --nproc=300 ./weft run successive -n hypercube:9 \
    -s rotated --engine threads -t a.trf >said 2>&1
[ $? -eq 1 ] || fail "status is not 1"
[ "$(wc -l <said)" = 1 ] || fail "not one line"
grep -q 'refuses more than [0-9]* threads for 512 processors: RLIMIT_NPROC (ulimit -u) is 300 and should be at least 1012; --engine fibers would work' \
    said || fail "not the limit"
[ ! -e a.trf ] || fail "a trace was left"
as_user prlimit --nproc=300 ./weft run successive -n hypercube:9 \
    -s rotated --engine fibers >said 2>&1 || fail "fibers do not run"
