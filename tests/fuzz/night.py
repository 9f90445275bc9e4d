#!/usr/bin/env python3
"""All fuzz targets in turn with libFuzzer, until the time is over.

usage: night.py HOURS [TARGET...]

Each turn is a minute by run.sh, which goes on where the last one ended, and
from traces of many strategies in all formats. What each target has
had, of time of the processor and of inputs, is added up in build-fuzz/night.json
from one night to the next and printed as a table; remove that file to begin
anew, as after a find is mended. Ends with 1 if anything was found: the inputs
are in build-fuzz/found, what was said in build-fuzz/TARGET.log.
"""
import json
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.path.join(HERE, "..", "..", "build-fuzz")
KEPT = os.path.join(BUILD, "night.json")
TURN = 60  # seconds

# A small run of every problem; its network and what else it needs.
RUNS = """\
successive hypercube:3 -s interleaved
successive hypercube:3 -s woven
successive hypercube:2 --cost ts=10,tw=3
simultaneous hypercube:2
multinode hypercube:2
scatter hypercube:2
gather mesh:2x2
reduce complete:5 --cost ts=7,tw=2,tc=1
allgather complete:4 -s bruck
allreduce complete:4
reduce-scatter complete:4
alltoall complete:4
barrier complete:4
scan complete:4
exscan complete:4
stream line:3
gauss ring:4
broadcast mesh:3x2 --cost ts=5,tw=1""".splitlines()
ENDINGS = {"picl": ".trf", "picl1": ".trf1", "chrome": ".json", "csv": ".csv",
           "schedule": ".sched", "trace-goal": ".goal", "msccl": ".xml",
           "paje": ".paje"}
ALL_FORMATS = "judge roundtrip run".split()


def targets():
    return sorted(name[:-5] for name in os.listdir(HERE)
                  if name.endswith(".dict"))


def begin(target, weft):
    """Traces to go on from, in the folder of what the target has found."""
    folder = os.path.join(BUILD, "corpus-" + target)
    os.makedirs(folder, exist_ok=True)
    endings = (ENDINGS.values() if target in ALL_FORMATS
               else [ENDINGS[target]] if target in ENDINGS else [])
    for number, run in enumerate(RUNS):
        for ending in endings:
            path = os.path.join(folder, f"run-{number}{ending}")
            written = "picl1:" + path if ending == ".trf1" else path
            problem, network, *more = run.split()
            subprocess.run([weft, "run", problem, "-n", network, *more, "-t", written],
                           stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, check=False)


def turn(target, seconds):
    """Time of the processor, inputs, and whether something was found."""
    log = os.path.join(BUILD, target + ".log")
    with open(log, "w") as out:
        started = subprocess.Popen(
            [os.path.join(HERE, "run.sh"), target, str(seconds)],
            stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        _, status, used = os.wait4(started.pid, 0)
    with open(log, errors="replace") as text:
        inputs = re.search(r"number_of_executed_units: (\d+)", text.read())
    if status:
        os.replace(log, f"{log}.{int(time.time())}")
    return (used.ru_utime + used.ru_stime,
            int(inputs.group(1)) if inputs else 0, int(status != 0))


def show(had):
    print("| target | minutes of the processor | inputs | finds |")
    print("|---|---|---|---|")
    for target, (seconds, inputs, finds) in sorted(had.items()):
        print(f"| `{target}` | {seconds / 60:.1f} | {inputs:,} | {finds} |"
              .replace(",", " "))
    print(f"| all | {sum(row[0] for row in had.values()) / 60:.1f} | "
          f"{sum(row[1] for row in had.values()):,} | "
          .replace(",", " ") + f"{sum(row[2] for row in had.values())} |",
          flush=True)


def main(hours, *names):
    end = time.time() + float(hours) * 3600
    os.makedirs(BUILD, exist_ok=True)
    had = {}
    if os.path.exists(KEPT):
        with open(KEPT) as kept:
            had = json.load(kept)
    begun = set()
    while time.time() < end:
        for target in names or targets():
            left = int(min(TURN, end - time.time()))
            if left <= 0:
                break
            had[target] = [a + b for a, b in zip(had.get(target, [0, 0, 0]),
                                                 turn(target, left))]
            if target not in begun: # the first turn has built weft
                begin(target, os.path.join(BUILD, "tools", "weft"))
                begun.add(target)
            with open(KEPT + "~", "w") as kept:
                json.dump(had, kept)
            os.replace(KEPT + "~", KEPT)
        show(had)
    return 1 if any(finds for _, _, finds in had.values()) else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
