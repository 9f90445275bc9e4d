#!/usr/bin/env python3
"""Messages that name the switches that they pass, in runs and in checks.

usage: ways.py WEFT COUNT

COUNT random networks of several routes, with switches that combine and
multicast, get random schedules in which some messages name their ways; `weft run
--schedule` and `weft check` must count the same conflicts. Then each strategy
that names ways runs on each network, with each kind of cost, and `weft check`
must find the conflicts, the steps and the verdict of the run in its trace in
each format that records ways.
"""
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

MODELS = ["one-port", "one-port-duplex", "all-port", "send=one,receive=2,duplex=full",
          "send=one,receive=all,duplex=half", "send=2,receive=2,duplex=full",
          "send=all,receive=one,duplex=full"]
NETWORKS = {
    "wide": "host a b c d\ncombine s t\nswitch u\na s\nb s\nc t\nd t\na u\nb u\nc u\nd u\n"
            "s t x2\n",
    "two": "multicast s\ncombine t\na s\nb s\nc s\nd s\na t\nd t\nb t x2\n",
    "fast": "host a b c\nswitch s t\na s 1 4\nb s 1 4\nc s 1 2\na t 1 1\nb t 1 3\nc t 1 2\n"
            "s t 1 1\n"}
SPECS = ["file:" + name for name in NETWORKS] + ["fat-tree:2x2", "torus:3x3"]
COSTS = [[], ["--lane", "1/2"], ["--cost", "ts=2,tw=1"]]
FILES = ["a.sched", "a.csv", "a.json", "a.paje"]
WEFT = os.path.realpath(sys.argv[1])


def weft(*arguments):
    """The JSON answer; None: weft refuses."""
    done = subprocess.run([WEFT, *arguments, "-j"], capture_output=True, text=True)
    if done.returncode not in (0, 1, 2, 64):
        sys.exit(f"{' '.join(arguments)}: {done.returncode}: {done.stderr}")
    answer = json.loads(done.stdout)
    return None if "conflicts" not in answer else answer


def write(name, text):
    with open(name, "w", encoding="ascii") as file:
        file.write(text)


# ---- random schedules


class Net:
    """Processors h0.. at some of the switches s0.., which form one network."""

    def __init__(self, rng):
        hosts = [f"h{i}" for i in range(rng.randint(3, 5))]
        switches = [f"s{i}" for i in range(rng.randint(2, 4))]
        links = {(h, s) for h in hosts for s in
                 rng.sample(switches, rng.randint(1, min(3, len(switches))))}
        links |= {(switches[i], switches[j]) for i in range(len(switches))
                  for j in range(i) if j == i - 1 or rng.random() < .7}
        self.hosts, self.switches = hosts, switches
        self.number = {v: i for i, v in enumerate(hosts + switches)}
        self.beside = {v: sorted((set(l) - {v}).pop() for l in links if v in l)
                       for v in self.number}
        self.text = "host " + " ".join(hosts) + "\n" + "".join(
            f"{rng.choice(['combine', 'combine', 'multicast', 'switch'])} {s}\n"
            for s in switches) + "".join(
                f"{a} {b}{rng.choice(['', '', ' x2'])}\n" for a, b in sorted(links))

    def way(self, rng, start, end):
        """Random switches from one processor to another; None: none were found."""
        for _ in range(20):
            at, way = start, []
            while at in self.switches or not way:
                at = rng.choice(self.beside[at])
                if at == end:
                    return way
                if at in way or at in self.hosts:
                    break
                way.append(at)
        return None

    def message(self, rng, root, block):
        start, end = rng.sample(self.hosts, 2)
        end = root if rng.random() < .7 and start != root else end
        way = self.way(rng, start, end) if rng.random() < .4 else None
        block = block if rng.random() < .8 else 1 - block
        who = self.number[start] if rng.random() < .8 else "0-1"
        via = " via " + ",".join(str(self.number[s]) for s in way) if way else ""
        return f"{self.number[start]} {self.number[end]} {block}:{who}{via}\n"


def random_case(seed):
    """Whether a run and a check disagree; whether there are conflicts."""
    rng = random.Random(seed)
    net = Net(rng)
    lines = set()
    for step in range(1, rng.randint(2, 4)):
        root, block = rng.choice(net.hosts), rng.randint(0, 1)
        lines |= {f"{step} {net.message(rng, root, block)}" for _ in
                  range(rng.randint(2, 6))}
    write("net", net.text)
    write("r.sched", "".join(sorted(lines)))
    on = ["-n", "file:net", "-m", rng.choice(MODELS)]
    check = weft("check", "r.sched", *on)
    run = weft("run", "--schedule", "r.sched", "--on-conflict", "report", *on)
    if not run["ended"]:  # a processor sends to one that is no neighbour
        return False, False
    wrong = check["conflicts"] != run["conflicts"]
    if wrong:
        print(f"seed {seed}, {on[-1]}: check {check['conflicts']}, run {run['conflicts']}\n"
              f"{net.text}{''.join(sorted(lines))}")
    return wrong, run["conflicts"] > 0


# ---- strategies


def runs(problem, strategy, network, cost):
    """The answer of a run whose trace names ways; None: there is no such run."""
    for file in FILES:
        if os.path.exists(file):
            os.remove(file)
    traces = itertools.chain(*(["-t", file] for file in FILES
                               if cost[:1] != ["--cost"] or file != "a.sched"))
    answer = weft("run", problem, "-s", strategy, "-n", network, *cost, *traces)
    if not answer or not os.path.exists("a.csv"):
        return None
    with open("a.csv", encoding="utf-8") as trace:
        return answer if " via " in trace.read() else None


def strategy_case(problem, strategy, network, cost):
    """The number of traces that are checked, and of those that differ."""
    answer, checked, wrong = runs(problem, strategy, network, cost), 0, 0
    for file in FILES if answer else []:
        if not os.path.exists(file):
            continue
        lane = cost if cost[:1] == ["--lane"] else []
        check = weft("check", file, "-n", network, *lane)
        checked += 1
        for key in ("valid", "conflicts", "steps"):
            if check.get(key) != answer[key]:
                print(problem, strategy, network, cost, file, key, answer[key],
                      check.get(key))
                wrong += 1
    return checked, wrong


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        cases = [random_case(seed) for seed in range(int(sys.argv[2]))]
        wrong = sum(bad for bad, _ in cases)
        conflicts = sum(found for _, found in cases)
        print(len(cases), "schedules,", conflicts, "with conflicts")
        for name, text in NETWORKS.items():
            write(name, text)
        known = json.loads(subprocess.run([WEFT, "list", "strategies", "-j"],
                                          capture_output=True, check=True).stdout)
        named = [(row["problem"], row["name"]) for row in known["strategies"]
                 if runs(row["problem"], row["name"], "file:fast", [])]
        checked = 0
        for (problem, strategy), network, cost in itertools.product(named, SPECS, COSTS):
            traces, bad = strategy_case(problem, strategy, network, cost)
            checked, wrong = checked + traces, wrong + bad
        print(len(named), "strategies,", checked, "traces,", wrong, "wrong")
        # what the loops are for has happened
        sys.exit(bool(wrong or not conflicts or len(named) < 4 or checked < 50))


main()
