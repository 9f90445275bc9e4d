#!/usr/bin/env python3
"""Traces that do not name their strategy: whoever made them, they are not below
the lower bounds that `weft check` tells. Every strategy of every problem, on
networks with and without switches, in several models and costs.

usage: nameless.py WEFT"""
import os
import re
import subprocess
import sys
import tempfile

NETWORKS = ["hypercube:3", "complete:6", "line:4", "fat-tree:2x2",
            "file:mixed.net"]
MODELS = ["shouting", "all-port", "one-port-duplex",
          "send=one,receive=all,duplex=full"]
COSTS = ["ts=1", "ts=7,tw=2"]
MIXED = "0 1\n1 s\ns 2\ns 3\n3 0\nswitch s\n"


def weft(*arguments):
    return subprocess.run([WEFT, *arguments], capture_output=True, text=True,
                          timeout=60, check=False)


def strategies():
    """(problem, strategy) of all."""
    listed = weft("list", "strategies").stdout
    return re.findall(r"(?m)^  (\S+) +(\S+) ", listed)


def without_strategy():
    with open("run.csv", encoding="utf-8") as file:
        text = file.read()
    with open("nameless.csv", "w", encoding="utf-8") as file:
        file.write(re.sub(r"# strategy: .*\n", "", text))


def judge(what, network):
    """0 or 1: it is below a bound, or not valid."""
    checked = weft("check", "nameless.csv", "-n", network)
    bounds = re.findall(r"(?m)^lower bound: (\d+)", checked.stdout)
    took = weft("stats", "nameless.csv", "--json").stdout
    makespan = int(re.search(r'"makespan": (\d+)', took).group(1))
    if "ratio: - (up to" in checked.stdout:
        bounds = []  # longer messages than those of the question
    if not checked.returncode and makespan >= max(map(int, bounds), default=0):
        return 0
    print(what, f"takes {makespan}", checked.stdout, checked.stderr, sep="\n")
    return 1


def main():
    runs = below = 0
    with open("mixed.net", "w", encoding="ascii") as file:
        file.write(MIXED)
    for index, (problem, strategy) in enumerate(strategies()):
        for turn, network in enumerate(NETWORKS):
            for model in MODELS:
                # each network and model meets each cost
                cost = COSTS[(index + turn) % 2]
                ran = weft("run", problem, "-s", strategy, "-n", network, "-m",
                           model, "--cost", cost, "--engine", "fibers", "-t",
                           "run.csv")
                if ran.returncode:
                    continue
                runs += 1
                without_strategy()
                below += judge(f"{problem} {strategy} {network} {model} {cost}",
                               network)
    print(f"{runs} traces, {below} below a bound")
    return below > 0 or runs < 500


WEFT = os.path.abspath(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    status = main()
    os.chdir("/")
sys.exit(status)
