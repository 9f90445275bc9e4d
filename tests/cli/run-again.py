"""Every strategy: what it does can be done again from its csv.

    run-again.py WEFT

In unit time the trace is in whole slots, and the same in all numbers. With
costs it need not be: then processors go on when they can, which solves the
problem, too, or breaks the model, and that is told.
"""
import json
import os
import subprocess
import sys
import tempfile

WEFT = os.path.realpath(sys.argv[1])
COSTS = ["", "ts=1", "ts=4,tw=1", "ts=10,tw=3,tc=2",
         "loggp:L=10,o=2,g=4,G=1"]
GIVEN = [("hypercube:2", cost) for cost in COSTS] + [("ring:4", COSTS[0]),
                                                     ("ring:4", COSTS[2])]


def weft(*words):
    return subprocess.run([WEFT, *words], capture_output=True, text=True,
                          check=False)


def wrong(ran, cost):
    """What is wrong with the second run; "" if nothing is."""
    again = weft("run", "--schedule", "a.csv", "--json")
    if cost and again.stderr.startswith("weft: conflict: "):
        return ""
    if again.returncode:
        return again.stderr
    told = json.loads(again.stdout)
    same = ["messages"] if cost else ["messages", "steps"]
    return ", ".join(name for name in same if told[name] != ran[name])


def main():
    again = bad = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for line in weft("list", "strategies").stdout.splitlines():
            problem, strategy = line.split()[:2]
            for network, cost in GIVEN:
                words = [problem, "-s", strategy, "-n", network]
                words += ["--cost", cost] if cost else []
                run = weft("run", *words, "-t", "a.csv", "--json")
                if run.returncode:
                    continue
                again += 1
                told = wrong(json.loads(run.stdout), cost)
                bad += bool(told)
                if told:
                    print(*words, ":", told)
    print(f"{again} run again, {bad} otherwise")
    return again < 100 or bad > 0


sys.exit(main())
