# The work of page.sh: its text on standard input, what weft prints in the
# environment.

function fail(text) {
    print name ": " text | "cat >&2"
    failed = 1
    exit 1
}

# Every character as it is: nothing is a request, a quotation mark of another
# kind or a hyphen at which a line may be broken.
function escape(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    gsub(/'/, "\\(aq", text)
    gsub(/"/, "\\(dq", text)
    gsub(/`/, "\\(ga", text)
    gsub(/\^/, "\\(ha", text)
    gsub(/~/, "\\(ti", text)
    return text ~ /^\./ ? "\\&" text : text
}

# Capitals stand for something, in italics; other words are as typed, in bold.
function arguments(text,  out, word) {
    out = ""
    while (match(text, /[A-Za-z][A-Za-z0-9-]*/)) {
        word = substr(text, RSTART, RLENGTH)
        out = out escape(substr(text, 1, RSTART - 1)) \
            (word ~ /[a-z]/ ? "\\fB" : "\\fI") escape(word) "\\fR"
        text = substr(text, RSTART + RLENGTH)
    }
    return out escape(text)
}

# Text of a page, with `words` in bold.
function marked(text,  part, count, i, out) {
    count = split(text, part, "`")
    if (count % 2 == 0)
        fail("a ` without a second one: " text)
    out = ""
    for (i = 1; i <= count; i++)
        out = out (i % 2 ? escape(part[i]) : "\\fB" escape(part[i]) "\\fR")
    return out
}

function term(text) {
    print ".TP\n\\fB" text "\\fR"
}

function rows(list,  row, count, i, at, found) {
    count = split(ENVIRON["lists"], row, "\n")
    for (i = 1; i <= count; i++) {
        if (index(row[i], list " ") != 1)
            continue
        row[i] = substr(row[i], length(list) + 2)
        at = match(row[i], / /)
        term(escape(substr(row[i], 1, at - 1)))
        sub(/^[^ ]* */, "", row[i])
        print escape(row[i])
        found = 1
    }
    if (!found)
        fail("the list of " list " is empty")
}

# Lines first to last of the text, which are no section's head.
function prose(first, last,  i, deep, blank, literal, tagged) {
    for (i = first; i <= last; i++) {
        deep = line[i] ~ /^    /
        if (line[i] == "") {
            blank = 1
            continue
        }
        if (literal && (!deep || (tagged && line[i] !~ /^        /))) {
            print ".fi\n.RE"
            literal = 0
        }
        if (literal && blank)
            print ""
        if (line[i] ~ /^## /) {
            print ".SS " escape(substr(line[i], 4))
            tagged = 0
        } else if (line[i] ~ /^@/) {
            rows(line[i] == "@commands" ? "commands" : substr(line[i], 7))
            tagged = 1
        } else if (!deep && line[i + 1] ~ /^    [^ ]/) {
            term(marked(line[i]))
            tagged = 1
            blank = 0
            continue
        } else if (!deep) {
            if (blank || tagged)
                print ".PP"
            tagged = 0
            print marked(line[i])
        } else if (!tagged || line[i] ~ /^        /) {
            if (!literal)
                print ".PP\n.RS 4\n.nf"
            literal = 1
            print escape(substr(line[i], tagged ? 9 : 5))
        } else {
            if (blank)
                print ".IP"
            print marked(substr(line[i], 5))
        }
        blank = 0
    }
    if (literal)
        print ".fi\n.RE"
}

function section_of(title,  i) {
    for (i = 1; i <= heads; i++)
        if (head[i] == title) {
            used[i] = 1
            prose(begin[i] + 1, begin[i + 1] - 1)
            return 1
        }
    return 0
}

# The texts of options: lines of the text, by the option's name.
function details(title,  i, j, option) {
    for (i = 1; i <= heads; i++) {
        if (head[i] != title)
            continue
        used[i] = 1
        for (j = begin[i] + 1; j < begin[i + 1]; j++)
            if (line[j] ~ /^--/) {
                option = line[j]
                begins[option] = j + 1
            } else if (line[j] ~ /^    /)
                ends[option] = j
            else if (line[j] != "")
                fail("no option: " line[j])
    }
}

function option(text,  names, doc, long) {
    names = substr(text, 1, 100)
    doc = substr(text, 101)
    sub(/ +$/, "", names)
    sub(/^ +/, "", names)
    match(names, /--[a-z-]+/)
    long = substr(names, RSTART, RLENGTH)
    print ".TP\n\\fB" escape(substr(names, 1, RSTART + RLENGTH - 1)) "\\fR" \
        arguments(substr(names, RSTART + RLENGTH))
    print escape(doc)
    if (long in begins) {
        print ".IP"
        indented(begins[long], ends[long])
        delete begins[long]
    }
}

function indented(from, to,  i) {
    for (i = from; i <= to; i++)
        print line[i] == "" ? ".IP" : marked(substr(line[i], 5))
}

# What the help of a command has: usage, summary, options, and its end.
function read_help(  row, count, i, part) {
    count = split(ENVIRON["help"], row, "\n")
    part = "usage"
    for (i = 1; i <= count; i++) {
        if (part == "usage" && row[i] !~ /^(Usage|  or):/)
            part = "about"
        if (part == "about" && row[i] == "")
            part = "options"
        if (part == "options" && row[i] ~ /^[^ ]/)
            part = "end"
        if (part == "end" && row[i] ~ /^Exit status: /) {
            sub(/^Exit status: /, "", row[i])
            add("status", row[i])
        } else if (part == "end" && row[i] ~ /^Examples?:/) {
            sub(/^Examples?: */, "", row[i])
            if (row[i] != "")
                add("example", row[i])
        } else if (part == "end" && row[i] ~ /^  /)
            add("example", substr(row[i], 3))
        else
            add(part, row[i])
    }
}

function add(part, text) {
    if (text != "" || part == "options")
        help[part, ++size[part]] = text
}

function command_page(  i, text) {
    read_help()
    print ".SH NAME\n" name " \\- " escape(ENVIRON["summary"]) "\n.SH SYNOPSIS"
    for (i = 1; i <= size["usage"]; i++) {
        text = help["usage", i]
        sub(/^(Usage|  or): +weft [a-z]+/, "", text)
        print (i > 1 ? ".br\n" : "") "\\fBweft " command "\\fR" \
            arguments(text)
    }
    print ".SH DESCRIPTION"
    for (i = 1; i <= size["about"]; i++)
        print escape(help["about", i])
    for (i = 1; i <= size["end"]; i++)
        print ".PP\n" escape(help["end", i])
    print ".PP"
    section_of("DESCRIPTION")
    print ".SH OPTIONS"
    details("OPTIONS")
    for (i = 1; i <= size["options"]; i++) {
        text = help["options", i]
        if (text ~ /^ +-/)
            option(text)
        else if (text ~ /^ [^ ]/) {
            sub(/^ /, "", text)
            sub(/:$/, "", text)
            print ".SS " escape(text)
        }
    }
    for (text in begins)
        fail("weft " command " has no option " text)
    if (size["status"])
        print ".SH EXIT STATUS"
    for (i = 1; i <= size["status"]; i++)
        print escape(help["status", i])
}

function examples(  i) {
    if (!size["example"])
        return
    print ".SH EXAMPLES"
    print ".nf"
    for (i = 1; i <= size["example"]; i++)
        print escape(help["example", i])
    print ".fi"
    section_of("EXAMPLES")
}

{
    if ($0 !~ /^@include /) {
        line[++lines] = $0
        if ($0 ~ /^# /) {
            head[++heads] = substr($0, 3)
            begin[heads] = lines
        }
        next
    }
    sub(/^@include /, here "/")
    file = $0
    while ((getline <file) > 0)
        line[++lines] = $0
    close(file)
}

END {
    if (failed || !heads)
        exit 1
    begin[heads + 1] = lines + 1
    print ".TH \"" toupper(name) "\" \"" section "\" \"\" \"" version \
        "\" \"weft\"\n.nh\n.ad l"
    if (command)
        command_page()
    for (i = 1; i <= heads; i++) {
        if (head[i] == "SEE ALSO")
            examples()
        if (used[i])
            continue
        print ".SH " escape(head[i])
        section_of(head[i])
    }
    exit failed
}
