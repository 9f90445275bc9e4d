#!/usr/bin/env python3
"""Conflicts of `weft check` and `weft run` counted by a third judge, from the definitions in
docs/checking.md alone: random steps on trees of links side by side, where a
message goes several times to one processor and to several, in every model.

usage: third-judge.py WEFT"""
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

LINE = {(0, 1): 2, (1, 2): 3, (2, 3): 1}
# 4 and 5 are switches
SWITCHED = {(0, 4): 2, (1, 4): 3, (4, 5): 2, (5, 2): 2, (5, 3): 1}
PROCESSORS = 4
STEPS = 300


def neighbours(links, vertex):
    return [b if a == vertex else a for a, b in links if vertex in (a, b)]


def way(links, at, to, before=None):
    """The vertices from one to the other."""
    if at == to:
        return [at]
    for after in neighbours(links, at):
        rest = way(links, after, to, at) if after != before else None
        if rest:
            return [at] + rest
    return None


def may_reach(links, sends):
    """The pairs of whom one may send to the other: nobody's way leads through
    a third processor, but where a processor sends to one at a time."""
    pairs = [(a, b) for a in range(PROCESSORS) for b in range(PROCESSORS)
             if a != b]
    return [(a, b) for a, b in pairs if sends not in ("same", "all") or
            not [v for v in way(links, a, b)[1:-1] if v < PROCESSORS]]


def too_many(limit, count):
    return limit not in ("same", "all") and \
        count > (1 if limit == "one" else int(limit))


def broken_ports(step, model):
    """The number of processors that break a rule."""
    broken = 0
    for rank in range(PROCESSORS):
        sent = [message for source, _, message in step if source == rank]
        got = [message for _, to, message in step if to == rank]
        # the same again to one processor is the arcs' affair
        ends = {(to, message) for source, to, message in step
                if source == rank}
        sends = ends if model["send"] == "one" else sent
        broken += too_many(model["send"], len(sends)) or \
            too_many(model["receive"], len(got)) or \
            (model["send"] == "same" and len(set(sent)) > 1) or \
            (model["duplex"] == "half" and bool(sent and got))
    return broken


def loads(step, links):
    """How many messages pass each arc: one passes as often as it goes to one
    processor behind."""
    copies = collections.Counter(step)
    passes = collections.defaultdict(dict)
    for (source, to, message), count in copies.items():
        route = way(links, source, to)
        for arc in zip(route, route[1:]):
            of = passes[arc]
            of[source, message] = max(of.get((source, message), 0), count)
    return {arc: sum(of.values()) for arc, of in passes.items()}


def broken_arcs(step, links):
    return sum(load > links.get(arc, links.get(arc[::-1]))
               for arc, load in loads(step, links).items())


def try_one(links, network, words, rng):
    model = dict(word.split("=") for word in words.split(","))
    pairs = may_reach(links, model["send"])
    steps = [[(*rng.choice(pairs), rng.choice(["5", "6", "6-7"]))
              for _ in range(rng.randint(1, 5))] for _ in range(STEPS)]
    for step in steps[::3]:  # more of the same
        step += rng.choices(step, k=2)
    with open("a.sched", "w", encoding="utf-8") as file:
        file.write("# processors: {}\n".format(PROCESSORS))
        for number, step in enumerate(steps):
            for transfer in step:
                file.write("{} {} {} {}\n".format(number + 1, *transfer))
    right = sum(broken_ports(step, model) + broken_arcs(step, links)
                for step in steps)
    most = max(max(loads(step, links).values()) for step in steps)
    wrong = 0
    for command in (["check", "a.sched", "--no-causality"],
                    ["run", "--schedule", "a.sched"],
                    ["run", "--schedule", "a.sched", "-t", "a.csv"]):
        told = json.loads(subprocess.run(
            [WEFT, *command, "-n", network, "-m", words, "-j"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            check=False).stdout)
        load = told.get("load", {"messages": most})["messages"]
        if told["conflicts"] != right or not right or load != most or \
                told.get("found", right) != right:
            print("{}, {}, {}: {} conflicts, not {}; load {}, not {}".format(
                command, network, words, told["conflicts"], right, load, most))
            wrong = 1
    return wrong


def main():
    rng = random.Random(1)
    wrong = 0
    for name, links in (("line", LINE), ("switched", SWITCHED)):
        with open(name, "w", encoding="utf-8") as file:
            file.write("host 0 1 2 3\n")
            if links is SWITCHED:
                file.write("switch 4 5\n")
            file.writelines("{} {} x{}\n".format(*link, lanes)
                            for link, lanes in links.items())
        for send in ("one", "same", "all", "2", "3"):
            for receive in ("one", "all", "2"):
                for duplex in ("half", "full"):
                    wrong += try_one(links, "file:" + name,
                                     "send={},receive={},duplex={}".format(
                                         send, receive, duplex), rng)
    return wrong


WEFT = os.path.realpath(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    sys.exit(1 if main() else 0)
