#!/usr/bin/env python3
"""One word = one file = one table row: every word that `weft list` shows has its
file, and every file that defines a row is shown.

usage: rows.py WEFT ROOT
"""
import collections
import glob
import os
import re
import subprocess
import sys

weft = os.path.abspath(sys.argv[1])
os.chdir(sys.argv[2])
failures = []


def fail(text, *values):
    failures.append(text % values)


def read(path):
    with open(path, errors="replace") as file:
        return file.read()


def lines_of(what):
    done = subprocess.run([weft, "list", what], text=True, check=True,
                          stdout=subprocess.PIPE)
    return [line.strip() for line in done.stdout.splitlines()]


def words_of(lines):
    """The first word of each line, without what follows a colon."""
    words = [re.sub(r"[: ].*", "", line) for line in lines]
    return [word for word in words if "=" not in word]


def word_of(path):
    return os.path.splitext(os.path.basename(path))[0]


def rows(what, folder, pattern):
    """The words of the list against the files with the pattern."""
    files = [path for path in glob.glob(folder + "/**/*.c", recursive=True)
             if re.search(pattern, read(path), re.M)]
    count = collections.Counter(map(word_of, files))
    words = words_of(lines_of(what))
    for word in words:
        if count[word] != 1:
            fail("%s: %s: there is no %s.c with its row in %s, or several", what,
                 word, word, folder)
    for path in files:
        if word_of(path) not in words:
            fail("%s: is in no table of %s", path, what)


def row(what, word, path):
    if '"%s"' % word not in read(path):
        fail("%s: %s: there is no row in %s", what, word, path)


def figures():
    lines = lines_of("figures")
    kinds = [m[1] for m in (re.match(r"([a-z]+) +a kind of ", line) for line in lines)
             if m]
    for kind in kinds:
        if not (os.path.exists("src/figure/%s.c" % kind)
                or os.path.exists("src/figure/%s/%s.c" % (kind, kind))):
            fail("figures: there is no src/figure/%s.c", kind)
    for path in glob.glob("src/figure/*.c") + glob.glob("src/figure/*/*.c"):
        if re.search(r"^const struct figure_row [a-z_]+ = ", read(path), re.M) \
                and word_of(path) not in kinds:
            fail("%s: is in no table of figures", path)
    gallery = [read(path) for path in glob.glob("src/papers/*.c")]
    for line in lines:
        word = line.split(" ")[0]
        if "a kind of figure" not in line \
                and sum('"%s"' % word in text for text in gallery) != 1:
            fail("figures: %s: not in one file of src/papers", word)


def problems():
    pairs = [line.split()[:2] for line in lines_of("strategies")]
    known = words_of(lines_of("problems"))
    for problem in known:
        folder = "src/problem/%s/" % problem
        if not os.path.exists(folder + problem + ".c"):
            fail("problem %s: there is no %s%s.c", problem, folder, problem)
        words = [pair[1] for pair in pairs if pair[0] == problem]
        for word in words:
            if not os.path.exists(folder + word + ".c"):
                fail("strategy %s: there is no %s%s.c", word, folder, word)
        for path in glob.glob(folder + "*.c"):
            if re.search(r"^const struct weft_strategy [a-z_0-9]+ = ", read(path),
                         re.M) and word_of(path) not in words:
                fail("%s: is in no table of strategies", path)
    for folder in glob.glob("src/problem/*/"):
        word = os.path.basename(os.path.dirname(folder))
        if word not in known + ["shared", "timetable"]:
            fail("%s: is no problem of the table", folder)


def settings():
    shared = "src/problem/shared/settings.c"
    for line in lines_of("settings"):
        problem, word, *rest = line.split()
        if problem == "any":
            row("settings", rest[0], "src/experiment/general.c")
            continue
        files = [shared] + glob.glob("src/problem/%s/*.c" % problem)
        if not any('name = "%s"' % word in read(path) for path in files):
            fail("settings: %s: neither in %s nor in src/problem/%s", word, shared,
                 problem)


def built():
    """Files that no build or test would look at."""
    paths = glob.glob("src/**/*.c", recursive=True)
    for folder in ("tests/unit", "tests/stress", "tests/cli"):
        for ending in ("c", "args"):
            paths += glob.glob("%s/**/*.%s" % (folder, ending), recursive=True)
    for path in paths:
        name = os.path.basename(path)
        build = read(os.path.join(os.path.dirname(path), "meson.build"))
        if "'%s'" % word_of(path) not in build and "'%s'" % name not in build:
            fail("%s: is not in meson.build", path)


def seeds():
    found = {os.path.realpath(os.path.join(folder, name))
             for folder, _, names in os.walk("tests/fuzz/seeds") for name in names}
    for path in glob.glob("traces/*-*") + glob.glob("docs/experiments/*.xml"):
        if os.path.realpath(path) not in found:
            fail("%s: is no seed of tests/fuzz", path)


rows("networks", "src/network", r"^const struct network_row [a-z_0-9]+ = ")
rows("formats", "src/trace", r"^const struct weft_format trace_[a-z_0-9]+ = ")
rows("engines", "src/machine/engine", r"^const struct engine engine_[a-z_0-9]+ = ")
figures()
problems()
# The others are rows of a table: where docs/architecture.md says.
for model in words_of(lines_of("models")):
    row("models", model, "src/model/models.c")
for goal in words_of(lines_of("goals")):
    row("goals", goal, "src/goal/goals.c")
settings()
help_text = subprocess.run([weft, "--help"], text=True, check=True,
                           stdout=subprocess.PIPE).stdout
commands = re.findall(r"^  ([a-z]+)  ", help_text, re.M)
if not commands:
    fail("weft --help: no commands")
for command in commands:
    if not os.path.exists("tools/%s/cmd-%s.c" % (command, command)):
        fail("%s: not in a folder of tools", command)
built()
seeds()
print("\n".join(failures))
sys.exit(bool(failures))
