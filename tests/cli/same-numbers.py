"""Every strategy: the numbers of weft run are those that weft check and weft
compare find in its schedule, or in its csv where it has costs; and beside the
same run a comparison takes the file, and shows the same numbers. So are the
verdict, the time and the conflicts, each with the same two actions, that weft
check and weft run --schedule find in every format that can hold the run.

    same-numbers.py WEFT

What may differ, and is documented: a schedule has transfers alone, so a problem
that computes has others there, and no bounds at all; PICL and GOAL do not list
the blocks of a message, and then the problem is not judged; the goal of matvec
is not known. Where a processor breaks several rules in one step, a schedule,
whose lines are sorted, may name two other actions. Where costs meet conflicts,
or LogGP costs several ports, a run of a trace may take another time.
"""
import csv
import io
import json
import os
import re
import subprocess
import sys
import tempfile

WEFT = os.path.realpath(sys.argv[1])
GIVEN = [(["-n", "hypercube:3"], "a.sched"),
         (["-n", "complete:6"], "a.sched"),
         (["-n", "hypercube:2"], "a.csv"),
         (["-n", "complete:5", "--cost", "ts=3,tw=2"], "a.csv"),
         (["-n", "complete:4", "--bytes", "16"], "a.csv")]
REPORT = ["--on-conflict", "report", "-m"]
# Runs whose traces in all formats are compared, and then run again.
WRITTEN = [["-n", "hypercube:2"],
           ["-n", "mesh:3x3", "--cost", "ts=4,tw=1,th=2"],
           ["-n", "hypercube:2", "--cost", "loggp:L=10,o=2,g=4,G=1"],
           ["-n", "complete:5", "--cost", "loggp:L=0,o=1,g=9,G=0"],
           ["-n", "hypercube:2", *REPORT, "one-port"],
           ["-n", "hypercube:2", *REPORT, "send=one,receive=2,duplex=half"],
           ["-n", "hypercube:2", "--cost", "ts=3,tw=2", *REPORT, "one-port"],
           ["-n", "hypercube:2", "--cost", "loggp:L=3,o=5,g=1,G=2", *REPORT,
            "send=2,receive=one,duplex=full"]]
FOUND = [("steps", "steps"), ("messages", "messages"), ("time", "makespan"),
         ("conflicts", "conflicts")]
ORDERS = ["program", "arrival", "buffered"]
BLOCKS = "several blocks"
AGAIN = ["valid", "messages", "conflicts", "time", "steps", "busiest",
         "busiest_share", "busy_share"]
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


def actions(text):
    """The step, the processor and its two actions, in whatever order, without
    what messages carry and when an action lasts other than a step."""
    text = re.sub(r" with [-+:,\d]+| during \[[^)]*\)", "", text)
    return sorted(re.findall(r"[\w+-]+", text.split("; ")[0]))


def write(problem, strategy, words):
    """The run, and its files: in all formats, or in those that hold any."""
    costs = "--cost" in words
    files = ["a.csv", "a.json", "a.trf", "b.trf1", "a.sched", "a.goal"]
    files.remove("a.sched" if costs else "a.goal")
    for kept in (files, files[:2], files[:1]):
        options = [word for file in kept for word in ("-t", file)]
        told = weft("run", problem, "-s", strategy, *words, *options, "--json")
        if os.path.exists(kept[0]):
            return json.loads(told), kept
    return None, []


def unlike(ran, found, names, pairs):
    """What of the names differs in what was found in a file, or run again."""
    wrong = [name for name, other in names if ran[name] != found[other]]
    texts = [row["text"] if "text" in row else row
             for row in found.get("findings", found.get("first_conflicts"))]
    if pairs and ran["conflicts"] <= len(ran["first_conflicts"]):
        first = sorted(map(actions, ran["first_conflicts"]))
        other = sorted(map(actions, texts))
        wrong += [str(one) for one in first if one not in other]
    return wrong


def in_formats(problem, strategy, words, number):
    """What is another in a file of the run, or when one of them is run again.
    """
    ran, files = write(problem, strategy, words)
    if not files or not ran["ended"] or problem == "matvec":
        for file in files:  # the next run may write none
            os.remove(file)
        return []
    wrong = []
    verdict = {True: "valid", False: "not valid"}[ran["valid"]]
    checks = weft("check", *files, "--json").splitlines()
    again = files[number % len(files)]
    report = REPORT[:2] if REPORT[0] in words else []
    if "--cost" in words:  # said again, and nothing else for it
        report = report + words[2:4]
    several = "loggp" in str(words) and "send=" in str(words)
    costs = "--cost" in words
    for file, line in zip(files, checks):
        found = json.loads(line)
        transfers = file == "a.sched"
        if transfers and problem in COMPUTES or \
                BLOCKS in str(found["not_judged"]) and file not in files[:2]:
            continue
        told = unlike(ran, found, FOUND, not transfers)
        if found["verdict"] != verdict:
            told.append("verdict " + found["verdict"])
        if file == again:
            loose = bool(costs and (several or ran["conflicts"]))
            names = AGAIN[:2] if loose else AGAIN[:5] if costs else AGAIN
            told += ["again " + name for name in unlike(
                ran, json.loads(weft("run", "--schedule", file, "--json",
                                     *report)),
                [(name, name) for name in names], not transfers and not loose)]
        wrong += [file + " " + name for name in told]
    for file in files:
        os.remove(file)
    return wrong


def searched():
    """How many of the schedules that a search writes are not valid for both."""
    bad = 0
    for problem in "broadcast", "reduce", "reduce-scatter", "allreduce", "scan":
        for file in "a.sched", "a.csv":
            weft("optimum", problem, "-n", "ring:3", "-t", file)
            told = (json.loads(weft("check", file, "--json"))["verdict"],
                    json.loads(weft("run", "--schedule", file, "--json"))["valid"])
            if told != ("valid", True):
                bad += 1
                print("optimum", problem, file, *told)
            os.remove(file)
    return bad


def main():
    compared = bad = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        bad += searched()
        listed = weft("list", "strategies").splitlines()
        for index, line in enumerate(listed):
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
            for number, words in enumerate(WRITTEN):
                if problem == "successive":
                    words = words + ["--order", ORDERS[number % 3]]
                if (index + number) % 2:
                    continue
                wrong = in_formats(problem, strategy, words, index // 2)
                compared += 1
                bad += bool(wrong)
                if wrong:
                    print(problem, strategy, *words, "written:",
                          ", ".join(wrong))
    print(f"{compared} compared, {bad} differ")
    return compared < 100 or bad > 0


sys.exit(main())
