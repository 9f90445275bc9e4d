#!/usr/bin/env python3
"""Switches that combine and multicast messages, against the definition.

usage: combine.py WEFT COUNT

COUNT random trees of switches, some of which combine or multicast, and some of
whose links have several lanes, get random steps of messages, in models with
and without multicast by processors, and with one or two ports. The definition
here looks at all messages on an arc or at a port at once; weft looks at them
one by one. `weft check` and `weft run` must find a conflict exactly where the
definition does. The strategies in-network must take their rounds and messages
on such trees without any conflict, and at least as long as the bound.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

MODELS = {  # number of messages that a processor may send, and receive
    'send=same,receive=one,duplex=full': (1, 1),
    'one-port-duplex': (1, 1),
    'send=2,receive=2,duplex=full': (2, 2)}
SAME = 'send=same,receive=one,duplex=full'


class Tree:
    """Switches 0..k-1 below their parents, processors below switches."""

    def __init__(self, rng, hosts, active):
        switches = rng.randint(1, 5)
        self.hosts = hosts
        self.above = {('s', i): ('s', rng.randrange(i))
                      for i in range(1, switches)}
        self.above.update({('h', i): ('s', rng.randrange(switches))
                           for i in range(hosts)})
        self.word = {('s', i): rng.choice(['combine', 'combine', 'multicast'])
                     if rng.random() < active else 'switch'
                     for i in range(switches)}
        self.lanes = {v: rng.choice([1, 1, 2]) if rng.random() < active else 1
                      for v in self.above}

    def text(self):
        lines = ['host ' + ' '.join(f'h{i}' for i in range(self.hosts))]
        names = {v for edge in self.above.items() for v in edge
                 if v[0] == 's'}
        lines += [f'{self.word[s]} s{s[1]}' for s in sorted(names)]
        return '\n'.join(lines + [f'{a[0]}{a[1]} {b[0]}{b[1]} x{self.lanes[a]}'
                                  for a, b in self.above.items()]) + '\n'

    def capacity(self, arc):
        """The number of messages that an arc carries at a time."""
        return self.lanes[arc[self.above.get(arc[1]) == arc[0]]]

    def up(self, v):
        while True:
            yield v
            if v not in self.above:
                return
            v = self.above[v]

    def route(self, a, b):
        """The arcs from one processor to another."""
        down = list(self.up(('h', b)))
        way = []
        for v in self.up(('h', a)):
            way.append(v)
            if v in down:
                break
        way += reversed(down[:down.index(way[-1])])
        return list(zip(way, way[1:]))


def common(tree, source, one, other):
    """The vertices that both routes from a processor leave, in order, before
    they part, and the vertex at which they part."""
    ways = [tree.route(source, to) for to in (one, other)]
    for i, (a, b) in enumerate(zip(*ways)):
        if a != b:
            return [arc[0] for arc in ways[0][:i + 1]]
    return []


def as_one(tree, arc, one, other, model):
    """Whether two messages (source, receiver, blocks) are one on an arc; if it
    is None, at the ports."""
    (a, to, blocks), (b, other_to, others) = one, other
    if blocks != others or (a == b) == (to == other_to):
        return False
    if a == b:
        active = set(tree.word.values()) != {'switch'}
        behind = common(tree, a, to, other_to)
        if arc:
            behind = behind[behind.index(arc[0]) + 1:] if arc[0] in behind else []
        return model == SAME or (arc and not active) or \
            any(tree.word.get(v, 'switch') != 'switch' for v in behind)
    left = [[v for v, _ in tree.route(*m[:2])] for m in (one, other)]
    if arc:
        left = [vertices[:vertices.index(arc[0]) + 1] for vertices in left]
    return any(tree.word.get(v) == 'combine' for v in left[0] if v in left[1])


def separate(tree, arc, messages, model):
    """The number of messages, those counted once that are one."""
    groups = []
    for message in messages:
        joined = [g for g in groups
                  if any(as_one(tree, arc, message, m, model) for m in g)]
        groups = [g for g in groups if g not in joined]
        groups.append(sum(joined, [message]))
    return len(groups)


def conflicts(tree, messages, model):
    """Whether the messages of one step conflict anywhere."""
    crossing, sent, received = {}, {}, {}
    for message in messages:
        sent.setdefault(message[0], []).append(message)
        received.setdefault(message[1], []).append(message)
        for arc in tree.route(*message[:2]):
            crossing.setdefault(arc, []).append(message)
    sends, receives = MODELS[model]
    return any(separate(tree, arc, some, model) > tree.capacity(arc)
               for arc, some in crossing.items()) or \
        any(separate(tree, None, some, model) > ports
            for many, ports in ((sent, sends), (received, receives))
            for some in many.values())


def random_step(rng, tree):
    """Some processors send a message each, mostly to one receiver."""
    root, common = rng.randrange(tree.hosts), rng.choice(['0', '0-2', '0,2'])
    messages = []
    for s in rng.sample(range(tree.hosts), rng.randint(1, tree.hosts)):
        others = [r for r in range(tree.hosts) if r != s]
        to = {root} if rng.random() < .8 and s != root else \
            set(rng.sample(others, rng.randint(1, min(3, len(others)))))
        if rng.random() < .1:
            to.add(rng.choice(others))
        blocks = common if rng.random() < .9 else '1'
        messages += [(s, r, blocks) for r in sorted(to)]
    return messages


def contents(source, blocks):
    return ','.join(f'{b}:{source}' for b in blocks.split(','))


def verdict(command, folder):
    """Whether a command of weft reports no conflict."""
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if run.returncode not in (0, 1, 2):
        sys.exit(f'{" ".join(command)}: {run.stderr}')
    answer = json.loads(run.stdout)
    return answer['conflicts'] == 0, run


def write(folder, name, text):
    with open(os.path.join(folder, name), 'w', encoding='ascii') as file:
        file.write(text)


def random_case(weft, folder, seed):
    rng = random.Random(seed)
    tree = Tree(rng, rng.randint(3, 9), rng.choice([.5, 1]))
    steps = [random_step(rng, tree) for _ in range(rng.randint(1, 2))]
    write(folder, 'net', tree.text())
    write(folder, 'a.sched', ''.join(
        f'{slot} {s} {r} {contents(s, b)}\n'
        for slot, step in enumerate(steps, 1) for s, r, b in step))
    model = rng.choice(list(MODELS))
    right = not any(conflicts(tree, step, model) for step in steps)
    network = ['-n', 'file:net', '-m', model, '--json']
    check, _ = verdict([weft, 'check', 'a.sched'] + network, folder)
    run, _ = verdict([weft, 'run', '--schedule', 'a.sched', '--on-conflict',
                      'report'] + network, folder)
    if (check, run) == (right, right):
        return right, 0
    print(f'seed {seed}, {model}: right {right}, check {check}, run {run}')
    print(tree.text() + open(os.path.join(folder, 'a.sched')).read())
    return right, 1


def strategies(weft, folder, seed):
    """The strategies on a tree in which all switches combine or multicast."""
    rng, bad = random.Random(seed), 0
    tree = Tree(rng, rng.randint(2, 9), 1)
    write(folder, 'net', tree.text())
    write(folder, 'all', tree.text().replace('multicast', 'combine'))
    p, m, root = tree.hosts, rng.choice([1, 2, 5]), rng.randrange(tree.hosts)
    for words, net, rounds, messages in (
            (['reduce', f'--root={root}'], 'all', m, m * (p - 1)),
            (['stream', f'--root={root}'], 'net', m, m * (p - 1)),
            (['allreduce'], 'all', m + 1, 2 * m * (p - 1))):
        command = [weft, 'run', *words, '-s', 'in-network', '-n',
                   f'file:{net}', f'--packets={m}', '--json', '-m',
                   rng.choice(list(MODELS))]
        run = subprocess.run(command, cwd=folder, capture_output=True,
                             text=True)
        if run.returncode:
            print(f'{" ".join(command)}: {run.stderr}')
            bad += 1
            continue
        answer = json.loads(run.stdout)
        if (answer['steps'], answer['messages']) != (rounds, messages) or \
                answer['lower_bound'] > rounds:
            print(f'{" ".join(command)}: {run.stdout}')
            bad += 1
    return bad


def main():
    weft, count = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    bad = right = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(count):
            valid, wrong = random_case(weft, folder, seed)
            right += valid
            bad += wrong
            if seed % 5 == 0:
                bad += strategies(weft, folder, seed)
    if not count / 8 < right < count * 7 / 8:
        sys.exit(f'{right} of {count} cases are valid: no fair mixture')
    if bad:
        sys.exit(f'{bad} wrong')
    print(f'{count} steps, {right} of them without conflicts')


main()
