# The functions and variables that a preprocessed header declares, one a line.
# Lines of other files than FOLDER's are left out.
# usage: cc -E HEADER | awk -v folder=FOLDER -f declared.awk
/^# [0-9]+ "/ { ours = index($0, folder) > 0; next }
/^#/ { next }
ours { text = text " " $0 }

# The name in front of the first parenthesis of a declaration.
function name_of(one,    at) {
    gsub(/__attribute__ *\(\([^()]*(\([^()]*\))?[^()]*\)\)/, "", one)
    gsub(/^[ \t]+/, "", one)
    if (one ~ /^typedef/ || one ~ /^static/ || one == "") return ""
    at = index(one, "(")
    if (at) one = substr(one, 1, at - 1)
    else if (one !~ /^extern/) return ""
    sub(/ *(\[[^]]*\] *)*$/, "", one)
    sub(/.*[ *]/, "", one)
    return one
}

END {
    depth = 0
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "{") { if (!depth++) before = one; continue }
        if (c == "}") {
            # the body of an inline function ends its declaration
            if (!--depth && before ~ /static/) one = ""
            continue
        }
        if (depth) continue
        if (c == ";") {
            if ((name = name_of(one)) != "") print name
            one = ""
        } else one = one c
    }
}
