#!/usr/bin/env python3
"""How far does each command go? Each one runs on ever larger machines, twice as
large each time, until a run takes more CPU time or memory than is allowed. The
table shows the largest run within the limits, and what stopped the next one.

usage: walls.py WEFT [SECONDS MEBIBYTES] [COMMAND...]
"""
import os
import resource
import subprocess
import sys
import tempfile

# name: first and last power of two, then commands, of which the last one counts.
# {p} is the number of processors, {d} its logarithm, {run} a file of its own.
WALLS = {
    "run broadcast (program, threads)": (4, 20, "run broadcast -n hypercube:{d} --engine threads"),
    "run broadcast (program, fibers)": (4, 22, "run broadcast -n hypercube:{d} --engine fibers"),
    "run successive rotated (program, fibers)":
        (4, 16, "run successive -s rotated -n hypercube:{d} --engine fibers"),
    "run alltoall (program, fibers)":
        (4, 16, "run alltoall -n complete:{p} -s spread-out --engine fibers"),
    "run alltoall (rounds)": (4, 16, "run alltoall -n complete:{p} -s spread-out --engine rounds"),
    "run allreduce recursive-doubling (rounds)":
        (4, 22, "run allreduce -n complete:{p} -s recursive-doubling --engine rounds"),
    "run allreduce ring, vector 1 GiB (rounds)":
        (4, 16, "run allreduce -n ring:{p} -s ring --vector 1073741824 --engine rounds"),
    "run allreduce ring --sharing fair":
        (4, 16, "run allreduce -n ring:{p} -s ring --sharing fair --cost ts=10,tw=1"),
    "compare allreduce (all strategies)": (2, 16, "compare allreduce -n complete:{p}"),
    "bound alltoall, hypercube": (2, 22, "bound alltoall -n hypercube:{d}"),
    "bound alltoall, torus:Nx2": (3, 20, "bound alltoall -n torus:2x{half}"),
    "check allreduce rabenseifner":
        (4, 16, "run allreduce -n complete:{p} -s rabenseifner -t {run}.csv", "check {run}.csv"),
    "check allreduce ring":
        (4, 14, "run allreduce -n complete:{p} -s ring -t {run}.csv", "check {run}.csv"),
    "stats of a trace": (4, 16, "run allgather -n complete:{p} -s ring -t {run}.csv",
                         "stats {run}.csv"),
    "convert a trace from csv to PICL":
        (4, 16, "run allgather -n complete:{p} -s ring -t {run}.csv",
         "convert {run}.csv picl:{run}.trf"),
    "read a GOAL schedule":
        (4, 20, "run allreduce -n complete:{p} -s recursive-doubling -t {run}.goal",
         "stats goal:{run}.goal"),
    "view a trace": (4, 14, "run allgather -n complete:{p} -s ring -t {run}.csv",
                     "view {run}.csv -o {run}.html"),
    "optimum allgather --bandwidth --cut-only, hypercube":
        (3, 16, "optimum allgather -n hypercube:{d} --bandwidth --cut-only"),
    "optimum allgather --bandwidth (trees), hypercube":
        (3, 12, "optimum allgather -n hypercube:{d} --bandwidth"),
    "optimum broadcast (steps), hypercube": (2, 10, "optimum broadcast -n hypercube:{d}"),
}


def measure(weft, command, seconds, folder):
    """Return the exit status, the CPU seconds and the memory in MiB of a run that
    ends after twice the seconds."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (2 * seconds, 2 * seconds + 1))
    child = subprocess.Popen([weft, *command.split()], cwd=folder, preexec_fn=limit,
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    return (os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def wall(weft, row, seconds, mebibytes):
    """Return a row of the table: the largest run, and why the next one was not."""
    first, last, *commands = row
    best = None
    for d in range(first, last + 1):
        with tempfile.TemporaryDirectory() as folder:
            words = {"p": 2 ** d, "d": d, "half": 2 ** (d - 1), "run": "run"}
            for command in commands:
                status, time, memory = measure(weft, command.format(**words), seconds, folder)
                if command is not commands[-1] and status:
                    return best, "no input for it"
            if status < 0:
                return best, f"above {2 * seconds} s" if time > seconds else "it was killed"
            if status not in (0, 1, 2):
                return best, "refused"
            if time > seconds or memory > mebibytes:
                return best, f"{time:.1f} s, {memory:.0f} MiB"
            best = (2 ** d, time, memory)
    return best, "not tried"


def main():
    weft, numbers, only = os.path.abspath(sys.argv[1]), sys.argv[2:4], sys.argv[4:]
    seconds, mebibytes = map(int, numbers or (10, 2048))
    print(f"at most {seconds} s of CPU time and {mebibytes} MiB\n")
    print("| command | processors | CPU time | memory | twice as many |")
    print("|---|--:|--:|--:|---|")
    for name, row in WALLS.items():
        if only and not any(word in name for word in only):
            continue
        best, why = wall(weft, row, seconds, mebibytes)
        p, time, memory = best or (0, 0, 0)
        print(f"| {name} | {p} | {time:.2f} s | {memory:.0f} MiB | {why} |", flush=True)


if __name__ == "__main__":
    main()
