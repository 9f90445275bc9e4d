#!/usr/bin/env python3
"""No conditional expression of src, tools or modules is within another.

usage: nested.py ROOT
"""
import pathlib
import re
import sys

TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|\w+"
    r"|\\\n|\s|.", re.S)
STATEMENTS = ("if", "for", "while", "switch")


class Level:
    """What is between a pair of brackets: its own conditionals in the
    expression that is being read, those in inner brackets there, and whether
    any expression has one."""

    def __init__(self, before):
        self.statement = before in STATEMENTS
        self.block = self.any = False
        self.start(0)

    def start(self, line):
        self.own, self.inner, self.line = 0, False, line


def nested(text):
    """The lines on which a conditional has another one within."""
    levels, line, before, directive = [Level(None)], 1, None, False
    for token in TOKEN.findall(text):
        level = levels[-1]
        if token in ("(", "[", "{"):
            levels.append(Level(before))
        elif token in (")", "]", "}") and len(levels) > 1:
            levels.pop()
            if level.block or level.statement:
                levels[-1].start(line)
            elif level.any:
                levels[-1].inner = levels[-1].any = True
        elif token in (",", ";") or (token == "\n" and directive):
            level.block |= token == ";"
            level.start(line)
        elif token == "?":
            level.own, level.any = level.own + 1, True
            level.line = level.line if level.own > 1 else line
        if levels[-1].own > 1 or (levels[-1].own and levels[-1].inner):
            yield levels[-1].line
            levels[-1].start(line)
        line += token.count("\n")
        directive = token == "#" or (directive and token != "\n")
        before = before if token.isspace() else token


def main():
    root, files, found = pathlib.Path(sys.argv[1]), 0, 0
    for folder in ("src", "tools", "modules"):
        for file in sorted((root / folder).rglob("*.[ch]")):
            files += 1
            for line in nested(file.read_text()):
                found += 1
                print(f"{file.relative_to(root)}:{line}: a conditional "
                      "expression within another")
    if not files:
        print(f"{root}: there is no source")
    return not files or found > 0


sys.exit(main())
