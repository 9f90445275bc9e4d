#!/usr/bin/env bash
# Write the files of a release: the archive of the sources and its SPDX document,
# the Debian packages, the documents as a site, the npm package, and SHA256SUMS.
#
#     tools/release.sh [--sources] VERSION FOLDER [KEY]
#
# --sources: only the archive, its SPDX document and SHA256SUMS; KEY: of gpg, or
# the file of a private key of ssh, signs SHA256SUMS. The commit must be tagged
# vVERSION, and nothing may be changed since. The same commit gives the same bytes.
set -euo pipefail
all=true
[ "${1:-}" != --sources ] || { all=false; shift; }
[ $# -ge 2 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 64; }
version=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
key=${3:-}
[ ! -f "$key" ] || key=$(realpath "$key")
cd "$(dirname "$0")/.."
refuse() { echo "tools/release.sh: $*" >&2; exit 1; }

[ -z "$(git status --porcelain --untracked-files=no)" ] || refuse "there are changes: commit them"
[ "$(git rev-parse -q --verify "v$version^{commit}")" = "$(git rev-parse HEAD)" ] ||
  refuse "the commit is not tagged v$version"
tests/style/version.py "$version" . || refuse "the files name other versions than $version"
grep -qE "^## $version \([0-9]{4}-[0-9]{2}-[0-9]{2}\)$" CHANGELOG.md ||
  refuse "CHANGELOG.md has no date for $version: ## $version (YEAR-MONTH-DAY)"

archive=weft-$version.tar.xz
git archive --format=tar --prefix="weft-$version/" "v$version" | xz -9e -T1 >"$out/$archive"
date=$(TZ=UTC0 git log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd)
tools/spdx.py "$version" "$out/$archive" "$date" >"$out/weft-$version.spdx.json"
files=("$archive" "weft-$version.spdx.json")
if $all; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  tools/deb.sh "$out" >/dev/null
  site=weft-site-$version.tar.xz # weft-doc has the site
  dpkg-deb --fsys-tarfile "$out"/weft-doc_*.deb | tar -x -C "$work" ./usr/share/doc/weft/html
  cp --remove-destination LICENSE "$work/usr/share/doc/weft/html"
  tar -c --sort=name --owner=0 --group=0 --numeric-owner --mtime="$date" --mode=go=rX \
    --transform="s|^html|weft-site-$version|" \
    -C "$work/usr/share/doc/weft" html | xz -9e -T1 >"$out/$site"
  tools/npm.sh "$work/npm"
  (cd "$work" && npm pack --silent ./npm >/dev/null && mv ./*.tgz "$out")
  files+=("$site")
  for file in "$out"/*.deb "$out"/*.tgz; do files+=("${file##*/}"); done
fi
cd "$out"
sha256sum "${files[@]}" >SHA256SUMS
if [ -f "$key" ]; then
  rm -f SHA256SUMS.sig
  ssh-keygen -q -Y sign -f "$key" -n file SHA256SUMS
elif [ -n "$key" ]; then
  gpg --yes --local-user "$key" --detach-sign --armor SHA256SUMS
else
  echo "SHA256SUMS is not signed: no key was named" >&2
fi
ls "$out"
