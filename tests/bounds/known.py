#!/usr/bin/env python3
"""Bounds against what is possible: on networks of at most 4 processors, a
breadth-first search over who knows what, in unit time with messages of any
length; and bounds against each other: fewer blocks in a message, transfers over
one link, half duplex and fewer ports never make a bound lower. Certificates are
computed again.

usage: known.py WEFT
"""
import itertools
import json
import math
import subprocess
import sys

NETWORKS = {  # processors, links
    "complete:2": (2, "all"),
    "complete:3": (3, "all"),
    "complete:4": (4, "all"),
    "line:3": (3, [(0, 1), (1, 2)]),
    "line:4": (4, [(0, 1), (1, 2), (2, 3)]),
    "ring:4": (4, [(0, 1), (1, 2), (2, 3), (3, 0)]),
    "star:4": (4, [(0, 1), (0, 2), (0, 3)]),
}
# name: what a processor sends, receives at once (0: on each arc), half duplex
MODELS = {
    "shouting": ("same", 1, True),
    "all-port": ("all", 0, False),
    "one-port": (1, 1, True),
    "one-port-duplex": (1, 1, False),
    "send=same,receive=all,duplex=half": ("same", 0, True),
    "send=same,receive=one,duplex=full": ("same", 1, False),
    "send=all,receive=one,duplex=full": ("all", 1, False),
    "send=one,receive=all,duplex=full": (1, 0, False),
    "send=2,receive=2,duplex=full": (2, 2, False),
    "send=2,receive=1,duplex=half": (2, 1, True),
}
PROBLEMS = ["broadcast", "scatter", "gather", "allgather", "alltoall",
            "barrier"]


def arcs_of(network):
    p, links = NETWORKS[network]
    if links == "all":
        links = itertools.combinations(range(p), 2)
    return p, [arc for u, v in links for arc in ((u, v), (v, u))]


def allowed(transfers, model):
    """May all these go on in one step?"""
    sends, receives, half = MODELS[model]
    out, into = {}, {}
    for u, v in transfers:
        out[u] = out.get(u, 0) + 1
        into[v] = into.get(v, 0) + 1
    if isinstance(sends, int) and any(n > sends for n in out.values()):
        return False
    if receives and any(n > receives for n in into.values()):
        return False
    return not half or not set(out) & set(into)


def steps_of(network, model):
    """The sets of transfers that are possible, and to which none can be
    added."""
    arcs = arcs_of(network)[1]
    found = []

    def extend(chosen, rest):
        for i, arc in enumerate(rest):
            if allowed(chosen + [arc], model):
                extend(chosen + [arc], rest[i + 1:])
        if not any(allowed(chosen + [arc], model) for arc in arcs
                   if arc not in chosen):
            found.append(tuple(chosen))
    extend([], arcs)
    return found


def wanted(problem, p):
    """Whose data each processor needs."""
    everybody = (1 << p) - 1
    if problem in ("broadcast", "scatter"):
        return [1 | 1 << v for v in range(p)]
    if problem == "gather":
        return [everybody] + [1 << v for v in range(1, p)]
    return [everybody] * p


def least(network, model, steps):
    """For each problem the least number of steps."""
    p = NETWORKS[network][0]
    left = {problem: wanted(problem, p) for problem in PROBLEMS}
    front, time, result = {tuple(1 << v for v in range(p))}, 0, {}
    while True:
        for problem in list(left):
            if any(all(has & want == want for has, want
                       in zip(state, left[problem])) for state in front):
                result[problem] = time
                del left[problem]
        if not left:
            return result
        after = set()
        for state in front:
            for step in steps:
                now = list(state)
                for u, v in step:
                    now[v] |= state[u]
                after.add(tuple(now))
        front, time = after, time + 1


def ask(weft, *words):
    """The answers, one object in each line."""
    out = subprocess.run([weft, "bound", "-j", *words], check=True,
                         stdout=subprocess.PIPE).stdout
    return [json.loads(line) for line in out.splitlines()]


