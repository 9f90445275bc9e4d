#!/usr/bin/env python3
"""Times and tasks in PICL.

Short traces of other programs, in many units: convert either keeps makespan,
busy times and overheads to 1 %, or reports the loss and a --step-us that makes
all times longer by the reported factor and keeps them.
Runs with tasks: user events nest, and a reader finds the same trace again.
    picl-times.py WEFT"""
import json
import os
import subprocess
import sys
import tempfile

WEFT = os.path.realpath(sys.argv[1])
os.chdir(tempfile.mkdtemp())
wrong = []


def weft(*words):
    done = subprocess.run([WEFT, *words], capture_output=True, text=True)
    if done.returncode:
        wrong.append(f"{words}: {done.stderr}")
    return done


def times(file):
    stats = json.loads(weft("stats", "--json", file).stdout)
    scale = stats["unit_ns"]
    parts = [one[kind] * scale for one in stats["loads"]
             for kind in ("busy", "overhead")]
    return [stats["makespan"] * scale, *parts]


def lines(kind, count, length, gap):
    """Events of processors 0 and 1, one after the other or inside another."""
    for i in range(count):
        begin = i * (length + gap)
        end = begin + length
        if kind == "messages":
            yield f"{begin},{end},send,0,1,{i},8,"
            yield f"{begin},{end},receive,1,0,{i},8,"
        elif kind == "nested":
            yield f"{begin},{end},compute,0,,,,"
            yield f"{begin},{begin + length // 2},send,0,1,{i},8,"
            yield f"{begin + length // 2},{end},receive,1,0,{i},8,"
        elif kind == "tasks":
            yield f"{begin},{begin},task,0,,{i},,"
            yield f"{begin},{end},compute,0,,,,"
            yield f"{end},{end},done,0,,{i},,"
        else:
            yield f"{begin},{end},{kind},0,,,,"


def close(a, b):
    """Are makespan, busy times and overheads the same, but for 1 %?"""
    return all(abs(x - y) <= 0.011 * (x or a[0]) for x, y in zip(a, b))


def convert(name, source):
    """The warning, or None."""
    said = weft("convert", source, "out.trf").stderr
    if said and "--step-us" not in said:
        wrong.append(f"{name}: {said}")
    return said.split("--step-us ")[1].split(")")[0] if said else None


def longer(name, unit, step):
    """Does convert report the factor of a --step-us, and no loss?"""
    said = weft("convert", "in.csv", "out.trf", "--step-us", step).stderr
    factor = int(step) * 1000 / unit
    right = (f"weft: out.trf: all times are {factor:g} times those of the "
             "input (--step-us)\n")
    if said != (right if factor != 1 else ""):
        wrong.append(f"{name}: --step-us {step}: {said}")


def short(kind, unit, count, length, gap):
    name = f"{kind} unit {unit} count {count} length {length} gap {gap}"
    with open("in.csv", "w") as file:
        file.write(f"# processors: 2\n# unit_ns: {unit}\n# step: 0\n"
                   "start,end,kind,processor,peer,message,bytes,dimension\n")
        file.write("".join(line + "\n"
                           for line in lines(kind, count, length, gap)))
    before = times("in.csv")
    step = convert(name, "in.csv")
    if step:
        longer(name, unit, step)
        before = [time * int(step) * 1000 / unit for time in before]
    if not close(before, times("out.trf")):
        wrong.append(f"{name}: {before} became {times('out.trf')}, {step}")
    return bool(step)


def nests(file):
    """User events of a processor close in the order opposite to opening."""
    stack = {}
    for line in open(file):
        word = line.split()
        if word[0] not in ("-3", "-4") or word[1].startswith("-"):
            continue
        of_node = stack.setdefault(word[3], [])
        if word[0] == "-3":
            of_node.append(word[1])
        elif not of_node or of_node.pop() != word[1]:
            wrong.append(f"{file}: {line.strip()} crosses {of_node}")
            return


def tasks(problem, strategy):
    weft("run", problem, "-s", strategy, "-n", "hypercube:3",
         "-t", "run.trf", "-t", "run.json")
    nests("run.trf")
    # through PICL, which has no items, and not
    weft("convert", "run.trf", "a.csv")
    weft("convert", "run.json", "b.csv")
    weft("convert", "run.trf", "again.trf")
    if open("run.trf").read() != open("again.trf").read():
        wrong.append(f"{problem} {strategy}: read and written, it differs")
    if events("a.csv") != events("b.csv"):
        wrong.append(f"{problem} {strategy}: the events differ")


def events(file):
    return [line.strip().split(",")[:8] for line in open(file)
            if not line.startswith("#")]


warned = sum(short(kind, unit, count, length, gap)
             for kind in ("compute", "messages", "nested", "tasks", "call")
             for unit in (1, 10, 1000, 1000000)
             for count, length, gap in ((3, 100, 100), (40, 7, 0),
                                        (200, 3000, 10), (30, 0, 900)))
if not 20 < warned < 70:
    wrong.append(f"{warned} of 80 traces with a warning")
for problem, strategy in (
        ("allreduce", "exchange"), ("allreduce", "ring"),
        ("allreduce", "circulant"), ("allreduce", "rabenseifner"),
        ("allreduce", "reduce-broadcast"), ("barrier", "tournament"),
        ("scan", "recursive-doubling")):
    tasks(problem, strategy)
print("\n".join(wrong))
sys.exit(bool(wrong))
