#!/usr/bin/env python3
"""What docs/papers*.md say weft measures, measured.

usage: claims.py WEFT DOCS CLAIMS

CLAIMS is blocks of

    document: arguments of weft
      text of the document, with {expression} for what is measured

and the arguments may be on several lines that end in `;`: several commands. An
expression is Python over `rows`, the rows of all the commands' JSON, `row`, the
first of them, `by(strategy)`, the first of a strategy, and `all(field)`, the
field of every row joined by ", ". With the
values put in, white space folded, the text must stand in the document. Every row
of a table whose command is one of weft's and whose claim has a number must be
claimed, name the test that counts it, or be listed as

    by hand: document | beginning of the row
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys


def read_claims(path):
    claims, by_hand = [], []
    with open(path) as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            if line.startswith("by hand: "):
                by_hand.append(line[len("by hand: "):].strip())
            elif line.startswith("  "):
                claims[-1]["texts"].append((number, line.strip()))
            else:
                document, _, commands = line.strip().partition(": ")
                if claims and not claims[-1]["texts"]:
                    claims[-1]["commands"] += line.strip().split(";")
                else:
                    claims.append({"document": document, "texts": [],
                                   "commands": commands.split(";")})
    for claim in claims:
        claim["commands"] = [c.strip() for c in claim["commands"] if c.strip()]
    return claims, by_hand


def measure(weft, command):
    done = subprocess.run(["sh", "-c", "exec \"$0\" %s --json" % command, weft],
                          capture_output=True, text=True, timeout=300)
    try:
        result = json.loads(done.stdout)
    except ValueError:
        sys.exit("weft %s: %s" % (command, done.stderr or "no JSON"))
    return result.get("rows", [result])


def fill(text, rows):
    def every(field, join=", "):
        return join.join(str(row[field]) for row in rows)

    def by(strategy):
        return next(r for r in rows if r["strategy"] == strategy)

    def value(match):
        result = eval(match[1], {"rows": rows, "row": rows[0], "by": by,
                                 "all": every})
        return str(result)
    return re.sub(r"\{([^}]*)\}", value, text)


def fold(text):
    return " ".join(text.split())


def unclaimed(document, text, claimed):
    """Rows of tables with a number measured by a command nobody measures."""
    for line in text.split("\n"):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 3 or not line.startswith("| "):
            continue
        numbers = re.sub(r"`[^`]*`|\(\d[\d.]*\)|[A-Z]\d|\b\d\^|\b2d|\b2n|[a-z]_\w+",
                         "", cells[1])
        if not re.search(r"\d", numbers) or "`tests/" in line:
            continue
        if not re.search(r"`[a-z]", cells[2]):
            continue
        if not any(part in fold(line) for part in claimed):
            yield line


def main():
    weft, docs, path = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3]
    claims, by_hand = read_claims(path)
    commands = sorted({c for claim in claims for c in claim["commands"]})
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        measured = dict(zip(commands, pool.map(
            lambda command: measure(weft, command), commands)))
    texts, claimed, bad, count = {}, {}, 0, 0
    for claim in claims:
        name = claim["document"]
        if name not in texts:
            with open(os.path.join(docs, name + ".md")) as file:
                texts[name] = file.read()
            claimed[name] = []
        rows = [row for c in claim["commands"] for row in measured[c]]
        for line, text in claim["texts"]:
            filled = fold(fill(text, rows))
            claimed[name].append(filled)
            count += 1
            if filled not in fold(texts[name]):
                bad += 1
                print("%s:%d: %s.md does not say: %s" % (path, line, name, filled))
    for name, text in texts.items():
        hand = [h.partition(" | ")[2] for h in by_hand if h.startswith(name + " ")]
        for line in unclaimed(name, text, claimed[name] + hand):
            bad += 1
            print("%s.md: nobody measures: %s" % (name, line))
    print("%d claims by %d commands, %d wrong" % (count, len(commands), bad))
    return 1 if bad or not count else 0


if __name__ == "__main__":
    sys.exit(main())
