#!/usr/bin/env python3
"""What becomes of processes that a real MPI has started, when one of them is
killed, somebody interrupts, a disk is full, or they are not the same weft: all
end within seconds and not with success, with one report at most, of process 0,
and nothing is half written.

usage: ends.py MPI WEFT MODULES INCLUDE [all]

Each way to end is tried with one work and one number of processes, or with all
(some minutes). Without that MPI the test is skipped (77)."""
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

from starting import (SECONDS, SHELL, Cluster, alive, clean, end, files, pids,
                      read, result, write_inputs)

COUNTS = [2, 3, 4, 5, 8]
SOON = 20  # seconds
PATCH = b"9.8.7-other"

# What is under way when it happens.
WORKS = {
    "run": "run successive -n hypercube:13 -s rotated -t trace.trf.gz "
           "--engine mpi",
    "compare": "compare successive -n hypercube:3..12 --figure trace.svg "
               "--spread",
    "survived": "compare successive -n hypercube:8..11 --figure trace.svg",
}


def kill(which, how):
    return lambda starter, of: os.kill(of[which], how)


STRIKES = [
    ("process 0 is killed", kill(0, signal.SIGKILL)),
    ("process 1 is killed", kill(1, signal.SIGKILL)),
    ("the last process is killed", kill(-1, signal.SIGKILL)),
    ("process 0 is to end", kill(0, signal.SIGTERM)),
    ("the last process is to end", kill(-1, signal.SIGTERM)),
    ("the starter is interrupted",
     lambda starter, _: starter.send_signal(signal.SIGINT)),
    ("the starter is to end",
     lambda starter, _: starter.send_signal(signal.SIGTERM)),
    ("the starter is killed",
     lambda starter, _: starter.send_signal(signal.SIGKILL)),
    ("all are interrupted",
     lambda starter, _: os.killpg(starter.pid, signal.SIGINT)),
]


def all_there(process, count):
    """Have all begun to work?"""
    deadline = time.time() + SECONDS
    while time.time() < deadline and process.poll() is None:
        if all(pids(count)):
            break
        time.sleep(0.05)
    time.sleep(1)
    return process.poll() is None


def wait_for_end(process, of):
    """Is everything gone?"""
    deadline = time.time() + SOON
    try:
        process.communicate(timeout=SOON)
    except subprocess.TimeoutExpired:
        return False
    while time.time() < deadline and any(map(alive, of)):
        time.sleep(0.1)
    return not any(map(alive, of))


def judge(cluster, what, process, count, told=True):
    """`told`: the starter's exit status tells what became of all."""
    if process.returncode == 0 and told:
        cluster.complain(f"{what}: is a success")
    if files():
        cluster.complain(f"{what}: left {list(files())}")
    if (read("err.0") or b"").count(b"weft:") > 1:
        cluster.complain(f"{what}: says", read("err.0"))
    for k in range(1, count):
        said = read(f"err.{k}") or b""
        # a slow process may still be starting; Open MPI reports that itself
        if said and b"before MPI_INIT completed" not in said:
            cluster.complain(f"{what}: process {k} says", said)


def strike(cluster, what, how, work, count):
    what = f"{what} of {count} ({work})"
    clean()
    process = cluster.start(count, WORKS[work].split())
    if not all_there(process, count):
        cluster.complain(f"{what}: ended before that", read("err.0"))
        return
    of = pids(count)
    how(process, of)
    if not wait_for_end(process, of):
        cluster.complain(f"{what}: goes on")
        end(process, count)
    # MPICH's, when it is itself struck, at times ends with 0
    judge(cluster, what, process, count,
          cluster.mpi != "mpich" or "process" in what)


def strike_all(cluster, every):
    works = ["run", "compare"]
    for turn, (what, how) in enumerate(STRIKES):
        for work in works if every else [works[turn % 2]]:
            for count in COUNTS if every else [COUNTS[turn % 5]]:
                strike(cluster, what, how, work, count)


def finish(cluster, what, process, count):
    """What process 0 has printed; None: there is no end."""
    try:
        return process.communicate(timeout=SECONDS)[0]
    except subprocess.TimeoutExpired:
        end(process, count)
        cluster.complain(f"{what}: goes on")
        return None


def survive(cluster, count):
    """Where the starter lets others go on, only the run is lost that a killed
    process had begun, and that is found out by the others' hearing nothing."""
    what = f"{count - 1} that go on"
    arguments = WORKS["survived"].split()
    rows = len(cluster.alone(arguments)["output"].splitlines())
    clean()
    cluster.environment["WEFT_PATIENCE"] = "20"
    process = cluster.start(count, [*arguments, "--spread"],
                            options=["--enable-recovery"])
    del cluster.environment["WEFT_PATIENCE"]
    if not all_there(process, count):
        cluster.complain(f"{what}: ended before that", read("err.0"))
        return
    os.kill(pids(count)[-1], signal.SIGKILL)
    out = finish(cluster, what, process, count)
    if out is None:
        return
    lost = out.count(f"lost: process {count - 1}".encode())
    if lost != 1 or len(out.splitlines()) != rows:
        cluster.complain(f"{what}: {lost} runs lost", out, read("err.0"))
    # with this option the starter ends with 0 whatever it has started
    judge(cluster, what, process, count, told=False)


