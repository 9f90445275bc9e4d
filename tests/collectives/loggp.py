#!/usr/bin/env python3
"""Runs with LogGP costs end when LogGOPSim's rules say that they end.

usage: loggp.py WEFT [COSTS [PROBLEM [STRATEGY]]]

Every strategy of every problem, in the model it is for (where that has one
port), with so many costs: the run must be valid and reach no earlier end than
its lower bounds; its GOAL file, replayed by loggopsim.py, must end when the run
does, and so must the same file when weft reads it. With several ports it
must be refused, unless o = G = 0.
"""
import json
import os
import subprocess
import sys
import tempfile

import loggopsim

COSTS = [(10, 2, 4, 1), (0, 1, 0, 0), (5, 0, 3, 2), (1, 7, 30, 0), (2, 0, 5, 0),
         (3, 4, 1, 5), (1000, 100, 50, 3), (0, 3, 3, 1)]
SIZES = {'hypercube': ['hypercube:3', 'hypercube:2'], 'ring': ['ring:6'],
         'hyperx': ['hyperx:3x2'], 'any': ['complete:6', 'complete:7'],
         'mesh': ['mesh:3x3']}


def strategies(weft):
    listed = subprocess.run([weft, 'list', 'strategies'], capture_output=True,
                            text=True, check=True).stdout
    for line in listed.splitlines():
        problem, name = line.split()[:2]
        about = line[line.rindex('(') + 1:-1]
        network, _, model = about.partition('; ')
        yield (problem, name, network.split()[0],
               model.split()[1] if model else None)


def end_of(trace):
    lines = [x.split(',') for x in trace.splitlines() if x[:1].isdigit()]
    return max((int(x[1]) for x in lines), default=0)


def compare(weft, command, cost, folder, ports):
    L, o, g, G = cost
    path = os.path.join(folder, 'run.goal')
    if os.path.exists(path):
        os.remove(path)
    command = command + ['--cost', f'loggp:L={L},o={o},g={g},G={G}', '--json']
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        return run.stderr.strip() or run.stdout
    result = json.loads(run.stdout)
    if result['time'] < (result.get('lower_bound') or 0):
        return f"{result['time']} is below {result['lower_bound']}"
    run = subprocess.run(command + ['-t', path], capture_output=True, text=True)
    if ports and (o or G):
        return None if 'several ports' in run.stderr else 'it was not refused'
    if run.returncode:
        return run.stderr.strip()
    with open(path, encoding='ascii') as file:
        times = loggopsim.replay(loggopsim.parse(file), *cost)
    if not times or max(times) != result['time']:
        return f"{result['time']}, but {times and max(times)} in a replay"
    read = subprocess.run([weft, 'convert', path, 'csv:-'],
                          capture_output=True, text=True)
    if end_of(read.stdout) != result['time']:
        return f"{result['time']}, but {end_of(read.stdout)} read back"
    return None


def main():
    weft, *only = sys.argv[1:]
    costs = COSTS[:int(only.pop(0))] if only else COSTS
    count = bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for problem, name, network, model in strategies(weft):
            if [problem, name][:len(only)] != only:
                continue
            ports = model not in (None, 'one-port', 'one-port-duplex')
            for spec in SIZES.get(network, SIZES['any']):
                command = [weft, 'run', problem, '-s', name, '-n', spec]
                if model is None:
                    command += ['-m', 'one-port-duplex']
                if problem == 'successive':
                    command += ['--bytes', '3']
                fits = subprocess.run(command, capture_output=True, text=True)
                if fits.returncode:
                    continue
                for cost in costs:
                    L, o, g, _ = cost
                    if problem == 'successive' and (not o or g > 2 * o + L):
                        continue
                    wrong = compare(weft, command, cost, folder, ports)
                    count += 1
                    if wrong:
                        bad += 1
                        print(f'{problem} {name} {spec} {cost}: {wrong[:200]}')
    print(f'{count} runs compared, {bad} differ')
    return bad > 0 or not count


if __name__ == '__main__':
    sys.exit(main())
