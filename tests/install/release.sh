#!/bin/sh
# The archive of a release: refused while something is missing, the same bytes
# twice, all files but debian/, and a weft that builds where there is no git.
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
    if tools/release.sh "$version" "$work/refused" >"$work/said" 2>&1 ||
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
    (umask $umask && tools/release.sh "$version" "$work/out$umask" >/dev/null 2>&1)
done
diff -r "$work/out022" "$work/out077"
(cd "$work/out022" && sha256sum -c --quiet SHA256SUMS)

mkdir "$work/unpacked"
tar -xf "$work/out022/weft-$version.tar.xz" -C "$work/unpacked"
git ls-files | grep -v '^debian/' | LC_ALL=C sort >"$work/expected"
cd "$work/unpacked/weft-$version"
find . -type f -o -type l | sed 's|^\./||' | LC_ALL=C sort | diff "$work/expected" -
meson setup build -Dtests=false -Dunity=on -Dunity_size=16 -Dbuildtype=plain >"$work/log" 2>&1 &&
    ninja -C build tools/weft >>"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
build/tools/weft version | grep -qx "weft $version"
