#!/usr/bin/env python3
"""The patterns of LogGOPSim's two generators on 7 and 8 ranks: weft finds each
schedule valid, and it takes as long as in LogGOPSim.

usage: patterns.py WEFT           compare
       patterns.py WEFT DIRECTORY write the schedules there, as NAME.L-o-g-G.goal

Each pattern is written here from its definition. The times in EXPECTED were
printed by LogGOPSim (github.com/spcl/LogGOPSim, commit 76451de): `txt2bin -i
FILE -o x.bin; LogGOPSim -f x.bin -S 4000000000 -L L -o o -g g -G G`, the
latest of its hosts. The barrier chain has a calculation of no time where the
generator sends to a rank that does not exist.
"""
import json
import os
import subprocess
import sys
import tempfile

COSTS = ((10, 2, 4, 1), (100, 40, 25, 2))
SIZE, SEGMENT = 64, 16


class Rank:
    """The operations of a rank, each with the numbers of those it requires."""

    def __init__(self):
        self.operations = []

    def add(self, text, after):
        self.operations.append((text, [a for a in after if a is not None]))
        return len(self.operations)

    def send(self, to, *after, size=SIZE, tag=0):
        return self.add(f'send {size}b to {to} tag {tag}', after)

    def recv(self, source, *after, size=SIZE, tag=0):
        return self.add(f'recv {size}b from {source} tag {tag}', after)

    def calc(self, time, *after):
        return self.add(f'calc {time}', after)

    def text(self):
        for number, (text, after) in enumerate(self.operations, 1):
            yield f'l{number}: {text}\n'
            for other in after:
                yield f'l{number} requires l{other}\n'


def write(ranks, comment=''):
    text = f'num_ranks {len(ranks)}\n'
    for number, rank in enumerate(ranks):
        text += f'\nrank {number} {{\n{comment}{"".join(rank.text())}}}\n'
    return text


def rounds(p):
    """1, 2, 4 ... below p."""
    distance = 1
    while distance < p:
        yield distance
        distance *= 2


# ---- trees ------------------------------------------------------------------


def binomial(p, down, each=0):
    ranks = [Rank() for _ in range(p)]
    for me, rank in enumerate(ranks):
        own = inner = None
        children = [d for d in rounds(p) if me < d and me + d < p]
        parent = next((me - d for d in rounds(p) if d <= me < 2 * d), None)
        if down:
            if parent is not None:
                own = rank.recv(parent)
            for d in children:
                inner = rank.calc(each, own) if each and own else own
                rank.send(me + d, inner)
        else:
            inner = [rank.recv(me + d) for d in children]
            if each:
                inner = [rank.calc(each, i) for i in inner]
            if parent is not None:
                rank.send(parent, *inner)
    return ranks


