# Every declaration of a function or an extern variable of a header follows a
# comment that says @since.
# usage: awk -v file=NAME -f since.awk HEADER
/^\/\*/ { comment = ""; inside = 1 }
inside {
    comment = comment $0
    if (/\*\//) { inside = 0; if (!/\*\/[ \t]*$/) comment = "" }
    next
}
/^[ \t]*$/ { comment = ""; next }
/^typedef/ { next }
/^([A-Za-z].*[^a-z_])?weft_[a-z_0-9]+\(/ || /^extern .*[^a-z_]weft_[a-z_0-9]+/ {
    if ($0 ~ /^extern "C"/) next
    if (comment !~ /@since [0-9]+\.[0-9]+/) {
        print file ":" FNR ": no @since: " $0
        bad = 1
    }
    comment = ""
}
/;/ { comment = "" }
END { exit bad }
