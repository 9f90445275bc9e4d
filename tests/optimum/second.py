#!/usr/bin/env python3
"""The fewest steps of small cases by a second formula, held against weft.

usage: second.py WEFT [--quick] [WORD...]

Larger cases than brute.py can try. Written from the definitions alone, in
another frame than weft's: allocations of turns are not asked for, but gone
through one by one (up to symmetries found by trying all permutations); a
processor receives in one slot or never, over an arc from a sender, and nothing
but these receptions and what follows from them has variables. The program
`cadical` decides: some allocation for weft's number of steps, none for one
less. With WORDs: cases whose command line has all of them. Prints each case
that disagrees; exit status 1 if any does.
"""
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

MODELS = {"shouting": ("same", 1, "half"), "one-port": (1, 1, "half"),
          "one-port-duplex": (1, 1, "full"), "all-port": ("all", "all", "full"),
          "send=2,receive=all,duplex=half": (2, "all", "half"),
          "send=same,receive=one,duplex=full": ("same", 1, "full")}
LIMIT = ["-t", "20"]  # for one formula; what is a matter of counting takes for ever
GRAPH = "0 1\n1 2\n2 0\n2 3\n3 > 4\n4 0 x2\n"


def grid(sides, around):
    """Links between neighbours along each axis; the last axis counts fastest."""
    points = list(itertools.product(*map(range, sides)))
    number = {point: i for i, point in enumerate(points)}
    for point, (axis, side) in itertools.product(points, enumerate(sides)):
        x = point[axis] + 1
        if x < side or around:
            yield (number[point],
                   number[point[:axis] + (x % side,) + point[axis + 1:]])


def shifts(length, letters, allowed):
    """Links of the words that are allowed to the words that follow them."""
    words = [word for word in itertools.product(range(letters), repeat=length)
             if allowed(word)]
    number = {word: i for i, word in enumerate(words)}
    for word, x in itertools.product(words, range(letters)):
        yield number[word], number.get(word[1:] + (x,), number[word])


def exchanges(n):
    """Links of the permutations that exchange the first letter."""
    words = list(itertools.permutations(range(n)))
    number = {word: i for i, word in enumerate(words)}
    for word, i in itertools.product(words, range(1, n)):
        other = list(word)
        other[0], other[i] = word[i], word[0]
        yield number[word], number[tuple(other)]


def different(word):
    return all(a != b for a, b in zip(word, word[1:]))


def levels(d):
    return itertools.product(range(d), range(1 << d))


