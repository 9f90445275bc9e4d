#!/usr/bin/env python3
"""Blocks of several sizes: --counts of allgather and alltoall.

usage: counts.py WEFT CASES

A random case has a strategy, a number of processors and sizes, many of them 0.
Its schedule must be that of blocks of one size with each block replaced by its
units, here by a table, and without the messages that have none; the volume must
be the sum of the longest messages; weft must find the goal reached, and must
miss a unit that is left out, in the schedule and in its run.
"""
import random
import subprocess
import sys

import schedule


def call(weft, *command, text=None):
    return subprocess.run([weft, *map(str, command)], input=text,
                          capture_output=True, text=True)


def strategies(weft):
    listed = call(weft, 'list', 'strategies').stdout.splitlines()
    return [(line.split()[:2], 'all-port' in line) for line in listed
            if line.split()[:1] in (['allgather'], ['alltoall'])
            and line.split()[1] not in ('trees', 'balanced')]


def transfers(text):
    return [schedule.parse(line) for line in text.splitlines()
            if not line.startswith('#')]


def case(weft, rng, problem, name, all_port):
    """What is wrong, or None."""
    p = rng.randint(3, 9)
    model = 'all-port' if all_port else 'one-port-duplex'
    run = ('run', problem, '-s', name, '-n', f'complete:{p}', '-m', model,
           '-t', 'schedule:-')
    plain = call(weft, *run, '--json')
    if plain.returncode:  # for other numbers of processors
        return None
    sizes = [rng.choice((0, 0, 1, 2, 5, 30))
             for _ in range(p if problem == 'allgather' else p * p)]
    sizes[rng.randrange(len(sizes))] = 1
    units, first = [], 0
    for size in sizes:
        units.append(range(first, first + size))
        first += size
    joint = rng.choice(('+', ',', '\n'))
    counts = joint.join(map(str, sizes))
    sized = call(weft, *run, '--counts', counts, '--json')
    if sized.returncode:
        return sized.stderr
    wanted = []
    for slot, u, v, blocks in transfers(plain.stdout):
        carried = {unit for block in blocks for unit in units[block]}
        if carried:
            wanted.append((slot, u, v, carried))
    found = [(slot, u, v, set(blocks))
             for slot, u, v, blocks in transfers(sized.stdout)]
    if sorted(found, key=str) != sorted(wanted, key=str):
        return 'another schedule'
    check = call(weft, 'check', 'schedule:-', text=sized.stdout)
    if check.returncode:
        return check.stdout + check.stderr
    again = ('run', '--schedule', 'schedule:-', '-t', 'schedule:-')
    copy = call(weft, *again, text=sized.stdout)
    check = call(weft, 'check', 'schedule:-', text=copy.stdout)
    if copy.returncode or check.returncode:
        return f'run again: {copy.stderr}{check.stdout}{check.stderr}'
    lines = sized.stdout.splitlines()
    less = rng.choice([i for i, line in enumerate(lines)
                       if not line.startswith('#')])
    del lines[less]
    for command in ('check', 'schedule:-'), again:
        check = call(weft, *command, text='\n'.join(lines) + '\n')
        if check.returncode != 1:
            return f'{command}, a message less: status {check.returncode}'
    compared = call(weft, 'compare', problem, '-s', name, '-n', f'complete:{p}',
                    '-m', model, '--counts', '+'.join(map(str, sizes)), '--csv')
    if compared.returncode:
        return compared.stderr
    head, row = compared.stdout.splitlines()
    most = {}
    for slot, _, _, blocks in wanted:
        most[slot] = max(most.get(slot, 0), len(blocks))
    volume = row.split(',')[head.split(',').index('volume')]
    if volume != str(sum(most.values())):
        return f'volume {volume}, not {sum(most.values())}'
    return None


def main():
    weft, cases = sys.argv[1], int(sys.argv[2])
    rng = random.Random(11)
    names, bad = strategies(weft), 0
    for number in range(cases):
        (problem, name), all_port = names[number % len(names)]
        wrong = case(weft, rng, problem, name, all_port)
        if wrong:
            bad += 1
            print(f'{problem} {name}, case {number}: {wrong[:300]}')
    print(f'{cases} cases, {bad} wrong')
    return bad > 0


if __name__ == '__main__':
    sys.exit(main())
