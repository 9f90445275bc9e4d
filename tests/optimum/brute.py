#!/usr/bin/env python3
"""The fewest steps of tiny cases, by trying everything, held against weft.

usage: brute.py WEFT

Written from the definition alone, of shared words nothing: states are who holds
what; the states that can be reached are gone through breadth first, one slot at
a time, until the goal is among them. For `successive` every allocation of turns
is tried. Prints each case that disagrees; exit status 1 if any does.
"""
import itertools
import json
import subprocess
import sys

SENDS = {"shouting": "same", "one-port": "one", "one-port-duplex": "one",
         "all-port": "all"}
RECEIVES = {"shouting": "one", "one-port": "one", "one-port-duplex": "one",
            "all-port": "all"}
DUPLEX = {"shouting": "half", "one-port": "half", "one-port-duplex": "full",
          "all-port": "full"}


def words(model):
    if model in SENDS:
        return SENDS[model], RECEIVES[model], DUPLEX[model]
    parts = dict(part.split("=") for part in model.split(","))
    send, receive = parts["send"], parts["receive"]
    return (int(send) if send.isdigit() else send,
            int(receive) if receive.isdigit() else receive, parts["duplex"])


class Arcs(list):
    """Pairs of processors, and the arcs between each, if not one of their own."""

    def __init__(self, pairs, ways=None):
        super().__init__(sorted(pairs))
        self.way = ways or {pair: {pair} for pair in pairs}


def up(kind, leaf, height):
    """The switch above a processor, or the processor itself, by its subtree."""
    return (height, leaf >> height if kind == "tree" else leaf * (1 - height))


def over_switches(kind, n):
    ways = {}
    for u, v in itertools.permutations(range(n), 2):
        top = next(h for h in itertools.count(1)
                   if up(kind, u, h) == up(kind, v, h))
        ways[u, v] = {("up", up(kind, u, h)) for h in range(top)} | \
            {("down", up(kind, v, h)) for h in range(top)}
    return n, Arcs(ways, ways)


def switched(network):
    return network.split(":")[0] in ("tree", "switch")


