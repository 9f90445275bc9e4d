#!/usr/bin/env python3
"""What a person at a terminal sees of a long run, and what an interruption
leaves.

usage: terminal.py WEFT FOLDER
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

WEFT, SCRATCH = map(os.path.abspath, sys.argv[1:])
LONG = ["gauss", "-s", "rotated", "-n", "hypercube:5", "--size", "2000"]
PATIENCE = 60  # seconds
for ignored in signal.SIGHUP, signal.SIGINT, signal.SIGTERM:
    signal.signal(ignored, signal.SIG_DFL)  # as nohup has not left them


def fail(*words):
    sys.exit("terminal.py: " + " ".join(str(word) for word in words))


def on_terminal(arguments, wait_for, key=b"\x03"):
    """Exit status and output; `key` is pressed when `wait_for` is seen."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(SCRATCH)
        os.execv(WEFT, [WEFT] + arguments)
    output, pressed, begin = "", None, time.monotonic()
    while time.monotonic() - begin < PATIENCE:
        if select.select([terminal], [], [], 1)[0]:
            try:
                output += os.read(terminal, 65536).decode()
            except OSError:  # the other end is closed
                break
        if not pressed and re.search(wait_for, output):
            os.write(terminal, key)
            pressed = time.monotonic()
    if not pressed:
        fail(arguments, "never said", wait_for, ":", output[-300:])
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if time.monotonic() - pressed > 5:
        fail(arguments, "took long to stop")
    return status, output


def expect(arguments, wait_for, said):
    status, output = on_terminal(arguments, wait_for)
    last = re.split(r"\r\x1b\[K", output)[-1].strip()
    if status != 130 or not re.search(said, last):
        fail(arguments, "ends with", status, last)


def hidden(folder):
    return [name for name in os.listdir(folder) if name.startswith(".")]


def test_progress():
    estimate = r"%, (about|at least) \d+ (s|min) left"
    expect(["run", *LONG, "-t", "a.csv"], estimate,
           r"^weft: interrupted in step \d+ of processor \d+; nothing was kept$")
    if os.path.exists(SCRATCH + "/a.csv") or hidden(SCRATCH):
        fail("an interrupted run has left", os.listdir(SCRATCH))
    expect(["compare", "gauss", "-n", "hypercube:2,hypercube:5", "-s", "rotated",
            "--size", "64,2000"], r"\d of 4 runs, about \d+",
           r"interrupted: \d of 4 runs done")
    # in a pipe: not a word
    child = subprocess.Popen([WEFT, "run", *LONG], stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT)
    time.sleep(1.7)
    child.terminate()
    said = child.communicate()[0].decode()
    if child.returncode != 143 or not re.fullmatch(
            r"weft: interrupted [a-z0-9 ]*; nothing was kept\n", said):
        fail("in a pipe:", child.returncode, said)


EXPERIMENT = """<experiment>
  <run problem="broadcast" network="hypercube:3">
    <trace file="a.csv"/><figure kind="gantt" file="a.svg"/>
  </run>
  <run problem="gauss" network="hypercube:5" size="%d"><trace file="b.csv"/></run>
  <run problem="broadcast" network="hypercube:2"><trace file="c.csv"/></run>
</experiment>
"""


def write_experiment(size):
    with open(SCRATCH + "/e.xml", "w") as out:
        out.write(EXPERIMENT % size)


