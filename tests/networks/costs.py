#!/usr/bin/env python3
"""What a transfer takes on links with latencies and bandwidths.

usage: costs.py WEFT [ROUNDS [SEED]]

Random networks, as text and as GraphML, with links of all kinds; every pair of
processors has a transfer of its own, and each must take what the formula says
over the route found here: ts + the latencies of its links, th for each that has
none (one less if none has one), + words over the least bandwidth, where a link
without one carries 1 / tw words in a time unit, rounded up.
"""
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction
from math import ceil

BYTES = 100  # 13 words


def make(rng, text):
    """(hosts, vertices, {(u, v): (latency, bandwidth)}): connected."""
    hosts = rng.randrange(2, 7)
    vertices = hosts + rng.randrange(3)
    links, order = {}, list(range(vertices))
    rng.shuffle(order)
    pairs = [(order[i], rng.choice(order[:i])) for i in range(1, vertices)]
    pairs += [rng.sample(order, 2) for _ in range(rng.randrange(4))]
    for u, v in pairs:
        if (u, v) in links:
            continue
        latency = rng.choice([None, None, 0, 1, 2.5, 7])
        bandwidth = rng.choice([None, None, 0.25, 2, 10])
        if text and (latency is None) != (bandwidth is None):  # both, or none
            latency, bandwidth = 3, 0.5
        links[u, v] = links[v, u] = latency, bandwidth
    return hosts, vertices, links


def name(hosts, v):
    return f'h{v}' if v < hosts else f's{v}'


def as_text(hosts, vertices, links):
    lines = ['host ' + ' '.join(name(hosts, v) for v in range(hosts))]
    if vertices > hosts:
        lines.append('switch ' + ' '.join(name(hosts, v) for v in
                                          range(hosts, vertices)))
    for (u, v), cost in links.items():
        if u < v:
            lines.append(f'{name(hosts, u)} {name(hosts, v)}' + (
                f' {cost[0]} {cost[1]}' if cost[1] else ''))
    return '\n'.join(lines) + '\n'


def as_graphml(hosts, vertices, links):
    lines = ['<graphml><key id="k" for="node" attr.name="kind"/>',
             '<key id="l" for="edge" attr.name="latency"/>',
             '<key id="b" for="edge" attr.name="bandwidth"/>',
             '<graph edgedefault="undirected">']
    for v in range(vertices):
        kind = '<data key="k">switch</data>' if v >= hosts else ''
        lines.append(f'<node id="{name(hosts, v)}">{kind}</node>')
    for (u, v), costs in links.items():
        if u < v:
            data = ''.join(f'<data key="{key}">{cost}</data>' for key, cost in
                           zip('lb', costs) if cost is not None)
            lines.append(f'<edge source="{name(hosts, u)}" '
                         f'target="{name(hosts, v)}">{data}</edge>')
    return '\n'.join(lines + ['</graph></graphml>']) + '\n'


def route(vertices, links, u, to):
    """Over the lowest-numbered neighbour that is one link nearer."""
    far, queue = {to: 0}, [to]
    for v in queue:
        for w in range(vertices):
            if (w, v) in links and w not in far:
                far[w] = far[v] + 1
                queue.append(w)
    while u != to:
        v = min(w for w in range(vertices)
                if (u, w) in links and far[w] == far[u] - 1)
        yield links[u, v]
        u = v


def takes(ways, ts, tw, th):
    ways = list(ways)
    time = Fraction(ts) + sum(Fraction(latency or 0) for latency, _ in ways)
    bare = sum(latency is None for latency, _ in ways)
    time += th * (bare - (bare == len(ways)))
    words = -(-BYTES // 8)
    paces = [Fraction(b) for _, b in ways if b]
    if tw and any(not b for _, b in ways):
        paces.append(Fraction(1, tw))
    if paces:
        time += words / min(paces)
    return max(1, ceil(time))


def measured(weft, folder, path, pairs, cost):
    schedule = os.path.join(folder, 'all.sched')
    with open(schedule, 'w') as file:
        for slot, (u, v) in enumerate(pairs, 1):
            file.write(f'{slot} {u} {v} {slot}\n')
    run = subprocess.run(
        [weft, 'run', '--schedule', schedule, '-n', f'file:{path}',
         '-m', 'one-port', '--bytes', str(BYTES), '--cost', cost,
         '-t', 'csv:-', '--json'], capture_output=True, text=True)
    sends = [line.split(',') for line in run.stdout.splitlines()
             if ',send,' in line]
    if len(sends) != len(pairs):
        sys.exit(f'{run.stdout}{run.stderr}')
    return {(int(s[3]), int(s[4])): int(s[1]) - int(s[0]) for s in sends}


def main():
    weft = sys.argv[1]
    rounds, seed = map(int, (sys.argv[2:] + ['40', '1'][len(sys.argv) - 2:]))
    rng, count, bad = random.Random(seed), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'net')
        for number in range(rounds):
            hosts, vertices, links = made = make(rng, number % 2 == 0)
            write = as_graphml if number % 2 else as_text
            with open(path, 'w') as file:
                file.write(write(*made))
            ts, tw, th = (rng.randrange(1, 20), rng.randrange(4),
                          rng.randrange(4))
            pairs = [(u, v) for u in range(hosts) for v in range(hosts)
                     if u != v]
            found = measured(weft, folder, path, pairs,
                             f'ts={ts},tw={tw},th={th}')
            for u, v in pairs:
                want = takes(route(vertices, links, u, v), ts, tw, th)
                count += 1
                if found[u, v] != want:
                    bad += 1
                    print(f'{write(*made)}ts={ts},tw={tw},th={th}: {u} to {v} '
                          f'takes {found[u, v]}, not {want}')
    print(f'{count} transfers on {rounds} networks, {bad} otherwise')
    return bad > 0 or not count


if __name__ == '__main__':
    sys.exit(main())