def links(network):
    kind, size = network.split(":")
    if switched(network):
        return over_switches(kind, int(size))
    if kind == "mesh":
        rows, columns = map(int, size.split("x"))
        n = rows * columns
        pairs = [(a, b) for a in range(n) for b in range(a)
                 if abs(a // columns - b // columns) +
                 abs(a % columns - b % columns) == 1]
    else:
        n = int(size)
        pairs = {"ring": [(i, (i + 1) % n) for i in range(n)],
                 "line": [(i, i + 1) for i in range(n - 1)],
                 "star": [(0, i) for i in range(1, n)],
                 "complete": list(itertools.combinations(range(n), 2))}[kind]
    return n, Arcs(pairs + [(b, a) for a, b in pairs])


def slots(n, arcs, model, useful):
    """All sets of transfers (from, to, message) of one slot that the model
    allows; useful(u, v) are the messages worth sending over an arc."""
    send, receive, duplex = words(model)
    found = []

    def clash(t, others):
        u, v, m = t
        if isinstance(send, int) and sum(a == u for a, _, _ in others) == send:
            return True
        if isinstance(receive, int) and sum(
                b == v for _, b, _ in others) == receive:
            return True
        for a, b, k in others:
            if (a, k) != (u, m) and arcs.way[a, b] & arcs.way[u, v]:
                return True
            if a == u and (send == "one" or (send == "same" and k != m)):
                return True
            if b == v and receive == "one":
                return True
            if duplex == "half" and (a == v or b == u):
                return True
        return False

    def extend(index, chosen):
        if index == len(arcs):
            found.append(tuple(chosen))
            return
        u, v = arcs[index]
        for m in useful(u, v):
            if not clash((u, v, m), chosen):
                extend(index + 1, chosen + [(u, v, m)])
        extend(index + 1, chosen)

    extend(0, [])
    # a set that is part of another does no more than it
    return found


def search(start, done, moves, limit=40):
    """Breadth first; states are hashable."""
    states, steps = {start}, 0
    while not any(done(s) for s in states):
        states = set(itertools.chain.from_iterable(moves(s) for s in states))
        # who has less and is the same otherwise needs no look
        states = prune(states)
        steps += 1
        if steps > limit or not states:
            return None
    return steps


def prune(states):
    return states


def spread(network, model, has, wants):
    """has, wants: sets of messages of each processor."""
    n, arcs = links(network)

    def moves(state):
        def useful(u, v):
            return sorted(state[u] - state[v])
        for chosen in slots(n, arcs, model, useful):
            new = [set(s) for s in state]
            for _, v, m in chosen:
                new[v].add(m)
            yield tuple(frozenset(s) for s in new)

    start = tuple(frozenset(h) for h in has)
    return search(start, lambda s: all(w <= x for w, x in zip(wants, s)), moves)


def reduce(network, model, root):
    """Every processor holds a set of contributions; a send gives all of it
    away, what meets is combined, and no contribution is counted twice. A
    processor may send more than once, what has come in since."""
    n, arcs = links(network)
    everything = frozenset(range(n))

    def moves(state):
        def useful(u, v):
            return ["x"] if state[u] else []
        for chosen in slots(n, arcs, model, useful):
            new = [set(s) for s in state]
            givers = [u for u, _, _ in chosen]
            if len(givers) != len(set(givers)):
                continue  # the same contributions twice
            for u, v, _ in chosen:
                new[u] -= state[u]
            for u, v, _ in chosen:
                new[v] |= state[u]
            yield tuple(frozenset(s) for s in new)

    start = tuple(frozenset([v]) for v in range(n))
    return search(start, lambda s: s[root] == everything, moves)


def made_of(held, any_parts):
    """All that can be made of the pieces held: of disjoint ones, or of any."""
    made = set(held)
    grown = True
    while grown:
        more = {a | b for a in made for b in made
                if any_parts or not a & b} - made
        grown = bool(more)
        made |= more
    return frozenset(made)


def combine(network, model, wants, any_parts=False):
    """wants: whose contributions each processor wants. States are what each can
    make; a message is anything that its sender can make."""
    n, arcs = links(network)
    masks = [sum(1 << k for k in w) for w in wants]

    def moves(state):
        def useful(u, v):
            return sorted(state[u] - state[v])
        for chosen in slots(n, arcs, model, useful):
            new = [set(s) for s in state]
            for _, v, m in chosen:
                new[v].add(m)
            yield tuple(made_of(s, any_parts) if len(s) > len(state[v]) else
                        state[v] for v, s in enumerate(new))

    start = tuple(frozenset([1 << v]) for v in range(n))
    return search(start,
                  lambda s: all(not w or w in x for w, x in zip(masks, s)),
                  moves)


def successive(network, model, order):
    n, arcs = links(network)
    best = None
    for turn in itertools.permutations(range(n)):
        steps = in_turn(n, arcs, model, order, turn, best)
        if steps is not None and (best is None or steps < best):
            best = steps
    return best


def in_turn(n, arcs, model, order, turn, best):
    """State: what each has received, and the highest message that each has
    acted on in an earlier slot (program). turn[j]: the source of j."""
    def holds(received, v):
        """What v can send: what it received, and its own once all before it
        are there."""
        own = turn.index(v)
        if all(j in received[v] for j in range(own)):
            return received[v] | {own}
        return received[v]

    def moves(state):
        received, acted = state
        can = [holds(received, v) for v in range(n)]

        def useful(u, v):
            return sorted(m for m in can[u]
                          if m not in received[v] and turn[m] != v)
        for chosen in slots(n, arcs, model, useful):
            if order == "program" and any(
                    m < acted[x] for u, v, m in chosen for x in (u, v)):
                continue
            if order != "buffered" and any(
                    m < max(received[v], default=-1) for u, v, m in chosen):
                continue
            new = [set(r) for r in received]
            last = list(acted)
            for u, v, m in chosen:
                new[v].add(m)
                for x in (u, v):
                    last[x] = max(last[x], m)
            if order != "program":
                last = acted
            yield tuple(frozenset(r) for r in new), tuple(last)

    start = tuple(frozenset() for _ in range(n)), tuple([-1] * n)
    limit = 40 if best is None else best - 1
    return search(start, lambda s: all(len(r) == n - 1 for r in s[0]), moves,
                  limit)


MODELS = ["shouting", "one-port", "one-port-duplex", "all-port",
          "send=same,receive=all,duplex=half", "send=all,receive=one,duplex=half",
          "send=one,receive=all,duplex=full", "send=same,receive=one,duplex=full",
          "send=2,receive=4,duplex=full", "send=2,receive=2,duplex=half"]
ORDERS = ["program", "arrival", "buffered"]


def refused(network, model, combined):
    """Over switches a message to several passes an arc once, which no search
    says of combined values."""
    send, _, _ = words(model)
    return switched(network) and combined and send not in ("one", "same")


def cases(quick):
    for network in ["line:3", "ring:3", "switch:3"] + (
            [] if quick else ["line:4", "star:4", "mesh:2x2"]):
        for model in MODELS:
            if refused(network, model, False):
                continue
            if network[-1] != "3" and words(model) not in [
                    words(m) for m in MODELS[:3]]:
                continue
            for order in ORDERS:
                yield (["successive", "-n", network, "-m", model, "--order",
                        order], lambda a=(network, model, order): successive(*a))
    for network in ["line:4", "ring:5", "star:4", "mesh:2x2", "complete:4",
                    "tree:4", "switch:4"]:
        n, _ = links(network)
        root = n - 1
        for model in MODELS:
            if refused(network, model, False):
                continue
            yield (["broadcast", "-n", network, "-m", model, "--root", str(root)],
                   lambda a=(network, model): spread(
                       *a, [{0} if v == root else set() for v in range(n)],
                       [{0}] * n))
            yield (["reduce", "-n", network, "-m", model, "--root", str(root)],
                   lambda a=(network, model): reduce(*a, root))
    for network in ["line:3", "ring:3", "line:4", "star:4", "mesh:2x2",
                    "tree:4", "switch:3"]:
        n, _ = links(network)
        everything = set(range(n))
        for model in MODELS:
            if refused(network, model, False):
                continue
            yield (["scatter", "-n", network, "-m", model],
                   lambda a=(network, model): spread(
                       *a, [everything if v == 0 else set() for v in range(n)],
                       [{v} for v in range(n)]))
            yield (["gather", "-n", network, "-m", model],
                   lambda a=(network, model): spread(
                       *a, [{v} for v in range(n)],
                       [everything if v == 0 else set() for v in range(n)]))
            if n == 3:
                yield (["multinode", "-n", network, "-m", model],
                       lambda a=(network, model): spread(
                           *a, [{v} for v in range(n)], [everything] * n))
            yield (["stream", "-n", network, "-m", model, "--packets", "2"],
                   lambda a=(network, model): spread(
                       *a, [{0, 1} if v == 0 else set() for v in range(n)],
                       [{0, 1}] * n))


def combined_cases(quick):
    for network in ["line:3", "ring:3", "switch:3"] + (
            [] if quick else ["line:4", "star:4", "mesh:2x2"]):
        n, _ = links(network)
        everybody = [range(n)] * n
        for model in MODELS:
            if n > 3 and "all" in words(model) or refused(network, model, True):
                continue
            for problem, wants, any_parts in [
                    ("allreduce", everybody, False),
                    ("barrier", everybody, True),
                    ("scan", [range(v + 1) for v in range(n)], False),
                    ("exscan", [range(v) for v in range(n)], False)]:
                yield ([problem, "-n", network, "-m", model],
                       lambda a=(network, model, wants, any_parts): combine(*a))


def main():
    weft, quick = sys.argv[1], "--quick" in sys.argv
    wrong = count = 0
    for arguments, brute in itertools.chain(combined_cases(quick),
                                            cases(quick)):
        answer = subprocess.run([weft, "optimum", *arguments, "--json"],
                                capture_output=True, text=True, check=False)
        expected = brute()
        count += 1
        try:
            found = json.loads(answer.stdout)
            right = found["lower"] == found["upper"] == expected
        except (ValueError, KeyError):
            right = False
        if not right:
            wrong += 1
            print(" ".join(arguments), "takes", expected, "but weft says",
                  answer.stdout, answer.stderr)
    print(f"{count} cases, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
