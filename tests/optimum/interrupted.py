#!/usr/bin/env python3
"""`weft optimum` ends soon after a signal, in whatever phase it is.

usage: interrupted.py WEFT ENDLESS.c FOLDER

Each phase gets each signal when it has been reached, alone or together with the
programs that it started. weft has to print the known range and exit with 0, or
one line and exit with 1; it leaves no file but a trace of a known schedule.
"""
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time

WEFT, ENDLESS, SCRATCH = map(os.path.abspath, sys.argv[1:])
PATIENCE = 120  # seconds
LATE = "weft: interrupted before a result was known; no file was written\n"
RANGE = r"  steps  +(\d+ to \d+|\d+ or more), undecided\n"
STOPPED = r"weft: stopped before the \w+ \w+ known\n"
TREES = r"stopped before the trees were known\n"
SIGNALS = signal.SIGINT, signal.SIGTERM, signal.SIGHUP
for number in SIGNALS:
    signal.signal(number, signal.SIG_DFL)  # as nohup has not left them


def fail(*words):
    sys.exit("interrupted.py: " + " ".join(str(word) for word in words))


def is_reached(child, shown):
    """The endless program or the solver has begun."""
    return os.path.exists("reached")


def is_watched(child, shown):
    """weft has begun to be late after signals, by SIGALRM."""
    with open("/proc/%d/status" % child.pid) as status:
        caught = re.search(r"SigCgt:\s*(\w+)", status.read()).group(1)
    return int(caught, 16) >> (signal.SIGALRM - 1) & 1


def is_searched(child, shown):
    """The terminal shows the number of steps that is being decided."""
    return re.search(r"\d+ steps\? ", shown)


# name, arguments, environment, when the signal comes, what weft may say
OWN = ["turn.c", "-t", "a.sched"]
PHASES = [
    ("bounds", OWN, {"ENDLESS": "bounds"}, is_reached, re.escape(LATE)),
    ("strategy that computes", OWN, {"ENDLESS": "idle"}, is_reached, re.escape(LATE)),
    ("strategy that sends", OWN, {"ENDLESS": "busy"}, is_reached, RANGE),
    ("search", ["multinode", "-n", "hypercube:4", "-m", "shouting", "-t", "a.sched"],
     {}, is_searched, RANGE),
    ("formula", ["multinode", "-n", "hypercube:6", "-m", "shouting", "--force",
                 "--no-strategies", "--proof", "a"],
     {}, is_watched, RANGE + "|" + re.escape(LATE)),
    ("proof", ["broadcast", "-n", "ring:6", "--proof", "a"], {}, is_reached,
     r"proof +not written: the search was stopped\n"),
    ("proof of parts", ["broadcast", "-n", "ring:6", "--proof", "a", "--cubes", "4"], {},
     is_reached, r"proof +not written: the search was stopped\n"),
    ("cut", ["allgather", "--bandwidth", "-n", "random:3000x4", "--cut-only"],
     {}, is_watched, STOPPED + "|" + re.escape(LATE)),
    ("trees", ["allgather", "--bandwidth", "-n", "random:200x5", "--force", "-t", "a.csv"],
     {}, is_watched, STOPPED + "|" + TREES + "|" + re.escape(LATE))]


def start(arguments, environment):
    terminal, end = pty.openpty()
    child = subprocess.Popen(
        [WEFT, "optimum", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=end,
        env=dict(os.environ, PATH=SCRATCH + "/bin:" + os.environ["PATH"],
                 XDG_CACHE_HOME=SCRATCH, **environment),
        start_new_session=True, text=True)
    os.close(end)
    return child, terminal


def read(terminal, seconds):
    """What has been written to the terminal; None: it is closed."""
    if not select.select([terminal], [], [], seconds)[0]:
        return ""
    try:
        return os.read(terminal, 65536).decode()
    except OSError:
        return None


def interrupted(phase, number, group, delay):
    """What weft has printed, and its exit status."""
    name, arguments, environment, ready, _ = phase
    for left in os.listdir():
        if left not in ("bin", "turn.c", "weft"):
            os.remove(left)
    child, terminal = start(arguments, environment)
    shown, begin = "", time.monotonic()
    while not ready(child, shown):
        shown += read(terminal, 0.02) or ""
        if child.poll() is not None or time.monotonic() - begin > PATIENCE:
            fail(name, "was not reached:", child.returncode, shown, child.stdout.read())
    time.sleep(delay)
    (os.killpg if group else os.kill)(child.pid, number)
    try:
        said = child.communicate(timeout=PATIENCE)[0]
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        fail(name, "does not end after", number)
    while True:
        part = read(terminal, 0)
        if not part:
            break
        shown += part
    os.close(terminal)
    lines = re.split(r"\r\x1b\[K", shown.replace("\r\n", "\n"))[-1]
    return child.returncode, said + lines


def check(phase, number, group=False, delay=0.0):
    name, _, _, _, wanted = phase
    status, said = interrupted(phase, number, group, delay)
    known = re.search(RANGE, said) or "not written" in said or TREES[:-2] in said
    if not re.search(wanted, said) or (
            status != 0 if known and "a.csv" not in phase[1] else status != 1):
        fail(name, "ends with", status, said)
    if status and said.count("\n") > 1 and not known:
        fail(name, "prints more than one line:", said)
    schedule = re.search("upper bound", said) and "-t" in phase[1]
    files = set(os.listdir()) - {"bin", "turn.c", "weft", "reached"}
    if files != ({phase[1][-1]} if schedule and not status else set()):
        fail(name, "leaves", files, "and says", said)
    return said


shutil.rmtree(SCRATCH, ignore_errors=True)
os.makedirs(SCRATCH + "/bin")
os.chdir(SCRATCH)
shutil.copy(ENDLESS, "turn.c")
with open("bin/cadical", "w") as solver:  # which does not end by itself
    solver.write("#!/bin/sh\ntouch reached\nexec sleep 1000\n")
os.chmod("bin/cadical", 0o755)
for one in PHASES:
    for sent in SIGNALS:
        said = check(one, sent)
        if "--proof" in one[1]:
            check(one, sent, group=True)
pause = 0.125  # the trees begin some time after the cut is known
while pause < PATIENCE and not re.search(TREES, said):
    pause *= 2
    said = check(PHASES[-1], signal.SIGTERM, delay=pause)
if not re.search(TREES, said):
    fail("the trees were not reached")
