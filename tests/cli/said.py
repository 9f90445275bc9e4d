#!/usr/bin/env python3
"""What a trace says of its problem is what it is judged by: with a word that is
another than what was sent, no run of any problem is solved.

usage: said.py WEFT"""
import json
import os
import re
import subprocess
import sys
import tempfile

# problem, options of the run, the word, and what it must not be instead
CASES = [
    ("stream", ["--packets", "3"], "packets", ["2", "4"]),
    ("stream", ["--packets", "4", "-s", "scatter-doubling"], "packets",
     ["3", "5"]),
    ("gauss", ["--size", "8"], "size", ["7", "9", "64"]),
    ("simultaneous", ["--sources", "1,2", "-s", "unbalanced"], "sources",
     ["0,1", "2,2", "1,2,3", "all", "random:3"]),
    ("simultaneous", ["--sources", "1,1,3", "-s", "unbalanced"], "sources",
     ["1,3,3", "1,1,3,3"]),
    ("allgather", ["--packets", "2", "-s", "circulant"], "packets",
     ["1", "3", "1000000000"]),
    ("allgather", [], "blocks", ["3", "5", "8"]),
    ("reduce-scatter", [], "blocks", ["3", "5", "8"]),
    ("allreduce", [], "blocks", ["3", "5"]),
    ("alltoall", [], "blocks", ["4", "15", "17"]),
    ("barrier", [], "blocks", ["2"]),
    ("scan", [], "blocks", ["2"]),
    ("exscan", [], "blocks", ["2"]),
    ("broadcast", ["--root", "1"], "root", ["0"]),
    ("scatter", ["--root", "1"], "root", ["0"]),
    ("gather", ["--root", "1"], "root", ["0"]),
    ("reduce", ["--root", "1"], "root", ["0"]),
]


def check():
    return json.loads(subprocess.run([WEFT, "check", "said.csv", "-j"],
                                     stdout=subprocess.PIPE,
                                     check=False).stdout)


def try_one(problem, options, word, others):
    subprocess.run([WEFT, "run", problem, "-n", "hypercube:2", *options, "-t",
                    "run.csv"], stdout=subprocess.DEVNULL, check=True)
    with open("run.csv", encoding="utf-8") as file:
        text = file.read()
    said = re.search("(?m)^# {}: (.*)$".format(word), text)
    wrong = 0
    for value in [said.group(1), *others]:
        with open("said.csv", "w", encoding="utf-8") as file:
            file.write(text.replace(said.group(0),
                                    "# {}: {}".format(word, value)))
        told = check()
        right = value == said.group(1)
        if told["solved"] != right or told["valid"] != right or \
                "problem" not in told["judged_by"]:
            print(problem, *options, "with", word, value + ":",
                  told["verdict"])
            wrong += 1
    return wrong


WEFT = os.path.realpath(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    sys.exit(1 if sum([try_one(*case) for case in CASES]) else 0)
