#!/usr/bin/env python3
"""Small wrong changes that a test must notice.

usage: mutants.py SOURCE WORK [--part K/N] [--seconds S] [--setup OPTIONS]
                  [WORD ...]
       mutants.py --look SOURCE

Copies SOURCE to WORK (what is there already is brought up to date), builds it
there, and then, for each entry of mutants.txt, makes the change, builds what the
named test needs, and runs the test: it must fail. --look only looks whether
each change can be made. --part 1/4 tries every fourth
entry, beginning with the first; --part today/4 another fourth each day; WORD only
the entries whose title has it; OPTIONS are meson's. After S seconds no other
entry is begun: the last line says how many were left out. An entry is

    = what is wrong then
    @ src/FILE.c
    - a text that stands in the file once, white space folded
    + what it becomes
    ! unit-name or stress-name ...   programs, or NAME.args of tests/cli

Many mutants hang, or begin what never ends: every command runs in a session of
its own, without input and without a pipe, and is ended with all that it began
when it takes too long. That counts as noticed.

Exit status 0: every mutant that was tried was noticed, and the first one was
tried.
"""
import argparse
import filecmp
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time


BUILD = "build-mutants"
UNIT_ALONE = ("files", "page", "trace-changing")  # tests/unit/meson.build: wrapped
BUILD_SECONDS = 900  # all of it, the first time
TEST_SECONDS = 30    # the least that a test is given; else SLOWER times its own
SLOWER = 5


def ended(command, seconds, cwd):
    """The exit status of a command, None if it took too long, and what it
    printed. Nothing that it began is left."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL,
                                   stdout=output, stderr=subprocess.STDOUT,
                                   start_new_session=True)
        status = None
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            pass
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        output.seek(0)
        return status, output.read().decode(errors="replace")


def read_entries(path):
    entries = []
    with open(path) as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if not line or line.startswith("#"):
                continue
            mark, text = line[0], line[2:]
            if mark == "=":
                entries.append({"title": text, "line": number, "-": [], "+": []})
            elif mark in "-+":
                entries[-1][mark].append(text)
            elif mark == "@":
                entries[-1]["file"] = text
            elif mark == "!":
                entries[-1]["tests"] = text.split()
            else:
                sys.exit("%s:%d: what is '%s'?" % (path, number, mark))
    return entries


def changed(text, entry):
    """The text of the file with the change in it, or None."""
    words = [re.escape(word) for line in entry["-"] for word in line.split()]
    places = list(re.finditer(r"\s+".join(words), text))
    if len(places) != 1:
        return None
    at = places[0]
    return text[:at.start()] + "\n".join(entry["+"]) + text[at.end():]


def targets(test):
    if test.endswith(".args"):
        return "tools/weft"
    kind, _, name = test.partition("-")
    if kind == "unit" and name not in UNIT_ALONE:
        test = "unit-mpi" if name.startswith("mpi-") else "unit"
    return "tests/%s/%s" % (kind, test)


def suites(work, test):
    """The suites in the file of a unit test, as a pattern of Criterion's."""
    with open("%s/tests/unit/%s.c" % (work, test[len("unit-"):])) as file:
        names = re.findall(r"^(?:Parameterized)?Test\((\w+)", file.read(), re.M)
    return "@(%s)/*" % "|".join(sorted(set(names)))


def run(build, work, test, seconds):
    """True if the test passes in that time."""
    if test.endswith(".args"):
        command = [sys.executable, work + "/tests/cli/golden.py", build + "/tools/weft",
                   work + "/tests/cli/" + test]
    elif test.startswith("unit-"):
        command = [build + "/" + targets(test), "--timeout=%d" % seconds,
                   "--quiet", "--filter", suites(work, test)]
    else:
        command = [build + "/" + targets(test)]
    return ended(command, seconds, build)[0] == 0


def ninja(build, names):
    """None, or the end of what a build said that failed."""
    status, text = ended(["ninja", "-C", build] + sorted(set(names)),
                         BUILD_SECONDS, build)
    return None if status == 0 else text[-1500:] or "it takes too long"


