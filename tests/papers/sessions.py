#!/usr/bin/env python3
"""What the documents show of a terminal is what weft prints.

usage: sessions.py WEFT DOCUMENT...
       sessions.py --examples WEFT DOCUMENT

Every block ```console: its commands, lines that begin with "$ weft", are run
one after the other in a folder of their own, in which docs leads to the
documents, and must print what stands below
them; a line "..." stands for any lines. Seconds count as equal. "$ cat FILE"
makes that file of what stands below.

--examples: every command that fills the last column of a table must succeed,
in the order of the page.
"""
import os
import re
import subprocess
import sys
import tempfile


DOCS = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../docs"))


def sessions(document):
    """Lists of (line, command, what is shown below it)."""
    found, here = [], None
    with open(document) as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line == "```console":
                here = []
                found.append(here)
            elif line.startswith("```"):
                here = None
            elif here is not None and line.startswith("$ "):
                here.append((number, line[2:], []))
            elif here:
                here[-1][2].append(line)
    return found


def steady(line):
    return re.sub(r"\b(in |seconds +)[0-9.]+", r"\1", line)


def agrees(shown, printed):
    """Do the lines fit? A line "..." fits any number of them."""
    pattern = "".join("(?:.*\n)*?" if line == "..."
                      else re.escape(steady(line)) + "\n" for line in shown)
    return re.fullmatch(pattern, "".join(steady(line) + "\n"
                                         for line in printed))


def run(command, weft, folder):
    environment = dict(os.environ, LC_ALL="C.UTF-8",
                       PATH=os.path.dirname(weft) + ":" + os.environ["PATH"])
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, text=True, timeout=120,
                          check=False)
    return done.stdout.splitlines(), done.returncode


def make(path, lines):
    with open(path, "w") as file:
        file.writelines(line + "\n" for line in lines)


def examples(weft, document):
    with open(document) as file:
        commands = re.findall(r"\| `(weft [^`]*)` \|$", file.read(), re.M)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for command in commands:
            _, status = run(command, weft, folder)
            if status != 0:
                failed += 1
                print("%s: exit status %d: %s" % (document, status, command))
    print("%d examples, %d fail" % (len(commands), failed))
    return not commands or failed > 0


def main(weft, *documents):
    ran = wrong = 0
    for document in documents:
        for session in sessions(document):
            with tempfile.TemporaryDirectory() as folder:
                os.symlink(DOCS, os.path.join(folder, "docs"))
                for number, command, shown in session:
                    program, _, rest = command.partition(" ")
                    if program == "cat":
                        make(os.path.join(folder, rest), shown)
                    if program != "weft":
                        continue
                    printed, _ = run(command, weft, folder)
                    ran += 1
                    if not agrees(shown, printed):
                        wrong += 1
                        print("%s:%d: $ %s\nprints now:" %
                              (document, number, command))
                        print("\n".join(printed))
    print("%d commands, %d print something else" % (ran, wrong))
    return ran == 0 or wrong > 0


if sys.argv[1] == "--examples":
    sys.exit(examples(os.path.realpath(sys.argv[2]), sys.argv[3]))
sys.exit(main(os.path.realpath(sys.argv[1]), *sys.argv[2:]))
