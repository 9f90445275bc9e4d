#!/usr/bin/env python3
"""weft beside its peers in one run: the same messages on each, as whole processes,
which take turns. Figures are medians; a ratio compares with the row "weft" of the
same turn. SimGrid and SMPI are left out where they are not installed, LogGOPSim
where LOGGOPSIM is not the folder of its programs LogGOPSim and txt2bin.

usage: peers.py BUILD [TURNS]
"""
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

SOURCE = os.path.dirname(os.path.abspath(__file__))
PATIENCE = 4  # seconds of CPU time: a peer is not tried on more after a longer run

# The peers of a work: name: (command before all turns, command). {p}, {d}: size.
ONE = "{build}/tests/bench/bench-one {machine} successive {d}"
SIMGRID = "{build}/tests/bench/bench-simgrid {machine} successive {d}"
GOAL = ("{weft} run successive -n hypercube:{d} -s rotated -t {folder}/w.goal && "
        "{loggopsim}/txt2bin -i {folder}/w.goal -o {folder}/w.bin")
WORKS = {
    "successive, hypercube:{d}": ([8, 10], lambda p: p * (p - 1), {
        "weft": ("", ONE.replace("{machine}", "fibers")),
        "weft, threads": ("", ONE.replace("{machine}", "threads")),
        "bare loop": ("", ONE.replace("{machine}", "bare")),
        "threads with barriers": ("", ONE.replace("{machine}", "barriers")),
        "SimGrid, raw contexts": ("", SIMGRID.replace("{machine}", "raw")),
        "SimGrid, threads": ("", SIMGRID.replace("{machine}", "thread")),
        "LogGOPSim": (GOAL, "{loggopsim}/LogGOPSim -f {folder}/w.bin"),
    }),
    "ring of {p} MPI ranks": ([6, 10], lambda p: p * 256, {
        "weft": ("{build}/src/mpi/weft-mpicc -O2 {source}/peers.c -o {folder}/ours",
                 "{weft} mpi -n {p} {folder}/ours 256"),
        "SMPI": ("smpicc -O2 {source}/peers.c -o {folder}/theirs",
                 "smpirun --log=root.thres:error -np {p} -platform {folder}/platform.xml "
                 "-hostfile {folder}/hosts {folder}/theirs 256"),
    }),
}


def is_here(command, words):
    """Whether the program that a command calls first exists."""
    program = command.format(**words).split()[0]
    return bool(shutil.which(program))


def platform(folder, p):
    """Write a platform of p hosts for SMPI."""
    with open(f"{folder}/platform.xml", "w") as file:
        file.write('<?xml version="1.0"?>\n<!DOCTYPE platform SYSTEM '
                   '"https://simgrid.org/simgrid.dtd">\n<platform version="4.1">\n'
                   f'<cluster id="c" prefix="h" suffix="" radical="0-{p - 1}" speed="1Gf" '
                   'bw="1GBps" lat="1us"/>\n</platform>\n')
    with open(f"{folder}/hosts", "w") as file:
        file.writelines(f"h{i}\n" for i in range(p))


def measure(command, folder):
    """Return the CPU seconds and the peak MiB of a command."""
    child = subprocess.Popen(["sh", "-c", "exec " + command], cwd=folder,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"peers.py: exit status {os.waitstatus_to_exitcode(status)}: {command}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def rows(name, messages, peers, words, turns, tired):
    """Print the rows of one work and size; add to tired the peers that are slow."""
    here = {}
    for peer, (before, command) in peers.items():
        if peer not in tired and is_here(command, words):
            if before:
                subprocess.run(before.format(**words), shell=True, check=True,
                               cwd=words["folder"], stdout=subprocess.DEVNULL)
            here[peer] = command.format(**words)
    found = {peer: [] for peer in here}
    for _ in range(turns):
        for peer, command in here.items():
            found[peer].append(measure(command, words["folder"]))
    for peer, runs in found.items():
        cpu = statistics.median(run[0] for run in runs)
        memory = statistics.median(run[1] for run in runs)
        ratios = sorted(run[0] / ours[0] for run, ours in zip(runs, found["weft"]))
        ratio = f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        print(f"| {name.format(**words)} | {messages} | {peer} | {cpu:.3f} s | {memory:.0f} MiB | "
              f"{cpu / messages * 1e9:.0f} ns | {ratio} |", flush=True)
        if cpu > PATIENCE:
            tired.add(peer)


def main():
    build = os.path.abspath(sys.argv[1])
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    print("| work | messages | program | CPU time | memory | per message | as a multiple of weft |")
    print("|---|--:|---|--:|--:|--:|--:|")
    for name, (sizes, messages, peers) in WORKS.items():
        tired = set()
        for d in sizes:
            with tempfile.TemporaryDirectory() as folder:
                platform(folder, 2 ** d)
                words = {"build": build, "weft": f"{build}/tools/weft", "source": SOURCE,
                         "folder": folder, "d": d, "p": 2 ** d,
                         "loggopsim": os.environ.get("LOGGOPSIM", "/nowhere")}
                rows(name, messages(2 ** d), peers, words, turns, tired)


if __name__ == "__main__":
    main()
