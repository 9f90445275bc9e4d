#!/usr/bin/env python3
"""Two processes under an MPI against one process with two workers: the same
runs in turns, neighbours compared.

usage: cluster.py MPI WEFT MODULES [TIMES [WORK...]]

A work is a size: d of hypercube:d for `successive` and `necklace`, packets for
`stream` (successive=10). Time is that of the run, without that of starting
processes, which is shown by itself. Without that MPI: skipped (77)."""
import json
import os
import shutil
import statistics
import subprocess
import sys
import time

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


def compare(weft, starter, work, size, times):
    run = [weft, "run", *WORKS[work][1].format(size).split(), "--json"]
    one, two, starts = [], [], []
    for _ in range(times):
        one.append(measure([*run, "--engine", "fibers"])[0])
        seconds, around = measure([*starter, *run, "--engine", "mpi"])
        two.append(seconds)
        starts.append(around)
    ratios = [b / a for a, b in zip(one, two)]
    print(f"| {work} {size} | {statistics.median(one):.2f} "
          f"| {statistics.median(two):.2f} "
          f"| {statistics.median(ratios):.2f} "
          f"({min(ratios):.2f} to {max(ratios):.2f}) "
          f"| {statistics.median(starts):.2f} |", flush=True)


def main():
    mpi, weft, modules = sys.argv[1:4]
    weft = os.path.abspath(weft)
    starter = shutil.which("mpirun." + mpi)
    if not starter or not os.path.exists(f"{modules}/weft-{mpi}.so"):
        print(f"skipped: {mpi} or its module is not there")
        return 77
    os.environ.update(
        WEFT_MODULES=os.path.abspath(modules), HWLOC_HIDE_ERRORS="2",
        OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
        OMPI_MCA_rmaps_base_oversubscribe="1",
        OMPI_MCA_hwloc_base_binding_policy="none")
    times = int(sys.argv[4]) if len(sys.argv) > 4 else 5
    sizes = {work: row[0] for work, row in WORKS.items()}
    if len(sys.argv) > 5:
        sizes = dict(word.split("=") for word in sys.argv[5:])
    print(f"{mpi}, {times} pairs; medians, seconds\n")
    print("| work | one process | two | two / one (range) | starting |")
    print("|---|---|---|---|---|")
    for work, size in sizes.items():
        compare(weft, [starter, "-n", "2"], work, size, times)
    return 0


sys.exit(main())
