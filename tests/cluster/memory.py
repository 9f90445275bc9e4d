#!/usr/bin/env python3
"""A run that writes a trace: the most memory that process 0 has had is that of
the others, but for the events of theirs for which it has room, and falls with
the number of processes.

usage: memory.py MPI WEFT MODULES INCLUDE

One window holds all of the run, so that each process keeps what it has recorded
until process 0 has room for it. Without that MPI the test is skipped (77)."""
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from starting import Cluster, clean, end, read

SECONDS = 120
RUN = ("run successive -n hypercube:10 -s rotated --window unbounded "
       "--engine mpi -t csv:/dev/null")
COUNT = 4
MIB = 1024       # KiB
ROOM = 16 * MIB  # that process 0 may have more than others
FALLS = 0.6      # of what one process has had, at most
SHELL = ('n=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}; echo $$ >pid.$n; '
         'exec python3 plugin-peak.py peak.$n "$0" "$@"')
PEAK = """
import resource, subprocess, sys
status = subprocess.call(sys.argv[2:], close_fds=False)
with open(sys.argv[1], "w") as file:
    file.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(status)
"""


def peaks(cluster, count):
    """KiB of each process."""
    clean()
    process = cluster.start(count, RUN.split(), SHELL)
    try:
        process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        end(process, count)
    if process.returncode:
        cluster.complain(f"{count} processes: status {process.returncode}")
    return [int(read(f"peak.{k}") or 0) for k in range(count)]


def main():
    cluster = Cluster(*sys.argv[1:5])
    if not cluster.there():
        print(f"skipped: {cluster.mpi} or its module is not there")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("plugin-peak.py", "w", encoding="ascii") as file:
            file.write(PEAK)
        alone = peaks(cluster, 1)[0]
        first, *others = peaks(cluster, COUNT)
        os.chdir("/")
    said = (f"{cluster.mpi}: MiB of one process {alone // MIB}, of {COUNT} "
            f"{first // MIB} and {[other // MIB for other in others]}")
    if first > max(others) + ROOM or first > FALLS * alone:
        cluster.complain(said)
    print(f"{said}, {len(cluster.bad)} complaints")
    return 1 if cluster.bad else 0


sys.exit(main())