def bring_up_to_date(source, work):
    """What has not changed keeps its time, so that little is built again."""
    wanted = set()
    for root, folders, names in os.walk(source):
        folders[:] = [f for f in folders if not f.startswith("build")
                      and f not in (".git", "node_modules")
                      and os.path.join(root, f) != work]
        for name in names:
            path = os.path.join(root, name)
            if not os.path.isfile(path):  # a pipe, or a link to a device
                continue
            place = os.path.relpath(path, source)
            wanted.add(place)
            copy = os.path.join(work, place)
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            if not (os.path.exists(copy) and filecmp.cmp(path, copy, False)):
                shutil.copy(path, copy)
    for root, folders, names in os.walk(work):
        folders[:] = [f for f in folders if f != BUILD]
        for name in names:
            path = os.path.join(root, name)
            if os.path.relpath(path, work) not in wanted:
                os.remove(path)


def prepare(source, work, setup):
    bring_up_to_date(source, work)
    build = os.path.join(work, BUILD)
    if not os.path.exists(build + "/build.ninja"):
        status, text = ended(["meson", "setup", build, work] + setup.split(),
                             BUILD_SECONDS, work)
        if status != 0:
            sys.exit("cannot set up:\n" + text[-1500:])
    return build


def part_of(entries, part):
    first, step = part.split("/")
    step = int(step)
    if first == "today":
        return entries[int(time.time() // 86400) % step::step]
    return entries[int(first) - 1::step]


def attempt(entry, build, work, allowed):
    """Make the change, look whether a test fails, and take it back."""
    path = os.path.join(work, entry["file"])
    with open(path) as file:
        text = file.read()
    mutant = changed(text, entry)
    if mutant is None:
        return "STALE: its text does not stand in %s once" % entry["file"]
    try:
        with open(path, "w") as file:
            file.write(mutant)
        wrong = ninja(build, map(targets, entry["tests"]))
        if wrong:
            return "STALE: does not compile:\n" + wrong
        if all(run(build, work, t, allowed[t]) for t in entry["tests"]):
            return "SURVIVED"
        return "noticed"
    finally:
        with open(path, "w") as file:
            file.write(text)


def is_test(source, name):
    """Is it a program of the unit or stress tests, or a file of arguments?"""
    kind, _, rest = name.partition("-")
    if name.endswith(".args"):
        return os.path.exists(os.path.join(source, "tests", "cli", name))
    return kind == "stress" or (kind == "unit" and os.path.exists(
        os.path.join(source, "tests", "unit", rest + ".c")))


def look(source, entries):
    """1 if the text of an entry is not in its file, or its test is none."""
    stale = 0
    for entry in entries:
        for test in entry["tests"]:
            if not is_test(source, test):
                stale = 1
                print("NO TEST line %d: %s" % (entry["line"], test))
        with open(os.path.join(source, entry["file"])) as file:
            if changed(file.read(), entry) is None:
                stale = 1
                print("STALE line %d: %s" % (entry["line"], entry["title"]))
    return stale


def allow(entry, build, work, allowed):
    """How long each test of an entry may take: it passes without the change."""
    for test in set(entry["tests"]) - set(allowed):
        begin = time.time()
        if not run(build, work, test, 300):
            sys.exit("%s fails without any change" % test)
        allowed[test] = int(max(TEST_SECONDS, SLOWER * (time.time() - begin)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source")
    parser.add_argument("work", nargs="?")
    parser.add_argument("--look", action="store_true")
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--seconds", type=int, default=1 << 30)
    parser.add_argument("--setup", default="-Doptimization=0 -Ddebug=false")
    parser.add_argument("words", nargs="*")
    options = parser.parse_intermixed_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended from outside"))
    source = os.path.abspath(options.source)
    entries = read_entries(source + "/tests/mutants/mutants.txt")
    if options.look:
        return look(source, entries)
    if not options.work:
        parser.error("WORK is missing")
    work = os.path.abspath(options.work)
    entries = [e for e in part_of(entries, options.part)
               if all(word in e["title"] for word in options.words)]
    build = prepare(source, work, options.setup)
    wrong = ninja(build, [targets(t) for e in entries for t in e["tests"]])
    if wrong:
        sys.exit("cannot build:\n" + wrong)

    allowed = {}
    tried = survived = 0
    start = time.time()
    for entry in entries:
        begin = time.time()
        if begin - start > options.seconds:
            break
        allow(entry, build, work, allowed)
        outcome = attempt(entry, build, work, allowed)
        tried += 1
        survived += outcome != "noticed"
        print("%-9s %5.1f s  line %d: %s" % (outcome, time.time() - begin,
                                             entry["line"], entry["title"]),
              flush=True)
    if tried < len(entries):
        print("%d left out: the time is up" % (len(entries) - tried))
    print("%d mutants, %d not noticed" % (tried, survived))
    return 1 if survived or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
