#!/bin/sh
# The archive of a release: refused while something is missing, the same bytes
# twice, all files but debian/, and a weft that builds where there is no git. Its
# SPDX document names it, and a signature fits.
#     release.sh SOURCE-FOLDER VERSION
set -eu
source=$1
version=$2
[ -e "$source/.git" ] || { echo "skipped: no git here"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone -q "$source" "$work/clone"
cd "$work/clone"
git config user.name test
git config user.email test@example.org
refuse() { # PATTERN
    if tools/release.sh --sources "$version" "$work/refused" >"$work/said" 2>&1 ||
        ! grep -q "$1" "$work/said"; then
        echo "not refused: $1"
        cat "$work/said"
        exit 1
    fi
}
git tag -d "v$version" >/dev/null 2>&1 || true
refuse "not tagged v$version"
sed -i "s/^## $version .*/## $version (not released)/" CHANGELOG.md
echo '- A change.' >>CHANGELOG.md
refuse 'there are changes'
git commit -qam undated
git tag "v$version"
refuse 'no date'
sed -i "s/^## $version .*/## $version (2000-01-01)/" CHANGELOG.md
sed -i '1s/(.*)/(99.0-1)/' debian/changelog
git commit -qam other
git tag -f "v$version" >/dev/null
refuse 'debian/changelog'
git checkout -q HEAD~ debian/changelog
git commit -qm dated
git tag -f "v$version" >/dev/null
for umask in 022 077; do
    (umask $umask && tools/release.sh --sources "$version" "$work/out$umask" >/dev/null 2>&1)
done
diff -r "$work/out022" "$work/out077"
cd "$work/out022"
sha256sum -c --quiet SHA256SUMS
grep -q "\"$(sha256sum <"weft-$version.tar.xz" | cut -d' ' -f1)\"" "weft-$version.spdx.json"
python3 -m json.tool "weft-$version.spdx.json" >/dev/null
if command -v ssh-keygen >/dev/null; then
    ssh-keygen -q -t ed25519 -N '' -C test -f "$work/key"
    (cd "$work/clone" && tools/release.sh --sources "$version" "$work/signed" "$work/key" >/dev/null)
    echo "test $(cat "$work/key.pub")" >"$work/signers"
    ssh-keygen -q -Y verify -f "$work/signers" -I test -n file -s "$work/signed/SHA256SUMS.sig" \
        <SHA256SUMS >/dev/null
fi
cd "$work/clone"

mkdir "$work/unpacked"
tar -xf "$work/out022/weft-$version.tar.xz" -C "$work/unpacked"
git ls-files | grep -v '^debian/' | LC_ALL=C sort >"$work/expected"
cd "$work/unpacked/weft-$version"
find . -type f -o -type l | sed 's|^\./||' | LC_ALL=C sort | diff "$work/expected" -
meson setup build -Dtests=false -Dunity=on -Dunity_size=16 -Dbuildtype=plain >"$work/log" 2>&1 &&
    ninja -C build tools/weft >>"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
build/tools/weft version | grep -qx "weft $version"
