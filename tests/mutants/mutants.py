#!/usr/bin/env python3
"""Small wrong changes that a test must notice.

usage: mutants.py SOURCE WORK [--part K/N] [--setup OPTIONS] [WORD ...]

Copies SOURCE to WORK (what is there already is brought up to date), builds it
there, and then, for each entry of mutants.txt, makes the change, builds what the
named test needs, and runs the test: it must fail. --part 1/4 tries every fourth
entry, beginning with the first; --part today/4 another fourth each day; WORD only
the entries whose title has it; OPTIONS are meson's. An entry is

    = what is wrong then
    @ src/file.c
    - a text that stands in the file once, white space folded
    + what it becomes
    ! unit-name or stress-name ...   programs, or NAME.args of tests/cli

Exit status 0: every mutant was noticed.
"""
import argparse
import filecmp
import os
import re
import shutil
import subprocess
import sys
import time


BUILD = "build-mutants"


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
    kind, _, _ = test.partition("-")
    return "tests/%s/%s" % (kind, test)


def run(build, work, test):
    """True if the test passes."""
    if test.endswith(".args"):
        command = ["sh", work + "/tests/cli/run.sh", build + "/tools/weft",
                   work + "/tests/cli/" + test]
    elif test.startswith("unit-"):
        command = [build + "/" + targets(test), "--timeout=60", "--quiet"]
    else:
        command = [build + "/" + targets(test)]
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL, cwd=build,
                              stderr=subprocess.DEVNULL, timeout=300
                              ).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def ninja(build, names):
    done = subprocess.run(["ninja", "-C", build] + sorted(set(names)),
                          capture_output=True, text=True)
    return None if done.returncode == 0 else done.stdout[-1500:]


def bring_up_to_date(source, work):
    """What has not changed keeps its time, so that little is built again."""
    wanted = set()
    for root, folders, names in os.walk(source):
        folders[:] = [f for f in folders if not f.startswith("build")
                      and f not in (".git", "node_modules")
                      and os.path.join(root, f) != work]
        for name in names:
            path = os.path.join(root, name)
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
        subprocess.run(["meson", "setup", build, work] + setup.split(),
                       check=True, stdout=subprocess.DEVNULL)
    return build


def part_of(entries, part):
    first, step = part.split("/")
    step = int(step)
    if first == "today":
        return entries[int(time.time() // 86400) % step::step]
    return entries[int(first) - 1::step]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source")
    parser.add_argument("work")
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--setup", default="-Doptimization=0 -Ddebug=false")
    parser.add_argument("words", nargs="*")
    options = parser.parse_intermixed_args()
    source, work = os.path.abspath(options.source), os.path.abspath(options.work)
    entries = read_entries(source + "/tests/mutants/mutants.txt")
    entries = [e for e in part_of(entries, options.part)
               if all(word in e["title"] for word in options.words)]
    build = prepare(source, work, options.setup)
    wrong = ninja(build, [targets(t) for e in entries for t in e["tests"]])
    if wrong:
        sys.exit("cannot build:\n" + wrong)

    passed = set()  # tests that were seen to pass without a change
    survived = 0
    for entry in entries:
        begin = time.time()
        path = os.path.join(work, entry["file"])
        with open(path) as file:
            text = file.read()
        mutant = changed(text, entry)
        for test in set(entry["tests"]) - passed:
            if not run(build, work, test):
                sys.exit("%s fails without any change" % test)
            passed.add(test)
        if mutant is None:
            outcome = "STALE: its text does not stand in %s once" % entry["file"]
        else:
            with open(path, "w") as file:
                file.write(mutant)
            wrong = ninja(build, map(targets, entry["tests"]))
            if wrong:
                outcome = "STALE: does not compile:\n" + wrong
            elif all(run(build, work, test) for test in entry["tests"]):
                outcome = "SURVIVED"
            else:
                outcome = "noticed"
            with open(path, "w") as file:
                file.write(text)
        survived += outcome != "noticed"
        print("%-9s %5.1f s  line %d: %s" % (outcome, time.time() - begin,
                                             entry["line"], entry["title"]),
              flush=True)
    ninja(build, [targets(t) for e in entries for t in e["tests"]])
    print("%d mutants, %d not noticed" % (len(entries), survived))
    return 1 if survived or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
