#!/bin/sh
# The page in Firefox: it opens, draws, and says nothing on the console.
#     firefox.sh WEFT SOURCE
# Skipped (77) where there is no Firefox, or no Python to look at its picture.
set -eu
weft=$1
source=$2
browser=$(command -v firefox-esr || command -v firefox) || {
    echo "no Firefox here"
    exit 77
}
command -v python3 >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/profile"
cat >"$work/profile/user.js" <<'PREFERENCES'
user_pref("devtools.console.stdout.content", true);
user_pref("browser.dom.window.dump.enabled", true);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("dom.max_script_run_time", 0);
user_pref("browser.shell.checkDefaultBrowser", false);
PREFERENCES
"$weft" view "$source"/traces/successive-4-synchronised.trf \
    "$source"/traces/successive-4-rotated.trf -o "$work/page.html"
HOME=$work timeout 100 "$browser" --headless --no-remote \
    --profile "$work/profile" --window-size=1400,1400 \
    --screenshot "$work/page.png" "file://$work/page.html#t=12.4" \
    >"$work/said" 2>&1 || {
    cat "$work/said"
    exit 1
}
# What Firefox says of itself names no file of ours; when it has its picture it
# goes, and stops what still runs.
if grep -E '(error|warning|warn): file:|Content.Security' "$work/said" |
    grep -v 'Script terminated by timeout'; then
    cat "$work/said"
    exit 1
fi
# The colours of overhead and of idle processors are there.
python3 - "$work/page.png" <<'LOOK'
import struct
import sys
import zlib

data = open(sys.argv[1], "rb").read()
packed, at = b"", 8
while at < len(data):
    size, kind = struct.unpack(">I4s", data[at:at + 8])
    if kind == b"IHDR":
        width, height, depth, colour = struct.unpack(">IIBB", data[at + 8:at + 18])
    if kind == b"IDAT":
        packed += data[at + 8:at + 8 + size]
    at += size + 12
each = {2: 3, 6: 4}[colour]
raw, line, found = zlib.decompress(packed), bytearray(width * each), {}
for y in range(height):
    start = y * (width * each + 1)
    how, now = raw[start], bytearray(raw[start + 1:start + 1 + width * each])
    for i in range(len(now)):
        a = now[i - each] if i >= each else 0
        b, c = line[i], line[i - each] if i >= each else 0
        p = a + b - c
        near = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
        now[i] = now[i] + (0, a, b, (a + b) // 2, near)[how] & 255
    line = now
    for x in range(0, len(now), each):
        pixel = tuple(now[x:x + 3])
        found[pixel] = found.get(pixel, 0) + 1
overhead, idle = found.get((0xe0, 0xa4, 0x1c), 0), found.get((0xf1, 0xcd, 0xc4), 0)
print(f"{width} x {height}: {overhead} pixels of overhead, {idle} of idle")
sys.exit(0 if overhead > 2000 and idle > 2000 else 1)
LOOK
