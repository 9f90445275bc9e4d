#!/usr/bin/env python3
"""What `weft run --schedule FILE` does is what the file says.

usage: replayed.py WEFT [EACH]

Every collective: the schedule of a run, run again, is the same schedule, takes
the same time with costs of both kinds, and solves its problem, also as a goal
of its text; from csv and chrome likewise; from GOAL it takes as many steps (but in half duplex, where
what stands in GOAL for idle time keeps others away); with a transfer left out
it does not solve it, and that is said. EACH of 4 takes every fourth strategy.
"""
import os
import subprocess
import sys
import tempfile

import mutants
import reference
import schedule

COSTS = ['ts=10,tw=3', 'loggp:L=10,o=2,g=4,G=1']
# A file does not contain the order in which a processor begins its sends of one
# step. In LogGP the time depends on it.
UNORDERED = ['swing-torus']


def call(*command):
    return subprocess.run(command, capture_output=True, text=True)


def body(text):
    return [x for x in text.splitlines() if not x.startswith('#')]


def time_of(run):
    words = run.stdout.split()
    return words[words.index('time') + 1] if 'time' in words else run.stderr


def replayed(weft, folder, problem, name, p, network, model):
    """What is wrong, or None."""
    base = os.path.join(folder, 'run')
    first = [weft, 'run', problem, '-s', name, '-n', network, '-m', model]
    run = call(*first, '-t', base + '.sched', '-t', base + '.csv',
               '-t', base + '.json', '-t', base + '.goal')
    if run.returncode:
        return run.stderr
    with open(base + '.sched') as file:
        text = file.read()
    blocks = next(int(x.split()[2]) for x in text.splitlines()
                  if x.startswith('# blocks:'))
    with open(base + '.txt', 'w') as file:
        file.write(mutants.goal_text(weft, problem, blocks, p, 0))
    on = ['-n', network] if network.startswith('file:') else []
    again = [weft, 'run', *on, '--schedule', base + '.sched']
    for ending in 'sched', 'csv', 'json':
        run = call(weft, 'run', *on, '--schedule', f'{base}.{ending}',
                   '-t', 'schedule:-')
        if run.returncode or body(run.stdout) != body(text):
            return f'from {ending}: {run.stderr}{run.stdout}'
    for cost in COSTS[:1] if name in UNORDERED else COSTS:
        a, b = call(*first, '--cost', cost), call(*again, '--cost', cost)
        if time_of(a) != time_of(b):
            return f'{cost}: {time_of(a)}, again {time_of(b)}'
    run = call(*again, '--goal', base + '.txt')
    if run.returncode:
        return f'by the goal: {run.stderr}'
    run = call(weft, 'run', *on, '--schedule', base + '.goal')
    steps = max(int(x.split()[0]) for x in body(text))
    if model != 'one-port' and (run.returncode not in (0, 2) or int(run.stdout.split()[
            run.stdout.split().index('steps') + 1]) != steps):
        return f'GOAL, {steps} steps: {run.stdout}{run.stderr}'
    lines = body(text)
    with open(base + '.less', 'w') as file:
        left = len(lines) // 2
        file.write('\n'.join(x for x in text.splitlines()
                             if x != lines[left]) + '\n')
    for more in ['--problem', problem], ['--goal', base + '.txt']:
        run = call(weft, 'run', *on, '--schedule', f'schedule:{base}.less', *more)
        if run.returncode != 1 or 'no (' not in run.stdout or not run.stderr:
            return f'without {lines[left]}: {run.stdout}{run.stderr}'
    return None


def in_pieces(weft, folder):
    """Texts of what messages carry that are long are cut in chrome files."""
    base = os.path.join(folder, 'long')
    run = call(weft, 'run', 'alltoall', '-s', 'bruck', '-n', 'complete:600',
               '-t', base + '.sched', '-t', base + '.json')
    back = call(weft, 'convert', base + '.json', 'schedule:-')
    with open(base + '.sched') as file:
        if run.returncode or body(file.read()) != body(back.stdout):
            return f'{run.stderr}{back.stderr}'
    with open(base + '.json') as file:
        return None if '"items":["' in file.read() else 'nothing was cut'


def main(weft, each='1'):
    rows = list(reference.STRATEGIES.items())[::int(each)]
    count = bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for (problem, name), (_, fits, options) in rows:
            p = next(p for p in (6, 8, 5) if fits(p))
            network = schedule.network_of(options, p, folder)
            wrong = replayed(weft, folder, problem, name, p, network,
                             options.get('model', 'one-port-duplex'))
            count += 1
            if wrong:
                bad += 1
                print(f'{problem} {name} {network}: {wrong[:400]}')
        wrong = in_pieces(weft, folder)
        if wrong:
            bad += 1
            print(f'long texts: {wrong[:400]}')
    print(f'{count} schedules run again, {bad} otherwise')
    return bad > 0 or not count


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
