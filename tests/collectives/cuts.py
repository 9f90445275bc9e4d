#!/usr/bin/env python3
"""Certificates of cuts, computed again from networks and models alone.

Random networks with switches, lanes, links of one way and of other speeds. Of
each cut that weft names: what must pass it, what can by one time unit before
the bound (too little) and by the bound (enough). Where it says `exact`, no cut
of all that there are passes too little by the bound.
usage: cuts.py WEFT [SEED [ROUNDS]]
"""
import itertools
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

MODELS = {  # send ports, receive ports (None: as many as lanes), routed
    "all-port": (None, None, False),
    "shouting": (1, 1, False),
    "one-port-duplex": (1, 1, True),
    "send=2,receive=2,duplex=full": (2, 2, True),
    "send=all,receive=one,duplex=full": (None, 1, False),
    "send=same,receive=all,duplex=full": (1, None, False),
}
COSTS = ["", "ts=0,tw=1", "ts=7,tw=2", "ts=3,tw=3,th=1"]
NEEDS = {  # blocks that pass from a set to the others, of p and root 0
    "broadcast": lambda s, p: 0 in s,
    "reduce": lambda s, p: 0 not in s,
    "scatter": lambda s, p: (p - len(s)) * (0 in s),
    "gather": lambda s, p: len(s) * (0 not in s),
    "allgather": lambda s, p: len(s),
    "alltoall": lambda s, p: len(s) * (p - len(s)),
    "scan": lambda s, p: any(i in s and j not in s
                             for j in range(p) for i in range(j)),
}
# sum of a vector: a p-th of it for each, all of it for all
VECTORS = {
    "reduce-scatter": lambda s, p: p - len(s),
    "allreduce": lambda s, p: p,
}


def draw(rng, switches):
    """Links in a row, or round, perhaps one way then, and some more."""
    p = rng.randint(3, 5)
    n = p + switches
    order = list(range(n))
    rng.shuffle(order)
    pairs = {(order[i - 1], order[i]): i > 0 or rng.random() < 0.5
             for i in range(n)}
    one_way = {pair: rng.random() < 0.3 for pair in pairs}
    if not all(pairs.values()):
        first = (order[-1], order[0])
        if n > 2:
            del pairs[first]
        one_way = {}
    for _ in range(rng.randint(0, n)):
        u, v = rng.sample(range(n), 2)
        if (u, v) not in pairs and (v, u) not in pairs:
            pairs[u, v] = True
    lines = ["host " + " ".join(f"h{i}" for i in range(p))]
    if switches:
        lines.append("switch " + " ".join(f"h{i}" for i in range(p, n)))
    arcs = []
    for u, v in pairs:
        mark = ">" if one_way.get((u, v)) else ""
        cost = (None, None)
        text = ""
        if rng.random() < 0.5:
            cost = (rng.choice(["0", "1", "2.5", "6"]),
                    rng.choice(["0.25", "0.7", "1", "3", "12"]))
            text = " ".join(cost)
        lanes = rng.choice([1, 1, 1, 2, 3])
        lines.append(f"h{u} {mark} h{v} {text} x{lanes}")
        arcs.append((u, v, lanes) + cost)
        if not mark:
            arcs.append((v, u, lanes) + cost)
    return p, n, arcs, "\n".join(lines) + "\n"


def words_of(start, word, most, time):
    """What one lane carries: as many messages as are best."""
    if time < start:
        return Fraction(0)
    if most is None:
        return (time - start) / word if word else math.inf
    best, count = Fraction(0), 1
    while count * start <= time and (start or word):
        rest = time - count * start
        best = max(best, count * most if not word
                   else min(count * most, rest / word))
        if word and rest / word < count * most:
            break
        count += 1
    return best


