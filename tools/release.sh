#!/usr/bin/env bash
# Write the files of a release: the archive of the sources and SHA256SUMS.
#
#     tools/release.sh VERSION FOLDER [KEY]    KEY: of gpg, signs SHA256SUMS
#
# The commit must be tagged vVERSION, and nothing may be changed since. The files
# are the same bytes wherever they are written.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 64; }
version=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
key=${3:-}
cd "$(dirname "$0")/.."
refuse() { echo "tools/release.sh: $*" >&2; exit 1; }

[ -z "$(git status --porcelain --untracked-files=no)" ] || refuse "there are changes: commit them"
[ "$(git rev-parse -q --verify "v$version^{commit}")" = "$(git rev-parse HEAD)" ] ||
  refuse "the commit is not tagged v$version"
tests/style/version.sh "$version" . || refuse "the files name other versions than $version"
grep -qE "^## $version \([0-9]{4}-[0-9]{2}-[0-9]{2}\)$" CHANGELOG.md ||
  refuse "CHANGELOG.md has no date for $version: ## $version (YEAR-MONTH-DAY)"

archive=weft-$version.tar.xz
git archive --format=tar --prefix="weft-$version/" "v$version" | xz -9e -T1 >"$out/$archive"
cd "$out"
sha256sum "$archive" >SHA256SUMS
if [ -n "$key" ]; then
  gpg --yes --local-user "$key" --detach-sign --armor SHA256SUMS
else
  echo "SHA256SUMS is not signed: no key was named" >&2
fi
ls "$out"
