#!/usr/bin/env python3
"""Random command lines, done by one process and by several under a real MPI:
what is printed and written and how it ends must be the same.

usage: judge.py MPI WEFT MODULES INCLUDE [COMMANDS [SEED]]

Prints each command that differs; ends with 1 if one did. Without that MPI it is
skipped (77)."""
import os
import random
import shutil
import subprocess
import sys
import tempfile

from starting import Cluster, write_inputs

COUNTS = [2, 3, 5, 8]
SIZED = ["hypercube:1", "hypercube:3", "hypercube:5", "ring:7", "line:9",
         "mesh:3x5", "mesh:2x3x2", "torus:3x4", "tree:8", "complete:6",
         "complete:17", "complete:32", "star:9", "hyperx:2x3", "switch:8",
         "fat-tree:2x3", "dragonfly:2x1x2", "debruijn:2x4", "kautz:2x2",
         "ccc:3", "circulant:11/1/3", "petersen", "bipartite:3x4",
         "random:12x3", "random:20x4/7", "./plugin-network.c:6"]
MODELS = ["shouting", "all-port", "one-port", "one-port-duplex",
          "send=2,receive=2,duplex=full", "send=same,receive=all,duplex=half"]
FORMATS = ["trf", "csv", "json", "sched", "html", "goal", "trace", "trf1",
           "xml", "trf.gz", "csv.gz", "sched.gz"]
# What may be said of any run: words, of which one is taken.
COMMON = [
    ["--cost ts=3,tw=1", "--cost ts=10,tw=2,th=1", "--cost ts=1,tw=0,th=2",
     "--cost loggp:L=5,o=1,g=2,G=1", "--cost loggp:L=1,o=3,g=1,G=2"],
    ["--window 1", "--window 2", "--window 7", "--window unbounded"],
    ["--on-conflict fail", "--on-conflict report", "--on-conflict delay"],
    ["--expect conflicts", "--expect valid"],
    ["--limit-steps 5", "--limit-steps 40"],
    ["--bytes 1", "--bytes 24", "--bytes 1000"],
    ["--seed 5", "--step-us 7"],
    ["--json", "--show"],
]
# ... and of one problem.
SPECIAL = {
    "successive": ["--spacing 1", "--spacing 3", "--order arrival",
                   "--order buffered"],
    "simultaneous": ["--sources all", "--sources 0,1", "--sources random:3",
                     "--tie highest"],
    "scatter": ["--root 1"], "gather": ["--root 1"],
    "broadcast": ["--root 1", "--radix 3", "--dimensions ascending"],
    "reduce": ["--root 1", "--op compose", "--packets 4"],
    "stream": ["--packets 1", "--packets 30", "--root 2", "--trees 3"],
    "gauss": ["--size 17", "--t-comp 3", "--spacing 2"],
    "allgather": ["--packets 3", "--radix 3", "--group 3"],
    "reduce-scatter": ["--vector 100"],
    "allreduce": ["--vector 100", "--group 2"],
    "alltoall": ["--radix 4"], "barrier": ["--radix 3"],
}


def strategies(weft):
    """(problem, strategy, where it works) of all."""
    text = subprocess.run([weft, "list", "strategies"], capture_output=True,
                          text=True, check=True).stdout
    for line in text.splitlines():
        problem, strategy, rest = line.split(None, 2)
        yield problem, strategy, rest[rest.rindex("("):]


def network(chance, where):
    for word, kinds in (("hypercube", ["hypercube", "complete"]),
                        ("mesh", ["mesh"]), ("complete", ["complete"])):
        if word in where and chance.random() < 0.97:
            fit = [one for one in SIZED if one.split(":")[0] in kinds]
            if word == "hypercube" and "complete" not in where:
                fit = [f"hypercube:{d}" for d in (1, 2, 3, 4, 6)]
            return chance.choice(fit)
    return chance.choice(SIZED)


