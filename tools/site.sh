#!/usr/bin/env bash
# Write the documents as a folder of static pages, to read in a browser or to put on a server.
#
#     tools/site.sh FOLDER [BUILD [PLAYGROUND]]
#
# BUILD (build) is a build of weft: it has the manual pages. PLAYGROUND is the page that
# tools/playground.sh writes; without it the site has none. The pages need no server and load
# nothing from elsewhere. The same commit gives the same bytes.
set -euo pipefail
[ $# -ge 1 ] && [ $# -le 3 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 64; }
refuse() { echo "tools/site.sh: $*" >&2; exit 1; }
command -v pandoc >/dev/null || refuse "please install: pandoc"
[ ! -e "$1" ] || [ -z "$(ls -A "$1")" ] || refuse "$1 is not empty"
build=$(cd "${2:-build}" && pwd) || exit 1
[ -f "$build/docs/weft.1" ] || refuse "$build has no manual pages: build weft there"
play=${3:+$(realpath "$3")}
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
site=tools/site
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$out"/{man,api,tests/faults}
cp LICENSE $site/{style.css,find.js} "$out"
cp -r docs examples "$out"
rm -r "$out/docs/man"
find "$out" \( -name '*.md' -o -name meson.build \) -delete
cp $site/pages.txt "$work/pages"

# The pages: PAGE FORMAT FILE, and the names that become links: NAME PAGE.
mkdir "$work/api"
python3 $site/api.py . "$work/api" >"$work/names"
for file in *.md docs/*.md {docs/experiments,examples,tests/faults}/README.md; do
  page=${file/README.md/index.md}
  page=${page%.md}.html
  echo "$page gfm $file" >&3
  echo "$file $page"
done 3>"$work/jobs" >>"$work/names"
for file in "$build"/docs/*.[17]; do
  name=$(basename "$file")
  echo "man/$name.html man $file" >&3
  echo "${name%.*}(${name##*.}) man/$name.html"
done 3>>"$work/jobs" >>"$work/names"
for file in "$work"/api/*.html; do
  echo "api/${file##*/} html $file"
done >>"$work/jobs"
if [ -n "$play" ]; then
  install -Dm644 "$play" "$out/play/index.html"
  sed -i 's|^docs/playground.md|play/index.html Playground: try weft here\n&|' "$work/pages"
  sed -E 's,^\| ([0-9]+) \|,| [\1](../play/index.html#lesson=\1) |,' docs/teaching.md >"$work/teaching"
  sed -i "s|gfm docs/teaching.md|gfm $work/teaching|" "$work/jobs"
fi
pandoc -L $site/site.lua -M out="$out" \
  -M jobs="$work/jobs" -M names="$work/names" \
  -M pages="$work/pages" -M template=$site/page.html -f markdown -t plain /dev/null
echo "$out/index.html: $(wc -l <"$work/jobs") pages"
