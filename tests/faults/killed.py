#!/usr/bin/env python3
"""An experiment is killed before each call that changes a name: then nothing
is lost, and the next run finishes or undoes what was begun. A page without a
name is interrupted so: nothing is left of it.

usage: killed.py WEFT LIBREFUSE.so FOLDER
"""
import os
import shutil
import subprocess
import sys

WEFT, REFUSE, SCRATCH = map(os.path.abspath, sys.argv[1:])
EXPERIMENT = """<experiment>
  <run problem="broadcast" network="hypercube:2"><trace file="a.csv"/></run>
  <run problem="broadcast" network="hypercube:3">
    <trace file="b.csv"/><trace file="c.trf"/>
  </run>
</experiment>
"""
NAMES = ["a.csv", "b.csv", "c.trf", "manifest.txt"]


def run(folder, preload=None, force=True):
    environment = dict(os.environ)
    if preload:
        environment.update(preload, LD_PRELOAD=REFUSE)
    return subprocess.run(
        [WEFT, "run", "e.xml", "-o", folder] + ["--force"] * force,
        cwd=SCRATCH, env=environment, capture_output=True, text=True)


def files_of(folder):
    found = {}
    for root, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(root, name), "rb") as file:
                found[os.path.relpath(os.path.join(root, name), folder)] = file.read()
    return found


def prepare(folder, old, directory):
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    for name in old:
        with open(os.path.join(folder, name), "wb") as file:
            file.write(b"yesterday's " + name.encode())
    if directory:  # which no file replaces
        os.makedirs(os.path.join(folder, directory, "in"))


def lost(before, now, new, linked):
    """The first file of yesterday that is nowhere."""
    for name, bytes_ in before.items():
        here = [now[name]] if name in now else []
        if name == "manifest.txt" or not linked:  # may wait to be restored
            here += [b for n, b in now.items() if n.startswith(".weft-")]
        if bytes_ not in here and new[name] not in here:
            return name
    return None


def sweep(title, new, old, directory=None, refuse=None):
    folder = os.path.join(SCRATCH, "out")
    for call in range(1, 200):
        prepare(folder, old, directory)
        before = files_of(folder)
        done = run("out", dict(refuse or {}, WEFT_KILL=str(call)))
        if done.returncode != -9:
            assert call > 10, "%s: killed only %d times" % (title, call - 1)
            return call - 1
        where = "%s, killed before call %d" % (title, call)
        now = files_of(folder)
        gone = lost(before, now, new, refuse is None)
        assert not gone, "%s: %s is lost; there are %s" % (where, gone, sorted(now))
        again = run("out", refuse)
        now, want = files_of(folder), before if directory else new
        assert again.returncode == (1 if directory else 0), "%s: %s" % (where, again)
        assert now == want, "%s, then run again: %s" % (where, sorted(now))
    raise AssertionError("%s: no end" % title)


shutil.rmtree(SCRATCH, ignore_errors=True)
os.makedirs(SCRATCH)
with open(os.path.join(SCRATCH, "e.xml"), "w") as out:
    out.write(EXPERIMENT)
assert run("new").returncode == 0
NEW = files_of(os.path.join(SCRATCH, "new"))
assert sorted(NEW) == NAMES, sorted(NEW)
killed = sweep("into an empty folder", NEW, [])
killed += sweep("over yesterday's", NEW, NAMES)
killed += sweep("over yesterday's, without links", NEW, NAMES,
                refuse={"WEFT_NO_LINKS": "1"})
killed += sweep("and undone", NEW, NAMES[:2], directory="c.trf")
killed += sweep("and undone, without links", NEW, NAMES[:2], directory="c.trf",
                refuse={"WEFT_NO_LINKS": "1"})
print("killed %d times: nothing was lost" % killed)

pages = os.path.join(SCRATCH, "pages")
os.mkdir(pages)
os.environ.update(TMPDIR=pages)
os.environ.pop("DISPLAY", None)
os.environ.pop("WAYLAND_DISPLAY", None)
for call in range(1, 20):
    done = subprocess.run(
        [WEFT, "view", os.path.join(SCRATCH, "new", "a.csv")],
        env=dict(os.environ, LD_PRELOAD=REFUSE, WEFT_KILL=str(call),
                 WEFT_SIGNAL="15"), capture_output=True, text=True)
    if done.returncode != -15:
        break
    assert not os.listdir(pages), "interrupted before call %d: %s" % (
        call, os.listdir(pages))
assert call > 1 and os.listdir(pages), "no page after call %d" % call
print("interrupted %d times: nothing was left" % (call - 1))
