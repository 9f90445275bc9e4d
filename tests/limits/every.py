#!/usr/bin/env python3
"""Every file of worst.py with every command that takes such a file.

usage: every.py [--all] [--with WORD]... [--share N] WEFT [SHAPE...]

worst.py asks for what once was slow; this looks for what still is. Each file
(a generator and an ending, of the rows that are named) is given to all command
lines below that fit it, at a size and at four times that size. Told is where
the time grows more than GROWTH-fold and is worth mentioning, where it has
nothing to do with the size of the file, where the memory is above what worst.py
allows, and where a command is stopped or ends otherwise than it may. --all tells
all of them, --with tries those whose command line has the word. With --share each
line of the table is tried with each file, but with an N-th of the values of its
words (problems, networks, ...), with the next N-th for the next file. What weft
knows is asked of weft itself.
"""
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import worst
from commands import ASKED, NETWORKS, ROLES, SOME, TRACES, power
from shapes import TRACE

GROWTH = 6      # of the time, for four times the file
SECONDS = 0.3   # less is not worth mentioning
CONSTANT = 3.0  # what a file may take whatever its size, as long as limits let it
LETTERS = 4e-6  # and for each byte
LARGEST = 1 << 20  # bytes of a file, decompressed
START = 0.01    # what weft takes for nothing


