# Begins a test of this folder, which sources it: WEFT COMPILER and, where there
# is one, FILE are $weft, $compiler and $source; the test goes on in an empty
# folder, $work, which goes when it ends.
set -u
weft=$(realpath "$1")
compiler=$(realpath "$2")
source=${3+$(realpath "$3")}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
