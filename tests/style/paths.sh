#!/bin/sh
# Files that documents and comments name are there, and each document has its
# place in the site. A name with a capital letter stands for any file.
# usage: paths.sh ROOT
cd "$1" || exit 1
found=$(grep -rnoE --include='*.md' --include='*.[ch]' --include='*.py' \
    --include='*.sh' --include='meson.build' \
    '\b(src|tests|tools|docs|include|traces)/[a-z0-9_./-]+\.(c|h|js|mjs|py|sh|md|rng|xml|edges|txt)\b' \
    README.md CONTRIBUTING.md docs src include tools tests)
[ -n "$found" ] || exit 1
echo "$found" | {
    status=0
    while IFS=: read -r file line path; do
        # of the project, or of the folder of an example
        [ -e "$path" ] || [ -e "$(dirname "$file")/$path" ] || {
            echo "$file:$line: $path is not there"
            status=1
        }
    done
    for document in docs/*.md; do
        grep -qx "$document" tools/site/pages.txt || {
            echo "tools/site/pages.txt lacks $document"
            status=1
        }
    done
    exit "$status"
}
