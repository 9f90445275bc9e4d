#!/usr/bin/env python3
"""Every allocation, read, write, rename, thread, map and compression refused.

usage: faults.py WEFT LIBREFUSE.so COMMANDS [--all | --few N] [--kind KIND]
                 [--jobs N] [WORD ...]

COMMANDS has a command line a line, with `weft` the program under test, $IN the
folder of COMMANDS and $BUILD that of LIBREFUSE.so; of several with ` ; ` between, the last is the one that
is disturbed. Each runs once undisturbed, then again and again with the n-th call
of one kind refused. What must be true each time:

- it ends by itself: no signal, no hang;
- exit status 0 or 1, or as undisturbed; never "wrong use";
- status 0: the same output and files as undisturbed;
- status 1: one line on standard error, beginning "weft: ", and no file that
  differs from the undisturbed one: it is whole or not there, and a file that
  was there before keeps its bytes. A rank that fails for want of memory is an
  error of its program: the trace up to there is kept, and weft reads it.

Of a long row of n only some are tried: the first ones, the last ones, and ever
fewer between; with --all, all; with --few N, N of each command, all over the
kinds. WORD: only the lines that have it.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import shlex
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


def steady(text):
    """Times differ from run to run."""
    text = re.sub(rb'(seconds"?:? *)[0-9.e-]+', rb"\1", text)
    return re.sub(rb"in [0-9.]+ s\b", b"in s", text)


def difference(good, result):
    """The first line that is another one."""
    good = dict(good[3], **{"standard output": good[1]})
    found = dict(result[3], **{"standard output": result[1]})
    for name in sorted(set(good) | set(found)):
        if name not in good or name not in found:
            return "%s is %s" % (name, "there" if name in found else "missing")
        old, new = good[name].split(b"\n"), found[name].split(b"\n")
        for i, line in enumerate(old):
            if line != (new[i] if i < len(new) else None):
                return "%s, line %d: %r" % (name, i + 1, new[i:i + 1])
    return "more lines"


class Case:
    def __init__(self, line, options, here, scratch):
        self.line, self.scratch = line, scratch
        self.library = options.library
        build = os.path.dirname(options.library)
        *self.before, self.words = [
            [options.weft] + [word.replace("$IN", here).replace("$BUILD", build)
                              for word in shlex.split(command)[1:]]
            for command in line.split(" ; ")]
        counts = tempfile.mktemp(dir=scratch)
        self.good = self.run({"WEFT_FAULT_COUNT": counts})
        with open(counts) as file:
            rows = [line.split() for line in file]
        self.calls = {kind: int(number) for kind, number in rows}
        # files that are there before; what is in a folder, `before` has made
        self.old = [name for name in self.good[3] if "/" not in name]

    def run(self, more, old=()):
        folder = tempfile.mkdtemp(dir=self.scratch)
        for name in old:
            with open(os.path.join(folder, name), "wb") as file:
                file.write(OLD)
        for words in self.before:
            subprocess.run(words, cwd=folder, timeout=LIMIT, check=True,
                           stdout=subprocess.DEVNULL)
        environment = dict(os.environ, LD_PRELOAD=self.library,
                           SOURCE_DATE_EPOCH="0", **more)
        try:
            done = subprocess.run(self.words, cwd=folder, timeout=LIMIT,
                                  env=environment, stdin=subprocess.DEVNULL,
                                  capture_output=True)
            status, out, err = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as hung:
            status, out, err = "hang", hung.stdout or b"", hung.stderr or b""
        files = {name: steady(data) for name, data in files_of(folder).items()}
        shutil.rmtree(folder)
        return status, steady(out), err, files

    def disturb(self, kind, n):
        """(status, what is wrong or None)"""
        old = self.old if n % 2 else []
        result = self.run({"WEFT_FAULT": "%s:%d" % (kind, n)}, old)
        return result[0], self.judge(result, old)

    def judge(self, result, old):
        status, out, err, files = result
        if status == "hang" or status < 0:
            return "hang" if status == "hang" else "crash: signal %d" % -status
        same = (out, files) == (self.good[1], self.good[3])
        if status == 0 or (same and status == self.good[0]):
            return None if same else (
                "status 0, but not the undisturbed output: " +
                difference(self.good, result))
        if status != 1:
            return "status %d" % status
        first, *more = err.split(b"\n")[:-1] or [b""]
        if more and b": left out: " in first:  # what was read, it was not
            first, *more = more
        # a program that weft starts, as a compiler, speaks before it
        if re.search(r"own-\w+\.c\b|\.(png|pdf)\b", self.line):
            while more and not first.startswith(b"weft: "):
                first, *more = more
        if not first.startswith(b"weft: ") or not all(
                line.startswith((b"processor ", b"rank ", b"weft: this happened in run "))
                for line in more):
            return "standard error is not one line of weft's: %r" % err[:300]
        for name, data in files.items():
            if data != self.good[3].get(name) and not (
                    name in old and data == OLD) and not (
                    first.startswith(b"weft: rank ") and self.reads(name, data)):
                return "a file is neither whole nor the old one: " + name
        return None


    def reads(self, name, data):
        """Is this a whole trace or page?"""
        if name.endswith(".html"):
            return data.endswith(b"</html>\n")
        with tempfile.TemporaryDirectory(dir=self.scratch) as folder:
            path = os.path.join(folder, name)
            with open(path, "wb") as file:
                file.write(data)
            return subprocess.run([self.words[0], "stats", path], timeout=LIMIT,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL).returncode == 0


def spread(calls):
    """The first ones, the last ones, and ever fewer between."""
    n, step, result = 1, 1.0, set(range(max(1, calls - 8), calls + 1))
    while n <= calls:
        result.add(n)
        if n >= 40:
            step *= 1.12
        n += int(step)
    return sorted(result)


def few_of(calls, few, seed):
    """Some of all (kind, n): kinds in turn, n all over each."""
    found, left, turn = set(), sum(calls.values()), seed
    while len(found) < min(few, left):
        for kind, number in calls.items():
            if number and len(found) < few:
                found.add((kind, 1 + int(turn * 0.6180339887 % 1 * number)))
        turn += 1
    return sorted(found)


def chosen(case, options, index):
    calls = {kind: number for kind, number in case.calls.items()
             if options.kind in (None, kind)}
    if options.few:
        return few_of(calls, options.few, index)
    return [(kind, n) for kind, number in calls.items()
            for n in (range(1, number + 1) if options.all else spread(number))]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("weft", type=os.path.abspath)
    parser.add_argument("library", type=os.path.abspath)
    parser.add_argument("commands", type=os.path.abspath)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--few", type=int)
    parser.add_argument("--kind")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("words", nargs="*")
    options = parser.parse_intermixed_args()
    here = os.path.dirname(options.commands)
    outcomes, bad = collections.Counter(), 0
    scratch = tempfile.mkdtemp()
    with open(options.commands) as file:
        lines = [line.strip() for line in file
                 if line.strip() and line[0] != "#" and
                 all(word in line for word in options.words)]
    pool = concurrent.futures.ThreadPoolExecutor(options.jobs)
    for index, line in enumerate(lines):
        case = Case(line, options, here, scratch)
        if case.good[0] not in (0, 1):
            print("%s: undisturbed: %r" % (line, case.good[:3]))
            bad += 1
            continue
        pairs = chosen(case, options, index)
        for (kind, n), (status, wrong) in zip(
                pairs, pool.map(lambda pair: case.disturb(*pair), pairs)):
            outcomes[wrong.split(":")[0] if wrong else
                     "status %d, as it should be" % status] += 1
            if wrong:
                bad += 1
                print("%s:%d: %s\n    %s" % (kind, n, line, wrong), flush=True)
    shutil.rmtree(scratch)
    for outcome, count in sorted(outcomes.items()):
        print("%6d %s" % (count, outcome))
    return 1 if bad or not outcomes else 0


if __name__ == "__main__":
    sys.exit(main())
