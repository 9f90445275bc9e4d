#!/usr/bin/env python3
"""OTF2 archives in and out.

    archives.py WEFT FOREIGN EXPECTED

FOREIGN writes an archive as another program would; EXPECTED is what weft says
of it (UPDATE=1 rewrites it). Traces of weft come back as they were."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

weft, foreign, expected = map(os.path.abspath, sys.argv[1:])
failures = []


def run(*words, stdin=None, **environment):
    return subprocess.run(words, stdin=stdin, capture_output=True, text=True, errors="replace",
                          timeout=120, env={**os.environ, **environment})


def fail(what, ended):
    failures.append(f"{what}: status {ended.returncode}\n{ended.stdout[:300]}{ended.stderr}")


def good(*words):
    ended = run(*words)
    if ended.returncode or ended.stderr:
        fail(" ".join(words[1:]), ended)
    return ended.stdout


def stats(path):
    said = json.loads(good(weft, "stats", "--json", "--waits", path))
    return {key: value for key, value in said.items() if key not in ("file", "format")}


def contents(folder):
    return {os.path.relpath(os.path.join(at, name), folder):
            open(os.path.join(at, name), "rb").read()
            for at, _, names in os.walk(folder) for name in names}


def read_foreign():
    good(foreign, "foreign")
    said = ""
    for words in (("convert", "foreign", "csv:-"), ("stats", "foreign", "--waits"),
                  ("check", "foreign/traces.otf2")):
        ended = run(weft, *words)
        said += f"$ weft {' '.join(words)}\n{ended.stderr}{ended.stdout}[{ended.returncode}]\n"
    if os.environ.get("UPDATE"):
        open(expected, "w").write(said)
    elif said != open(expected).read():
        open("said", "w").write(said)
        failures.append(run("diff", "-u", expected, "said").stdout)


RUNS = [
    "broadcast -n hypercube:3",
    "simultaneous -s prefix -n hypercube:3",
    "multinode -n hypercube:3 -m all-port --cost ts=7,tw=2,th=1",
    "allreduce -n mesh:2x3 -m one-port-duplex",
    "gauss -n hypercube:2 --size 16",
]


def there_and_back(name, messages):
    """Twice, to the same bytes; read again, to the same statistics."""
    good(weft, "convert", name, "otf2:one")
    good(weft, "convert", name, "otf2:other")
    if contents("one") != contents("other"):
        failures.append(f"{name}: two archives differ")
    if stats(name) != stats("one"):
        failures.append(f"{name}: other statistics\n{stats(name)}\n{stats('one')}")
    if shutil.which("otf2-print"):
        said = good("otf2-print", "one/traces.otf2")
        records = sum(line.startswith("MPI_SEND") for line in said.splitlines())
        if records != messages:
            failures.append(f"{name}: {records} records of {messages} messages")
    shutil.rmtree("other")


def write():
    for words in RUNS:
        said = good(weft, "run", *words.split(), "--json", "-t", "run.json")
        there_and_back("run.json", json.loads(said)["messages"])
        shutil.rmtree("one")
    # tasks that overlap, of another program
    with open("slices.json", "w") as out:
        out.write('[{"ph":"X","pid":1,"tid":1,"ts":0,"dur":50,"name":"a"},\n'
                  '{"ph":"X","pid":1,"tid":1,"ts":20,"dur":60,"name":"b"},\n'
                  '{"ph":"X","pid":1,"tid":2,"ts":0.5,"dur":7,"name":"\u00e9, \\"q\\""}]\n')
    there_and_back("slices.json", 0)


def damage():
    """Each file cut off at several places, or gone: one line, or a trace."""
    whole = contents("foreign")
    for name, text in whole.items():
        for part in (None, 0, 1, 7, len(text) // 3, len(text) - 9, len(text) - 1):
            path = os.path.join("foreign", name)
            if part is None:
                os.remove(path)
            else:
                open(path, "wb").write(text[:part])
            ended = run(weft, "stats", "foreign")
            if ended.returncode not in (0, 1) or ended.stderr.count("\n") > 1:
                fail(f"{name} cut to {part} bytes", ended)
            open(path, "wb").write(text)
    shutil.rmtree("foreign/traces")
    refused("the events of location 0 cannot be read", "stats", "foreign")


def refused(text, *words, **more):
    ended = run(weft, *words, **more)
    if ended.returncode == 0 or text not in ended.stderr or ended.stderr.count("\n") != 1:
        fail(f"{' '.join(words)}: expected '{text}'", ended)


def refuse():
    here = sorted(os.listdir("."))
    refused("'one' exists; an OTF2 archive needs a new folder",
            "convert", "run.json", "otf2:one")
    refused("write otf2:FOLDER", "convert", "run.json", "otf2:-")
    refused("omit .gz", "convert", "run.json", "otf2:a.gz")
    refused("No such file or directory", "convert", "run.json", "otf2:no/folder")
    with open("one/traces.otf2", "rb") as anchor:
        refused("cannot be read from standard input", "stats", "-", stdin=anchor)
    refused("need the module weft-otf2, and /nowhere/weft-otf2 does not exist",
            "convert", "run.json", "otf2:new", WEFT_MODULES="/nowhere")
    refused("'one/traces.otf2': OTF2 traces need the module",
            "stats", "one", WEFT_MODULES="/nowhere")
    # no message without a length that is none of its network: the run fails
    refused("", "run", "broadcast", "-n", "ring:1x", "-t", "otf2:new")
    good(weft, "convert", "run.json", "otf2:new/traces.otf2")
    there = sorted(os.listdir("new"))
    if there != ["traces", "traces.def", "traces.otf2"]:
        failures.append(f"in the folder of an archive: {there}")
    shutil.rmtree("new")
    if sorted(os.listdir(".")) != here:
        failures.append(f"left behind: {sorted(os.listdir('.'))}")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    read_foreign()
    write()
    refuse()
    damage()
    os.chdir("/")
print("\n".join(failures[:20]) or "all archives are as expected")
sys.exit(bool(failures))
