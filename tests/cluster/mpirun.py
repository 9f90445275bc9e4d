#!/usr/bin/env python3
"""Engine mpi under a real MPI: what is printed and written is what one process
prints and writes.

usage: mpirun.py MPI WEFT MODULES INCLUDE PROGRAM...

MPI is mpich or openmpi; each PROGRAM is a stress program with its arguments,
in one word. Without that MPI the test is skipped (77)."""
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.append(os.path.join(os.path.dirname(__file__), "..", "limits"))
import shapes
from starting import Cluster, write_inputs

COMMANDS = [
    "run successive -n hypercube:5 -s rotated -t trace.trf -t trace.sched",
    "run successive -n hypercube:3 -s rotated --spacing 1",
    "run successive -n hypercube:4 -s rotated --limit-steps 7",
    "run stream -n complete:21 -s binary --packets 30 --json -t trace.json",
    "run gauss -n hypercube:3 -s woven --cost ts=3,tw=1",
    "run allreduce -n torus:3x3 -s ring -t trace.html",
    "run allgather -n ring:8 --show",
    "run multinode -n hypercube:4 -s isolated -t trace.csv",
    "run broadcast -n hypercube:1 -t -",
    "run stream -n complete:2 -s binary --packets 3000 -t trace.csv",
    "run ./plugin.c -s fails -n ring:13",
    "run ./plugin.c -s stuck -n ring:6",
    "run --schedule plugin-looks.csv",
    "run successive -s nothing",
    "run successive --nothing",
    "run successive -t nowhere/trace.trf",
    "run successive -t picl:/dev/full -n hypercube:8",
    "run --help",
    "compare successive -n hypercube:2..4 -m shouting,one-port",
    "compare stream -n complete:4..32 --cost ts=10,tw=1 --figure trace.svg",
    "compare successive -n hypercube:3 --figure trace.svg",
    "compare multinode -n hypercube:3",
    "compare scatter -n hypercube:3 --engine mpi",
    "compare scatter -n hypercube:1 -s binomial",
    "compare stream -n complete:4..9 --json",
    "run plugin-good.xml -o out",
    "run plugin-bad.xml -o out",
    "run plugin-none.xml -o out",
    "compare stream -n complete:4..32 --figure /dev/full --figure trace.svg",
]


def run_programs(cluster, programs):
    for program in programs:
        done = subprocess.run([cluster.starter, "-n", "3", *program],
                              env=cluster.environment, capture_output=True,
                              timeout=250, check=False)
        if done.returncode:
            cluster.complain(f"{program}", done.stdout.decode()[-500:],
                             done.stderr.decode()[-500:])


def main():
    cluster = Cluster(*sys.argv[1:5])
    if not cluster.there():
        print(f"skipped: {cluster.mpi} or its module is not there")
        return 77
    counts = [2, 5] if cluster.mpi == "mpich" else [3]
    programs = [[os.path.abspath(word) if "/" in word else word
                 for word in program.split()] for program in sys.argv[5:]]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        write_inputs()
        with open("plugin-looks.csv", "w", encoding="ascii") as file:
            file.writelines(shapes.sent_first(40000))
        run_programs(cluster, programs)
        for command in COMMANDS:
            cluster.compare(command, counts)
        os.chdir("/")
    print(f"{cluster.mpi}: {len(COMMANDS)} commands on {counts} processes, "
          f"{len(cluster.bad)} complaints")
    return 1 if cluster.bad else 0


sys.exit(main())
