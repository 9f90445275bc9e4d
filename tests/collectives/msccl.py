#!/usr/bin/env python3
"""Collectives written as MSCCL algorithms, and read again.

usage: msccl.py WEFT LOW HIGH

Every strategy of the collectives that MSCCL has, LOW to HIGH processors: its
schedule is written as an algorithm, or refused with the reason (a value beside
the one that a chunk holds; blocks of an all-to-all that go by way of others).
What was written must be right by MSCCL's rules (`weft check`: no race, no wrong
chunk), take no more steps than the schedule (a message of several runs of
blocks counts as several), carry the same messages from each
processor to each other one, and solve the problem. Each dependency in it is
needed or implied: of one that is taken out at random, weft says no more than a
race or wrong data, and never fails otherwise.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

import reference
import schedule

COLLECTIVES = ('allgather', 'reduce-scatter', 'allreduce', 'alltoall', 'stream',
               'broadcast', 'reduce')
REFUSED = {('allreduce', 'census'), ('allreduce', 'multiplying')}
THROUGH = ('bruck', 'hypercube', 'ring', 'grid', 'balanced', 'bidirectional')


def call(*command):
    return subprocess.run(command, capture_output=True, text=True)


def messages(text):
    """What each processor sends to each other one, in order of slots."""
    sent = {}
    for line in text.splitlines():
        if not line.startswith('#'):
            _, u, v, blocks = schedule.parse(line)
            for block, made_of in blocks.items():
                sent.setdefault((u, v), []).append((block, made_of))
    return {pair: sorted(carried, key=str) for pair, carried in sent.items()}


def longest(text):
    """A message of several runs of blocks is as many, one after the other."""
    most = {}
    for line in text.splitlines():
        if not line.startswith('#'):
            slot, _, _, carried = line.split()
            most[slot] = max(most.get(slot, 0), carried.count(',') + 1)
    return sum(most.values())


def steps(text):
    return max((int(x.split()[0]) for x in text.splitlines()
                if not x.startswith('#')), default=0)


def without_one(rng, text):
    """One dependency taken out; None: there is none."""
    found = list(re.finditer(r'depid="\d+" deps="\d+"', text))
    if not found:
        return None
    one = rng.choice(found)
    return text[:one.start()] + 'depid="-1" deps="-1"' + text[one.end():]


def compare(weft, folder, rng, problem, name, p, choice, row):
    base = os.path.join(folder, 'run')
    network = schedule.network_of(row[2], p, folder)
    command = [weft, 'run', problem, '-s', name, '-n', network, '-t',
               base + '.sched', '-m', row[2].get('model', 'one-port-duplex')]
    for option, value in choice.items():
        command += [f'--{option}', str(value)]
    run = call(*command)
    if run.returncode:
        return run.stderr
    if os.path.exists(base + '.xml'):
        os.remove(base + '.xml')
    run = call(weft, 'convert', base + '.sched', f'msccl:{base}.xml')
    if run.returncode:
        refused = ((problem, name) in REFUSED or
                   problem == 'alltoall' and name in THROUGH)
        expected = refused and 'no MSCCL' in run.stderr
        return None if expected else run.stderr
    check = call(weft, 'check', base + '.xml')
    if check.returncode or 'is solved' not in check.stdout:
        return check.stdout + check.stderr
    with open(base + '.sched') as file:
        first = file.read()
    again = call(weft, 'convert', base + '.xml', 'schedule:-').stdout
    if messages(first) != messages(again):
        return 'other messages'
    if steps(again) > longest(first):
        return f'{steps(again)} steps, not {longest(first)}'
    with open(base + '.xml') as file:
        less = without_one(rng, file.read())
    if less:
        with open(base + '.less.xml', 'w') as file:
            file.write(less)
        check = call(weft, 'check', base + '.less.xml')
        if check.returncode not in (0, 1):
            return f'a dependency less: {check.stderr}'
    return ''


def main():
    weft, low, high = sys.argv[1:]
    rng = random.Random(1)
    written = refused = bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for (problem, name), row in reference.STRATEGIES.items():
            if problem not in COLLECTIVES:
                continue
            for p in range(int(low), int(high) + 1):
                for choice in schedule.choices(row[2], p) if row[1](p) else []:
                    wrong = compare(weft, folder, rng, problem, name, p,
                                    choice, row)
                    refused += wrong is None
                    written += wrong == ''
                    if wrong:
                        bad += 1
                        print(f'{problem} {name} p={p} {choice}: '
                              f'{wrong[:400]}')
    print(f'{written} algorithms written, {refused} refused, {bad} wrong')
    return bad > 0 or not written


if __name__ == '__main__':
    sys.exit(main())
