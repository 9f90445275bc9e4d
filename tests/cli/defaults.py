#!/usr/bin/env python3
"""No dead end for who names a problem, a network and a model, and no strategy:
the run succeeds, or what it prints ends in a command that does.

usage: defaults.py WEFT
"""
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import kinds

WEFT = sys.argv[1]
MODELS = [word for word in kinds.words(WEFT, 'models') if '=' not in word]


def run(words):
    return subprocess.run([WEFT, *words], capture_output=True, text=True)


def wrong(words):
    """Why `weft WORDS` is a dead end; None: it is not."""
    first = run(words)
    if first.returncode == 0:
        return None
    told = first.stderr.splitlines()
    if not told[-1].startswith('try: weft '):
        return f'weft {" ".join(words)}: no way out: {first.stderr}'
    second = run(shlex.split(told[-1])[2:])
    if second.returncode:
        return f'weft {" ".join(words)}: {told[-1]}: {second.stderr}'
    return None


def main():
    pairs = [['run', problem, '-n', network] for problem in kinds.words(WEFT, 'problems')
             for network in kinds.examples(WEFT)]
    cases = [pair + model for pair in pairs for model in [[]] + [['-m', model] for model in MODELS]]
    assert len(cases) > 1000
    # What a first try meets: strategies that fit are found.
    for problem, network in ('alltoall', 'torus:4x4'), ('barrier', 'ring:8'), ('stream', 'torus:4x4'):
        assert run(['run', problem, '-n', network]).returncode == 0, (problem, network)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = [fault for fault in pool.map(wrong, cases) if fault]
    print('\n'.join(faults))
    return bool(faults)


if __name__ == '__main__':
    sys.exit(main())
