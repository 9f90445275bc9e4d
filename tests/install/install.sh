#!/bin/sh
# Install the build into an empty folder and use it as a stranger would: the
# program of docs/writing-a-program.md, compiled with pkg-config against
# the shared and against the static library, must print what the page says.
# and the plug-ins of the page beside it must do what it says.
#     install.sh BUILD-FOLDER PAGE
set -eu
build=$1
page=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
DESTDIR="$work/root" meson install -C "$build" --no-rebuild >"$work/log" 2>&1 ||
    { cat "$work/log"; exit 1; }
pc=$(find "$work/root" -name weft.pc)
lib=$(dirname "$(dirname "$pc")")
export PKG_CONFIG_PATH="$(dirname "$pc")" PKG_CONFIG_SYSROOT_DIR="$work/root"
export LD_LIBRARY_PATH="$lib"

cd "$work"
# The pages' programs: the n-th block of C.
program() {
    awk -v wanted="$1" '/^```c$/ { inside = ++n == wanted; next }
        /^```$/ { inside = 0 } inside' "$2"
}
plugins=$(dirname "$page")/writing-an-algorithm.md
program 1 "$plugins" >mine.c
sed '1,/\*\/$/d' "$(dirname "$page")/../examples/own-strategy.c" | diff - mine.c
lines=$(wc -l <mine.c)
[ "$lines" -le 25 ] || { echo "the strategy has $lines lines"; exit 1; }
program 2 "$plugins" >doubling.c
program 3 "$plugins" >shifts.c
program 4 "$plugins" >ladder.c
program 1 "$page" >allgather.c
diff "$(dirname "$page")/../examples/all-gather.c" allgather.c
lines=$(wc -l <allgather.c)
[ "$lines" -lt 60 ] || { echo "the program has $lines lines"; exit 1; }
sed -n '/^The program prints$/,/^It also writes/p' "$page" |
    sed -n '/^```$/,/^```$/p' | sed '1d;$d' >expected
[ -s expected ] || { echo "the page does not say what is printed"; exit 1; }

cc -std=c11 -Wall -Wextra -Werror allgather.c -o shared \
    $(pkg-config --cflags --libs weft)
./shared >printed
diff expected printed
test -s allgather.json

cc -std=c11 allgather.c -o static $(pkg-config --cflags weft) \
    "$lib/libweft.a" $(pkg-config --static --libs weft | sed 's/-lweft//')
./static >printed
diff expected printed

weft=$(find "$work/root" -type f -name weft -path '*/bin/*')
export XDG_CACHE_HOME="$work"
says() { # PATTERN COMMAND...: as the page has it
    pattern=$1
    shift
    "$@" >said 2>&1 && grep -q -- "$pattern" said && return
    echo "$*"
    cat said
    exit 1
}
# the line of the page that compares the strategy with five others
line=$(grep '^weft compare allgather -s ./mine.c' "$plugins")
says '^  complete:16 .* mine  *15  *4 ' "$weft" ${line#weft }
[ "$(grep -c '^  complete:16 ' said)" = 6 ] || { cat said; exit 1; }
says 'valid  *yes' "$weft" run ./mine.c -n ring:8 -t mine.json
says 'round the ring' "$weft" list ./mine.c
says '^  complete:8 .* doubling  *3  *3 ' "$weft" compare allreduce \
    -s ./doubling.c,ring -n complete:8,complete:16
says 'the minimum' "$weft" optimum ./shifts.c -n ring:6 -t theirs.sched
says 'goal is solved' "$weft" check theirs.sched --problem ./shifts.c
says '^  theirs.sched ' "$weft" compare ./shifts.c theirs.sched -n ring:6
says 'diameter  *2' "$weft" list network ./ladder.c:8
says '^  moebius:32 ' "$weft" compare successive -s greedy \
    -n ./ladder.c:8..32
cc -shared -fPIC $(pkg-config --cflags weft) mine.c -o own.so
says 'valid  *yes' "$weft" run ./own.so -n ring:5
says 'allgather is solved' "$weft" check allgather.json -n ring:8 \
    -m one-port-duplex
! "$weft" check allgather.json -n ring:8 -m one-port >/dev/null

# What comes with it.
share=$(dirname "$(dirname "$(dirname "$(find "$work/root" -name weft.bash)")")")
for file in bash-completion/completions/weft.bash zsh/site-functions/_weft \
    fish/vendor_completions.d/weft.fish doc/weft/README.md \
    man/man1/weft.1 man/man1/weft-run.1 man/man1/weft-mpicc.1 \
    man/man1/weft-mpicxx.1 man/man7/weft-networks.7 doc/weft/LICENSE doc/weft/docs/library.md \
    doc/weft/examples/all-gather.c; do
    [ -s "$share/$file" ] || { echo "$file is not installed"; exit 1; }
done

# Where pkg-config and the loader look without being told: pkg-config by its
# own list, the loader by a cache made for that root as it would be for this
# one. Another prefix is its user's own concern.
case ${pc#"$work/root"} in
/usr/lib/* | /usr/local/*) ;;
*) exit 0 ;;
esac
folder=$(dirname "${pc#"$work/root"}")
pkg-config --variable pc_path pkg-config | tr ':' '\n' | grep -qxF "$folder" ||
    { echo "pkg-config does not look in $folder"; exit 1; }
ldconfig=$(command -v ldconfig || echo /sbin/ldconfig)
[ -x "$ldconfig" ] || exit 0
mkdir -p "$work/root/etc"
cp -r /etc/ld.so.conf* "$work/root/etc"
"$ldconfig" -r "$work/root" 2>/dev/null || true
"$ldconfig" -r "$work/root" -p | grep -q 'libweft\.so\.' ||
    { echo "the loader does not find the library in ${folder%/pkgconfig}"; exit 1; }
soname=$(readelf -d "$lib"/libweft.so | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
[ -e "$lib/$soname" ] || { echo "there is no $soname"; exit 1; }
