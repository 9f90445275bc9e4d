#!/bin/sh
# weft view without a display, without xdg-open, with one that fails: the page
# is there, its place is printed, and that is no failure.
#     viewed.sh WEFT TRACE
set -u
weft=$(realpath "$1")
trace=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/failing" "$work/none" "$work/pages"
printf '#!/bin/sh\nexit 4\n' >"$work/failing/xdg-open"
chmod +x "$work/failing/xdg-open"
failed=0

# page WHY VARIABLE...
page() {
    why=$1
    shift
    env -u WAYLAND_DISPLAY TMPDIR="$work/pages" "$@" "$weft" view "$trace" \
        >"$work/said" 2>&1
    status=$?
    file=$(sed -n "s/^weft: $why; page written to \(.*\) - open it in any browser\$/\1/p" "$work/said")
    [ $status = 0 ] && [ -s "$file" ] && [ "$(wc -l <"$work/said")" = 1 ] && return
    echo "$why: status $status, page '$file':"
    cat "$work/said"
    failed=1
}

page "no display found" DISPLAY=
page "no xdg-open found" DISPLAY=:0 PATH="$work/none"
page "xdg-open failed" DISPLAY=:0 PATH="$work/failing:$PATH"
exit $failed