def run(folder, *arguments):
    done = subprocess.run([WEFT, "run", "e.xml", "-o", folder, *arguments],
                          cwd=SCRATCH, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def interrupt(folder, number=signal.SIGINT, stop_at="a.svg"):
    """Stop it while the item after `stop_at` is made."""
    child = subprocess.Popen([WEFT, "run", "e.xml", "-o", folder],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             cwd=SCRATCH, text=True)
    path, begin = os.path.join(SCRATCH, folder), time.monotonic()
    while time.monotonic() - begin < PATIENCE:
        made = [os.path.join(path, name, stop_at) for name in
                (hidden(path) if os.path.exists(path) else [])]
        if not stop_at or any(os.path.exists(name) for name in made):
            break
        time.sleep(0.001)
    time.sleep(0.1)  # the item is entered, the next one begun
    child.send_signal(number)
    said = child.communicate()[0]
    if child.returncode != 128 + number:
        fail("interrupted experiment:", child.returncode, said)
    return said


def same(one, other):
    return subprocess.run(["diff", "-r", one, other], cwd=SCRATCH,
                          capture_output=True).returncode == 0


def test_experiment():
    write_experiment(1000)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        shutil.rmtree(SCRATCH + "/out", ignore_errors=True)
        said = interrupt("out", number)
        if "interrupted; 2 of 4 files are kept in out/interrupted" not in said:
            fail(number, "said", said)
        if os.listdir(SCRATCH + "/out") != ["interrupted"] or sorted(
                os.listdir(SCRATCH + "/out/interrupted")) != [
                    "a.csv", "a.svg", "manifest.txt"]:
            fail(number, "left other files")
        if "interrupted 4\n" not in open(SCRATCH + "/out/interrupted/manifest.txt").read():
            fail("the manifest does not say that it is not the whole")
    # goes on, and is whole
    code, said = run("out")
    if code or "4 files and manifest.txt written, 2 of them made by" not in said:
        fail("the second run:", code, said)
    code, said = run("whole")
    if code or not same("out", "whole"):
        fail("with an interruption the result is another")
    # a whole result stays as it is, what is kept is beside it
    interrupt("out")
    shutil.move(SCRATCH + "/out/interrupted", SCRATCH + "/kept")
    if not same("out", "whole"):
        fail("an interruption has changed a whole result")
    shutil.move(SCRATCH + "/kept", SCRATCH + "/out/interrupted")
    code, said = run("out")
    if code or "identical" not in said or not same("out", "whole"):
        fail("after an interruption:", code, said)


def test_not_taken():
    """What is kept of another experiment, or has been changed, is not used."""
    write_experiment(1000)
    interrupt("other")
    with open(SCRATCH + "/other/interrupted/a.csv", "a") as out:
        out.write("\n")
    code, said = run("other")
    if code or "made by" in said or not same("other", "whole"):
        fail("a changed file was used:", said)
    shutil.rmtree(SCRATCH + "/other")
    interrupt("other")
    write_experiment(64)
    code, said = run("other")
    if code or "made by" in said or os.path.exists(SCRATCH + "/other/interrupted"):
        fail("files of another experiment were used:", said)
    # a folder of that name that is not ours
    write_experiment(1000)
    os.makedirs(SCRATCH + "/own/interrupted")
    with open(SCRATCH + "/own/interrupted/mine", "w") as out:
        out.write("mine\n")
    said = interrupt("own")
    if "cannot keep files" not in said or "nothing was written" not in said:
        fail("a folder of others:", said)
    if os.listdir(SCRATCH + "/own") != ["interrupted"] or os.listdir(
            SCRATCH + "/own/interrupted") != ["mine"]:
        fail("a folder of others was changed")


OF_FILES = """<experiment>
  <run %s><trace file="a.csv"/></run>
  <run problem="gauss" network="hypercube:5" size="1000"><trace file="b.csv"/></run>
</experiment>
"""


def test_other_files():
    """What was made of another file, which may have changed, is made anew."""
    for name, text, words in [
            ("s.sched", "1 0 1 0\n", 'schedule="s.sched" network="line:3"'),
            ("n.edges", "0 1\n1 2\n", 'problem="broadcast" network="file:n.edges"')]:
        with open(SCRATCH + "/e.xml", "w") as out:
            out.write(OF_FILES % words)
        with open(f"{SCRATCH}/{name}", "w") as out:
            out.write(text)
        interrupt("of-files", stop_at="a.csv")
        code, said = run("of-files")
        if code or "made by" in said:
            fail("what another file gave was used:", name, said)
        shutil.rmtree(SCRATCH + "/of-files")


shutil.rmtree(SCRATCH, ignore_errors=True)
os.makedirs(SCRATCH)
test_progress()
test_experiment()
test_not_taken()
test_other_files()
