#!/usr/bin/env python3
"""The tables of peculiar traces in a document are those of a header.

usage: peculiar.py CC HEADER DOCUMENT [ENGINE]

HEADER has the rows: what is peculiar, the trace, and what weft makes of it.
DOCUMENT has a table for each of the header's tables between <!-- NAME --> and
the next empty line, with a column more: what Perfetto's engine makes of the
same trace. With the folder ENGINE of the engine that column is compared, too.
UPDATE=1 writes the tables; without ENGINE the last column stays as it is.
"""
import ast
import json
import os
import re
import subprocess
import sys
import tempfile

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\w+|[^\s\w]')


def tables(compiler, header):
    """{name: [(what, trace, events, skipped)]}, from what the preprocessor
    makes of the header."""
    text = subprocess.run([*compiler.split(), "-E", "-P", header], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    found, name, row = {}, None, None
    tokens = TOKEN.findall(text)
    for before, token in zip([""] + tokens, tokens):
        if token == "[" and re.fullmatch(r"\w+", before):
            name, row = before, None
            found[name] = []
        elif token == "{" and name:
            row = [""]
        elif token == "," and row:
            row.append("")
        elif token[0] == '"' and row:
            row[-1] += ast.literal_eval(token)
        elif token == "}" and row:
            what, trace, events, skipped = row
            found[name].append((what, trace.replace("'", '"'), events, skipped))
            row = None
    return found


def engine_says(rows, engine):
    """{trace: what Perfetto makes of it}"""
    script = os.path.join(os.path.dirname(__file__), "peculiar.mjs")
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump([row[1] for row in rows], file)
        file.flush()
        said = subprocess.run(["node", script, engine, file.name], check=True,
                              stdout=subprocess.PIPE, text=True).stdout
    return dict(zip([row[1] for row in rows], json.loads(said)))


def cell(events, more):
    """`0 a 0-5`; 1 instant"""
    events = events.replace("\t", "\\t").replace("\n", "\\n")
    events = "`%s`" % events if events else "nothing"
    if events == "`refused`":
        return "refused" + (more and ": " + more)
    return events + (more and "; " + more)


def line(row, perfetto, before):
    what, trace, events, skipped = row
    weft = cell(events, skipped.lstrip("; "))
    if perfetto is None:
        said = before.get(what, "-")
    else:
        items, trouble = perfetto[trace]
        same = sorted(items.split(", ")) == sorted(events.split(", "))
        said = cell(items, trouble)
        said = "the same" + said[len(cell(items, "")):] if same else said
    return "| %s | %s | %s |" % (what, weft, said)


def main(compiler, header, document, engine=None):
    found = tables(compiler, header)
    every = [row for rows in found.values() for row in rows]
    perfetto = engine_says(every, engine) if engine else None
    with open(document, encoding="utf-8") as file:
        text = file.read()
    new = text
    for name, rows in found.items():
        old = re.search(r"(<!-- %s -->\n(?:.*\n){2})((?:\|.*\n)*)" % name, new)
        if not old:
            sys.exit("%s: no table <!-- %s -->" % (document, name))
        last = {part[1].strip(): part[-2].strip() for part in
                (row.split("|") for row in old[2].splitlines())}
        lines = [line(row, perfetto, last) for row in rows]
        new = new[:old.end(1)] + "\n".join(lines) + "\n" + new[old.end(2):]
    if new == text:
        print("%d rows" % len(every))
        return 0
    if os.environ.get("UPDATE") == "1":
        with open(document, "w", encoding="utf-8") as file:
            file.write(new)
        return 0
    kept = set(text.splitlines())
    print("\n".join(row for row in new.splitlines() if row not in kept))
    print("%s shows other rows (UPDATE=1 writes these)" % document)
    return 1


sys.exit(main(*sys.argv[1:]))
