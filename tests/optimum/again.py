#!/usr/bin/env python3
"""The values of docs/optima.tsv found again by the formula of second.py.

usage: again.py OPTIMA.tsv [--every K] [--below SIZE] [WORD...]

Shares no code with weft and does not run it. For each row (with WORDs: with all
of them) whose size, processors x blocks x links x steps, is at most SIZE: the
program `cadical` has to find a schedule of as many steps as the row says and
refute one step less. If weft proved the bound by counting, which formulas are bad
at, an answer that takes more than COUNTED conflicts is left open. If weft proved it
by search, both answers must be found within SEARCHED conflicts.
Prints each row that disagrees; exit status 1 if any does.

Reductions are broadcasts backwards, and so need models with the same limits on
sending and receiving. In a barrier, messages of any length tell all that their
senders know. Rows whose values are added in several places have no formula here.
"""
import argparse
import itertools
import sys

import second

COUNTED, SEARCHED = 20000, 200000
HEAD = ("problem", "network", "model", "options", "processors", "question",
        "steps", "source", "below")


def own(n):
    return [{v} for v in range(n)]


def everywhere(n, blocks):
    return [set(blocks) for _ in range(n)]


def at(n, root, blocks):
    return [set(blocks) if v == root else set() for v in range(n)]


def each_from(n, m):
    """m blocks of each processor."""
    return [set(range(v * m, v * m + m)) for v in range(n)]


# Who has and who wants which blocks: of n processors, with root r and m packets.
PROBLEMS = {
    "broadcast": lambda n, r, m: (at(n, r, [0]), everywhere(n, [0])),
    "reduce": lambda n, r, m: (at(n, r, [0]), everywhere(n, [0])),
    "stream": lambda n, r, m: (at(n, r, range(m)), everywhere(n, range(m))),
    "scatter": lambda n, r, m: (at(n, r, range(n)), own(n)),
    "gather": lambda n, r, m: (own(n), at(n, r, range(n))),
    "multinode": lambda n, r, m: (own(n), everywhere(n, range(n))),
    "allgather": lambda n, r, m: (each_from(n, m), everywhere(n, range(n * m))),
    "reduce-scatter": lambda n, r, m: (each_from(n, m),
                                       everywhere(n, range(n * m))),
    "alltoall": lambda n, r, m: (
        [{v * n + w for w in range(n) if w != v} for v in range(n)],
        [{w * n + v for w in range(n) if w != v} for v in range(n)]),
}


def told(case, steps, first=None):
    """Is there a barrier of that many steps? `first` is that of second.possible()."""
    n, arcs = case["network"]
    f = second.Formula()
    slots = range(1, steps + 1)
    carried = {(u, v, 0, t): f.new() for u, v in arcs for t in slots}
    knows = {}
    for v, k, t in itertools.product(range(n), range(n), range(steps + 1)):
        knows[v, k, t] = f.new()
        if t == 0:
            f.add(knows[v, k, t] if v == k else -knows[v, k, t])
    for v, k, t in itertools.product(range(n), range(n), slots):
        ways = [knows[v, k, t - 1]]
        f.add(-ways[0], knows[v, k, t])
        for u in range(n):
            if (u, v) in arcs:
                ways.append(f.new())
                f.add(-ways[-1], carried[u, v, 0, t])
                f.add(-ways[-1], knows[u, k, (first[t] if first else t) - 1])
        f.add(-knows[v, k, t], *ways)
    for v, t in itertools.product(range(n), slots):
        second.ports(f, carried, v, t, second.MODELS[case["model"]])
        for k in range(n):
            f.add(knows[v, k, steps])
    return f.solve()


def option(row, name, standard):
    words = row["options"].split()
    return words[words.index(name) + 1] if name in words else standard


def cases(row):
    """The case of each source; a schedule has to be found for all."""
    graph, n = second.network(row["network"]), int(row["processors"])
    assert n == graph[0], row
    # to send the same value to several processors helps no reduction
    single = row["problem"] == "reduce" and row["model"] == "shouting"
    case = {"network": graph, "model": "one-port" if single else row["model"]}
    if row["problem"] == "successive":
        yield case | {"order": option(row, "--order", "program")}
        return
    root = option(row, "--root", "0")
    for r in range(n) if root == "all" else [int(root)]:
        if row["problem"] == "barrier":
            yield case
            continue
        has, wants = PROBLEMS[row["problem"]](
            n, r, int(option(row, "--packets", "1")))
        yield case | {"has": has, "wants": wants}


def every(answers):
    """Yes if all say so, no if one says no, None if that is open."""
    if False in answers:
        return False
    return None if None in answers else True


def stands(row):
    """(is there a schedule from each source, is there none of one step less)"""
    find = told if row["problem"] == "barrier" else second.solvable
    steps, above, below = int(row["steps"]), [], []
    for case in cases(row):
        above.append(find(case, steps))
        below.append(find(case, steps - 1) if steps > 1 else False)
    return every(above), every(below)


def size_of(row):
    n, arcs = second.network(row["network"])
    packets = int(option(row, "--packets", "1"))
    blocks = {"broadcast": 1, "reduce": 1, "stream": packets, "scatter": n,
              "gather": n, "alltoall": n * n, "barrier": n}
    many = 40 if row["problem"] == "successive" else 1  # orders of the sources
    roots = n if "--root all" in row["options"] else 1
    return n * blocks.get(row["problem"], n * packets) * len(arcs) * \
        int(row["steps"]) * many * roots


def fits(row):
    """Does this program have a formula for the row?"""
    return row["problem"] in [*PROBLEMS, "barrier", "successive"] and \
        (row["problem"], row["model"]) != ("reduce-scatter", "shouting")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("optima")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--below", type=int, default=sys.maxsize)
    parser.add_argument("words", nargs="*")
    given = parser.parse_intermixed_args()
    with open(given.optima, encoding="ascii") as file:
        rows = [dict(zip(HEAD, line.rstrip("\n").split("\t")))
                for line in file if line[0] != "#"]
    rows = [row for row in rows if fits(row) and size_of(row) <= given.below
            and all(word in row.values() for word in given.words)]
    rows = rows[::given.every]
    wrong = still = 0
    for row in rows:
        most = SEARCHED if row["below"] == "search" else COUNTED
        second.LIMIT[:] = ["-c", str(most)]
        above, below = stands(row)
        open_side = above is None or below is None
        still += open_side
        if above is not False and not below and \
                not (open_side and row["below"] == "search"):
            continue
        wrong += 1
        print(*row.values(), above, below, sep="\t", flush=True)
    print(f"{len(rows)} values, {wrong} wrong, {still} left open")
    return wrong != 0 or not rows


if __name__ == "__main__":
    sys.exit(main())
