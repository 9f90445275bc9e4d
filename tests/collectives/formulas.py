#!/usr/bin/env python3
"""Rounds, messages, blocks, volume and bounds of the collectives, as formulas.

usage: formulas.py WEFT [HIGH]

For every strategy, every number of processors 2 to HIGH (33) that it is for,
and all its options: what `weft compare` counts must be what the formulas here
say. They follow from the definitions alone, by counting; no schedule is made
here, and nothing is shared with reference.py, which makes them.

A row gives (R, M, B, V, b): rounds, messages, blocks in all of them, the sum
over the rounds of the longest message, the longest message; None: no formula.
"""
import csv
import subprocess
import sys
import tempfile
from math import ceil, prod, sqrt

import combining

ROWS = {}


def row(problem, names, fits=lambda p, o: True, **more):
    def add(function):
        for name in names.split():
            ROWS[problem, name] = (fits, more, function)
        return function
    return add


def L(p):
    return (p - 1).bit_length()


def k(p):
    return p.bit_length() - 1


def e(p):
    return p - (1 << k(p))


def power(p, o=None):
    return p & (p - 1) == 0


def even(p, o=None):
    return p % 2 == 0


def folded(p):
    return 2 if e(p) else 0


def up(a, b):
    return -(-a // b)


def dims(o):
    return [int(n) for n in o['dims'].split('x')]


def digits(p, q):
    """(s, j) of the rounds of radix q."""
    s = 1
    while s < p:
        yield from ((s, j) for j in range(1, q) if j * s < p)
        s *= q


def radix_rounds(p, q):
    total, s = 0, 1
    while s < p:
        total += min(q - 1, up(p, s) - 1)
        s *= q
    return total


def all_factors(p):
    """All grids with p processors, of at most three axes."""
    two = [f'{a}x{p // a}' for a in range(1, p + 1) if p % a == 0]
    three = [f'{a}x{b}x{p // a // b}' for a in range(2, p) if p % a == 0
             for b in range(2, p // a) if p // a % b == 0]
    return [str(p)] + two + three


def halves(p):
    """Distances of the binomial tree, far to near."""
    return [1 << (L(p) - t) for t in range(1, L(p) + 1)]


def longest_to_all_but(p):
    """Down the tree, to each child all but its subtree: per round the most."""
    sizes = []
    for s in halves(p):
        last = (p - 1 - s) // (2 * s) * 2 * s  # the last parent
        sizes.append(p - min(s, p - last - s))
    return sizes


# ---- allgather -------------------------------------------------------------

@row('allgather', 'ring spread-out')
def _(p, o):
    return p - 1, p * (p - 1), p * (p - 1), p - 1, 1


@row('allgather', 'bidirectional', lambda p, o: p > 2, model='all-port')
def _(p, o):
    return p // 2, p * (p - 1), p * (p - 1), p // 2, 1


@row('allgather', 'neighbour', even)
def _(p, o):
    return p // 2, p * p // 2, p * (p - 1), p - 1, 2 if p > 2 else 1


@row('allgather', 'recursive-doubling', power)
def _(p, o):
    return L(p), p * L(p), p * (p - 1), p - 1, p // 2


@row('allgather', 'bruck', radix=lambda p: (2, 3, 4, 5, 7))
def _(p, o):
    q = o['radix']
    r = radix_rounds(p, q)
    return (r, p * r, p * (p - 1), p - 1,
            max(min(s, p - j * s) for s, j in digits(p, q)))


@row('allgather', 'sparbit')
def _(p, o):
    return L(p), p * L(p), p * (p - 1), p - 1, p // 2


@row('allgather', 'bine', even)
def _(p, o):
    return L(p), p * L(p), p * (p - 1), p - 1, p // 2 if power(p) else None


@row('allgather', 'circulant', packets=lambda p: (1, 2, 3, 6))
def _(p, o):
    n = o['packets']
    r = n - 1 + L(p)
    return r, p * r, n * p * (p - 1), n * (p - 1), None


@row('allgather', 'gather-broadcast', model='one-port')
def _(p, o):
    down = longest_to_all_but(p)
    return (2 * L(p), 2 * (p - 1), p * (p - 1), p - 1 + sum(down), max(down))


@row('allgather', 'bucket', dims=all_factors)
def _(p, o):
    r = sum(dims(o)) - len(dims(o))
    later = [prod(dims(o)[i + 1:]) for i, n in enumerate(dims(o)) if n > 1]
    return r, p * r, p * (p - 1), p - 1, max(later)


@row('allgather', 'exchange', dims=all_factors, wide=lambda p: ('no', 'yes'))
def _(p, o):
    links = sum(dims(o)) - len(dims(o))
    later = [prod(dims(o)[i + 1:]) for i, n in enumerate(dims(o)) if n > 1]
    if o['wide'] == 'yes':
        return len(later), p * links, p * (p - 1), sum(later), max(later)
    return links, p * links, p * (p - 1), p - 1, max(later)


def divisors(p):
    return [g for g in range(1, p + 1) if p % g == 0]


@row('allgather', 'hierarchical', group=divisors)
def _(p, o):
    g = o['group']
    firsts = p // g
    gathered = [s if g >= 2 * s else g - s for s in halves(g)]
    ring = [g] * (firsts - 1)
    down = [p - g + n for n in longest_to_all_but(g)]
    blocks = (sum(x & -x if x + (x & -x) < g else g - x for x in range(1, g)))
    moved = firsts * blocks + firsts * (firsts - 1) * g
    moved += firsts * ((g - 1) * p - blocks)
    return (2 * L(g) + firsts - 1, firsts * (2 * (g - 1) + firsts - 1), moved,
            sum(gathered + ring + down), max(gathered + ring + down))


@row('allgather', 'pat', aggregate=lambda p: [1 << i
                                              for i in range(max(1, L(p)))])
def _(p, o):
    a = o['aggregate']
    trees = (1 << L(p)) // a  # distance of their roots
    r = p - 1 if a == 1 else L(a) + trees - 1
    sizes = [up(p - v, trees) for v in range(1, min(trees, p))]
    while trees < p:
        sizes.append(up(p - trees, 2 * trees))
        trees *= 2
    return r, p * r, p * (p - 1), p - 1, max(sizes)


# ---- reduce-scatter --------------------------------------------------------

@row('reduce-scatter', 'ring pairwise')
def _(p, o):
    return p - 1, p * (p - 1), p * (p - 1), p - 1, 1


@row('reduce-scatter', 'recursive-halving')
def _(p, o):
    sizes = [(1 << t) + min(e(p), 1 << t) for t in range(k(p))]
    if e(p):
        sizes += [p, 1]
    n = 1 << k(p)
    moved = e(p) * (p + 1)
    for t in range(k(p)):  # what each sends: what the other's group owns
        moved += (1 << t) * n + e(p) * (1 << t)
    return (k(p) + folded(p), n * k(p) + 2 * e(p), moved, sum(sizes),
            max(sizes))


@row('reduce-scatter', 'circulant')
def _(p, o):
    return L(p), p * L(p), p * (p - 1), p - 1, p // 2


for _name in 'bine', 'bucket', 'exchange', 'pat':
    ROWS['reduce-scatter', _name] = ROWS['allgather', _name]

# ---- allreduce -------------------------------------------------------------


@row('allreduce', 'ring')
def _(p, o):
    return 2 * (p - 1), 2 * p * (p - 1), 2 * p * (p - 1), 2 * (p - 1), 1


@row('allreduce', 'bidirectional', lambda p, o: p > 2, model='all-port')
def _(p, o):
    return 2 * (p - 1), 4 * p * (p - 1), 4 * p * (p - 1), 2 * (p - 1), 1


@row('allreduce', 'recursive-doubling')
def _(p, o):
    m = (k(p) << k(p)) + 2 * e(p)
    r = k(p) + folded(p)
    return r, m, m, r, 1


@row('allreduce', 'rabenseifner')
def _(p, o):
    n = 1 << k(p)
    whole = [n] if e(p) else []
    return (2 * k(p) + folded(p), 2 * k(p) * n + 2 * e(p),
            2 * n * (n - 1) + 2 * e(p) * n,
            2 * (n - 1) + (2 * n if e(p) else 0), max([n // 2] + whole))


def twice(name):
    fits, more, function = ROWS['reduce-scatter', name]

    def both(p, o):
        r, m, b, v, longest = function(p, o)
        return 2 * r, 2 * m, 2 * b, 2 * v, longest
    ROWS['allreduce', name] = fits, more, both


for _name in 'circulant', 'bine', 'bucket', 'exchange', 'pat':
    twice(_name)


@row('allreduce', 'census')
def _(p, o):
    return L(p), p * L(p), p * L(p), L(p), 1


@row('allreduce', 'swing', power)
def _(p, o):
    return L(p), p * L(p), p * L(p), L(p), 1


@row('allreduce', 'swing-torus', power, model='all-port', dims=all_factors)
def _(p, o):
    """On equal axes all ports do the same; others have no formula."""
    sides = [n for n in dims(o) if n > 1]
    ports = 2 * len(dims(o))
    alike = len(sides) == len(dims(o)) and len(set(sides)) == 1 and \
        sides[0] > 2
    b = 2 * ports * p * (p - 1)
    if not alike:
        return 2 * L(p), None, b, None, None
    return 2 * L(p), 2 * L(p) * ports * p, b, 2 * (p - 1), p // 2


@row('allreduce', 'double-tree', packets=lambda p: (1, 2, 8, 32))
def _(p, o):
    m = o['packets']
    known = {4: (6, 9, 33, 129), 7: (9, 12, 37, 133), 8: (10, 13, 41, 150),
             16: (14, 17, 46, 161)}  # found by hand
    r = dict(zip((1, 2, 8, 32), known[p]))[m] if p in known else None
    return r, 4 * m * (p - 1), 4 * m * (p - 1), r, 1


@row('allreduce', 'multiplying', radix=lambda p: (2, 3, 4, 5, 7),
     wide=lambda p: ('no', 'yes'))
def _(p, o):
    q, n = o['radix'], 0
    while q ** (n + 1) <= p:
        n += 1
    over = p - q ** n
    m = q ** n * (q - 1) * n + 2 * over
    r = n + 2 * (over > 0) if o['wide'] == 'yes' else \
        (q - 1) * n + 2 * up(over, q ** n)
    return r, m, m, r, 1


@row('allreduce', 'reduce-broadcast', model='one-port')
def _(p, o):
    return 2 * L(p), 2 * (p - 1), 2 * (p - 1), 2 * L(p), 1


@row('allreduce', 'hierarchical', group=divisors)
def _(p, o):
    g = o['group']
    firsts = p // g
    r = 2 * L(g) + k(firsts) + folded(firsts)
    m = 2 * firsts * (g - 1) + (k(firsts) << k(firsts)) + 2 * e(firsts)
    return r, m, m, r, 1


# ---- alltoall --------------------------------------------------------------

@row('alltoall', 'spread-out')
@row('alltoall', 'pairwise', power)
def _(p, o):
    return p - 1, p * (p - 1), p * (p - 1), p - 1, 1


def weights(p, q):
    """Nonzero digits of all x < p."""
    count = 0
    for x in range(p):
        while x:
            count += x % q != 0
            x //= q
    return count


@row('alltoall', 'bruck', radix=lambda p: (2, 3, 4, 5, 7))
def _(p, o):
    q = o['radix']
    r, v = radix_rounds(p, q), weights(p, q)
    return (r, p * r, p * v, v,
            max(sum(x // s % q == j for x in range(p))
                for s, j in digits(p, q)))


@row('alltoall', 'hypercube', power)
def _(p, o):
    d = L(p)
    return d, p * d, p * d * p // 2, d * p // 2, p // 2


@row('alltoall', 'ring')
def _(p, o):
    v = p * (p - 1) // 2
    return p - 1, p * (p - 1), p * v, v, p - 1


@row('alltoall', 'bidirectional', lambda p, o: p > 2, model='all-port')
def _(p, o):
    h, g = p // 2, (p - 1) // 2
    return (h, p * (p - 1), p * (h * (h + 1) + g * (g + 1)) // 2,
            h * (h + 1) // 2, h)


@row('alltoall', 'grid',
     dims=lambda p: [d for d in all_factors(p) if d.count('x') == 1])
def _(p, o):
    a, b = dims(o)
    v = a * (b - 1) + b * (a - 1)
    return (a + b - 2, p * (a + b - 2), p * v, v,
            max(a if b > 1 else 0, b if a > 1 else 0))


@row('alltoall', 'balanced', power, network='hypercube', model='all-port')
def _(p, o):
    d = L(p)
    r = max(p // 2, d)
    return r, p * d * p // 2, p * d * p // 2, r, 1


# ---- barrier, scan ---------------------------------------------------------

@row('barrier', 'dissemination', radix=lambda p: (2, 3, 4, 5, 7))
def _(p, o):
    r = radix_rounds(p, o['radix'])
    return r, p * r, p * r, r, 1


ROWS['barrier', 'tournament'] = ROWS['allreduce', 'reduce-broadcast']
ROWS['barrier', 'recursive-doubling'] = ROWS['allreduce', 'recursive-doubling']


@row('barrier', 'central ring', model='one-port')
def _(p, o):
    n = 2 * (p - 1)
    return n, n, n, n, 1


@row('scan', 'chain', model='one-port')
def _(p, o):
    return p - 1, p - 1, p - 1, p - 1, 1


@row('scan', 'hillis-steele')
def _(p, o):
    m = p * L(p) - (1 << L(p)) + 1
    return L(p), m, m, L(p), 1


@row('scan', 'recursive-doubling')
def _(p, o):
    m = 0
    for t in range(L(p)):  # pairs of both ends below p
        whole, rest = divmod(p, 2 << t)
        m += 2 * ((whole << t) + max(0, rest - (1 << t)))
    return L(p), m, m, L(p), 1


@row('scan', 'brent-kung', model='one-port')
def _(p, o):
    m = sum(p >> t for t in range(1, k(p) + 1))
    m += sum(((p >> t) - 1) // 2 for t in range(L(p)) if 3 << t <= p)
    r = k(p) + (k(p // 3) + 1 if p >= 3 else 0)
    return r, m, m, r, 1


def doubled(p, first, sent):
    while first < p - 1:
        sent.append(p - 1 - first)
        first *= 2
    return sent


@row('exscan', 'shift')
def _(p, o):
    r = 1 + L(p - 1) if p > 2 else 1
    m = sum(doubled(p, 1, [p - 1]))
    return r, m, m, r, 1


@row('exscan', 'doubling-123', lambda p, o: p > 2)
def _(p, o):
    r = next(t for t in range(99) if 3 << t >= 4 * (p - 1))
    m = sum(doubled(p, 3, [p - 1, p - 2]))
    return max(2, r), m, m, max(2, r), 1


# ---- streams, broadcast, reduce, scatter, gather ---------------------------

def roots(p):
    return sorted({0, 1, p // 2, p - 1})


@row('stream', 'circulant', packets=lambda p: (1, 2, 3, 8, 17), root=roots)
@row('reduce', 'circulant', packets=lambda p: (1, 2, 3, 8, 17), root=roots)
def _(p, o):
    m = o['packets']
    return m - 1 + L(p), m * (p - 1), m * (p - 1), m - 1 + L(p), 1


@row('stream', 'in-network', packets=lambda p: (1, 2, 17), root=roots, network='multicast')
@row('reduce', 'in-network', packets=lambda p: (1, 2, 17), root=roots, network='combine')
def _(p, o):
    m = o['packets']
    return m, m * (p - 1), m * (p - 1), m, 1


@row('broadcast', 'in-network', root=roots, model='one-port', network='multicast')
def _(p, o):
    return 1, p - 1, p - 1, 1, 1


@row('allreduce', 'in-network', packets=lambda p: (1, 2, 17), network='combine')
def _(p, o):
    m = o['packets']
    return m + 1, 2 * m * (p - 1), 2 * m * (p - 1), m + 1, 1


@row('stream', 'double-tree', packets=lambda p: (1, 2, 3, 8, 9), root=roots)
def _(p, o):
    m, over = o['packets'], {4: 2, 8: 4, 16: 6, 33: 9, 64: 10, 128: 12}
    r = m + over[p] if m == 8 and p in over else None
    return r, m * (p - 1), m * (p - 1), r, 1


@row('stream', 'scatter-allgather', packets=lambda p: (p,), root=roots)
def _(p, o):
    kept = p + sum(min(v & -v, p - v) for v in range(1, p))
    scattered = kept - p
    return (L(p) + p - 1, p - 1 + p * p - kept, scattered + p * p - kept,
            2 * (p - 1), p // 2 if power(p) else max(
                min(s, p - s) for s in halves(p)))


@row('stream', 'scatter-doubling', power, packets=lambda p: (p,), root=roots)
def _(p, o):
    return 2 * L(p), p * L(p), None, 2 * (p - 1), p // 2


@row('broadcast', 'knomial', radix=lambda p: (2, 3, 4, 5, 7), root=roots,
     model='one-port')
def _(p, o):
    r = radix_rounds(p, o['radix'])
    return r, p - 1, p - 1, r, 1


@row('broadcast', 'bine', power, root=roots, model='one-port')
def _(p, o):
    return L(p), p - 1, p - 1, L(p), 1


@row('scatter', 'binomial', root=roots, model='one-port')
@row('gather', 'binomial', root=roots, model='one-port')
def _(p, o):
    sizes = [min(s, p - s) for s in halves(p)]
    blocks = sum(min(v & -v, p - v) for v in range(1, p))
    return L(p), p - 1, blocks, p - 1, max(sizes)


@row('scatter', 'linear', root=roots, model='one-port')
def _(p, o):
    return p - 1, p - 1, p - 1, p - 1, 1


# ---- lower bounds ----------------------------------------------------------

def golden(p):
    phi, t = (1 + sqrt(5)) / 2, 0
    while phi ** t < p - 1e-9:
        t += 1
    return t


def chunks(name, p):
    return {'ring': p, 'bidirectional': 2 * p, 'rabenseifner': 1 << k(p),
            'circulant': p, 'bine': p, 'bucket': p, 'exchange': p,
            'pat': p}.get(name, 1)


def all_hear_all(p):
    return max(golden(p), L(p) + 1, up(2 * (p - 1), p // 2))


ANY = 10 ** 9  # blocks in a message


def bound(problem, name, model, p, o, b):
    """In complete networks, or where switches combine and multicast all that
    they can, with one port, for messages of at most b blocks."""
    if model not in ('one-port', 'one-port-duplex') or not b:
        return None
    both, h = model == 'one-port-duplex', p // 2
    n = o.get('packets', 1)
    if name == 'in-network':
        return up(n, b)
    if problem == 'allgather':
        return max(L(p), up(n * (p - 1), b)) if both else \
            max(all_hear_all(p), up(n * p * (p - 1), h * b))
    if problem == 'reduce-scatter':
        return max(L(p), up(p - 1, b) if both else up(p * (p - 1), h * b))
    if problem == 'allreduce':
        m = chunks(name, p) if name != 'double-tree' else 2 * n
        return max(L(p), up(2 * m * (p - 1), p * b), up(m, b) - 1 + L(p)) \
            if both else max(all_hear_all(p), up(2 * m * (p - 1), h * b))
    if problem == 'barrier':
        return L(p) if both else all_hear_all(p)
    if problem == 'alltoall':
        return max(L(p), up(p - 1, b) if both else up(p * (p - 1), h * b))
    if problem in ('stream', 'reduce'):
        one = up(n, b) - 1 + L(p)
        return one if both else max(one, up(up(n, b) * (p - 1), h))
    if problem in ('scatter', 'gather'):
        return max(L(p), up(p - 1, b))
    return L(p)


# ---- weft ------------------------------------------------------------------

def compared(weft, problem, name, model, networks, options):
    command = [weft, 'compare', problem, '-s', name, '-m', model, '--csv',
               '--jobs', '1', '-n', ','.join(networks)]
    for option, values in options.items():
        command += [f'--{option}=' + ','.join(map(str, values))]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f'{" ".join(command)}: {run.stderr}')
    return list(csv.DictReader(run.stdout.splitlines()))


def judge(line, problem, name, model, expected, o):
    """What is wrong with a line of the table, or None."""
    p = int(line['processors'])
    keys = 'steps', 'messages', 'blocks', 'volume'
    for key, want in zip(keys, expected):
        if want is not None and line[key] != str(want):
            return f'{key} {line[key]}, not {want}'
    if line['valid'] != 'yes':
        return line['verdict']
    most = 1 if problem == 'stream' else ANY
    least = bound(problem, name, model, p, o, most)
    if least is not None and line['lower_bound'] != str(least):
        return f'bound {line["lower_bound"]}, not {least}'
    own = bound(problem, name, model, p, o, expected[4])
    if own is not None and line['own_bound'] != str(own):
        return f'own bound {line["own_bound"]}, not {own}'
    if int(line['steps']) < int(line['own_bound'] or line['lower_bound']):
        return 'below the bound'
    return None


def network(kind, p, folder):
    if kind in ('combine', 'multicast'):
        return combining.combining(folder, p, kind)
    return f'{kind}:{L(p) if kind == "hypercube" else p}'


def batches(weft, folder, problem, name, high):
    """(lines of tables, model) of one strategy; as few runs as possible."""
    fits, more, _ = ROWS[problem, name]
    names = [n for n in more if n not in ('model', 'network')]
    sizes = [p for p in range(2, high + 1) if fits(p, None)]
    together = {}
    for p in sizes:
        values = {n: tuple(more[n](p)) for n in names}
        for wide in values.pop('wide', (None,)):
            with_wide = dict(values, **({'wide': (wide,)} if wide else {}))
            together.setdefault(tuple(sorted(with_wide.items())), []).append(p)
    for options, group in together.items():
        options = dict(options)
        model = more.get('model', 'one-port-duplex')
        if options.get('wide') == ('yes',):
            model = 'all-port'
        networks = [network(more.get('network', 'complete'), p, folder)
                    for p in group]
        yield compared(weft, problem, name, model, networks, options), \
            model, options, group


def main(folder):
    weft, high = sys.argv[1], int((sys.argv + ['33'])[2])
    count = bad = 0
    for (problem, name), (_, _, function) in ROWS.items():
        for lines, model, options, group in batches(weft, folder, problem,
                                                   name, high):
            wanted = len(group) * prod(len(v) for v in options.values())
            if len(lines) != wanted:
                bad += 1
                print(f'{problem} {name} {options}: {len(lines)} lines, '
                      f'not {wanted}')
            for line in lines:
                o = {n: type(v[0])(line.get(n, v[0]))
                     for n, v in options.items()}
                wrong = judge(line, problem, name, model,
                              function(int(line['processors']), o), o)
                count += 1
                if wrong:
                    bad += 1
                    print(f'{problem} {name} {line["network"]} {o}: {wrong}')
    print(f'{len(ROWS)} strategies, {count} runs, {bad} otherwise')
    return bad > 0 or not count


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as temporary:
        sys.exit(main(temporary))
