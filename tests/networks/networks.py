#!/usr/bin/env python3
"""Networks against their definitions, written down here once more, in another
way, with no look at the library: links, ports, arcs, distances by breadth-first
search, routes. usage: networks.py DUMP"""
import itertools
import math
import os
import subprocess
import sys
import tempfile


def number(digits, bases):
    value = 0
    for digit, base in zip(digits, bases):
        value = value * base + digit
    return value


class Network:
    """Ports of each vertex as (neighbour, dimension), and the rule of routes:
    None is the lowest-numbered neighbour that is nearer."""

    def __init__(self, size, vertices=None, route=None):
        self.size = size
        self.vertices = vertices or size
        self.ports = [[] for _ in range(self.vertices)]
        self.route = route
        self.seen = set()

    def join(self, u, v):
        for a, b in ((u, v), (v, u)):
            if a != b and (a, b) not in self.seen:
                self.seen.add((a, b))
                self.ports[a].append(b)
        return self

    def sort(self):
        """Ports by number, dimension = port."""
        self.ports = [[(v, i) for i, v in enumerate(sorted(p))]
                      for p in self.ports]
        return self

    def distances(self, to):
        """Against the arcs, from every vertex to one."""
        back = [[] for _ in range(self.vertices)]
        for u in range(self.vertices):
            for v, _ in self.ports[u]:
                back[v].append(u)
        far = [-1] * self.vertices
        far[to] = 0
        queue = [to]
        for u in queue:
            for v in back[u]:
                if far[v] < 0:
                    far[v] = far[u] + 1
                    queue.append(v)
        return far


def torus(*sides):
    n = Network(math.prod(sides))
    cells = list(itertools.product(*map(range, sides)))

    def at(cell):
        return number(cell, sides)

    for cell in cells:
        for axis, side in enumerate(sides):
            for by in (1, -1):
                there = cell[axis] + by
                if side < 3 and not 0 <= there < side:
                    continue
                other = cell[:axis] + (there % side,) + cell[axis + 1:]
                n.ports[at(cell)].append((at(other), axis))

    def route(u, to):
        for axis in reversed(range(len(sides))):
            a, b, side = cells[u][axis], cells[to][axis], sides[axis]
            if a != b:
                up = (b - a) % side
                by = 1 if 2 * up <= side else -1
                if side < 3:
                    by = b - a
                cell = cells[u]
                return at(cell[:axis] + ((a + by) % side,) + cell[axis + 1:])
    n.route = route
    return n


def hyperx(*sides):
    n = Network(math.prod(sides))
    cells = list(itertools.product(*map(range, sides)))
    for cell in cells:
        for axis, side in enumerate(sides):
            for c in range(side):
                if c != cell[axis]:
                    other = cell[:axis] + (c,) + cell[axis + 1:]
                    n.ports[number(cell, sides)].append(
                        (number(other, sides), axis))

    def route(u, to):
        a, b = cells[u], cells[to]
        for axis in reversed(range(len(sides))):
            if a[axis] != b[axis]:
                return number(a[:axis] + (b[axis],) + a[axis + 1:], sides)
    n.route = route
    return n


def switch(p):
    n = Network(p, p + 1)
    for i in range(p):
        n.join(i, p)
    return n.sort()


