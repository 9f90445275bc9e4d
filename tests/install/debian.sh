#!/bin/bash
# The packages on a bare Debian 12: lintian finds nothing, they install, and
# their tests pass.
#     debian.sh SOURCE-FOLDER [FOLDER-WITH-PACKAGES]
set -euo pipefail
cd "$1"
[ -d debian ] && [ -e .git ] || { echo "skipped: no debian/ in an archive of a release"; exit 77; }
why=$(tools/chroot.sh check) || { echo "skipped: $why"; exit 77; }
chroot=$PWD/tools/chroot.sh
source=$PWD
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
debs=${2:-$work/debs}
[ -n "${2:-}" ] || tools/deb.sh "$debs"
debs=$(cd "$debs" && pwd)

if command -v lintian >/dev/null; then
    lintian --allow-root -EvIL +pedantic "$debs"/*.changes | grep -v '^N:' >"$work/tags" || true
    [ ! -s "$work/tags" ] || { cat "$work/tags"; exit 1; }
    [ "$(cat debian/*.lintian-overrides | grep -c '^[^#]')" -le 6 ]
else
    echo "lintian is not installed: not run"
fi

root=$work/root
in_root() { "$chroot" in "$root" "$@"; }
"$chroot" make "$root"
mkdir "$root/debs" "$root/tests"
cp "$debs"/*.deb "$root/debs"
rm -f "$root"/debs/*-dbgsym_*
cp debian/tests/* "$root/tests"
in_root apt-get update -q >/dev/null

# What a user does first.
TIMEFORMAT='from the packages to the first picture: %R s, of which %U s and %S s of a processor'
time {
    in_root sh -c 'cd /debs && apt-get install -y -q ./weft_*.deb ./libweft*.deb ./weft-doc_*.deb' \
        >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
    in_root weft figure successive-5 -o /tmp/first.svg
}
grep -q '<svg' "$root/tmp/first.svg"
in_root sh -c 'cd /debs && apt-get install -y -q ./*.deb' >"$work/log" 2>&1 ||
    { tail -n 20 "$work/log"; exit 1; }

# Each test of debian/tests/control, with the packages that it names.
awk '/^Tests:/ { test = $2 } /^Depends:/ { gsub(/^Depends: |,/, ""); print test, $0 }' \
    debian/tests/control >"$work/tests"
[ "$(wc -l <"$work/tests")" = "$(find debian/tests -type f ! -name control | wc -l)" ]
failed=0
while read -r test packages; do
    # shellcheck disable=SC2086 # several words
    if in_root sh -c "apt-get install -y -q --no-install-recommends $packages >/debs/log 2>&1 &&
        mkdir /tmp/$test && AUTOPKGTEST_TMP=/tmp/$test /tests/$test" >"$work/log" 2>&1 </dev/null
    then
        echo "passed: $test"
    else
        echo "failed: $test"
        cat "$root/debs/log" "$work/log"
        failed=1
    fi
done <"$work/tests"
[ $failed = 0 ]

# Packages go without a trace.
in_root sh -c 'apt-get purge -y -q "weft*" "libweft*"' >"$work/log" 2>&1
left=$(find "$root/usr" "$root/etc" "$root/var/lib" -name '*weft*' ! -path '*/apt/lists/*')
[ -z "$left" ] || { echo "left behind:"; echo "$left"; exit 1; }
