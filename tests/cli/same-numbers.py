"""Every strategy: the numbers of weft run are those that weft check and weft
compare find in its schedule, or in its csv where it has costs; and beside the
same run a comparison takes the file, and shows the same numbers.

    same-numbers.py WEFT

A schedule tells transfers alone, so a problem that computes has others there,
and no bounds at all.
"""
import csv
import io
import json
import os
import subprocess
import sys
import tempfile

WEFT = os.path.realpath(sys.argv[1])
GIVEN = [(["-n", "hypercube:3"], "a.sched"),
         (["-n", "complete:6"], "a.sched"),
         (["-n", "hypercube:2"], "a.csv"),
         (["-n", "complete:5", "--cost", "ts=3,tw=2"], "a.csv"),
         (["-n", "complete:4", "--bytes", "16"], "a.csv")]
COUNTED = ["steps", "time", "messages", "conflicts", "busiest",
           "busiest_share", "busy_share"]
BESIDE = ["processors", "steps", "time", "lower_bound", "ratio", "valid",
          "messages", "bytes", "conflicts", "busiest", "busiest_share",
          "busy_share"]
COMPUTES = {"gauss"}
# What strategies choose, and a comparison has for all of its rows: the vector,
# and the packets of a stream, which some of them send one to each processor.
VECTORS = {"allreduce", "reduce-scatter"}


def weft(*words):
    """What it prints; "" where it refuses."""
    return subprocess.run([WEFT, *words], stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.DEVNULL, check=False).stdout


def processors(network):
    kind, size = network.split(":")
    return str(2 ** int(size)) if kind == "hypercube" else size


def bounds(told):
    return sorted((bound["name"], bound["time"], bound["text"])
                  for bound in told["lower_bounds"])


def number(value):
    return float(value) if value != "" else 0


def differences(problem, ran, file):
    """The names of what is another in the file."""
    checked = json.loads(weft("check", file, "--json"))
    row = next(csv.DictReader(io.StringIO(weft("compare", file, "--csv"))))
    transfers = file.endswith(".sched") and problem in COMPUTES
    if transfers:
        return [] if not bounds(checked) and not row["ratio"] else ["bounds"]
    if not ran["ended"] or ran["conflicts"]:
        return [name for name in ("messages", "conflicts")
                if ran[name] != number(row[name])]
    wrong = [name for name in COUNTED if ran[name] != number(row[name])]
    if bounds(checked) != bounds(ran):
        wrong.append("bounds")
    if max([0] + [b["time"] for b in checked["lower_bounds"]]) != \
            number(row["lower_bound"]):
        wrong.append("the bound of compare")
    return wrong


def beside(problem, strategy, words, ran, file):
    """What is another in a comparison of the run and its trace."""
    if file.endswith(".sched") or not ran["ended"] or ran["conflicts"]:
        return []
    rows = list(csv.DictReader(io.StringIO(weft(
        "compare", problem, file, "-s", strategy, *words, "--csv"))))
    if len(rows) != 2:
        return ["refused beside its run"]
    return [name + " beside its run" for name in BESIDE
            if rows[0][name] != rows[1][name]]


def main():
    compared = bad = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for line in weft("list", "strategies").splitlines():
            problem, strategy = line.split()[:2]
            for words, file in GIVEN:
                if problem in VECTORS and "--cost" in words:
                    words = words + ["--vector", "320"]
                elif strategy in ("scatter-allgather", "scatter-doubling"):
                    words = words + ["--packets", processors(words[1])]
                told = weft("run", problem, "-s", strategy, *words, "-t", file,
                            "--json")
                if not os.path.exists(file):
                    continue
                ran = json.loads(told)
                wrong = differences(problem, ran, file)
                wrong += beside(problem, strategy, words, ran, file)
                os.remove(file)
                compared += 1
                bad += bool(wrong)
                if wrong:
                    print(problem, strategy, *words, file + ":",
                          ", ".join(wrong))
    print(f"{compared} compared, {bad} differ")
    return compared < 100 or bad > 0


sys.exit(main())
