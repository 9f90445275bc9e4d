#!/usr/bin/env python3
"""Collective algorithms once more, as simulations of all processors at once.

`weft` computes whom a processor meets and what it sends from its rank alone;
here a round is told for everybody, and "all that it has" is looked up in what
everybody has by then. schedule.py compares the two, transfer by transfer.

A function takes (p, option) and returns (rule, rounds): a round is a list of
(source, destination, blocks), where blocks is a list, or for combined values a
dictionary from block to the frozenset of its contributors.
"""
from math import prod

STRATEGIES = {}


def strategy(problem, name, fits=lambda p: True, **options):
    def add(function):
        STRATEGIES[problem, name] = (function, fits, options)
        return function
    return add


def log2(p):
    return (p - 1).bit_length()


def power(p):
    return p & (p - 1) == 0


def even(p):
    return p % 2 == 0


def divisor(p):
    return max(g for g in range(1, p + 1) if g * g <= p and p % g == 0)


def digits(p, q):
    s = 1
    while s < p:
        for j in range(1, q):
            if j * s < p:
                yield s, j
        s *= q


def rho(s):
    return (1 - (-2) ** (s + 1)) // 3


def pi(r, s, p):
    return (r - rho(s) if r % 2 else r + rho(s)) % p


class Blocks:
    """Who has which blocks: what is sent is there from the next round on."""

    def __init__(self, start):
        self.has = [set(s) for s in start]
        self.rounds = []

    def round(self, transfers):
        transfers = [(u, v, sorted(b)) for u, v, b in transfers if b]
        for u, v, blocks in transfers:
            assert set(blocks) <= self.has[u]
        for u, v, blocks in transfers:
            self.has[v] |= set(blocks)
        self.rounds.append(transfers)


class Sums:
    """Every processor's running values of blocks, as sets of contributors."""

    def __init__(self, p, blocks):
        self.of = [{b: frozenset([r]) for b in range(blocks)} for r in range(p)]
        self.rounds = []

    def round(self, transfers, replace=False):
        told = [(u, v, {b: self.of[u][b] for b in blocks})
                for u, v, blocks in transfers]
        for u, v, sums in told:
            for b, s in sums.items():
                assert replace or not self.of[v][b] & s, (u, v, b)
                self.of[v][b] = s if replace else self.of[v][b] | s
        self.rounds.append(told)


# ---- allgather -------------------------------------------------------------

def own(p):
    return Blocks([{r} for r in range(p)])


@strategy('allgather', 'ring')
def _(p):
    w = own(p)
    last = list(range(p))
    for t in range(1, p):
        w.round([(r, (r + 1) % p, [last[r]]) for r in range(p)])
        last = [last[r - 1] for r in range(p)]
    return w.rounds