class Machine:
    def __init__(self, p, n, arcs, model, cost, most):
        self.p, self.n, self.most = p, n, most
        self.send, self.receive, self.routed = MODELS[model]
        given = dict(part.split("=") for part in cost.split(",") if part)
        ts, tw = (int(given.get(k, 0)) for k in ("ts", "tw"))
        self.arcs = []
        self.own = cost and any(arc[3] is not None for arc in arcs)
        for u, v, lanes, latency, bandwidth in arcs:
            start, word = Fraction(ts), Fraction(tw)
            if not cost:
                start, word = Fraction(1), Fraction(0)
            elif latency is not None:
                start += Fraction(latency)
                word = 1 / Fraction(bandwidth)
            self.arcs.append((u, v, lanes, start, word))

    def at(self, time):
        """Of each arc, and of each port, by that time."""
        self.lane = [words_of(s, r, self.most, time)
                     for _, _, _, s, r in self.arcs]
        self.out = [self.port(v, 0, self.send, time) for v in range(self.p)]
        self.into = [self.port(v, 1, self.receive, time)
                     for v in range(self.p)]

    def port(self, v, end, ports, time):
        mine = [i for i, arc in enumerate(self.arcs) if arc[end] == v]
        count = sum(self.arcs[i][2] for i in mine)
        ports = count if ports is None else min(ports, count)

        def best(most):
            return sum(sorted((words_of(*self.arcs[i][3:], most, time)
                               for i in mine for _ in range(self.arcs[i][2])),
                              reverse=True)[:ports])
        if self.most is None or len({self.arcs[i][3:] for i in mine}) == 1:
            return best(self.most)
        # one port may change between lanes
        quick = words_of(min(self.arcs[i][3] for i in mine),
                         min(self.arcs[i][4] for i in mine), self.most, time)
        return min(sum(self.lane[i] * self.arcs[i][2] for i in mine),
                   best(None), ports * quick)

    def carried(self, sides, send, receive):
        """sides: vertices that send."""
        total = sum(self.out[v] for v in send) + \
            sum(self.into[v] for v in receive)
        for i, (u, v, lanes, _, _) in enumerate(self.arcs):
            begins = u in sides and u not in send or \
                self.routed and u in receive
            ends = v not in sides and v not in receive or \
                self.routed and v in send
            if begins and ends:
                total += lanes * self.lane[i]
        return total

    def least(self, inside):
        """Over switches and ports."""
        outside = set(range(self.p)) - inside
        best = math.inf
        for k in range(1 << (self.n - self.p)):
            sides = inside | {v for v in range(self.p, self.n)
                              if k >> (v - self.p) & 1}
            for cut in itertools.product((0, 1), repeat=self.p):
                best = min(best, self.carried(
                    sides, {v for v in inside if cut[v]},
                    {v for v in outside if cut[v]}))
        return best


def check(weft, name, drawn, model, cost, problem, blocks):
    p, n, arcs, _ = drawn
    size = 24
    words = [weft, "bound", problem, "-n", "file:" + name, "-m", model, "-j"]
    words += ["--message-blocks", str(blocks) if blocks else "any"]
    words += ["--cost", cost] if cost else []
    if problem in VECTORS:
        words += ["--vector", str(size * p)]
    words += ["--bytes", str(size)]
    run = subprocess.run(words, stdout=subprocess.PIPE, check=True)
    answer = json.loads(run.stdout)
    if answer["by"] != "cut":
        return 0
    unit = Fraction(1) if not cost else Fraction(size, 8)
    machine = Machine(p, n, arcs, model, cost, blocks * unit if blocks
                      else None)
    need = {**NEEDS, **VECTORS}[problem]
    proof, bound = answer["certificate"], answer["bound"]
    inside = {v for v in proof["from"] if v < p}
    send, receive = set(proof["send_ports"]), set(proof["receive_ports"])
    what = f"{' '.join(words)}: {proof}"
    assert send <= inside and not receive & inside, what
    assert abs(need(inside, p) * unit - Fraction(proof["need"])) < 1e-9, what
    # the machine rounds times of links with costs down by a little
    slack = Fraction(1, 1024) if machine.own else 0
    machine.at(bound - 1 + slack)
    before = machine.carried(set(proof["from"]), send, receive)
    assert before < need(inside, p) * unit, f"{what}: {before}"
    assert abs(before - proof["carried"]) <= 1e-6 * (1 + before), what
    machine.at(bound + slack)
    enough = machine.carried(set(proof["from"]), send, receive)
    assert enough >= need(inside, p) * unit, f"{what}: {enough}"
    for k in range(1, (1 << p) - 1) if proof["exact"] else ():
        some = {v for v in range(p) if k >> v & 1}
        must = need(some, p) * unit
        assert not must or machine.least(some) >= must, f"{what}: {some}"
    return 1


def main():
    weft = sys.argv[1]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 150
    rng = random.Random(seed)
    checked = 0
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "drawn.edges")
        for _ in range(rounds):
            drawn = draw(rng, rng.randint(0, 2))
            with open(name, "w") as file:
                file.write(drawn[3])
            problem = rng.choice(list(NEEDS) + list(VECTORS))
            checked += check(weft, name, drawn, rng.choice(list(MODELS)),
                             rng.choice(COSTS), problem,
                             rng.choice([0, 1, 1, 2]))
    print(f"{checked} cuts of {rounds} questions")
    assert checked * 20 > rounds
    return 0


if __name__ == "__main__":
    sys.exit(main())