def be_odd(cluster, count):
    """The patience of all is no number."""
    cluster.environment["WEFT_PATIENCE"] = "soon"
    expect(cluster, "an odd patience", count, ([1], [b"WEFT_PATIENCE=soon"]),
           arguments="compare broadcast -n ring:4..9 --spread".split())
    del cluster.environment["WEFT_PATIENCE"]


def show_progress(cluster):
    """A long comparison says how far it is."""
    clean()
    process = cluster.start(2, WORKS["compare"].split())
    deadline = time.time() + SECONDS
    while time.time() < deadline and b" left" not in (read("err.0") or b""):
        time.sleep(0.2)
    if not re.match(rb"\d+ of \d+ runs, about [0-9.]+ (s|min) left\n",
                    read("err.0") or b""):
        cluster.complain("no progress", read("err.0"))
    end(process, 2)


def expect(cluster, what, count, wanted, **start):
    """All end by themselves: the exit status, and what process 0 says."""
    clean()
    process = cluster.start(count, **start)
    out = finish(cluster, f"{what} of {count}", process, count)
    if out is None:
        return
    statuses, words = wanted
    got = result(process.returncode, out, read("err.0"))
    if got["status"] not in statuses or not all(
            word in (got["errors"] or b"") for word in words):
        cluster.complain(f"{what} of {count}: {got}")
    judge(cluster, f"{what} of {count}", process, count)


def fill_disk(cluster, count):
    expect(cluster, "a full disk", count, ([1], [b"trace.trf", b"too large"]),
           arguments="run successive -n hypercube:10 -s rotated -t trace.trf "
                     "--engine mpi".split(),
           shell="ulimit -f 65536; " + SHELL)


def differ(cluster, count):
    """The last process is another weft."""
    with open(cluster.weft, "rb") as file:
        program = file.read()
    version = subprocess.run([cluster.weft, "--version"], capture_output=True,
                             check=True).stdout.split()[1]
    with open("plugin-weft", "wb") as file:
        file.write(program.replace(
            version + b"\0", PATCH[:len(version)].ljust(len(version)) + b"\0"))
    os.chmod("plugin-weft", 0o755)
    expect(cluster, "another version", count,
           ([64], [b"weft: ", version, PATCH[:len(version)]]),
           arguments="run successive -n hypercube:4 -s rotated "
                     "-t trace.trf --engine mpi".split(),
           shell=f'[ "${{OMPI_COMM_WORLD_RANK:-$PMI_RANK}}" != {count - 1} ] '
                 '|| exec ./plugin-weft "$@"; '
                 + SHELL)


# What the last process is told to do instead of a run.
OTHERS = ["run successive -s rotated -n hypercube:4 --engine mpi",
          "run successive -s rotated -n hypercube:3 --engine mpi --window 7",
          "run successive --engine mpi --nothing",
          "run nowhere.xml -o out --spread",
          "compare successive -n hypercube:3 --spread"]


def disagree(cluster, count):
    for other in OTHERS:
        expect(cluster, f"{other} of the last", count, ([1, 64], [b"process"]),
               arguments="run successive -s rotated -n hypercube:3 "
                         "-t trace.trf --engine mpi".split(),
               shell='[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" != '
                     f"{count - 1} ] || set -- {other}; " + SHELL)


def main():
    cluster = Cluster(*sys.argv[1:5])
    every = sys.argv[5:] == ["all"]
    if not cluster.there():
        print(f"skipped: {cluster.mpi} or its module is not there")
        return 77
    counts = COUNTS if every else [2, 5]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        write_inputs()
        strike_all(cluster, every)
        show_progress(cluster)
        if cluster.mpi == "openmpi":  # MPICH's ends all, whatever it is told
            survive(cluster, 4)
        be_odd(cluster, 3)
        for count in counts:
            fill_disk(cluster, count)
            differ(cluster, count)
            disagree(cluster, count)
        for strategy in "last", "fails", "sinks", "stuck":
            for stack in "", " --stack 16384":
                cluster.compare(
                    f"run ./plugin.c -s {strategy} -n ring:13{stack}",
                    COUNTS if every else [4])
        os.chdir("/")
    print(f"{cluster.mpi}: {len(STRIKES)} ways to end, "
          f"{len(cluster.bad)} complaints")
    return 1 if cluster.bad else 0


sys.exit(main())
