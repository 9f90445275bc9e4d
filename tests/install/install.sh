#!/bin/sh
# Install the build into an empty folder and use it as a stranger would: the
# program of docs/writing-an-algorithm.md, compiled with pkg-config against
# the shared and against the static library, must print what the page says.
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
# The page's programs: the n-th block of C.
program() {
    awk -v wanted="$1" '/^```c$/ { inside = ++n == wanted; next }
        /^```$/ { inside = 0 } inside' "$page"
}
program 1 >mine.c
sed '1,/\*\/$/d' "$(dirname "$page")/../examples/own-strategy.c" | diff - mine.c
program 2 >allgather.c
diff "$(dirname "$page")/../examples/all-gather.c" allgather.c
lines=$(wc -l <allgather.c)
[ "$lines" -lt 60 ] || { echo "the program has $lines lines"; exit 1; }
sed -n '/^It prints$/,/^and leaves/p' "$page" |
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
"$weft" compare multinode -s ./mine.c,necklace,split -n ring:8,hypercube:3 |
    grep -q '^  ring:8 .* mine  *7 '
"$weft" check allgather.json -n ring:8 -m one-port-duplex
! "$weft" check allgather.json -n ring:8 -m one-port >/dev/null

# What comes with it.
share=$(dirname "$(dirname "$(dirname "$(find "$work/root" -name weft.bash)")")")
for file in bash-completion/completions/weft.bash zsh/site-functions/_weft \
    fish/vendor_completions.d/weft.fish doc/weft/README.md \
    doc/weft/docs/library.md doc/weft/examples/all-gather.c; do
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