@strategy('allgather', 'bidirectional', lambda p: p > 2, model='all-port')
def _(p):
    w = own(p)
    for t in range(1, p // 2 + 1):
        a = [(r, (r + 1) % p, [(r - t + 1) % p]) for r in range(p)]
        if t <= (p - 1) // 2:
            a += [(r, (r - 1) % p, [(r + t - 1) % p]) for r in range(p)]
        w.round(a)
    return w.rounds


@strategy('allgather', 'neighbour', even)
def _(p):
    w = own(p)
    w.round([(r, r ^ 1, [r]) for r in range(p)])
    got = [r // 2 for r in range(p)]
    for t in range(2, p // 2 + 1):
        to = [(r + (1 if (t + r) % 2 else -1)) % p for r in range(p)]
        w.round([(r, to[r], [2 * got[r], 2 * got[r] + 1]) for r in range(p)])
        got = [got[to[r]] for r in range(p)]
    return w.rounds


@strategy('allgather', 'recursive-doubling', power)
def _(p):
    w = own(p)
    for t in range(log2(p)):
        w.round([(r, r ^ 1 << t, set(w.has[r])) for r in range(p)])
    return w.rounds


@strategy('allgather', 'bruck', radix=(2, 3, 4, 7))
def _(p, radix=2):
    w = own(p)
    for s, j in digits(p, radix):
        w.round([(r, (r - j * s) % p,
                  [(r + i) % p for i in range(min(s, p - j * s))])
                 for r in range(p)])
    return w.rounds


@strategy('allgather', 'spread-out')
def _(p):
    w = own(p)
    for t in range(1, p):
        w.round([(r, (r + t) % p, [r]) for r in range(p)])
    return w.rounds


@strategy('allgather', 'sparbit')
def _(p):
    w = own(p)
    tz = (p & -p).bit_length() - 1
    ignore = (~(p >> tz) | 1) << tz
    m, s = 1, 1 << (log2(p) - 1)
    while s >= 1:
        x = 1 if s & ignore == s else 0
        w.round([(r, (r + s) % p, [(r - 2 * i * s) % p for i in range(m - x)])
                 for r in range(p)])
        m, s = 2 * m - x, s // 2
    return w.rounds


def bine_first(p):
    best = {}
    for bits in range(1, 1 << log2(p)):
        a = [i for i in range(log2(p)) if bits >> i & 1]
        x = sum(rho(i) * (-1) ** k for k, i in enumerate(a)) % p
        weight = sum(2 ** (log2(p) - 1 - i) for i in a)
        if x not in best or weight < best[x][0]:
            best[x] = weight, a[0]
    return {x: a for x, (_, a) in best.items()}


@strategy('allgather', 'bine', even)
def _(p):
    w = own(p)
    f = bine_first(p)
    for t in range(1, log2(p) + 1):
        s = log2(p) - t
        w.round([(r, v, [c for c in range(p) if c != v and
                         f[((v - c) if v % 2 else (c - v)) % p] == s])
                 for r in range(p) for v in [pi(r, s, p)]])
    return w.rounds


def skips(p):
    skip = [p]
    while skip[0] > 1:
        skip.insert(0, (skip[0] + 1) // 2)
    return skip


def receive_list(p, v):
    skip, length = skips(p), log2(p)
    rest, base = v, length
    for k in range(length - 1, -1, -1):
        if rest and skip[k] <= rest:
            rest -= skip[k]
            if not rest:
                base = k
    todo = [e for e in range(length, -1, -1) if e != base]
    accepted, state = [], {'S': 2 * p}
    top = v + p

    def lower(e):
        return max((x for x in todo if x < e), default=None)

    def visit(at, e):
        while e is not None:
            k = len(accepted)
            if k < length and at + skip[e] <= top - skip[k] and \
                    at + skip[e] < state['S']:
                if at + skip[e] <= top - skip[k + 1]:
                    visit(at + skip[e], e)
                k = len(accepted)
                if k == length or at > top - skip[k + 1]:
                    return
                state['S'] = at + skip[e]
                accepted.append(e)
                todo.remove(e)
            e = lower(e)

    visit(0, todo[0])
    return [base if e == length else e - length for e in accepted]


def circulant_stream(p, m, root):
    """Rounds of (source, destination, block)."""
    skip, length = skips(p), log2(p)
    if p == 1:
        return []
    lists = [receive_list(p, v) for v in range(p)]
    x = -(m - 1) % length
    rounds = []
    for i in range(x, m + length - 1 + x):
        k, a = i % length, []
        for v in range(p):
            w = (v + skip[k]) % p
            if w == 0:
                continue
            b = lists[w][k] + length * (i // length) - x
            if b >= 0:
                a.append(((v + root) % p, (w + root) % p, min(b, m - 1)))
        rounds.append(a)
    return rounds


@strategy('allgather', 'circulant', packets=(1, 2, 5))
def _(p, packets=1):
    n = packets
    w = Blocks([set(range(r * n, r * n + n)) for r in range(p)])
    streams = [circulant_stream(p, n, root) for root in range(p)]
    for t in range(n - 1 + log2(p)):
        carried = {}
        for root in range(p):
            for u, v, b in streams[root][t]:
                carried.setdefault((u, v), []).append(root * n + b)
        w.round([(u, v, b) for (u, v), b in carried.items()])
    return w.rounds


def tree(p):
    """For each round (parent, child, subtree) of the binomial tree."""
    for t in range(1, log2(p) + 1):
        s = 1 << (log2(p) - t)
        yield [(v, v + s, range(v + s, min(v + 2 * s, p)))
               for v in range(0, p, 2 * s) if v + s < p]


@strategy('allgather', 'gather-broadcast', model='one-port')
def _(p):
    w = own(p)
    for edges in reversed(list(tree(p))):
        w.round([(c, v, sub) for v, c, sub in edges])
    for edges in tree(p):
        w.round([(v, c, set(range(p)) - set(sub)) for v, c, sub in edges])
    return w.rounds


def grids(p):
    if p == 12:
        return ['3x4', '4x3', '2x3x2', '12']
    g = divisor(p)
    return [f'{g}x{p // g}', f'{p // g}x{g}']


def along(p, dims, axis, r, by):
    at = coordinates(dims, r)
    at[axis] = (at[axis] + by) % dims[axis]
    rank = 0
    for x, n in zip(at, dims):
        rank = rank * n + x
    return rank


def coordinates(dims, r):
    at = []
    for n in reversed(dims):
        at.insert(0, r % n)
        r //= n
    return at


def extents(dims):
    return [int(n) for n in dims.split('x')]


@strategy('allgather', 'bucket', dims=grids)
def _(p, dims):
    dims, w = extents(dims), own(p)
    for axis in reversed(range(len(dims))):
        last = [set(h) for h in w.has]
        for t in range(1, dims[axis]):
            w.round([(r, along(p, dims, axis, r, 1), last[r])
                     for r in range(p)])
            last = [last[along(p, dims, axis, r, -1)] for r in range(p)]
    return w.rounds


@strategy('allgather', 'exchange', dims=grids)
def _(p, dims):
    dims, w = extents(dims), own(p)
    for axis in reversed(range(len(dims))):
        began = [set(h) for h in w.has]
        for t in range(1, dims[axis]):
            w.round([(r, along(p, dims, axis, r, t), began[r])
                     for r in range(p)])
    return w.rounds


def groups(p):
    return [g for g in range(1, p + 1) if p % g == 0]


@strategy('allgather', 'hierarchical', group=groups)
def _(p, group):
    w = own(p)
    for edges in reversed(list(tree(group))):
        w.round([(f + c, f + v, [f + x for x in sub])
                 for f in range(0, p, group) for v, c, sub in edges])
    last = {f: set(w.has[f]) for f in range(0, p, group)}
    for t in range(p // group - 1):
        w.round([(f, (f + group) % p, last[f]) for f in last])
        last = {f: last[(f - group) % p] for f in last}
    for edges in tree(group):
        w.round([(f + v, f + c, set(range(p)) - {f + x for x in sub})
                 for f in range(0, p, group) for v, c, sub in edges])
    return w.rounds


def aggregates(p):
    return [1 << i for i in range(max(1, log2(p)))]


def tree_order(low, bits):
    """Preorder, the farthest child first."""
    for c in reversed(range(bits)):
        yield low + (1 << c)
        yield from tree_order(low + (1 << c), c)


@strategy('allgather', 'pat', aggregate=aggregates)
def _(p, aggregate):
    w = own(p)
    trees = (1 << log2(p)) // aggregate  # distance of their roots
    plan, s = [], aggregate // 2
    while s:
        plan.append((s * trees, [(2 * a + 1) * s * trees
                                 for a in range(aggregate // (2 * s))]))
        s //= 2
    plan += [(v & -v, [a * trees + v for a in range(aggregate)])
             for v in tree_order(0, log2(trees))]
    for d, offsets in plan:
        kept = [o for o in offsets if o < p]
        if kept:
            w.round([(r, (r - d) % p, [(r + o - d) % p for o in kept])
                     for r in range(p)])
    return w.rounds


# ---- reduce-scatter --------------------------------------------------------

def ring_scatter(p, w):
    for t in range(1, p):
        w.round([(r, (r + 1) % p, [(r - t) % p]) for r in range(p)])


@strategy('reduce-scatter', 'ring')
def _(p):
    w = Sums(p, p)
    ring_scatter(p, w)
    return w.rounds


@strategy('reduce-scatter', 'pairwise')
def _(p):
    return [[(r, (r + t) % p, {(r + t) % p: frozenset([r])})
             for r in range(p)] for t in range(1, p)]


def fold(p):
    k = p.bit_length() - 1
    e = p - (1 << k)
    return k, e, lambda v: 2 * v + 1 if v < e else v + e


@strategy('reduce-scatter', 'recursive-halving')
def _(p):
    k, e, real = fold(p)
    w = Sums(p, p)
    owned = {v: [2 * v, 2 * v + 1] if v < e else [v + e] for v in range(1 << k)}
    if e:
        w.round([(2 * v, 2 * v + 1, range(p)) for v in range(e)])
    for t in range(1, k + 1):
        s = 1 << (k - t)
        w.round([(real(v), real(v ^ s),
                  [c for x in range((v ^ s) // s * s, (v ^ s) // s * s + s)
                   for c in owned[x]]) for v in range(1 << k)])
    if e:
        w.round([(2 * v + 1, 2 * v, [2 * v]) for v in range(e)], replace=True)
    return w.rounds


def circulant_scatter(p, w):
    s = p
    while s > 1:
        half = (s + 1) // 2
        w.round([(r, (r + half) % p, [(r + i) % p for i in range(half, s)])
                 for r in range(p)])
        s = half


@strategy('reduce-scatter', 'circulant')
def _(p):
    w = Sums(p, p)
    circulant_scatter(p, w)
    return w.rounds


def reverse(p, rounds, blocks):
    """Of a schedule that moves each block at most once to each processor."""
    w = Sums(p, blocks)
    for transfers in reversed(rounds):
        w.round([(v, u, b) for u, v, b in transfers])
    return w.rounds


@strategy('reduce-scatter', 'bine', even)
def _(p):
    return reverse(p, STRATEGIES['allgather', 'bine'][0](p), p)


def bucket_scatter(p, dims, w):
    for axis in range(len(dims)):
        for t in range(1, dims[axis]):
            w.round([(r, along(p, dims, axis, r, 1),
                      [c for c in range(p)
                       if coordinates(dims, c)[:axis] ==
                       coordinates(dims, r)[:axis] and
                       coordinates(dims, c)[axis] ==
                       (coordinates(dims, r)[axis] - t) % dims[axis]])
                     for r in range(p)])


@strategy('reduce-scatter', 'bucket', dims=grids)
def _(p, dims):
    w = Sums(p, p)
    bucket_scatter(p, extents(dims), w)
    return w.rounds


@strategy('reduce-scatter', 'exchange', dims=grids)
def _(p, dims):
    return reverse(p, STRATEGIES['allgather', 'exchange'][0](p, dims), p)


@strategy('reduce-scatter', 'pat', aggregate=aggregates)
def _(p, aggregate):
    return reverse(p, STRATEGIES['allgather', 'pat'][0](p, aggregate), p)


# ---- allreduce -------------------------------------------------------------

def complete(p, rounds):
    all_of = frozenset(range(p))
    return [[(u, v, {b: all_of for b in blocks}) for u, v, blocks in transfers]
            for transfers in rounds]


def both(name, **options):
    def function(p, **values):
        scatter = STRATEGIES['reduce-scatter', name][0](p, **values)
        gather = STRATEGIES['allgather', name][0](p, **values)
        return scatter + complete(p, gather)
    STRATEGIES['allreduce', name] = (
        function, STRATEGIES['allgather', name][1], options)


both('ring')
both('bine')
both('bucket', dims=grids)
both('exchange', dims=grids)
both('pat', aggregate=aggregates)


@strategy('allreduce', 'bidirectional', lambda p: p > 2, model='all-port')
def _(p):
    rounds = STRATEGIES['allreduce', 'ring'][0](p)
    return [a + [(-u % p, -v % p,
                  {p + -c % p: frozenset(-x % p for x in s)
                   for c, s in sums.items()}) for u, v, sums in a]
            for a in rounds]


def doubling(w, k, e, real, ranks, step=1):
    """On ranks folded to 2^k; step: those between two of them."""
    if e:
        w.round([(2 * v * step, (2 * v + 1) * step, [0]) for v in range(e)])
    for t in range(k):
        w.round([(real(v) * step, real(v ^ 1 << t) * step, [0])
                 for v in range(1 << k)])
    if e:
        w.round([((2 * v + 1) * step, 2 * v * step, [0]) for v in range(e)],
                replace=True)


@strategy('allreduce', 'recursive-doubling')
def _(p):
    w = Sums(p, 1)
    doubling(w, *fold(p), p)
    return w.rounds


@strategy('allreduce', 'rabenseifner')
def _(p):
    k, e, real = fold(p)
    m = 1 << k
    w = Sums(p, m)
    interval = [range(m) for v in range(m)]
    stack = []
    if e:
        w.round([(2 * v, 2 * v + 1, range(m)) for v in range(e)])
    for t in range(1, k + 1):
        a, kept = [], []
        stack.append(list(interval))
        for v in range(m):
            half = len(interval[v]) // 2
            low, high = interval[v][:half], interval[v][half:]
            lower = not v >> (t - 1) & 1
            a.append((real(v), real(v ^ 1 << (t - 1)), high if lower else low))
            kept.append(low if lower else high)
        w.round(a)
        interval = kept
    for t in range(k, 0, -1):
        w.round([(real(v), real(v ^ 1 << (t - 1)), interval[v])
                 for v in range(m)], replace=True)
        interval = stack.pop()
    if e:
        w.round([(2 * v + 1, 2 * v, range(m)) for v in range(e)], replace=True)
    return w.rounds


@strategy('allreduce', 'circulant')
def _(p):
    w = Sums(p, p)
    circulant_scatter(p, w)
    back = [[(v, u, list(b)) for u, v, b in a] for a in reversed(w.rounds)]
    return w.rounds + complete(p, back)


@strategy('allreduce', 'census')
def _(p):
    k = [p]
    while k[0] > 1:
        k.insert(0, (k[0] + 1) // 2)
    with_own = [frozenset([r]) for r in range(p)]
    without = [frozenset() for r in range(p)]
    rounds = []
    for i in range(1, len(k)):
        exact = k[i] == 2 * k[i - 1]
        by = k[i - 1] if exact else k[i - 1] - 1
        sent = with_own if exact else without
        rounds.append([(r, (r + by) % p, {0: sent[r]}) for r in range(p)])
        got = [sent[(r - by) % p] for r in range(p)]
        for r in range(p):
            assert not with_own[r] & got[r]
        with_own = [with_own[r] | got[r] for r in range(p)]
        without = [without[r] | got[r] for r in range(p)]
    return rounds


@strategy('allreduce', 'swing', power)
def _(p):
    w = Sums(p, 1)
    for t in range(log2(p)):
        w.round([(r, pi(r, t, p), [0]) for r in range(p)])
    return w.rounds


def two_trees(p):
    """The parents of all processors in both trees."""
    first = [None] * p
    for r in range(1, p):
        low = r & -r
        far = (r ^ low) | 2 * low
        first[r] = far if far < p else r ^ low
    second = [None] * p
    for r in range(1, p):
        if p % 2:
            second[(r + 1) % p] = (first[r] + 1) % p
        else:
            second[p - 1 - r] = p - 1 - first[r]
    return first, second


def pipelined(p, packets, key):
    """All transfers (packet, down, source, destination), first come by key."""
    w = Sums(p, 2 * packets)
    everybody = frozenset(range(p))
    left = []
    for b in range(2 * packets):
        for r, above in enumerate(two_trees(p)[b % 2]):
            if above is not None:
                left += [(b, 0, r, above), (b, 1, above, r)]
    left.sort(key=key)
    below = [[set() for r in range(p)] for tree in range(2)]
    for tree in range(2):  # the subtree of each processor
        for r in range(p):
            at = r
            while at is not None:
                below[tree][at].add(r)
                at = two_trees(p)[tree][at]
    while left:
        sends, receives, told = set(), set(), []
        for b, down, u, v in left:
            whole = everybody if down else below[b % 2][u]
            if w.of[u][b] != whole or u in sends or v in receives:
                continue
            sends.add(u)
            receives.add(v)
            told.append((b, down, u, v))
        w.round([(u, v, [b]) for b, down, u, v in told if not down])
        up = w.rounds.pop()
        w.round([(u, v, [b]) for b, down, u, v in told if down], replace=True)
        w.rounds[-1] += up
        left = [x for x in left if x not in told]
    return w.rounds


@strategy('allreduce', 'double-tree', packets=(1, 2, 5))
def _(p, packets):
    by_packets = pipelined(p, packets, lambda x: x)
    up_first = pipelined(p, packets, lambda x: (x[1], x[0], x[2:]))
    return min(by_packets, up_first, key=len)


@strategy('allreduce', 'multiplying', radix=(2, 3, 4, 7))
def _(p, radix):
    w = Sums(p, 1)
    core = 1
    while core * radix <= p:
        core *= radix
    beyond = [range(f, min(f + core, p)) for f in range(core, p, core)]
    for group in beyond:
        w.round([(e, e % core, [0]) for e in group])
    s = 1
    while s < core:
        begun = [w.of[r][0] for r in range(core)]
        for j in range(1, radix):
            told = []
            for r in range(core):
                digit = r // s % radix
                to = r + ((digit + j) % radix - digit) * s
                told.append((r, to, {0: begun[r]}))
                assert not w.of[to][0] & begun[r]
                w.of[to][0] |= begun[r]
            w.rounds.append(told)
        s *= radix
    for group in beyond:
        w.round([(e % core, e, [0]) for e in group], replace=True)
    return w.rounds


def powers(p):
    return [d for d in grids(p) if all(power(int(n)) for n in d.split('x'))]


def torus_gather(p, dims):
    """All ports of a torus at once: {to: blocks} of each processor."""
    extents = [int(n) for n in dims.split('x')]
    axes, parts = len(extents), 2 * len(extents)
    strides = [prod(extents[i + 1:]) for i in range(axes)]

    def plan(part):
        """(axis, how many times it was used) of each step."""
        used, axis = [0] * axes, part % axes
        for _ in range(log2(p)):
            while 1 << used[axis] >= extents[axis]:
                axis = (axis + 1) % axes
            yield axis, used[axis]
            used[axis] += 1
            axis = (axis + 1) % axes

    def partner(r, axis, sigma, sign):
        n, stride = extents[axis], strides[axis]
        a = r // stride % n
        by = rho(sigma) * sign * (-1 if a % 2 else 1)
        return r + ((a + by) % n - a) * stride

    w = Blocks([{r * parts + j for j in range(parts)} for r in range(p)])
    steps = [list(plan(j)) for j in range(parts)]
    for s in reversed(range(log2(p))):
        told = []
        for r in range(p):
            to = {}
            for j in range(parts):
                v = partner(r, *steps[j][s], 1 if j < axes else -1)
                to.setdefault(v, set()).update(
                    b for b in w.has[r] if b % parts == j)
            told += [(r, v, b) for v, b in to.items()]
        w.round(told)
    return w.rounds


@strategy('allreduce', 'swing-torus', power, dims=powers, model='all-port')
def _(p, dims):
    rounds = torus_gather(p, dims)
    return reverse(p, rounds, 2 * (dims.count('x') + 1) * p) + complete(
        p, rounds)


def up_and_down(w, p, group):
    for edges in reversed(list(tree(group))):
        w.round([(f + c, f + v, [0]) for f in range(0, p, group)
                 for v, c, _ in edges])
    yield
    for edges in tree(group):
        w.round([(f + v, f + c, [0]) for f in range(0, p, group)
                 for v, c, _ in edges], replace=True)
    yield


@strategy('allreduce', 'reduce-broadcast', model='one-port')
def _(p):
    w = Sums(p, 1)
    list(up_and_down(w, p, p))
    return w.rounds


@strategy('allreduce', 'hierarchical', group=groups)
def _(p, group):
    w = Sums(p, 1)
    phases = up_and_down(w, p, group)
    next(phases)
    doubling(w, *fold(p // group), p // group, group)
    next(phases)
    return w.rounds


# ---- alltoall --------------------------------------------------------------

def pairs(p):
    return Blocks([set(range(r * p, r * p + p)) for r in range(p)])


@strategy('alltoall', 'spread-out')
def _(p):
    w = pairs(p)
    for t in range(1, p):
        w.round([(r, (r + t) % p, [r * p + (r + t) % p]) for r in range(p)])
    return w.rounds


@strategy('alltoall', 'pairwise', power)
def _(p):
    w = pairs(p)
    for t in range(1, p):
        w.round([(r, r ^ t, [r * p + (r ^ t)]) for r in range(p)])
    return w.rounds


@strategy('alltoall', 'bruck', radix=(2, 3, 5))
def _(p, radix=2):
    w = pairs(p)
    for s, j in digits(p, radix):
        w.round([(r, (r + j * s) % p,
                  [o * p + (o + x) % p for x in range(1, p)
                   if x // s % radix == j for o in [(r - x % s) % p]])
                 for r in range(p)])
    return w.rounds


class Moving(Blocks):
    """Blocks that leave where they were."""

    def round(self, transfers):
        super().round(transfers)
        for u, v, blocks in transfers:
            self.has[u] -= set(blocks)


@strategy('alltoall', 'hypercube', power)
def _(p):
    w = Moving(pairs(p).has)
    for t in range(log2(p)):
        w.round([(r, r ^ 1 << t,
                  [b for b in w.has[r] if (b % p ^ r) >> t & 1])
                 for r in range(p)])
    return w.rounds


@strategy('alltoall', 'ring')
def _(p):
    w = pairs(p)
    for t in range(1, p):
        w.round([(r, (r + 1) % p,
                  [o * p + (o + j) % p for o in [(r - t + 1) % p]
                   for j in range(t, p)]) for r in range(p)])
    return w.rounds


@strategy('alltoall', 'bidirectional', lambda p: p > 2, model='all-port')
def _(p):
    w = Moving([{b for b in h if b // p != b % p} for h in pairs(p).has])
    for t in range(1, p // 2 + 1):
        a = []
        for r in range(p):
            right = [b for b in w.has[r] if b % p != r and
                     (b % p - b // p) % p <= p // 2]
            left = [b for b in w.has[r] if b % p != r and
                    (b % p - b // p) % p > p // 2]
            a += [(r, (r + 1) % p, right), (r, (r - 1) % p, left)]
        w.round(a)
    return w.rounds


@strategy('alltoall', 'grid', dims=lambda p: [d for d in grids(p)
                                              if d.count('x') == 1])
def _(p, dims):
    dims, w = extents(dims), Moving(pairs(p).has)
    for t in range(1, dims[1]):
        w.round([(r, to, [b for b in w.has[r] if b // p == r and
                          b % p % dims[1] == to % dims[1]])
                 for r in range(p) for to in [along(p, dims, 1, r, t)]])
    for t in range(1, dims[0]):
        w.round([(r, to, [b for b in w.has[r] if b % p == to])
                 for r in range(p) for to in [along(p, dims, 0, r, t)]])
    return w.rounds


@strategy('alltoall', 'balanced', lambda p: power(p) and p > 1,
          model='all-port', network='hypercube')
def _(p):
    d = log2(p)
    colours = max(p // 2, d)
    colour = {}

    def free(at, which):
        used = {c for e, c in colour.items() if e[which] == at}
        return [c for c in range(colours) if c not in used]

    for v in range(1, p):
        for b in range(d):
            if not v >> b & 1:
                continue
            at_v, at_b = free(v, 0), free(b, 1)
            shared = [c for c in at_v if c in at_b]
            c, f = at_v[0], at_b[0]
            if not shared or max(c, f) < shared[0]:
                path, at, which, want = [], b, 1, c
                while True:
                    edge = [e for e in colour
                            if e[which] == at and colour[e] == want]
                    if not edge:
                        break
                    path += edge
                    at, which = edge[0][1 - which], 1 - which
                    want = f if want == c else c
                for e in path:
                    colour[e] = f if colour[e] == c else c
                colour[v, b] = c
            else:
                colour[v, b] = shared[0]
    w = Moving(pairs(p).has)
    for slot in range(colours):
        a = []
        for r in range(p):
            for v in range(1, p):
                for b in range(d):
                    if colour.get((v, b)) == slot:
                        here = [x for x in w.has[r]
                                if (x // p ^ x % p) == v and
                                (r ^ x // p) == sum(
                                    1 << i for i in range(d)
                                    if colour.get((v, i), colours) < slot)]
                        a.append((r, r ^ 1 << b, here))
        w.round(a)
    return w.rounds


# ---- barrier, scans --------------------------------------------------------

def union(told, knows):
    for u, v, sums in told:
        knows[v] = knows[v] | sums[0]
    return told


@strategy('barrier', 'dissemination', radix=(2, 3, 5))
def _(p, radix=2):
    rounds = []
    for s, j in digits(p, radix):
        rounds.append([(r, (r + j * s) % p,
                        {0: frozenset((r - i) % p for i in range(s))})
                       for r in range(p)])
    return rounds


STRATEGIES['barrier', 'tournament'] = STRATEGIES['allreduce',
                                                 'reduce-broadcast']
STRATEGIES['barrier', 'recursive-doubling'] = STRATEGIES['allreduce',
                                                         'recursive-doubling']


@strategy('barrier', 'central', model='one-port')
def _(p):
    w = Sums(p, 1)
    for t in range(1, p):
        w.round([(t, 0, [0])])
    for t in range(1, p):
        w.round([(0, t, [0])], replace=True)
    return w.rounds


@strategy('barrier', 'ring', model='one-port')
def _(p):
    knows = [frozenset([r]) for r in range(p)]
    rounds = []
    for t in range(2 * (p - 1)):
        u, v = t % p, (t + 1) % p
        rounds.append(union([(u, v, {0: knows[u]})], knows))
    return rounds


@strategy('scan', 'chain', model='one-port')
def _(p):
    return [[(t - 1, t, {0: frozenset(range(t))})] for t in range(1, p)]


@strategy('scan', 'hillis-steele')
def _(p):
    w = Sums(p, 1)
    for t in range(log2(p)):
        w.round([(r, r + (1 << t), [0]) for r in range(p) if r + (1 << t) < p])
    return w.rounds


@strategy('scan', 'recursive-doubling')
def _(p):
    w = Sums(p, 1)
    for t in range(log2(p)):
        w.round([(r, r ^ 1 << t, [0]) for r in range(p) if r ^ 1 << t < p])
    return w.rounds


@strategy('scan', 'brent-kung', model='one-port')
def _(p):
    w = Sums(p, 1)
    for t in range(1, p.bit_length()):
        h = 1 << (t - 1)
        w.round([(r, r + h, [0]) for r in range(h - 1, p - h, 2 * h)])
    h = 1 << max(log2(p) - 2, 0)
    while h >= 1 and p > 1:
        if 3 * h <= p:
            w.round([(r, r + h, [0]) for r in range(2 * h - 1, p - h, 2 * h)])
        h //= 2
    return w.rounds


def before(p, distances, own_until):
    """Sums without oneself; the first rounds send with oneself."""
    without = [frozenset() for r in range(p)]
    rounds = []
    for t, s in enumerate(distances):
        mine = t < own_until
        a = [(r, r + s, {0: without[r] | (frozenset([r]) if mine else
                                          frozenset())})
             for r in range(p) if r + s < p and (mine or r)]
        rounds.append(union(a, without))
    return rounds


@strategy('exscan', 'shift')
def _(p):
    s, distances = 1, [1]
    while s < p - 1:
        distances.append(s)
        s *= 2
    return before(p, distances if p > 1 else [], 1)


@strategy('exscan', 'doubling-123', lambda p: p > 2)
def _(p):
    s, distances = 3, [1, 2]
    while s < p - 1:
        distances.append(s)
        s *= 2
    return before(p, distances, 2)


# ---- streams, broadcast, reduce, scatter, gather ----------------------------

def roots(p):
    return sorted({0, 1, p // 2, p - 1} & set(range(p)))


@strategy('stream', 'circulant', root=roots, packets=(1, 2, 3, 8))
def _(p, root, packets):
    w = Blocks([set(range(packets)) if r == root else set() for r in range(p)])
    for a in circulant_stream(p, packets, root):
        w.round([(u, v, [b]) for u, v, b in a])
    return w.rounds


@strategy('stream', 'double-tree', root=roots, packets=(1, 2, 3, 8))
def _(p, root, packets):
    n = p - 1
    parent = [{}, {}]
    image = {0: 0}
    for v in range(1, p):
        image[v] = n + 1 - v if n % 2 == 0 else v % n + 1
    for v in range(1, p):
        low = v & -v
        u = (v - low) | 2 * low
        u = u if u <= n else v - low
        parent[0][v] = u
        parent[1][image[v]] = image[u]
    edges = [(i, v) for i in range(2) for v in range(1, p)]
    near = {e: set() for e in edges}
    for i, v in edges:
        near[i, v].add((1 - i, v))
        for j, x in edges:
            if (j, x) == (i, v) or parent[j][x] != parent[i][v]:
                continue
            if parent[i][v] == 0 or i == j:
                near[i, v].add((j, x))
    colour = {}
    for e in edges:
        if e in colour:
            continue
        colour[e], todo = 0, [e]
        while todo:
            at = todo.pop()
            for other in near[at]:
                if other not in colour:
                    colour[other] = 1 - colour[at]
                    todo.append(other)
                assert colour[other] != colour[at]
    first = {(0, 0): 0, (1, 0): 0}

    def slot(i, v):
        if (i, v) not in first:
            t = slot(i, parent[i][v]) + 1
            first[i, v] = t if (t - 1) % 2 == colour[i, v] else t + 1
        return first[i, v]

    told = {}
    for b in range(packets):
        for v in range(1, p):
            t = slot(b % 2, v) + 2 * (b // 2)
            told.setdefault(t, []).append(
                ((parent[b % 2][v] + root) % p, (v + root) % p, [b]))
    if not told:
        return []
    return [told.get(t, []) for t in range(min(told), max(told) + 1)]


def scattered(p, root):
    w = Blocks([set(range(p)) if v == 0 else set() for v in range(p)])
    for edges in tree(p):
        w.round([(v, c, sub) for v, c, sub in edges])
    return w


def moved(p, root, rounds):
    return [[((u + root) % p, (v + root) % p, b) for u, v, b in a]
            for a in rounds]


@strategy('stream', 'scatter-allgather', root=roots)
def _(p, root):
    w = scattered(p, root)
    for t in range(1, p):
        w.round([(v, (v + 1) % p, {(v - t + 1) % p} - w.has[(v + 1) % p])
                 for v in range(p)])
    return moved(p, root, w.rounds)


@strategy('stream', 'scatter-doubling', power, root=roots)
def _(p, root):
    w = scattered(p, root)
    part = [{v} for v in range(p)]
    for t in range(log2(p)):
        w.round([(v, v ^ 1 << t, part[v] - w.has[v ^ 1 << t])
                 for v in range(p)])
        part = [part[v] | part[v ^ 1 << t] for v in range(p)]
    return moved(p, root, w.rounds)


@strategy('broadcast', 'knomial', root=roots, radix=(2, 3, 5),
          model='one-port')
def _(p, root, radix):
    w = Blocks([{0} if v == 0 else set() for v in range(p)])
    s = 1
    while s * radix < p:
        s *= radix
    while s >= 1:
        for j in range(1, radix):
            if j * s < p:
                w.round([(v, v + j * s, [0]) for v in range(0, p, radix * s)
                         if v + j * s < p])
        s //= radix
    return moved(p, root, w.rounds)


@strategy('broadcast', 'bine', power, root=roots, model='one-port')
def _(p, root):
    w = Blocks([{0} if v == 0 else set() for v in range(p)])
    for t in range(1, log2(p) + 1):
        w.round([(v, pi(v, log2(p) - t, p), [0]) for v in range(p)
                 if w.has[v]])
    return moved(p, root, w.rounds)


@strategy('reduce', 'circulant', root=roots, packets=(1, 2, 5))
def _(p, root, packets):
    rounds = [[(u, v, [b]) for u, v, b in a]
              for a in circulant_stream(p, packets, root)]
    return reverse(p, rounds, packets)


def to_ranks(p, root, rounds):
    return [[(u, v, [(b + root) % p for b in blocks]) for u, v, blocks in a]
            for a in moved(p, root, rounds)]


@strategy('scatter', 'binomial', root=roots, model='one-port')
def _(p, root):
    return to_ranks(p, root, scattered(p, root).rounds)


@strategy('scatter', 'linear', root=roots, model='one-port')
def _(p, root):
    return to_ranks(p, root, [[(0, t, [t])] for t in range(1, p)])


@strategy('gather', 'binomial', root=roots, model='one-port')
def _(p, root):
    return [[(v, u, b) for u, v, b in a] for a in
            reversed(to_ranks(p, root, scattered(p, root).rounds))]


# ---- in switches, which make messages to or from one processor one -----------

@strategy('broadcast', 'in-network', root=roots, network='multicast', model='one-port')
@strategy('stream', 'in-network', root=roots, packets=(1, 2, 5), network='multicast')
def _(p, root, packets=1):
    return [[(root, v, [b]) for v in range(p) if v != root]
            for b in range(packets)]


@strategy('reduce', 'in-network', root=roots, packets=(1, 2, 5), network='combine')
def _(p, root, packets):
    return reverse(p, STRATEGIES['stream', 'in-network'][0](p, root, packets), packets)


@strategy('allreduce', 'in-network', packets=(1, 2, 5), network='combine')
def _(p, packets):
    everybody = frozenset(range(p))
    return [[(v, 0, {t: frozenset([v])}) for v in range(1, p) if t < packets] +
            [(0, v, {t - 1: everybody}) for v in range(1, p) if t]
            for t in range(packets + 1)]