def fat_tree(k, levels):
    size, width = k ** levels, k ** (levels - 1)
    n = Network(size, size + levels * width)

    def vertex(level, word):  # word: digit 0 first
        return size + level * width + sum(d * k ** i for i, d in
                                          enumerate(word))

    words = [tuple(reversed(w)) for w in
             itertools.product(range(k), repeat=levels - 1)]
    for h in range(size):
        n.join(h, size + h // k)
    for level in range(levels - 1):
        for w in words:
            for d in range(k):
                n.join(vertex(level, w),
                       vertex(level + 1, w[:level] + (d,) + w[level + 1:]))
    below = {v: ([] if v < size else
                 [u for u in p if u < size or
                  (u - size) // width < (v - size) // width])
             for v, p in enumerate(n.ports)}
    n.ports = [sorted(below[v]) + sorted(set(p) - set(below[v]))
               for v, p in enumerate(n.ports)]
    n.ports = [[(u, i) for i, u in enumerate(p)] for p in n.ports]

    def route(u, to):
        if to >= size:
            return None
        if u < size:
            return size + u // k
        level, w = divmod(u - size, width)
        word = [w // k ** i % k for i in range(levels - 1)]
        digit = [to // k ** i % k for i in range(levels)]
        if any(word[i] != digit[i + 1] for i in range(level, levels - 1)):
            word[level] = digit[level]
            return vertex(level + 1, word)
        if level == 0:
            return to
        word[level - 1] = digit[level]
        return vertex(level - 1, word)
    n.route = route
    return n


def dragonfly(a, h, c):
    groups = a * h + 1
    size = groups * a * c
    n = Network(size, size + groups * a)

    def router(g, r):
        return size + g * a + r

    where = {}  # (group, group): router of the first
    for g in range(groups):
        for j in range(a * h):
            where[g, j if j < g else j + 1] = j // h
    for g in range(groups):
        for r in range(a):
            ports = [(g * a + r) * c + i for i in range(c)]
            ports += [router(g, s) for s in range(a) if s != r]
            for j in range(r * h, (r + 1) * h):
                t = j if j < g else j + 1
                ports.append(router(t, where[t, g]))
            n.ports[router(g, r)] = [(v, i) for i, v in enumerate(ports)]
    for p in range(size):
        n.ports[p] = [(size + p // c, 0)]

    def route(u, to):
        if u < size:
            return size + u // c
        target = size + to // c if to < size else to
        if u == target:
            return to
        (g, r), (t, s) = divmod(u - size, a), divmod(target - size, a)
        if g == t:
            return target
        out = where[g, t]
        return router(t, where[t, g]) if out == r else router(g, out)
    n.route = route
    n.longer = True
    return n


def words_network(words, letters):
    n = Network(len(words))
    index = {w: i for i, w in enumerate(words)}
    for w in words:
        for a in letters:
            other = w[1:] + (a,)
            if other in index:
                n.join(index[w], index[other])
    return n.sort()


def debruijn(k, length):
    return words_network(list(itertools.product(range(k), repeat=length)),
                         range(k))


def kautz(d, length):
    return words_network([w for w in itertools.product(range(d + 1),
                                                       repeat=length + 1)
                          if all(x != y for x, y in zip(w, w[1:]))],
                         range(d + 1))


def ccc(d):
    n = Network(d << d)
    for x in range(1 << d):
        for i in range(d):
            n.join(x * d + i, x * d + (i + 1) % d)
            n.join(x * d + i, (x ^ 1 << i) * d + i)
    return n.sort()


def butterfly(d):
    n = Network(d << d)
    for i in range(d):
        for x in range(1 << d):
            for y in (x, x ^ 1 << i):
                n.join(i * 2 ** d + x, (i + 1) % d * 2 ** d + y)
    return n.sort()


def star_graph(letters):
    words = list(itertools.permutations(range(letters)))
    index = {w: i for i, w in enumerate(words)}
    n = Network(len(words))
    for w in words:
        for i in range(1, letters):
            other = list(w)
            other[0], other[i] = other[i], other[0]
            n.join(index[w], index[tuple(other)])
    return n.sort()


def circulant(p, *steps):
    n = Network(p)
    for i in range(p):
        for s in steps:
            n.join(i, (i + s) % p)
    return n.sort()


def petersen():
    n = Network(10)
    for i in range(5):
        n.join(i, (i + 1) % 5).join(i, i + 5).join(5 + i, 5 + (i + 2) % 5)
    return n.sort()


def bipartite(left, right):
    n = Network(left + right)
    for i in range(left):
        for j in range(right):
            n.join(i, left + j)
    return n.sort()


def random(p, d, seed=1):
    edges = [(i, (i + s) % p) for s in range(1, d // 2 + 1) for i in range(p)]
    if d % 2:
        edges += [(i, i + p // 2) for i in range(p // 2)]
    state = seed
    mask = 2 ** 64 - 1

    def fresh():
        nonlocal state
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return z ^ (z >> 31)

    there = {frozenset(e) for e in edges}

    def connected():
        near = {i: [] for i in range(p)}
        for a, b in edges:
            near[a].append(b)
            near[b].append(a)
        seen, queue = {0}, [0]
        for u in queue:
            for v in near[u]:
                if v not in seen:
                    seen.add(v)
                    queue.append(v)
        return len(seen) == p

    draws = 0
    while draws < 10 * len(edges) or not connected():
        draws += 1
        i, j, y = fresh() % len(edges), fresh() % len(edges), fresh() % 2
        (a, b), (c, e) = edges[i], edges[j]
        if y:
            c, e = e, c
        if i != j and a != e and c != b and \
                not {frozenset((a, e)), frozenset((c, b))} & there:
            there -= {frozenset((a, b)), frozenset((c, e))}
            there |= {frozenset((a, e)), frozenset((c, b))}
            edges[i], edges[j] = (a, e), (c, b)
    n = Network(p)
    for a, b in edges:
        n.join(a, b)
    return n.sort()


BUILT_IN = {
    'torus': (torus, [(5,), (2,), (3, 3), (2, 2, 2, 2), (3, 1, 4),
                      (4, 3, 2, 2), (2, 3, 4, 5), (3,) * 5, (1, 1, 6)]),
    'hyperx': (hyperx, [(7,), (2, 2), (4, 4), (3, 2, 4), (1, 5), (2,) * 5,
                        (3, 3, 3, 2)]),
    'switch': (switch, [(2,), (3,), (16,), (33,)]),
    'fat-tree': (fat_tree, [(2, 1), (5, 1), (4, 2), (3, 2), (2, 4), (3, 3),
                            (2, 5), (7, 2), (4, 3)]),
    'dragonfly': (dragonfly, [(1, 1, 1), (1, 3, 2), (2, 1, 1), (2, 2, 3),
                              (3, 1, 2), (4, 2, 2), (3, 2, 1)]),
    'debruijn': (debruijn, [(2, 1), (2, 2), (2, 5), (3, 3), (5, 2), (4, 1),
                            (2, 7)]),
    'kautz': (kautz, [(1, 1), (1, 3), (2, 0), (2, 1), (2, 3), (3, 2), (4, 1),
                      (2, 5)]),
    'ccc': (ccc, [(3,), (4,), (5,)]),
    'butterfly': (butterfly, [(3,), (4,), (5,)]),
    'star-graph': (star_graph, [(2,), (3,), (4,), (5,)]),
    'circulant': (circulant, [(16, 1, 4), (2, 1), (9, 2), (12, 3, 4),
                              (13, 1, 5, 12), (8, 4, 1), (30, 6, 10, 15)]),
    'petersen': (petersen, [()]),
    'bipartite': (bipartite, [(1, 1), (1, 5), (5, 1), (3, 4), (7, 2)]),
    'random': (random, [(16, 3), (3, 2), (6, 5), (20, 4), (50, 3), (9, 2),
                        (40, 2), (64, 7)]),
}
DIAMETER = {  # of processors
    'torus': lambda *s: sum(x // 2 for x in s),
    'hyperx': lambda *s: sum(x > 1 for x in s),
    'switch': lambda p: 2,
    'fat-tree': lambda k, n: 2 * n,
    'debruijn': lambda k, n: n,
    'ccc': lambda d: 6 if d == 3 else 2 * d + d // 2 - 2,
    'butterfly': lambda d: 3 * d // 2,
    'star-graph': lambda n: 3 * (n - 1) // 2,
    'petersen': lambda: 2,
}


class Dump:
    """What the library says of one network."""

    def __init__(self, lines):
        head = lines[0].split()
        self.name = head[1]
        (self.size, self.vertices, self.dimensions, self.arcs,
         self.triangle_free) = map(int, head[2:])
        self.ports, self.to = {}, {}
        for line in lines[1:]:
            word, *rest = line.split()
            if word == 'ports':
                self.ports[int(rest[0])] = rest[1:]
            elif word == 'to':
                self.to[int(rest[0])] = [tuple(map(int, x.split('/')))
                                         for x in rest[1:]]
            elif word == 'eccentricity':
                self.eccentricity = list(map(int, rest))
            elif word == 'names':
                self.names = rest


def dumps(program, specs):
    out = subprocess.run([program, *specs], capture_output=True, text=True,
                         check=True).stdout.splitlines()
    at = [i for i, line in enumerate(out)
          if line.startswith(('network ', 'error '))] + [len(out)]
    for i, j in zip(at, at[1:]):
        yield out[i] if out[i].startswith('error') else Dump(out[i:j])


def expect(spec, what, have, want):
    if have != want:
        sys.exit(f'{spec}: {what}: {have} instead of {want}')


def judge(spec, n, dump):
    if isinstance(dump, str):
        sys.exit(f'{spec}: {dump}')
    expect(spec, 'size', dump.size, n.size)
    expect(spec, 'vertices', dump.vertices, n.vertices)
    expect(spec, 'arcs', dump.arcs, sum(map(len, n.ports)))
    arcs = set()
    for v in range(n.vertices):
        ports = [p.split('/') for p in dump.ports[v]]
        expect(spec, f'ports of {v}', [(int(p[0]), int(p[1])) for p in ports],
               n.ports[v])
        arcs |= {int(p[2]) for p in ports}
    expect(spec, 'numbers of arcs', arcs, set(range(dump.arcs)))
    farthest = [0] * n.vertices
    for to in range(n.vertices):
        far = n.distances(to)
        nearer = [min((v for v, _ in n.ports[u] if far[v] == far[u] - 1),
                      default=to) for u in range(n.vertices)]
        steps = [to if u == to else n.route and n.route(u, to) for u in
                 range(n.vertices)]
        steps = [nearer[u] if s is None else s for u, s in enumerate(steps)]
        length = []
        for u in range(n.vertices):
            at, links = u, 0
            while at != to:
                if steps[at] not in [v for v, _ in n.ports[at]]:
                    sys.exit(f'{spec}: the definition here has no link '
                             f'{at} - {steps[at]}')
                at, links = steps[at], links + 1
            length.append(links)
        if not hasattr(n, 'longer'):
            expect(spec, f'lengths of routes to {to}', length, far)
        for u in range(n.vertices):
            expect(spec, f'distance and next from {u} to {to}', dump.to[to][u],
                   (length[u], steps[u]))
            if to < n.size:
                farthest[u] = max(farthest[u], length[u])
    expect(spec, 'eccentricities', dump.eccentricity, farthest)
    near = [{v for v, _ in n.ports[u] if v < n.size} for u in range(n.size)]
    expect(spec, 'triangles', dump.triangle_free, int(
        not any(near[u] & near[v] for u in range(n.size) for v in near[u])))
    return max(farthest[:n.size])


def built_in(program):
    for kind, (make, sizes) in BUILT_IN.items():
        joint = '/' if kind == 'circulant' else 'x'
        specs = [kind + (':' + joint.join(map(str, s)) if s else '')
                 for s in sizes]
        for spec, size, dump in zip(specs, sizes, dumps(program, specs)):
            diameter = judge(spec, make(*size), dump)
            expect(spec, 'name', dump.name, spec)
            if kind in DIAMETER:
                expect(spec, 'diameter', diameter, DIAMETER[kind](*size))
    seeds = ['random:24x3/7', 'random:24x3/0', 'random:30x2/123456789012345']
    for spec, dump in zip(seeds, dumps(program, seeds)):
        size, seed = spec.split(':')[1].split('/')
        judge(spec, random(*map(int, size.split('x')), int(seed)), dump)


if __name__ == '__main__':
    built_in(sys.argv[1])
