#!/usr/bin/env python3
"""The most messages on one arc in one step, for 16 processors.

usage: loads.py WEFT NETWORKS

NETWORKS: the folder of networks.py, which has its own links and routes. Each
strategy runs on each network with its conflicts reported; its transfers, led
over those routes, and `weft check` must find the same load, which TABLE says.
A range holds for the strategies of a row together: each lies in it, and both
ends occur.
"""
import json
import subprocess
import sys
from collections import Counter

NETWORKS = ('ring:16', 'hypercube:4', 'torus:4x4', 'mesh:4x4', 'fat-tree:4x2',
            'hyperx:4x4', 'random:16x3')

# strategies; a load for each network
TABLE = (
    (('allgather ring', 'alltoall ring', 'scatter binomial', 'gather binomial',
      'barrier tournament', 'allreduce reduce-broadcast', 'scan brent-kung',
      'broadcast bine'), (1, 1, 1, 1, 1, 1, (2, 3))),
    (('allgather neighbour',), (1, 1, 1, 2, 1, 1, 3)),
    (('allgather recursive-doubling', 'allreduce recursive-doubling',
      'barrier recursive-doubling', 'scan recursive-doubling',
      'reduce-scatter recursive-halving', 'allreduce rabenseifner',
      'allgather bruck', 'alltoall bruck', 'allgather spread-out',
      'alltoall spread-out', 'reduce-scatter pairwise', 'alltoall pairwise',
      'allgather sparbit', 'allgather circulant', 'reduce-scatter circulant',
      'allreduce circulant', 'allreduce census', 'barrier dissemination'),
     (8, 1, 2, 2, 1, 1, (3, 4))),
    (('allgather bine', 'reduce-scatter bine', 'allreduce bine',
      'allreduce swing'), (3, 1, 2, 2, 1, 1, 3)),
    (('allgather bucket --dims=4x4', 'reduce-scatter bucket --dims=4x4',
      'allreduce bucket --dims=4x4'), (4, 1, 1, 1, 1, 1, 2)),
    (('stream double-tree --packets=8',), (2, 1, 2, 2, 2, 1, 3)),
)


def hypercube(networks, d):
    n = networks.Network(1 << d)

    def route(u, to):
        return u ^ 1 << (u ^ to).bit_length() - 1 if u != to else None
    n.route = route
    return n


def mesh(networks, a, b):
    n = networks.Network(a * b)

    def route(u, to):
        if u % b != to % b:
            return u + (1 if to % b > u % b else -1)
        return u + (b if to > u else -b) if u != to else None
    n.route = route
    return n


class Routes:
    """The arcs between two processors."""

    def __init__(self, network):
        self.network, self.far = network, {}

    def arcs(self, u, to):
        while u != to:
            following = self.network.route and self.network.route(u, to)
            if following is None:
                far = self.far.get(to)
                if far is None:
                    far = self.far[to] = self.network.distances(to)
                following = min(v for v, _ in self.network.ports[u]
                                if far[v] == far[u] - 1)
            yield u, following
            u = following


def routes_of(networks):
    kinds = {'ring': networks.torus, 'torus': networks.torus,
             'hyperx': networks.hyperx, 'fat-tree': networks.fat_tree,
             'random': networks.random,
             'hypercube': lambda *n: hypercube(networks, *n),
             'mesh': lambda *n: mesh(networks, *n)}
    made = {}
    for spec in NETWORKS:
        kind, sizes = spec.split(':')
        made[spec] = Routes(kinds[kind](*map(int, sizes.split('x'))))
    return made


def transfers(weft, strategy):
    problem, name, *options = strategy.split()
    run = subprocess.run(
        [weft, 'run', problem, '-s', name, *options, '-n', 'complete:16',
         '-t', 'schedule:-', '--json'], capture_output=True, text=True)
    if run.returncode:
        sys.exit(f'{strategy}: {run.stderr}')
    return run.stdout, [tuple(map(int, line.split()[:3])) for line in
                        run.stdout.splitlines() if line[0] != '#']


def load(routes, sent):
    count = Counter((slot, arc) for slot, u, v in sent
                    for arc in routes.arcs(u, v))
    return max(count.values())


def checked(weft, text, spec):
    run = subprocess.run([weft, 'check', 'schedule:-', '--json', '-n', spec],
                         input=text, capture_output=True, text=True)
    return json.loads(run.stdout)['load']['messages']


def main():
    weft, folder = sys.argv[1:]
    sys.path.insert(0, folder)
    sys.dont_write_bytecode = True
    import networks
    routes = routes_of(networks)
    count = bad = 0
    for strategies, wanted in TABLE:
        found = {spec: {} for spec in NETWORKS}
        for strategy in strategies:
            text, sent = transfers(weft, strategy)
            for spec in NETWORKS:
                here, there = load(routes[spec], sent), checked(weft, text,
                                                                spec)
                found[spec][strategy] = here
                count += 1
                if here != there:
                    bad += 1
                    print(f'{strategy} on {spec}: {here}; weft finds {there}')
        for spec, want in zip(NETWORKS, wanted):
            ends = want if isinstance(want, tuple) else (want, want)
            loads = set(found[spec].values())
            if (min(loads), max(loads)) != ends:
                bad += 1
                print(f'{spec}: {want}, but {found[spec]}')
    print(f'{count} runs, {bad} otherwise')
    return bad > 0


if __name__ == '__main__':
    sys.exit(main())
