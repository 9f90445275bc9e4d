"""What tests of several processes have in common: starting them by an MPI, and
comparing what they print and write with what one process does.

Each test works in a folder of its own, which begins empty."""
import os
import re
import shutil
import signal
import subprocess

SECONDS = 600  # an end that does not come, on a busy machine too

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
static int last(struct weft_processor *self, struct weft_work *work)
{
    (void)work;
    for (int i = 0; i < 5; i++)
        if (weft_step(self))
            return -1;
    return weft_rank(self) < weft_size(self) - 1
               ? 0
               : weft_fail(self, "the last one");
}
WEFT_STRATEGY(.name = "last", .problem = "allgather", .function = last)
static int deep(struct weft_processor *self, int depth)
{
    volatile char room[600];
    room[0] = (char)depth;
    return depth > 10000 ? weft_step(self) : deep(self, depth + 1) + room[0];
}
static int sinks(struct weft_processor *self, struct weft_work *work)
{
    (void)work;
    return weft_rank(self) == 3 ? deep(self, 0) : 0;
}
WEFT_STRATEGY(.name = "sinks", .problem = "allgather", .function = sinks)
static int stuck(struct weft_processor *self, struct weft_work *work)
{
    struct weft_message message;
    (void)work;
    int next = (weft_rank(self) + 1) % weft_size(self);
    return weft_receive(self, next, &message);
}
WEFT_STRATEGY(.name = "stuck", .problem = "allgather", .function = stuck)
"""

EXPERIMENT = """<?xml version="1.0" encoding="UTF-8"?>
<experiment title="On several processes">
  <run problem="successive" network="hypercube:3" strategy="rotated">
    <trace file="alone.csv"/>
    <figure kind="gantt" file="gantt.svg"/>
  </run>
  <run problem="successive" network="hypercube:5" strategy="rotated"
      engine="mpi">
    <trace file="shared.csv"/>
  </run>
  <compare problem="broadcast" model="one-port">
    <range network="line:4,ring:5"/>
    <table file="networks.csv"/>
    <plot file="networks.svg"/>
  </compare>
  <compare problem="multinode">
    <range network="hypercube:2..5"/>
    <range strategy="%s"/>
    <table file="multinode.csv"/>
  </compare>
</experiment>
"""


def together_option(arguments):
    """By which processes do a command together, and what is said instead."""
    if arguments[0] == "run" and not arguments[1].endswith(".xml"):
        return ["--engine", "mpi"], ["--engine", "fibers"]
    return ["--spread"], []


# Each process has an error stream and tells its number.
SHELL = ('n=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}; echo $$ >pid.$n; '
         'exec "$0" "$@" 2>err.$n')

INPUTS = "plugin"  # what files of the test itself begin with


class Cluster:
    """An MPI, the weft that it starts, and what was wrong."""

    def __init__(self, mpi, weft, modules, include):
        self.mpi = mpi
        self.weft = os.path.abspath(weft)
        self.modules = os.path.abspath(modules)
        self.starter = shutil.which("mpirun." + mpi)
        self.bad = []
        self.environment = dict(
            os.environ, WEFT_MODULES=self.modules,
            WEFT_INCLUDE=os.path.abspath(include),
            OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
            OMPI_MCA_rmaps_base_oversubscribe="1",
            OMPI_MCA_btl_vader_single_copy_mechanism="none",
            OMPI_MCA_hwloc_base_binding_policy="none", HWLOC_HIDE_ERRORS="2")

    def there(self):
        return bool(self.starter) and os.path.exists(
            f"{self.modules}/weft-{self.mpi}.so")

    def complain(self, what, *lines):
        self.bad.append(what)
        print(what, *lines, sep="\n  ", flush=True)

    def start(self, count, arguments, shell=SHELL, options=(), **more):
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL,
                   **more}
        return subprocess.Popen(
            [self.starter, *options, "-n", str(count), "sh", "-c", shell,
             self.weft, *arguments],
            env=self.environment, start_new_session=True, **streams)

    def alone(self, arguments):
        """The result of one process."""
        clean()
        done = subprocess.run(
            [self.weft, *arguments, *together_option(arguments)[1]],
            env=self.environment, capture_output=True, timeout=SECONDS,
            check=False)
        return result(done.returncode, done.stdout, done.stderr)

    def together(self, count, arguments):
        """The same of several."""
        clean()
        process = self.start(count, [*arguments, *together_option(arguments)[0]])
        try:
            out, _ = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            end(process, count)
            return {"status": "hangs"}
        for k in range(1, count):
            if read(f"err.{k}"):
                self.complain(f"{arguments}: process {k} prints",
                              read(f"err.{k}"))
        return result(process.returncode, out, read("err.0"))

    def compare(self, command, counts):
        """The same, whoever does it. Words are parted by blanks."""
        arguments = command.split()
        wanted = self.alone(arguments)
        for count in counts:
            got = self.together(count, arguments)
            for key in sorted({*wanted, *got}):
                if wanted.get(key) != got.get(key):
                    self.complain(
                        f"{command}, {count} processes: {key} differs",
                        str(wanted.get(key))[:300], str(got.get(key))[:300])
        return wanted


def pids(count):
    """What the processes are known by to the system; 0: not yet there."""
    return [int(read(f"pid.{k}") or 0) for k in range(count)]


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def end(process, count):
    """The starter and all that it has started."""
    os.killpg(process.pid, signal.SIGKILL)
    for pid in pids(count):
        if pid and alive(pid):
            os.kill(pid, signal.SIGKILL)
    process.communicate()


def read(name):
    try:
        with open(name, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def clean():
    for name in os.listdir():
        if os.path.isdir(name):
            shutil.rmtree(name)
        elif not name.startswith(INPUTS):
            os.remove(name)


def files():
    """All that was written."""
    names = [os.path.relpath(os.path.join(folder, name))
             for folder, _, found in os.walk(".") for name in found]
    return {name: read(name) for name in sorted(names)
            if not name.startswith(("err.", "pid.", INPUTS))}


def without_time(text):
    """JSON tells how long the run took, and by how many threads."""
    return re.sub(rb'("(wall_seconds|threads)":) [0-9.e+-]+', rb"\1", text)


def without_progress(text):
    return re.sub(rb"(?m)^\d+ of \d+ runs?(, about .* left)?\n", b"", text)


def result(status, out, err):
    return {"status": status, "output": without_time(out),
            "errors": without_progress(without_time(err or b"")),
            **files()}


def write_inputs():
    with open("plugin.c", "w", encoding="ascii") as file:
        file.write(PLUGIN)
    for name, strategies in ("good", "necklace,split"), ("bad", "isolated"):
        with open(f"plugin-{name}.xml", "w", encoding="ascii") as file:
            file.write(EXPERIMENT % strategies)
