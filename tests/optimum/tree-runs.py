#!/usr/bin/env python3
"""The strategies `trees` on networks of all kinds: runs in unit time, with lanes
of bandwidth, with costs and with shared links. Each run must be valid, take no
less time than its lower bounds, and write a schedule that `weft check` accepts;
in unit time no link may carry more messages in a step than its lanes.

usage: tree-runs.py WEFT DGX1.edges [NUMBER OF RANDOM NETWORKS]

Prints each case that disagrees; exit status 1 if any does.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

import bandwidth
from bandwidth import faults

PROBLEMS = ["allgather", "reduce-scatter", "stream", "reduce", "allreduce"]
COSTS = ["--cost", "ts=2,tw=3", "--bytes", "2400"]


def run(weft, problem, spec, *options):
    done = subprocess.run([weft, "run", problem, "-s", "trees", "-n", spec,
                           "-j", *options], capture_output=True, text=True)
    return done.returncode, json.loads(done.stdout or "{}"), done.stderr


def valid(weft, problem, spec, *options, may_refuse=False):
    """The result of a run, or None if it was refused."""
    status, found, text = run(weft, problem, spec, *options)
    what = f"{problem} on {spec} {' '.join(options)}"
    if may_refuse and status == 64 and "have to copy" in text:
        return None
    if status or not found.get("valid"):
        faults.append(f"{what}: {text}")
        return None
    # without a ratio, the lower bound is for shorter messages
    for bound in ["lower_bound"] * bool(found.get("ratio")) + ["own_bound"]:
        if found["time"] < found.get(bound, 0):
            faults.append(f"{what}: less than {bound}: {found['time']}")
    return found


def unit(weft, folder, network, problem, lane=None, **more):
    """Run in unit time, and look at the schedule. Without a lane, every link
    counts as one."""
    path, to = folder / "net.edges", folder / "run.sched"
    network.write(path)
    lanes = ["--lane", bandwidth.decimal(lane)] if lane else []
    found = valid(weft, problem, f"file:{path}", *lanes, "-t", str(to), **more)
    if not found:
        return
    # items of combined values are of no concern here
    plain = "\n".join(" ".join(
        field.split(":")[0] if i == 3 and line[0] != "#" else field
        for i, field in enumerate(line.split(" ")))
        for line in to.read_text().splitlines())
    copy = folder / "plain.sched"
    copy.write_text(plain + "\n")
    what = f"{problem} on a network, lanes {lane}"
    bandwidth.judge_messages(what, network, copy, found["steps"], False)
    check = subprocess.run([weft, "check", str(to), "-n", f"file:{path}"],
                           capture_output=True, text=True)
    if check.returncode:
        faults.append(f"{what}: {check.stdout}{check.stderr}")


def costs(weft, folder, network, problem, **more):
    """With costs, a link carries one message at a time; or many, if shared."""
    path, to = folder / "net.edges", folder / "run.csv"
    network.write(path)
    spec = f"file:{path}"
    if not valid(weft, problem, spec, *COSTS, "-t", str(to), **more):
        return
    check = subprocess.run([weft, "check", str(to), "-n", spec],
                           capture_output=True, text=True)
    if check.returncode:
        faults.append(f"{problem} with costs: {check.stdout}{check.stderr}")
    valid(weft, problem, spec, *COSTS, "--sharing", "fair")


# network, problem, lane (0: bandwidths do not count), packets: steps
KNOWN = [
    (bandwidth.RING3, "allgather", 1, 3, 3),
    (bandwidth.SWITCH4, "allgather", 0, 1, 3),
    (bandwidth.TWO_RAILS, "allgather", 1, 5, 3),
    (bandwidth.DUMBBELL, "stream", 0, 4, 6),
]
REFUSED = [
    ("complete:4", ["-m", "one-port"], "it needs all-port"),
    ("complete:2050", [], "handles up to 128 processors"),
    ("complete:16", ["--packets", "10000"], "at most 1048576 messages"),
]
SPECS = ["complete:2", "complete:7", "ring:5", "hypercube:3", "torus:3x4",
         "mesh:3x3", "star:5", "fat-tree:2x2", "tree:8", "line:4",
         "dragonfly:2x1x1"]


def known(weft, folder, dgx1):
    for network, problem, lane, packets, steps in KNOWN:
        path = folder / "known.edges"
        network.write(path)
        options = ["--lane", str(lane)] if lane else []
        found = valid(weft, problem, f"file:{path}", "--packets", str(packets),
                      *options)
        bandwidth.expect(f"{problem} of {packets} packets: steps",
                         found and found["steps"], steps)
    for spec, options, why in REFUSED:
        status, _, text = run(weft, "allgather", spec, *options)
        if status != 64 or why not in text:
            faults.append(f"{spec} {options}: {status}: {text}")
    for i, spec in enumerate(SPECS + [f"file:{dgx1}"]):
        for k, problem in enumerate(PROBLEMS):
            packets = [] if problem in ("allreduce", "reduce-scatter") else \
                ["--packets", str(1 + (i + k) % 4)]
            root = ["--root", "1"] if problem in ("stream", "reduce") else []
            more = [COSTS, [], COSTS + ["--sharing", "fifo"]][(i + k) % 3]
            valid(weft, problem, spec, *packets, *root, *more)


def main():
    weft, dgx1 = sys.argv[1], sys.argv[2]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 40
    rng = random.Random(8)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        known(weft, folder, dgx1)
        cases = [(network, False) for _, network in bandwidth.SMALL]
        cases += [(bandwidth.random_network(rng, ["both", "in", "any"][i % 3]),
                   i % 3 == 2) for i in range(count)]
        for i, (network, may_refuse) in enumerate(cases):
            problem = PROBLEMS[i % 5]
            whole = all(width.denominator == 1
                        for width in network.arc.values())
            unit(weft, folder, network, problem, may_refuse=may_refuse)
            unit(weft, folder, network, problem,
                 lane=Fraction(1) if whole else Fraction(1, 10),
                 may_refuse=may_refuse)
            costs(weft, folder, network, problem, may_refuse=may_refuse)
    print("\n".join(faults[:20]) if faults else f"{count} networks: all right")
    return bool(faults)


sys.exit(main())
