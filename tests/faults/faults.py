#!/usr/bin/env python3
"""Every allocation, read, write, rename, thread, map and compression refused.

usage: faults.py WEFT LIBREFUSE.so COMMANDS [--all] [--kind KIND]

COMMANDS has a command line of the shell a line, with `weft` the program under
test. Each runs once undisturbed, then again and again with the n-th call of one
kind refused. What must be true each time:

- it ends by itself: no signal, no hang;
- exit status 0 or 1, as undisturbed where that is not 0; never "wrong use"
- status 0: the same output and files as undisturbed
- status 1: one line on standard error, beginning "weft: ", and no file that
  differs from the undisturbed one: it is whole or not there, and a file that
  was there before keeps its bytes.

Without --all, of a long row of n only some are tried: the first ones, the last
ones, and ever fewer between.
"""
import argparse
import collections
import os
import shutil
import subprocess
import sys
import tempfile

LIMIT = 60  # seconds; an undisturbed run takes a fraction of one
OLD = b"yesterday's\n"


def files_of(folder):
    found = {}
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


class Case:
    def __init__(self, line, weft, library, scratch):
        self.line, self.weft, self.library = line, weft, library
        self.scratch = scratch
        self.reference = None

    def run(self, fault=None, count=None, old=()):
        folder = tempfile.mkdtemp(dir=self.scratch)
        for name in old:
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            with open(os.path.join(folder, name), "wb") as file:
                file.write(OLD)
        environment = dict(os.environ, PATH="%s:%s" % (
            os.path.dirname(self.weft), os.environ["PATH"]))
        shell = "exec env LD_PRELOAD=%s%s%s %s" % (
            self.library,
            " WEFT_FAULT=%s" % fault if fault else "",
            " WEFT_FAULT_COUNT=%s" % count if count else "", self.line)
        try:
            done = subprocess.run(["sh", "-c", shell], cwd=folder, timeout=LIMIT,
                                  env=environment, stdin=subprocess.DEVNULL,
                                  capture_output=True)
            status, out, err = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as hung:
            status, out, err = "hang", hung.stdout or b"", hung.stderr or b""
        result = status, out, err, files_of(folder)
        shutil.rmtree(folder)
        return result

    def judge(self, result, old):
        status, out, err, files = result
        if status == "hang" or status < 0:
            return "hang" if status == "hang" else "crash: signal %d" % -status
        good = self.reference
        if status == 0 or status == good[0]:
            if (out, files) != (good[1], good[3]):
                return "status %d, but not the undisturbed output" % status
            return None
        if status != 1:
            return "status %d" % status
        first, *more = err.split(b"\n")[:-1] or [b""]
        if not first.startswith(b"weft: ") or not all(
                line.startswith(b"processor ") for line in more):
            return "standard error is not one line of weft's: %r" % err[:300]
        for name, data in files.items():
            if data != good[3].get(name) and not (name in old and data == OLD):
                return "file %s is neither whole nor the old one" % name
        return None


def chosen(calls, every):
    if every:
        return range(1, calls + 1)
    n, step, result = 1, 1.0, []
    while n <= calls:
        result.append(n)
        if n >= 40:
            step *= 1.12
        n += int(step)
    return sorted(set(result) | set(range(max(1, calls - 8), calls + 1)))


def steady(result):
    """Times differ from run to run."""
    import re
    status, out, err, files = result
    clean = lambda text: re.sub(rb'"wall_seconds": ?[0-9.e-]+', b"", text)
    return status, clean(out), err, {k: clean(v) for k, v in files.items()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("weft")
    parser.add_argument("library")
    parser.add_argument("commands")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--kind")
    options = parser.parse_args()
    weft, library = map(os.path.abspath, (options.weft, options.library))
    here = os.path.dirname(os.path.abspath(options.commands))
    outcomes, bad = collections.Counter(), 0
    scratch = tempfile.mkdtemp()
    os.environ["IN"] = here
    with open(options.commands) as file:
        lines = [l.strip() for l in file if l.strip() and l[0] != "#"]
    for line in lines:
        case = Case(line, weft, library, scratch)
        counts = os.path.join(scratch, "counts")
        case.reference = steady(case.run(count=counts))
        if case.reference[0] not in (0, 1):
            print("%s: undisturbed: %r" % (line, case.reference[:3]))
            bad += 1
            continue
        with open(counts) as file:
            calls = dict(l.split() for l in file)
        old = list(case.reference[3])
        for kind, number in calls.items():
            if options.kind and kind != options.kind:
                continue
            for n in chosen(int(number), options.all):
                before = old if n % 2 and "-o " in line + " " and \
                    not os.path.dirname((old or ["/"])[0]) else []
                result = steady(case.run("%s:%d" % (kind, n), old=before))
                wrong = case.judge(result, before)
                outcomes[wrong.split(":")[0] if wrong else
                         "status %d, as it should be" % result[0]] += 1
                if wrong:
                    bad += 1
                    print("%s:%d: %s\n    %s" % (kind, n, line, wrong))
    shutil.rmtree(scratch)
    for outcome, count in sorted(outcomes.items()):
        print("%6d %s" % (count, outcome))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
