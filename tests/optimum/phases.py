#!/usr/bin/env python3
"""The fewest steps in at most S phases by the formulas of second.py and again.py.

usage: phases.py WEFT [--every K] [WORD...]

Goes through small networks, models, problems and numbers of phases; with WORDs,
those whose command lines have all of them. weft searches for the division into
phases; here, each division has a formula of its own. Some division has to allow
a schedule of weft's number of steps, and none a schedule of one step less.
`weft check` and `weft run --schedule` have to accept weft's schedule, and to
reject it if the file declares a single phase although a block crosses several
links, or if it declares no numbers. Prints each case that disagrees; exit
status 1 if any does.
"""
import argparse
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

import again
import second

GRAPH = "file:own.edges"
NETWORKS = ["ring:4", "ring:5", "line:4", "star:4", "mesh:2x3", GRAPH]
SMALL = ["ring:4", "line:3", "complete:3"]
# options, networks, and whether the model must limit sending and receiving alike,
# because the formula is that of the broadcast backwards
PROBLEMS = {
    "broadcast": ([], NETWORKS, False),
    "stream": (["--packets", "3"], NETWORKS, False),
    "scatter": ([], NETWORKS, False), "gather": ([], NETWORKS, False),
    "multinode": ([], SMALL, False), "alltoall": ([], SMALL, False),
    "allgather": (["--packets", "2"], SMALL, False),
    "reduce": ([], NETWORKS, True), "reduce-scatter": ([], SMALL, True),
    "barrier": ([], SMALL, False), "allreduce": ([], SMALL, False)}
ALIKE = "one-port", "one-port-duplex", "all-port"
MOST = 8  # steps: more have many divisions
WRONG = "", "0", "1,", "x"  # no numbers of steps
CONFLICTS = 20000  # for an answer to one formula: it takes longer to count


def divisions(steps, phases):
    """The first step of the phase of each step, for each division."""
    for cuts in itertools.combinations(range(2, steps + 1),
                                       min(phases, steps) - 1):
        starts = [1, *cuts]
        yield {t: max(s for s in starts if s <= t) for t in range(1, steps + 1)}


def solvable(find, case, steps, phases):
    answers = {find(case, steps, first=first)
               for first in divisions(steps, phases)} if steps else {False}
    if True in answers:
        return True
    return None if None in answers else False


def distances(n, arcs):
    far = [[0 if u == v else 1 if arcs.get((u, v)) else n for v in range(n)]
           for u in range(n)]
    for w, u, v in itertools.product(range(n), repeat=3):
        far[u][v] = min(far[u][v], far[u][w] + far[w][v])
    return far


def depth(case):
    """The links that some block has to cross one after the other."""
    n, arcs = case["network"]
    far = distances(n, arcs)
    return max(min(far[u][v] for u in range(n) if j in case["has"][u])
               for v in range(n) for j in case["wants"][v])


def case_of(problem, network, model):
    n, arcs = second.network(network)
    packets = PROBLEMS[problem][0]
    shape = problem if problem in again.PROBLEMS else "multinode"
    has, wants = again.PROBLEMS[shape](n, 0, int(packets[1]) if packets else 1)
    if PROBLEMS[problem][2]:  # a broadcast against the arcs
        arcs = {(v, u): lanes for (u, v), lanes in arcs.items()}
    return {"network": (n, arcs), "model": model, "has": has, "wants": wants}


def checked(weft, phases):
    """The verdicts on the schedule, declared to have these phases."""
    with open("found.sched", encoding="ascii") as file:
        text = re.sub("(?m)^# phases: .*", f"# phases: {phases}", file.read())
    with open("declared.sched", "w", encoding="ascii") as file:
        file.write(text)
    network = ["-n", re.search("(?m)^# network: (.*)", text)[1]]
    return [subprocess.run([weft, *command, "declared.sched", *network],
                           capture_output=True, check=False).returncode
            for command in (["check"], ["run", "--schedule"])]


def right(weft, problem, case, phases, found):
    far = depth(case)
    if far > phases:
        return not found["reachable"] and f" in {phases} phase" in found["lower_by"]
    steps, parts = found["upper"], found["phases"]
    if found["lower"] != steps or sum(parts) != steps or len(parts) > phases:
        return False
    if checked(weft, ",".join(map(str, parts))) != [0, 0] or \
            (far > 1 and checked(weft, steps) != [1, 1]) or \
            checked(weft, WRONG[steps % len(WRONG)]) != [1, 1]:
        return False
    if steps > MOST:
        return True
    find = again.told if problem in ("barrier", "allreduce") else second.possible
    # a barrier may repeat contributions, a sum may not
    above = problem == "allreduce" or solvable(find, case, steps, phases)
    below = problem != "allreduce" and solvable(find, case, steps - 1, phases)
    bound = problem == "allreduce" and \
        solvable(again.told, case, steps, phases) is False
    return above is not False and not below and not bound


def cases():
    for problem, (_, networks, alike) in PROBLEMS.items():
        models = ALIKE if alike else second.MODELS
        yield from itertools.product([problem], networks, models, (1, 2, 3, 4))


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("weft", type=os.path.abspath)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("words", nargs="*")
    given = parser.parse_intermixed_args()
    second.LIMIT[:] = ["-c", str(CONFLICTS)]
    wrong = count = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("own.edges", "w", encoding="ascii") as file:
            file.write(second.GRAPH)
        for problem, network, model, phases in list(cases())[::given.every]:
            arguments = [given.weft, "optimum", problem, "-n", network, "-m",
                         model, "--phases", str(phases), *PROBLEMS[problem][0],
                         "--json", "-t", "found.sched"]
            if not all(word in arguments for word in given.words):
                continue
            answer = subprocess.run(arguments, capture_output=True, text=True,
                                    check=False)
            count += 1
            try:
                case = case_of(problem, network, model)
                good = right(given.weft, problem, case, phases,
                             json.loads(answer.stdout))
            except (ValueError, KeyError, TypeError):
                good = False
            if not good:
                wrong += 1
                print(" ".join(arguments), answer.stdout, answer.stderr, flush=True)
        os.chdir("/")
    print(f"{count} cases, {wrong} wrong")
    return wrong != 0 or not count


if __name__ == "__main__":
    sys.exit(main())
