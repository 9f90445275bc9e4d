#!/bin/sh
# A browser opens every kept figure as an image without an error.
#
#   figures.sh FOLDER
set -eu
browser=$(command -v chromium || command -v chromium-browser ||
    command -v google-chrome) || {
    echo "no Chromium here"
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=$(cd "$1" && pwd)

# A page that loads all figures and writes down what became of each.
{
    cat <<'PAGE'
<!doctype html><pre id=said></pre><script>
function open_figure(path) {
    const image = new Image();
    const say = word => document.getElementById("said").append(
        `${word} ${image.naturalWidth} ${path}\n`);
    image.onload = () => say("good");
    image.onerror = () => say("bad");
    image.src = "file://" + path;
}
PAGE
    for file in "$folder"/*.svg; do
        echo "open_figure('$file');"
    done
    echo "</script>"
} >"$work/page.html"
timeout 100 "$browser" --headless --no-sandbox --disable-gpu \
    --allow-file-access-from-files --user-data-dir="$work/profile" \
    --virtual-time-budget=20000 --dump-dom "file://$work/page.html" \
    >"$work/dom" 2>"$work/log" || {
    cat "$work/log"
    exit 1
}
drawn=$(grep -cE '(^|>)good [1-9][0-9]* /' "$work/dom" || true)
all=$(ls "$folder"/*.svg | wc -l)
echo "$drawn of $all figures opened"
grep -E '(^|>)bad ' "$work/dom" || true
[ "$drawn" -eq "$all" ]
