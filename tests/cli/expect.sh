# For the scripts of this folder, which read it: what a command must say.
fail() {
    echo "$*"
    cat said
    exit 1
}

# STATUS PATTERN COMMAND...: it ends so and says so.
expect() {
    status=$1
    pattern=$2
    shift 2
    "$@" >said 2>&1
    got=$?
    [ "$got" = "$status" ] || fail "$*: status $got, not $status"
    [ -z "$pattern" ] || grep -q -- "$pattern" said || fail "$*: does not say '$pattern'"
}
