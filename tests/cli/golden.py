#!/usr/bin/env python3
"""One case: every line of CASE.args is a command line of the shell, `weft` the
program under test. Its output (standard error behind "! "), its exit status and
the files that it leaves must be those of CASE.out.
UPDATE=1 writes CASE.out instead.

usage: golden.py WEFT CASE.args; `in/` of a command is the folder `files`,
$EXAMPLES is that of the examples
"""
import difflib
import os
import re
import subprocess
import sys
import tempfile

EXAMPLES = os.path.join(os.path.dirname(__file__), "..", "..", "examples")
WEFT = 'weft() { "$WEFT_UNDER_TEST" "$@"; }\n'


def printed(file, mark):
    file.seek(0)
    text = file.read().decode(errors="surrogateescape")
    lines = text.split("\n")
    end = [""] if lines[-1] == "" else []
    lines = lines[:-1] if end else lines
    return "\n".join([mark + line for line in lines] + end)


def files():
    found = []
    for folder, folders, names in os.walk("."):
        if folder == ".":
            names = [name for name in names if name != "in"]
            folders[:] = [name for name in folders if name != "in"]
        found += [os.path.join(folder, name)[2:] for name in folders + names]
    return "".join(" " + name for name in sorted(found, key=os.fsencode))


def run(line, environment):
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        status = subprocess.run(["sh", "-c", WEFT + line], stdout=out,
                                stderr=err, stdin=subprocess.DEVNULL,
                                env=environment).returncode
        status = 128 - status if status < 0 else status
        text = re.sub(r'"wall_seconds":[^,}\n]*', '"wall_seconds":0',
                      printed(out, ""))
        return "$ %s\n%s%s[%d]%s\n" % (line, text, printed(err, "! "), status,
                                       files())


def main():
    case = os.path.abspath(sys.argv[2])[:-len(".args")]
    environment = dict(os.environ, WEFT_UNDER_TEST=os.path.abspath(sys.argv[1]),
                       EXAMPLES=os.path.realpath(EXAMPLES))
    with open(case + ".args") as file:
        lines = file.read().splitlines()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.symlink(os.path.join(os.path.dirname(case), "files"), "in")
        got = "".join(run(line, environment) for line in lines)
        os.chdir("/")
    if os.environ.get("UPDATE") == "1":
        with open(case + ".out", "w", errors="surrogateescape") as file:
            file.write(got)
        return 0
    with open(case + ".out", errors="surrogateescape") as file:
        expected = file.read()
    sys.stdout.reconfigure(errors="surrogateescape")
    sys.stdout.writelines(difflib.unified_diff(
        expected.splitlines(True), got.splitlines(True), case + ".out", "now"))
    if got != expected:
        print("If that is as it should be: UPDATE=1 meson test --suite cli")
    return got != expected


sys.exit(main())
