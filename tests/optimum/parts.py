#!/usr/bin/env python3
"""Formulas in cubes and with symmetries: the answers, schedules and proofs.

usage: parts.py WEFT [DRAT]

A question has the same answer however its formula is split, and with or without
the symmetries of its network. The schedule and the proof depend on the number
of cubes, but not on the number of jobs, and DRAT accepts the proof. Without
DRAT, the proofs are left out.
"""
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

WEFT = sys.argv[1]
DRAT = sys.argv[2] if len(sys.argv) > 2 else None
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="weft-parts-"))
wrong = 0


def complain(words, text):
    global wrong
    wrong += 1
    print(f"{' '.join(words)}: {text}")


def ask(words, *options):
    """Steps of the question, or the error."""
    done = subprocess.run([WEFT, "optimum", *words, *options, "--json"], text=True,
                          capture_output=True, check=False)
    if done.returncode:
        return done.stderr
    answer = json.loads(done.stdout)
    return answer["lower"], answer["upper"]


def networks():
    yield from ("ring:6", "star:5", "torus:3x3", "complete:5", "hypercube:3", "mesh:2x3",
                "ccc:3", "petersen", "debruijn:2x3", "bipartite:2x3")
    chance = random.Random(20)
    for number in range(8):
        n = chance.randint(4, 7)
        file = FOLDER / f"{number}.edges"
        # a tree, and half of the other pairs
        edges = [(chance.randrange(v), v) for v in range(1, n)]
        edges += [pair for pair in itertools.combinations(range(n), 2)
                  if pair not in edges and chance.random() < 0.4]
        file.write_text("".join(f"{u} {v}\n" for u, v in edges))
        yield f"file:{file}"


def questions():
    for network, model in itertools.product(networks(), ("one-port", "one-port-duplex",
                                                         "shouting", "all-port")):
        yield ["broadcast", "-n", network, "-m", model]
        if network in ("ring:6", "complete:5") and model != "shouting":
            yield ["stream", "-n", network, "-m", model, "--packets", "2"]
            yield ["scatter", "-n", network, "-m", model, "--root", "2"]
            yield ["reduce", "-n", network, "-m", model, "--root", "1"]


def read(name):
    return [(FOLDER / f"{name}.{ending}").read_bytes()
            for ending in ("sched", "cnf", "drat") if (FOLDER / f"{name}.{ending}").exists()]


def split(words, cubes, plain):
    """The question in so many cubes, by one job and by three."""
    files = []
    for jobs in "1", "3":
        name = FOLDER / f"jobs-{jobs}"
        for old in FOLDER.glob(name.name + ".*"):
            old.unlink()
        proof = ["--proof", str(name)] if DRAT else []
        found = ask(words, "--no-strategies", "--cubes", str(cubes), "--jobs", jobs, "-t",
                    f"{name}.sched", *proof)
        if found != plain:
            complain(words, f"{found} in {cubes} cubes, not {plain}")
            return
        files.append(read(name.name))
    if files[0] != files[1]:
        complain(words, f"other files with three jobs than with one, {cubes} cubes")
    if not DRAT:
        return
    drat = FOLDER / "jobs-3.drat"
    if subprocess.run([DRAT, FOLDER / "jobs-3.cnf", drat], stdout=subprocess.DEVNULL,
                      check=False).returncode:
        complain(words, f"the proof of {cubes} cubes is rejected")
    return drat.read_text().count("\n")


hard = [["successive", "-n", "hypercube:3"],
        ["successive", "-n", "mesh:2x3", "-m", "one-port", "--order", "buffered"],
        ["broadcast", "-n", "ccc:4", "-m", "one-port"],
        ["allreduce", "-n", "ring:4", "-m", "one-port"],
        ["stream", "-n", "ring:5", "-m", "one-port", "--packets", "3"],
        ["broadcast", "-n", "ring:4"]]
lines = 0
for words in hard:
    plain = ask(words, "--no-strategies")
    for cubes in 2, 5, 16:
        lines += split(words, cubes, plain) or 0
if DRAT and lines < 1000:
    complain(["all"], f"the proofs of all cubes have only {lines} lines")

counted = 0
for words in questions():
    with_them, without = ask(words), ask(words, "--no-symmetry", "--no-strategies")
    counted += 1
    if with_them != without:
        complain(words, f"{with_them} with symmetries, {without} without")
print(f"{len(hard)} questions in cubes, {counted} with symmetries, {wrong} wrong")
for file in FOLDER.iterdir():
    file.unlink()
FOLDER.rmdir()
sys.exit(wrong != 0)
