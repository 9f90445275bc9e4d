#!/usr/bin/env python3
"""Two processes under an MPI against one process with two workers: the same
runs in turns, neighbours compared.

usage: pairs.py MPI WEFT MODULES INCLUDE [TIMES [WORK...]]

A work is a size: d of hypercube:d for `successive` and `necklace`, packets for
`stream` (successive=10). Time is that of the run, without that of starting
processes, which is shown by itself. Without that MPI: skipped (77)."""
import json
import os
import statistics
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from starting import Cluster

WORKS = {
    "successive": (10, "successive -s rotated -n hypercube:{}"),
    "necklace": (10, "multinode -s necklace -n hypercube:{}"),
    "stream": (4000, "stream -s binary -n complete:256 --packets {}"),
}


def measure(words):
    """Seconds of the run, and of all that is around it."""
    begin = time.monotonic()
    done = subprocess.run(words, capture_output=True, check=True)
    whole = time.monotonic() - begin
    run = json.loads(done.stdout)["wall_seconds"]
    return run, whole - run


def compare(cluster, work, size, times):
    run = [cluster.weft, "run", *WORKS[work][1].format(size).split(), "--json"]
    one, two, starts = [], [], []
    for _ in range(times):
        one.append(measure([*run, "--engine", "fibers"])[0])
        seconds, around = measure([cluster.starter, "-n", "2", *run,
                                   "--engine", "mpi"])
        two.append(seconds)
        starts.append(around)
    ratios = [b / a for a, b in zip(one, two)]
    print(f"| {work} {size} | {statistics.median(one):.2f} "
          f"| {statistics.median(two):.2f} "
          f"| {statistics.median(ratios):.2f} "
          f"({min(ratios):.2f} to {max(ratios):.2f}) "
          f"| {statistics.median(starts):.2f} |", flush=True)


def main():
    cluster = Cluster(*sys.argv[1:5])
    if not cluster.there():
        print(f"skipped: {cluster.mpi} or its module is not there")
        return 77
    os.environ.update(cluster.environment)
    # tests do without copies between processes, which not every host allows
    del os.environ["OMPI_MCA_btl_vader_single_copy_mechanism"]
    times = int(sys.argv[5]) if len(sys.argv) > 5 else 5
    sizes = {work: row[0] for work, row in WORKS.items()}
    if len(sys.argv) > 6:
        sizes = dict(word.split("=") for word in sys.argv[6:])
    print(f"{cluster.mpi}, {times} pairs; medians, seconds\n")
    print("| work | one process | two | two / one (range) | starting |")
    print("|---|---|---|---|---|")
    for work, size in sizes.items():
        compare(cluster, work, size, times)
    return 0


sys.exit(main())