# The bound from the numbers of a certificate.
CERTIFICATES = {
    "distance": lambda c: len(c["path"]) - 1,
    "growth": lambda c: c["stages"] * c["stage"],
    "pipeline": lambda c: c["time"] + c["stages"] * c["stage"],
    "stages and words": lambda c: c["stages"] * c["start"] +
    c["words"] * c["word"] + c.get("stage", 0),
    "work over ports": lambda c: (c["messages"] * c["start"] + c["words"] *
                                  c["word"]) / c["at_once"],
    "in order": lambda c: c["stages"] * c["stage"],
}


def check_certificates(weft):
    wrong, kinds = 0, set()
    for problem in PROBLEMS + ["reduce", "allreduce", "successive", "stream"]:
        for cost in ("ts=1", "ts=100,tw=1", "ts=3,tw=2"):
            if problem == "successive" and cost != "ts=1":
                continue
            for x in ask(weft, problem, "-n", "hypercube:3,line:7,complete:9",
                         "-m", "one-port", "-m", "all-port", "-m",
                         "one-port-duplex", "--cost", cost, "--cuts", "none"):
                found = CERTIFICATES.get(x["by"])
                unit = x["cost"] == "ts=1,tw=0,th=0"
                if not found or (x["by"] == "distance" and not unit):
                    continue
                kinds.add(x["by"])
                bound = math.ceil(found(x["certificate"]) - 1e-9)
                if bound != x["bound"]:
                    wrong += 1
                    print(f"certificate {x['certificate']} is of {bound}, "
                          f"not of {x['bound']}")
    print(f"certificates: {', '.join(sorted(kinds))}")
    return wrong + len(set(CERTIFICATES) - kinds)


def bounds(weft, problem, networks, models, *more):
    words = [problem, "-n", ",".join(networks)]
    for model in models:
        words += ["-m", model]
    found = ask(weft, *words, *more)
    asked = itertools.product(networks, models)
    return {key: x["bound"] for key, x in zip(asked, found)}


def check_least(weft):
    wrong = equal = count = 0
    best = {(n, m): least(n, m, steps_of(n, m))
            for n in NETWORKS for m in MODELS}
    for problem in PROBLEMS:
        found = bounds(weft, problem, NETWORKS, MODELS, "--one-link",
                       "--message-blocks", "any")
        for key, bound in found.items():
            count += 1
            equal += bound == best[key][problem]
            if bound > best[key][problem]:
                wrong += 1
                print(f"{problem} on {key}: bound {bound}, but "
                      f"{best[key][problem]} steps are enough")
    print(f"{count} questions, {equal} bounds are met")
    return wrong


def check_order(weft):
    networks = ["ring:5", "star:5", "mesh:2x3", "complete:6", "hypercube:3"]
    weaker = [("one-port", "one-port-duplex"), ("shouting", "all-port"),
              ("one-port-duplex", "send=2,receive=2,duplex=full"),
              ("send=2,receive=2,duplex=half", "send=2,receive=2,duplex=full")]
    models = sorted({m for pair in weaker for m in pair})
    wrong = 0
    for problem in PROBLEMS + ["reduce", "reduce-scatter", "allreduce", "scan"]:
        for cost in ("ts=1", "ts=7,tw=2"):
            asked = [bounds(weft, problem, networks, models, "--cost", cost,
                            "--bytes", "80", "--message-blocks", blocks, *link)
                     for blocks in ("1", "2", "any")
                     for link in (["--one-link"], [])]
            for key in asked[0]:
                row = [found[key] for found in asked]
                falls = all(row[i] >= row[i + 1] for i in (0, 2, 4)) and \
                    row[0] >= row[2] >= row[4] and row[1] >= row[3] >= row[5]
                if not falls:
                    wrong += 1
                    print(f"{problem} on {key}, {cost}: {row}")
            for found in asked:
                for n in networks:
                    for low, high in weaker:
                        if found[n, low] < found[n, high]:
                            wrong += 1
                            print(f"{problem} on {n}, {cost}: {low} "
                                  f"{found[n, low]}, {high} {found[n, high]}")
    return wrong


def main():
    weft = sys.argv[1]
    wrong = check_least(weft) + check_order(weft) + check_certificates(weft)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
