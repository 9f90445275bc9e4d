#!/usr/bin/env python3
"""A trace that weft writes at once and one that it converts from a schedule get
the same verdict, in formats that do not list the blocks of a message.

usage: converted.py WEFT
"""
import collections
import json
import os
import subprocess
import sys
import tempfile

WEFT = os.path.abspath(sys.argv[1])
NETWORKS = "hypercube:3", "complete:5", "torus:3x3"
FORMATS = "goal", "trf"


def weft(*words):
    return subprocess.run([WEFT, *words], capture_output=True, text=True, check=False)


def run(row):
    """Write a.sched, b.goal, b.trf on a network that fits."""
    for network in NETWORKS:
        targets = [word for name in ("a.sched", "b.goal", "b.trf") for word in ("-t", name)]
        done = weft("run", row["problem"], "-s", row["name"], "-n", network, *targets)
        if done.returncode == 0:
            return True
    return False


def verdict(name):
    done = weft("check", name)
    return done.returncode, done.stdout.splitlines()[-1:]


def main():
    rows = json.loads(weft("list", "strategies", "--json").stdout)["strategies"]
    bad, seen = 0, collections.Counter()
    for row in rows:
        if not run(row):
            continue
        for form in FORMATS:
            weft("convert", "a.sched", "c." + form)
            once, converted = verdict("b." + form), verdict("c." + form)
            seen[once[0]] += 1
            if once != converted:
                bad += 1
                print("%s %s, %s: %s at once, %s converted"
                      % (row["problem"], row["name"], form, once, converted))
    print("%d files, %d verdicts differ" % (sum(seen.values()), bad))
    # both kinds of verdict must occur
    return bad > 0 or seen[0] < len(rows) / 2 or seen[2] < 10


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    status = main()
    os.chdir("/")
sys.exit(status)