def binary(p):
    ranks = [Rank() for _ in range(p)]
    for me, rank in enumerate(ranks):
        own = rank.recv((me - 1) // 2) if me else None
        for child in (2 * me + 1, 2 * me + 2):
            if child < p:
                rank.send(child, own)
    return ranks


# ---- rings ------------------------------------------------------------------


def pipeline(p, one_by_one):
    ranks = [Rank() for _ in range(p)]
    for me, rank in enumerate(ranks):
        sent = None
        for _ in range(SIZE // SEGMENT):
            got = None
            if me:
                got = rank.recv(me - 1, sent if one_by_one else None,
                                size=SEGMENT)
            if me + 1 < p:
                sent = rank.send(me + 1, got, size=SEGMENT)
    return ranks


def double_ring(p):
    ranks = [Rank() for _ in range(p)]
    for me, rank in enumerate(ranks):
        for way in (1, -1):
            got = rank.recv((me - way) % p)
            rank.send((me + way) % p, got if me else None)
    return ranks


def ring_allreduce(p, marked=False, each=0):
    ranks = [Rank() for _ in range(p)]
    for me, rank in enumerate(ranks):
        before = []
        for step in range(2 * (p - 1)):
            tag = 42000 + step if marked else 0
            if marked and step == p - 1:  # the second half after the first
                before = [rank.calc(0, *before, last)]
            last = rank.send((me + 1) % p, *before, size=SIZE // p, tag=tag)
            got = rank.recv((me - 1) % p, size=SIZE // p, tag=tag)
            if marked and step == p - 1:
                rank.operations[got - 1][1].extend(before)
            before = [rank.calc(each, got) if each else got]
    return ranks


# ---- all at once ------------------------------------------------------------


def star(p, inward, each=0):
    ranks = [Rank() for _ in range(p)]
    for other in range(1, p):
        to, source = (0, other) if inward else (other, 0)
        ranks[source].send(to, ranks[source].calc(each) if each else None)
        ranks[to].recv(source)
    return ranks


def barrier(p):
    ranks = [Rank() for _ in range(p)]
    got = [ranks[0].recv(other, size=1) for other in range(1, p)]
    all_there = ranks[0].calc(0, *got)
    for other in range(1, p):
        ranks[0].send(other, all_there, size=1)
        ranks[other].send(0, size=1)
        ranks[other].recv(0, size=1)
    return ranks


def alltoall(p, sizes=None, window=0):
    ranks = [Rank() for _ in range(p)]
    for me, rank in enumerate(ranks):
        sent = []
        for step in range(1, p):
            to, source = (me + step) % p, (me - step) % p
            before = sent[-window] if 0 < window <= len(sent) else None
            sent.append(rank.send(to, before,
                                  size=sizes(me, to) if sizes else SIZE))
            rank.recv(source, size=sizes(source, me) if sizes else SIZE)
    return ranks


def pairs(p, both):
    """The halves of a permutation: each of one half sends to one of the other."""
    p -= p % 2
    place = [(5 * i + 3) % p for i in range(p)] if p != 5 else list(range(p))
    if len(set(place)) < p:
        place = [(i * (p - 1) + 3) % p for i in range(p)]
    ranks = [Rank() for _ in range(p)]
    for one, other in zip(place[:p // 2], place[p // 2:]):
        ranks[one].send(other)
        if both:
            ranks[one].recv(other)
        ranks[other].recv(one)
        if both:
            ranks[other].send(one)
    return ranks


# ---- dissemination, doubling ------------------------------------------------


def disseminate(rank, me, p, size, tag, before=()):
    """@returns the operations that nothing requires"""
    got, ends = None, []
    for distance in rounds(p):
        sent = rank.send((me + distance) % p,
                         *(before if got is None else (got,)),
                         size=size, tag=tag)
        got = rank.recv((me - distance) % p, *before, size=size, tag=tag)
        ends.append(sent)
    return ends + [got]


def dissemination(p):
    ranks = [Rank() for _ in range(p)]
    for me, rank in enumerate(ranks):
        disseminate(rank, me, p, SIZE, 0)
    return ranks


def chained(p):
    ranks = [Rank() for _ in range(p)]
    for me, rank in enumerate(ranks):
        before = ()
        for run in range(5):
            ends = disseminate(rank, me, p, 10000, 100000 + run, before)
            before = (rank.calc(0, *ends),)
    return ranks


def resnet(p):
    layers = (6511592, 6567936, 5905920, 6113280, 6176256,
              6112768, 6176256, 6112768, 5321216, 5194816)
    ranks = [Rank() for _ in range(p)]
    for me, rank in enumerate(ranks):
        forward = rank.calc(119000)
        for number, size in enumerate(layers):
            backward = rank.calc(23800, forward)
            ready = rank.calc(0, backward)
            disseminate(rank, me, p, 4 * size, 100000 + number, (ready,))
    return ranks


def several_ways(p, ways):
    ranks = [Rank() for _ in range(p)]
    for me, rank in enumerate(ranks):
        got, distance = [], 1
        while distance < p:
            ready = None
            for message in got[1:] + got[:1]:
                ready = rank.calc(SIZE, message, ready)
            for way in range(1, ways + 1):
                rank.send((me + way * distance) % p, ready)
            got = [rank.recv((me - way * distance) % p)
                   for way in range(1, ways + 1)]
            distance *= ways + 1
    return ranks


def doubling(p, marked=False, each=0):
    """Halving and doubling, among as many ranks as there is a power of two."""
    p = 1 << p.bit_length() - 1
    ranks = [Rank() for _ in range(p)]
    steps = p.bit_length() - 1
    for me, rank in enumerate(ranks):
        before = []
        for step in range(2 * steps):
            far = min(step, 2 * steps - 1 - step)
            size, tag = SIZE >> far + 1, 42000 + step if marked else 0
            second = marked and step == steps
            if second:
                before = [rank.calc(0, *before, last)]
            last = rank.send(me ^ 1 << far, *before, size=size, tag=tag)
            got = rank.recv(me ^ 1 << far, *(before if second else ()),
                            size=size, tag=tag)
            before = [rank.calc(each, got) if each else got]
    return ranks


PATTERNS = {
    'binomialtreebcast': lambda p: binomial(p, True),
    'binomialtreereduce': lambda p: binomial(p, False),
    'binarytreebcast': binary,
    'nwaydissemination-1': lambda p: several_ways(p, 1),
    'nwaydissemination-2': lambda p: several_ways(p, 2),
    'pipelinedring': lambda p: pipeline(p, False),
    'pipelinedringdep': lambda p: pipeline(p, True),
    'doublering': double_ring,
    'gather': lambda p: star(p, True),
    'scatter': lambda p: star(p, False),
    'linbarrier': barrier,
    'dissemination': dissemination,
    'random_bisect': lambda p: pairs(p, False),
    'random_bisect_fd_sym': lambda p: pairs(p, True),
    'linear_alltoall': alltoall,
    'linear_alltoallv': lambda p: alltoall(p, lambda a, b: 1 + a * 7 + b * 3),
    'allreduce_recdoub': doubling,
    'allreduce_ring': ring_allreduce,
    'resnet': resnet,
    'chained_dissem': chained,
    'tree-bcast-calc': lambda p: binomial(p, True, 30),
    'tree-reduce-calc': lambda p: binomial(p, False, 30),
    'allreduce-recdoub-parts': lambda p: doubling(p, True),
    'allreduce-recdoub-calc': lambda p: doubling(p, True, 30),
    'allreduce-ring-parts': lambda p: ring_allreduce(p, True),
    'allreduce-ring-calc': lambda p: ring_allreduce(p, True, 30),
    'incast-calc': lambda p: star(p, True, 30),
    'outcast-calc': lambda p: star(p, False, 30),
    'alltoall-window-1': lambda p: alltoall(p, None, 1),
    'alltoall-window-3': lambda p: alltoall(p, None, 3),
}

# [pattern]: 7 ranks, 8 ranks, each with both costs
EXPECTED = {
    'binomialtreebcast': (221, 763, 231, 918),
    'binomialtreereduce': (221, 778, 231, 918),
    'binarytreebcast': (288, 914, 288, 918),
    'nwaydissemination-1': (359, 1046, 359, 1046),
    'nwaydissemination-2': (436, 1352, 436, 1352),
    'pipelinedring': (231, 2210, 260, 2560),
    'pipelinedringdep': (231, 2210, 260, 2560),
    'doublering': (663, 2359, 683, 2654),
    'gather': (412, 1136, 479, 1302),
    'scatter': (412, 1061, 479, 1212),
    'linbarrier': (68, 760, 76, 840),
    'dissemination': (231, 918, 231, 918),
    'random_bisect': (77, 306, 77, 306),
    'random_bisect_fd_sym': (77, 306, 77, 306),
    'linear_alltoall': (462, 1836, 539, 2142),
    'linear_alltoallv': (380, 1063, 521, 1409),
    'allreduce_recdoub': (148, 904, 190, 1292),
    'allreduce_ring': (264, 2352, 294, 2716),
    'resnet': (722671086, 1444989732, 722671086, 1444989732),
    'chained_dissem': (150195, 302670, 150195, 302670),
    'tree-bcast-calc': (281, 823, 321, 1008),
    'tree-reduce-calc': (309, 868, 321, 1008),
    'allreduce-recdoub-parts': (148, 904, 190, 1292),
    'allreduce-recdoub-calc': (268, 1024, 370, 1472),
    'allreduce-ring-parts': (264, 2352, 294, 2716),
    'allreduce-ring-calc': (624, 2712, 714, 3136),
    'incast-calc': (442, 1166, 509, 1332),
    'outcast-calc': (592, 1241, 689, 1422),
    'alltoall-window-1': (462, 1836, 539, 2142),
    'alltoall-window-3': (462, 1836, 539, 2142),
}


def schedules():
    for name, make in PATTERNS.items():
        for p in (7, 8):
            for cost in COSTS:
                head = '// cost: loggp:L={},o={},g={},G={}\n'.format(*cost)
                numbers = '-'.join(map(str, cost))
                yield (f'{name}-{p}.{numbers}.goal',
                       head + write(make(p), '/* ' + name + ' */\n'))


def main(weft, directory):
    names, weft = [], os.path.abspath(weft)
    for name, text in schedules():
        names.append(name)
        with open(os.path.join(directory, name), 'w',
                  encoding='ascii') as file:
            file.write(text)
    done = subprocess.run([weft, 'check', '--json', *names], cwd=directory,
                          stdout=subprocess.PIPE, check=False)
    expected = [time for times in EXPECTED.values() for time in times]
    wrong = len(expected) != len(names) or done.returncode != 0
    for line, time in zip(done.stdout.decode().splitlines(), expected):
        found = json.loads(line)
        if found['makespan'] != time or found['verdict'] != 'valid':
            print(f'{found["file"]}: {found["verdict"]}, time '
                  f'{found["makespan"]}, in LogGOPSim {time}')
            wrong = True
    return wrong


if __name__ == '__main__':
    if len(sys.argv) > 2:
        sys.exit(main(sys.argv[1], sys.argv[2]))
    with tempfile.TemporaryDirectory() as scratch:
        sys.exit(main(sys.argv[1], scratch))