class Weft:
    """The program, what it knows, and the small files that commands need."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.files = {"$TRACE": self.file("trace.csv", TRACE),
                      "$LINKS": self.file("some.net", "0 1\n1 2\n2 3\n3 0\n"),
                      "$SUM": self.file("sum.goal",
                                        self.say("list", "goal", "allreduce"))}
        self.words = {
            "$PROBLEM": self.list("problems"), "$FORMAT": self.list("formats"),
            "$GOAL": [self.file(name + ".goal", self.say("list", "goal", name))
                      for name in self.list("goals")],
            "$KIND": [line.split()[0] for line in self.say("list", "figures")
                      .splitlines() if "  a kind of figure  " in line],
            "$MODEL": [name.replace("send=S,receive=R,duplex=D",
                                    "send=2,receive=3,duplex=full")
                       for name in self.list("models")]}
        self.kinds = [word.split(":")[0] for word in self.list("networks")]
        for name, line in ASKED.items():
            told = self.say(*self.fill(line, "x", {}))
            told = re.search(r"(?:known:|takes) ([\w ,-]+)", told).group(1)
            self.words[name] = [word for word in re.split(r",? or |, ", told)
                                if word.strip() not in ("", "not")]

    def file(self, name, text):
        with open(os.path.join(self.folder, name), "w") as out:
            out.write(text)
        return out.name

    def say(self, *words):
        done = subprocess.run([self.program, *words], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        return done.stdout.decode(errors="replace")

    def list(self, what):
        return [line.split()[0] for line in self.say("list", what).splitlines()]

    def network(self, kind, p):
        size = NETWORKS[kind](p)  # a KeyError: a kind that is new
        return f"{kind}:{size}".rstrip(":").replace("$LINKS",
                                                    self.files["$LINKS"])

    def sized(self, p):
        """What depends on the number of processors of a file."""
        few = min(p, 512)
        return {"$P": [str(max(p, 2))], "$D": [str(power(2, max(p, 2)))],
                "$NETWORK": [self.network(kind, p) for kind in self.kinds],
                "$SOME": [self.network(kind, p) for kind in SOME],
                "$SMALL": [self.network(kind, few) for kind in SOME]}

    def fill(self, line, path, values):
        for name, value in [*values.items(), *self.files.items()]:
            line = line.replace(name, value)
        return line.replace("{}", path).split()

    def lines(self, table, p, share=1, turn=0):
        """Each line of a table, with the values of its words, or a share."""
        words = self.words | self.sized(p)
        for line in table.strip().splitlines():
            names = sorted((name for name in re.findall(r"\$[A-Z]+", line)
                            if name in words), key=len, reverse=True)
            every = list(itertools.product(*(words[name] for name in names)))
            for values in every[turn % min(share, len(every))::share]:
                yield line, dict(zip(names, values))

    def processors(self, path):
        told = self.say("stats", "--json", "--no-limit", path)
        try:
            return json.loads(told.splitlines()[0])["processors"]
        except (ValueError, KeyError, IndexError):
            return 8


def experiments(weft, path, p):
    """Experiment files that name the file, and a trace of its processors."""
    name = os.path.basename(path)
    def run(what):
        return "".join(
            f'<run {what} on-conflict="report" expect="conflicts">' +
            row + "</run>" for row in
            [f'<trace file="a{i}.{word}" format="{word}"/>'
             for i, word in enumerate(weft.words["$FORMAT"])] +
            [f'<figure kind="{word}" file="{word}.svg"/>'
             for word in weft.words["$KIND"] if word != "plot"])
    def write(label, body):
        weft.files[label] = weft.file(label[1:] + ".xml",
                                      f"<experiment>{body}</experiment>\n")
    rows = "".join(f"{i + 1} {i} {i + 1} 0\n" for i in range(min(p - 1, 30)))
    weft.files["$WIDE"] = weft.file("wide.sched", f"# processors: {p}\n" + rows)
    write("$SCHEDULES", run(f'schedule="{name}"'))
    write("$GOALS", run(f'schedule="wide.sched" goal="{name}"'))


def prepare(weft, shape, ending, n):
    """The file at one size: its path, its bytes, its processors."""
    path = os.path.join(weft.folder, f"{shape.__name__}-{n}{ending}")
    size = worst.make(shape, n, path)
    return path, size


def bounded(weft, shape, ending, n):
    """A size whose fourfold is a file of at most LARGEST bytes."""
    while n > 8:
        path, size = prepare(weft, shape, ending, 4 * n)
        os.remove(path)
        if size <= LARGEST:
            break
        n //= 2
    return n


def clean(folder, keep):
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if path in keep:
            continue
        if os.path.isdir(path):
            subprocess.run(["rm", "-rf", path], check=False)
        else:
            os.remove(path)


def slow(runs):
    """What is wrong with the seconds, if anything."""
    few, many = (max(run[1] - START, 0.01) for run in (runs[0], runs[-1]))
    if len(runs) == 2 and many > SECONDS and many > GROWTH * few:
        yield f"grows {many / few:.1f}-fold"
    if many > CONSTANT + LETTERS * runs[-1][0]:
        yield "takes long for its size"


def shown(weft, line, values):
    text = " ".join(weft.fill(line, "FILE", values))
    return text.replace("FILE" + weft.folder, weft.folder).replace(
        weft.folder + "/", "")


def pair(weft, line, values, files):
    """One command with a file at both sizes: what is said of it. The smaller
    one is of interest where the larger one takes time, or is refused."""
    runs, wrong = [], []
    said = os.path.join(weft.folder, "said")
    keep = {path for _, _, small in files for path in small.values()}
    keep |= {path for path, _, _ in files} | set(weft.words["$GOAL"])
    for path, size, weft.files in reversed(files):
        status, seconds, memory = worst.run(
            [weft.program] + weft.fill(line, path, values), said)
        wrong += worst.complaints(status, memory, size, said)
        with open(said, errors="replace") as text:
            first = text.readline().strip().replace(weft.folder + "/", "")
        runs.insert(0, (size, seconds, memory >> 20, status, first[:70]))
        clean(weft.folder, keep)
        if seconds <= SECONDS and "--no-limit lifts" not in first:
            break
    wrong += slow(runs)
    return wrong, shown(weft, line, values) + "".join(
        "\n  {:9} bytes {:6.2f} s {:5} MB  {} {}".format(*run) for run in runs)


class Sweep:
    """What is tried, and what it came to."""

    def __init__(self, arguments):
        self.only, self.share = [], 1
        while "--with" in arguments:
            self.only.append(self.taken(arguments, "--with"))
        if "--share" in arguments:
            self.share = int(self.taken(arguments, "--share"))
        self.all = "--all" in arguments
        self.program, *self.names = [word for word in arguments
                                     if word != "--all"]
        self.files = self.tried = self.found = 0

    def taken(self, arguments, option):
        i = arguments.index(option)
        value = arguments[i + 1]
        del arguments[i:i + 2]
        return value

    def file(self, weft, shape, ending, n, table):
        """All commands of one file."""
        n = bounded(weft, shape, ending, n)
        plain = dict(weft.files)
        sizes = []
        for times in (1, 4):
            weft.files = dict(plain)
            path, size = prepare(weft, shape, ending, times * n)
            p = weft.processors(path) if table == TRACES else 8
            experiments(weft, path, p)
            sizes.append((path, size, weft.files))
        for line, values in weft.lines(table, p, self.share, self.files):
            if all(word in line for word in self.only):
                self.pair(weft, line, values, sizes,
                          f"{shape.__name__} {n} {ending}")
        weft.files = plain
        clean(weft.folder, set(plain.values()) | set(weft.words["$GOAL"]))
        self.files += 1

    def pair(self, weft, line, values, sizes, name):
        wrong, told = pair(weft, line, values, sizes)
        self.tried += 1
        self.found += bool(wrong)
        if wrong or self.all:
            print(f"{name}: {told}" + "".join(f"\n    {what}"
                                              for what in wrong), flush=True)


def distinct(names):
    """The files of the rows: generator, ending, size, what takes them."""
    rows = {}
    for name, shape, n, ending, words in worst.SHAPES:
        if names and name not in names and shape.__name__ not in names:
            continue
        table = next(table for mark, table in ROLES if mark in words + " ")
        rows.setdefault((shape, ending), (shape, ending, n, table))
    return rows.values()


def main(arguments):
    sweep = Sweep(arguments)
    with tempfile.TemporaryDirectory() as folder:
        weft = Weft(os.path.abspath(sweep.program), folder)
        for row in distinct(sweep.names):
            sweep.file(weft, *row)
    print(f"{sweep.files} files, {sweep.tried} pairs of a file and a command, "
          f"each at two sizes; {sweep.found} to be looked at")
    return 1 if sweep.found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
