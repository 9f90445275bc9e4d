#!/usr/bin/env python3
"""Count what the C code of a folder is made of: files, functions, comments.

usage: code-figures.py FOLDER...     one row of a Markdown table per folder
       code-figures.py               src, tools, modules, tests

Needs universal-ctags, which finds the functions of any style, so that other
projects can be measured beside weft. Lines are all lines; "a kloc" is a
thousand lines of code, blank lines and comments left out.
"""
import collections
import pathlib
import re
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/',
                   re.S)
HEAD = ("files", "lines", "comments", "in headers", "functions",
        "length median / p95 / most", "over 60", "static", "lines a file median / p95",
        "under 40", "functions a kloc", "?: a kloc", "goto a kloc", "names shared")


def stripped(text):
    """The code without comments and without the inside of texts."""
    return TOKEN.sub(lambda found: '""' if found[0][0] in "\"'" else
                     "\n" * found[0].count("\n"), text)


def lines_of(text):
    return sum(1 for line in text.splitlines() if line.strip())


def part(numbers, share):
    numbers = sorted(numbers)
    return numbers[min(len(numbers) - 1, int(share * len(numbers)))] if numbers else 0


def functions(files):
    """(name, length, static, file) of each function that is defined."""
    listed = subprocess.run(
        ["ctags", "-L", "-", "-x", "--languages=C", "--langmap=C:+.h",
         "--kinds-C=f", "--_xformat=%N\t%n\t%{end}\t%{file}\t%F"],
        input="\n".join(map(str, files)), text=True, capture_output=True, check=True)
    for row in listed.stdout.splitlines():
        name, begin, end, static, file = row.split("\t")
        if end.isdigit():
            yield name, int(end) - int(begin) + 1, static not in ("", "-"), file


def share(part_of, whole):
    return "%.1f %%" % (100 * part_of / max(whole, 1))


def row(folder):
    files = [f for f in sorted(pathlib.Path(folder).rglob("*"))
             if f.suffix in (".c", ".h") and f.is_file()]
    texts = {f: f.read_text(errors="replace") for f in files}
    code = {f: stripped(text) for f, text in texts.items()}
    found = list(functions(files))
    lines = [text.count("\n") for text in texts.values()]
    filled = {f: lines_of(text) for f, text in texts.items()}
    kloc = sum(map(lines_of, code.values())) / 1000
    headers = [f for f in files if f.suffix == ".h"]
    comments = sum(filled[f] - lines_of(code[f]) for f in files)
    of_headers = sum(filled[f] - lines_of(code[f]) for f in headers)
    homes = collections.defaultdict(set)
    for name, _, _, file in found:
        homes[name].add(file)
    lengths = [length for _, length, _, _ in found]
    everything = "\n".join(code.values())
    return (len(files), sum(lines), share(comments, sum(filled.values())),
            share(of_headers, sum(filled[f] for f in headers)), len(found),
            "%d / %d / %d" % (part(lengths, .5), part(lengths, .95), max(lengths, default=0)),
            sum(length > 60 for length in lengths),
            share(sum(static for _, _, static, _ in found), len(found)),
            "%d / %d" % (statistics.median(lines or [0]), part(lines, .95)),
            sum(texts[f].count("\n") < 40 for f in files if f.suffix == ".c"),
            "%.0f" % (len(found) / kloc if kloc else 0),
            "%.1f" % (everything.count("?") / kloc if kloc else 0),
            "%.1f" % (len(re.findall(r"\bgoto\b", everything)) / kloc if kloc else 0),
            share(sum(len(homes[name]) > 1 for name, *_ in found), len(found)))


def main():
    folders = sys.argv[1:] or [ROOT / name for name in ("src", "tools", "modules", "tests")]
    folders = [folder for folder in folders if pathlib.Path(folder).is_dir()]
    print("| folder |", " | ".join(HEAD), "|")
    print("|---|" + "--:|" * len(HEAD))
    for folder in folders:
        print("|", pathlib.Path(folder).name, "|", " | ".join(map(str, row(folder))), "|",
              flush=True)


main()
