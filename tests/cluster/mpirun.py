#!/usr/bin/env python3
"""Engine mpi under a real MPI: what is printed and written, and what becomes of
processes that end early.

usage: mpirun.py MPI WEFT MODULES INCLUDE PROGRAM...

MPI is mpich or openmpi; each PROGRAM is a stress program with its arguments,
in one word. Without that MPI the test is skipped (77)."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

MPI, WEFT, MODULES, INCLUDE = sys.argv[1], *map(os.path.abspath, sys.argv[2:5])
PROGRAMS = sys.argv[5:]
STARTER = shutil.which("mpirun." + MPI)
SECONDS = 60

PLUGIN = r"""
#include <weft/plugin.h>
static int fails(struct weft_processor *self, struct weft_work *work)
{
    (void)work;
    if (weft_step(self))
        return -1;
    return weft_rank(self) % 5 == 4
               ? weft_fail(self, "as planned at %d", weft_rank(self))
               : weft_step(self);
}
WEFT_STRATEGY(.name = "fails", .problem = "allgather", .function = fails)
static int stuck(struct weft_processor *self, struct weft_work *work)
{
    struct weft_message message;
    (void)work;
    int next = (weft_rank(self) + 1) % weft_size(self);
    return weft_receive(self, next, &message);
}
WEFT_STRATEGY(.name = "stuck", .problem = "allgather", .function = stuck)
"""

# What must be the same on any number of processes. TRACE stands for a file.
COMMANDS = [
    "run successive -n hypercube:5 -s rotated -t TRACE.trf -t TRACE.sched",
    "run successive -n hypercube:3 -s rotated --spacing 1",
    "run successive -n hypercube:4 -s rotated --limit-steps 7",
    "run stream -n complete:21 -s binary --packets 30 --json -t TRACE.json",
    "run gauss -n hypercube:3 -s woven --cost ts=3,tw=1",
    "run allreduce -n torus:3x3 -s ring -t TRACE.html",
    "run allgather -n ring:8 --show",
    "run multinode -n hypercube:4 -s isolated -t TRACE.csv",
    "run broadcast -n hypercube:1 -t -",
    "run ./plugin.c -s fails -n ring:13",
    "run ./plugin.c -s stuck -n ring:6",
    "run successive -s nothing",
    "run successive --nothing",
    "run successive -t nowhere/TRACE.trf",
    "run successive -t picl:/dev/full -n hypercube:8",
    "run --help",
    "compare successive -n hypercube:2..4 -m shouting,one-port",
    "compare stream -n complete:4..32 --cost ts=10,tw=1 --figure TRACE.svg",
    "compare multinode -n hypercube:3",
    "compare scatter -n hypercube:3 --engine mpi",
]

# The option by which processes do a command together, and what is said instead
# where there is one.
TOGETHER = {"run": (["--engine", "mpi"], ["--engine", "fibers"]),
            "compare": (["--spread"], [])}

# Each process has an error stream and tells its number.
SHELL = ('n=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}; echo $$ >pid.$n; '
         'exec "$0" "$@" 2>err.$n')

ENVIRONMENT = dict(os.environ, WEFT_MODULES=MODULES, WEFT_INCLUDE=INCLUDE,
                   OMPI_ALLOW_RUN_AS_ROOT="1",
                   OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1",
                   OMPI_MCA_btl_vader_single_copy_mechanism="none",
                   OMPI_MCA_hwloc_base_binding_policy="none",
                   HWLOC_HIDE_ERRORS="2")
bad = []


def complain(what, *lines):
    bad.append(what)
    print(what, *lines, sep="\n  ")


def start(count, arguments, **more):
    return subprocess.Popen(
        [STARTER, "-n", str(count), "sh", "-c", SHELL, WEFT, *arguments],
        env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        start_new_session=True, **more)


def read(name):
    try:
        with open(name, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def clean():
    for name in os.listdir():
        if not name.startswith("plugin"):
            os.remove(name)


def files():
    return {name: read(name) for name in sorted(os.listdir())
            if not name.startswith(("err.", "pid.", "plugin"))}


def without_time(text):
    """JSON tells how long the run took."""
    return b"\n".join(line for line in text.split(b"\n")
                      if b"wall_seconds" not in line)


def result(status, out, err):
    return {"status": status, "output": without_time(out), "errors": err,
            **files()}


def alone(arguments):
    clean()
    done = subprocess.run([WEFT, *arguments, *TOGETHER[arguments[0]][1]],
                          capture_output=True, timeout=SECONDS)
    return result(done.returncode, done.stdout, done.stderr)


def together(count, arguments):
    clean()
    process = start(count, [*arguments, *TOGETHER[arguments[0]][0]])
    out, _ = process.communicate(timeout=SECONDS)
    for k in range(1, count):
        if read(f"err.{k}"):
            complain(f"{arguments}: process {k} prints", read(f"err.{k}"))
    return result(process.returncode, out, read("err.0"))


def check(command):
    arguments = [word.replace("TRACE", "trace") for word in command.split()]
    wanted = alone(arguments)
    for count in COUNTS:
        got = together(count, arguments)
        for key in {*wanted, *got}:
            if wanted.get(key) != got.get(key):
                complain(f"{command}, {count} processes: {key} differs",
                         str(wanted.get(key))[:300], str(got.get(key))[:300])


LONG = ["run", "successive", "-n", "hypercube:12", "-s", "rotated", "-t",
        "trace.trf", "--engine", "mpi"]


def started(process, count):
    """Have all begun to work?"""
    deadline = time.time() + SECONDS
    while time.time() < deadline and process.poll() is None:
        if all(read(f"pid.{k}") for k in range(count)):
            break
        time.sleep(0.05)
    time.sleep(1)


def check_end(what, strike, count=3):
    """Everything is gone within seconds, and nothing is half written."""
    clean()
    process = start(count, LONG)
    started(process, count)
    pids = [int(read(f"pid.{k}")) for k in range(count)]
    if process.poll() is not None:
        complain(f"{what}: the run ended before it was struck")
        return
    strike(process, pids)
    begin = time.time()
    try:
        process.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        complain(f"{what}: hangs")
    while time.time() < begin + 20 and any(map(alive, pids)):
        time.sleep(0.1)
    for pid in filter(alive, pids):
        complain(f"{what}: process {pid} goes on")
        os.kill(pid, signal.SIGKILL)
    if process.returncode == 0:
        complain(f"{what}: is a success")
    if files():
        complain(f"{what}: left {list(files())}")
    reports = (read("err.0") or b"").count(b"weft:")
    if reports > 1 or any(read(f"err.{k}") for k in range(1, count)):
        complain(f"{what}: {reports} reports")


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def main():
    if not STARTER or not os.path.exists(f"{MODULES}/weft-{MPI}.so"):
        print(f"skipped: {MPI} or its module is not there")
        return 77
    programs = [[os.path.abspath(word) if "/" in word else word
                 for word in program.split()] for program in PROGRAMS]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("plugin.c", "w", encoding="ascii") as file:
            file.write(PLUGIN)
        for program in programs:
            done = subprocess.run([STARTER, "-n", "3", *program],
                                  env=ENVIRONMENT, capture_output=True,
                                  timeout=100, check=False)
            if done.returncode:
                complain(f"{program}", done.stdout.decode()[-500:],
                         done.stderr.decode()[-500:])
        for command in COMMANDS:
            check(command)
        check_end("process 1 is killed",
                  lambda _, pids: os.kill(pids[1], signal.SIGKILL))
        check_end("process 0 is killed",
                  lambda _, pids: os.kill(pids[0], signal.SIGKILL))
        check_end("the starter is interrupted",
                  lambda process, _: process.send_signal(signal.SIGINT))
        os.chdir("/")
    print(f"{MPI}: {len(COMMANDS)} commands on {COUNTS} processes, "
          f"{len(bad)} complaints")
    return 1 if bad else 0


COUNTS = [2, 5] if MPI == "mpich" else [3]
sys.exit(main())
