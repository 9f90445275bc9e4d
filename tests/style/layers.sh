#!/bin/sh
# Every #include in src must be one that tests/layers.txt lists for its folder.
# tools may include public headers only.
# usage: layers.sh ROOT
cd "$1" || exit 1
grep -rn '^ *# *include *["<]' src tools include --include='*.[ch]' | awk '
function parts(path, list) { return split(path, list, "/") }
# The file that `name` in quotes means to the file `from`.
function resolve(from, name,    at, up, n, m, result, i) {
    n = parts(from, at) - 1
    m = parts(name, up)
    for (i = 1; i <= m && up[i] == ".."; i++) n--
    result = at[1]
    for (i = 2; i <= n; i++) result = result "/" at[i]
    gsub(/\.\.\//, "", name)
    result = result "/" name
    if ((getline line < result) >= 0) { close(result); return result }
    return (at[1] == "tools" ? "tools/" : "src/") name
}
BEGIN {
    while ((getline line < "tests/layers.txt") > 0) {
        if (line ~ /^#/ || line !~ /:/) continue
        n = split(line, word, /[: ]+/)
        known[word[1]] = 1
        for (i = 2; i <= n; i++) may[word[1], word[i]] = 1
    }
}
{
    file = $0; sub(/:.*/, "", file)
    name = $0; sub(/^[^"<]*["<]/, "", name); sub(/[">].*/, "", name)
    parts(file, at)
    layer = at[2]
    if (at[1] == "include") layer = substr(file, 9, length(file) - 10)
    if (at[1] != "tools" && !known[layer]) wrong = "layers.txt lacks " layer
    else if (name ~ /^weft\//) {
        public = substr(name, 1, length(name) - 2)
        if (at[1] != "tools" && !((layer, public) in may)) wrong = "not its layer"
    } else if ($0 !~ /</) {
        target = resolve(file, name)
        parts(target, to)
        if (at[1] == "tools" && to[1] != "tools") wrong = "tools see weft/*.h only"
        if (at[1] == "src" && layer != to[2] && !((layer, to[2]) in may))
            wrong = "not its layer"
    }
    if (wrong) { print file ": " name ": " wrong; bad = 1; wrong = "" }
}
END { exit bad || !NR }'