# Links of each kind of network, one of both ways or both, from its sizes.
KINDS = {
    "ring": lambda n: ((i, (i + 1) % n) for i in range(n)),
    "line": lambda n: ((i, i + 1) for i in range(n - 1)),
    "star": lambda n: ((0, i) for i in range(1, n)),
    "complete": lambda n: itertools.combinations(range(n), 2),
    "hypercube": lambda d: ((v, v ^ 1 << i) for v in range(1 << d)
                            for i in range(d)),
    "mesh": lambda *sides: grid(sides, False),
    "torus": lambda *sides: grid(sides, True),
    "bipartite": lambda m, n: itertools.product(range(m), range(m, m + n)),
    "hyperx": lambda m, n: ((a, b) for a, b in
                            itertools.combinations(range(m * n), 2)
                            if a // n == b // n or a % n == b % n),
    "circulant": lambda n, *steps: ((i, (i + s) % n) for i in range(n)
                                    for s in steps),
    "petersen": lambda: ([(i, (i + 1) % 5) for i in range(5)] +
                         [(i, i + 5) for i in range(5)] +
                         [(5 + i, 5 + (i + 2) % 5) for i in range(5)]),
    "debruijn": lambda k, n: shifts(n, k, bool),
    "kautz": lambda d, n: shifts(n + 1, d + 1, different),
    "ccc": lambda d: (link for i, x in levels(d) for link in (
        (x * d + i, x * d + (i + 1) % d), (x * d + i, (x ^ 1 << i) * d + i))),
    "butterfly": lambda d: (((i << d) + x, ((i + 1) % d << d) + y)
                            for i, x in levels(d) for y in (x, x ^ 1 << i)),
    "star-graph": exchanges,
}


def network(word):
    """Processors, and the lanes of each arc."""
    kind, _, size = word.partition(":")
    if kind == "file":
        pairs = [(0, 1), (1, 2), (0, 2), (2, 3), (0, 4)]
        arcs = {a: 1 for p in pairs for a in (p, p[::-1])}
        arcs[3, 4] = 1
        arcs[0, 4] = arcs[4, 0] = 2
        return 5, arcs
    pairs = KINDS[kind](*map(int, re.findall(r"\d+", size)))
    arcs = {a: 1 for p in pairs if p[0] != p[1] for a in (p, p[::-1])}
    return max(map(max, arcs)) + 1, arcs


class Formula:
    def __init__(self):
        self.variables, self.clauses = 0, []

    def new(self):
        self.variables += 1
        return self.variables

    def add(self, *literals):
        self.clauses.append(" ".join(map(str, literals)) + " 0")

    def at_most(self, most, literals):
        literals = list(literals)
        if most == "all" or len(literals) <= most:
            return
        if len(literals) <= 6 or most > 2:
            for some in itertools.combinations(literals, most + 1):
                self.add(*[-x for x in some])
            return
        # counted: over[k] is true if more than k of those before are
        over = [None] * most
        for x in literals:
            following = []
            for k in range(most):
                count = self.new()
                if over[k]:
                    self.add(-over[k], count)
                if k == 0:
                    self.add(-x, count)
                elif over[k - 1]:
                    self.add(-over[k - 1], -x, count)
                following.append(count)
            if over[most - 1]:
                self.add(-over[most - 1], -x)
            over = following

    def solve(self):
        text = f"p cnf {self.variables} {len(self.clauses)}\n" + \
            "\n".join(self.clauses) + "\n"
        answer = subprocess.run(["cadical", "-q", "-n", *LIMIT],
                                input=text, text=True, capture_output=True,
                                check=False)
        return {10: True, 20: False}.get(answer.returncode)


def possible(case, steps, turns=None, first=None):
    """Is there a schedule? None: not decided. With `turns` everybody broadcasts in that
    order. With `first`, what is sent in step t was held before step first[t]."""
    n, arcs = case["network"]
    send, receive, duplex = MODELS[case["model"]]
    has, wants = case["has"], case["wants"]
    messages = sorted(set().union(*wants))
    f = Formula()
    got, there, carried = {}, {}, {}
    for v, j, t in itertools.product(range(n), messages, range(1, steps + 1)):
        got[v, j, t] = f.new()
        there[v, j, t] = f.new()
        for (u, w), lanes in arcs.items():
            if w == v and j not in has[v] and lanes:
                carried[u, v, j, t] = f.new()

    def held(v, j, t):
        """Literals, one of which says so; None: it is so."""
        if j in has[v]:
            return None
        return [there[v, j, t]] if t else []

    for v, j in itertools.product(range(n), messages):
        for t in range(1, steps + 1):
            f.add(-got[v, j, t], there[v, j, t])
            earlier = [there[v, j, t - 1]] if t > 1 else []
            f.add(-there[v, j, t], got[v, j, t], *earlier)
            for x in earlier:
                f.add(-x, there[v, j, t])
                f.add(-got[v, j, t], -x)
            senders = [carried[u, v, j, t] for u in range(n)
                       if (u, v, j, t) in carried]
            f.add(-got[v, j, t], *senders)
            for x in senders:
                f.add(-x, got[v, j, t])
        if j in wants[v] and j not in has[v]:
            f.add(*[got[v, j, t] for t in range(1, steps + 1)])
    for (u, v, j, t), x in carried.items():
        before = held(u, j, (first[t] if first else t) - 1)
        if before is not None:
            f.add(-x, *before)
        if turns and turns[j] == u:
            for i in range(j):
                f.add(-x, *held(u, i, t - 1))
    for t in range(1, steps + 1):
        for (u, v), lanes in arcs.items():
            f.at_most(lanes, [carried[u, v, j, t] for j in messages
                              if (u, v, j, t) in carried])
        for v in range(n):
            ports(f, carried, v, t, (send, receive, duplex))
    if turns:
        keep_order(f, case, steps, got, there, carried)
    return f.solve()


def ports(f, carried, v, t, model):
    send, receive, duplex = model
    sends = {k: x for k, x in carried.items() if k[0] == v and k[3] == t}
    comes = [x for k, x in carried.items() if k[1] == v and k[3] == t]
    f.at_most(receive, comes)
    if send == "same":
        for (a, x), (b, y) in itertools.combinations(sends.items(), 2):
            if a[2] != b[2]:
                f.add(-x, -y)
    else:
        f.at_most(send, sends.values())
    if duplex == "half" and comes and sends:
        busy = f.new()
        for x in sends.values():
            f.add(-x, busy)
        for x in comes:
            f.add(-x, -busy)


def keep_order(f, case, steps, got, there, carried):
    n = case["network"][0]
    order = case["order"]
    slots = range(1, steps + 1)
    if order == "buffered":
        return
    for v, j, t in itertools.product(range(n), range(n), slots):
        for i in range(j):
            if i not in case["has"][v] and j not in case["has"][v]:
                f.add(-got[v, j, t], there[v, i, t])
    if order == "arrival":
        return
    for v in range(n):
        acts = {}
        for j, t in itertools.product(range(n), slots):
            acts[j, t] = f.new()
            f.add(-got[v, j, t], acts[j, t])
        for (u, w, j, t), x in carried.items():
            if u == v:
                f.add(-x, acts[j, t])
        for (i, s), (j, t) in itertools.product(acts, acts):
            if i < j and s > t:
                f.add(-acts[i, s], -acts[j, t])


def allocations(n, arcs):
    """One of each class of orders that symmetries turn into one another."""
    alike = [p for p in itertools.permutations(range(n))
             if all(arcs.get((p[u], p[v])) == lanes
                    for (u, v), lanes in arcs.items())]
    for turns in itertools.permutations(range(n)):
        if turns == min(tuple(p[v] for v in turns) for p in alike):
            yield turns


def solvable(case, steps):
    n, arcs = case["network"]
    if steps < 0:
        return False
    if "order" not in case:
        return possible(case, steps)
    answer = False
    for turns in allocations(n, arcs):
        case["has"] = [{turns.index(v)} for v in range(n)]
        case["wants"] = [set(range(n))] * n
        one = possible(case, steps, turns)
        if one:
            return True
        answer = None if one is None else answer
    return answer


def cases(quick, graph):
    small = ["ring:5", "star:5", "mesh:2x3", "line:4", "complete:4",
             "bipartite:2x3", graph]
    if not quick:
        small += ["star:6", "ring:6", "line:5"]
    for word, model in itertools.product(small, MODELS):
        for order in "program", "arrival", "buffered":
            yield (["successive", "-n", word, "-m", model, "--order", order],
                   {"network": network(word), "model": model, "order": order})
    large = ["ring:5", "star:6", "mesh:2x3", "hypercube:3", "torus:3x3",
             "bipartite:2x4", graph]
    for word, model in itertools.product(large, MODELS):
        n, arcs = network(word)
        own, all_of = [{v} for v in range(n)], set(range(n))
        nothing = [set() for _ in range(n)]
        root = 1

        def at(rank, what):
            return nothing[:rank] + [what] + nothing[rank + 1:]
        wishes = {
            "broadcast": (at(root, {0}), [{0}] * n),
            "stream": (at(root, {0, 1, 2}), [{0, 1, 2}] * n),
            "scatter": (at(root, all_of), own),
            "gather": (own, at(root, all_of)),
            "multinode": (own, [all_of] * n)}
        for problem, (has, wants) in wishes.items():
            if problem == "multinode" and (n > 6 or model == "shouting"):
                continue
            more = [] if problem == "multinode" else ["--root", str(root)]
            more += ["--packets", "3"] if problem == "stream" else []
            yield ([problem, "-n", word, "-m", model] + more,
                   {"network": (n, arcs), "model": model, "has": has,
                    "wants": wants})


def main():
    weft, words = sys.argv[1], [w for w in sys.argv[2:] if w != "--quick"]
    wrong = count = open_cases = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "own.edges")
        with open(path, "w", encoding="ascii") as file:
            file.write(GRAPH)
        for arguments, case in cases("--quick" in sys.argv, "file:" + path):
            if not all(word in arguments for word in words):
                continue
            answer = subprocess.run([weft, "optimum", *arguments, "--json"],
                                    capture_output=True, text=True, check=False)
            count += 1
            try:
                found = json.loads(answer.stdout)
                steps = found["upper"]
                above = solvable(case, steps)
                below = solvable(case, steps - 1)
                right = found["lower"] == steps and above is not False and \
                    not below
                open_cases += right and (above is None or below is None)
            except (ValueError, KeyError):
                right = False
            if not right:
                wrong += 1
                print(" ".join(arguments), answer.stdout, answer.stderr)
    print(f"{count} cases, {wrong} wrong, {open_cases} not decided")
    return wrong != 0 or not count


if __name__ == "__main__":
    sys.exit(main())