def traces(chance):
    words = []
    for k in range(chance.choice([0, 1, 1, 2, 4])):
        words.append(f"-t trace{k}." + chance.choice(FORMATS))
    if chance.random() < 0.1:
        words.append("-t " + chance.choice(["-", "csv:-", "schedule:-",
                                            "picl:/dev/full"]))
    return words


def run(chance, known):
    problem, strategy, where = chance.choice(known)
    words = ["run", problem, "-s", strategy, "-n", network(chance, where)]
    if chance.random() < 0.1:
        words.append("-m " + chance.choice(MODELS))
    if "needs" in where and chance.random() < 0.3:
        words.append("-m " + where.rstrip(")").split("needs ")[1])
    for options in COMMON:
        if chance.random() < 0.12:
            words.append(chance.choice(options))
    if problem in SPECIAL and chance.random() < 0.3:
        words.append(chance.choice(SPECIAL[problem]))
    return " ".join(words + traces(chance))


def plug_in(chance, _):
    return " ".join([chance.choice([
        "run ./plugin.c -s fails -n ring:13", "run ./plugin.c -s stuck -n ring:6",
        "run ./plugin-strategy.c -n hypercube:4",
        "run ./plugin-problem.c -n ring:6",
        "run ./plugin-sum.c -n complete:9"]), *traces(chance)])


def schedule(chance, _):
    """What one run has written is what the next does."""
    return " ".join(["run --schedule plugin-in." + chance.choice(
        ["sched", "trf", "goal", "csv", "xml"]),
        chance.choice(["", "--cost ts=4,tw=1", "--on-conflict report"]),
        *traces(chance)])


def experiment(chance, _):
    return "run plugin-" + chance.choice(["good", "bad"]) + ".xml -o out"


def compare(chance, known):
    problem, _, where = chance.choice(known)
    words = ["compare", problem, "-n", network(chance, where)]
    if chance.random() < 0.5:
        words += ["--cost", chance.choice(["ts=1", "ts=5,tw=1"])]
    if chance.random() < 0.3:
        words += ["-m", ",".join(chance.sample(MODELS[:4], 2))]
    words += chance.choice([[], ["--json"], ["--csv"], ["--bytes", "8..32"],
                            ["--figure", "figure.svg"], ["--jobs", "3"],
                            ["--window", "1,unbounded"]])
    return " ".join(words)


KINDS = [(run, 20), (compare, 3), (plug_in, 1), (schedule, 2),
         (experiment, 1)]


def prepare(weft, include):
    write_inputs()
    examples = os.path.join(os.path.dirname(os.path.abspath(include)),
                            "examples")
    for name in "network", "problem", "strategy", "sum":
        shutil.copy(f"{examples}/own-{name}.c", f"plugin-{name}.c")
    subprocess.run(
        [weft, "run", "allgather", "-n", "complete:11", "-s", "bruck",
         *(word for ending in ("sched", "trf", "goal", "csv", "xml")
           for word in ("-t", f"plugin-in.{ending}"))],
        check=True, capture_output=True)


def main():
    mpi, weft, modules, include = sys.argv[1:5]
    cluster = Cluster(mpi, weft, modules, include)
    commands = int(sys.argv[5]) if len(sys.argv) > 5 else 25
    seed = int(sys.argv[6]) if len(sys.argv) > 6 else 1
    if not cluster.there():
        print(f"skipped: {mpi} or its module is not there")
        return 77
    chance = random.Random(seed)
    ended = {}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        prepare(cluster.weft, include)
        known = list(strategies(cluster.weft))
        kinds, weights = zip(*KINDS)
        for _ in range(commands):
            kind = chance.choices(kinds, weights)[0]
            found = cluster.compare(kind(chance, known),
                                    [chance.choice(COUNTS)])
            ended[found["status"]] = ended.get(found["status"], 0) + 1
        os.chdir("/")
    print(f"{mpi}: {commands} commands from seed {seed}, {len(cluster.bad)} "
          f"complaints; exit status: how many: {ended}")
    return 1 if cluster.bad else 0


sys.exit(main())
