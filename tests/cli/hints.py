#!/usr/bin/env python3
"""No strategy sends the user in a circle: the model that a message says to take
is not refused by the same message, and a strategy that does not fit its network
or model is answered with commands that work. Every network kind has a figure.

usage: hints.py WEFT
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import kinds

WEFT = sys.argv[1]


def run(*words):
    done = subprocess.run([WEFT, *words], capture_output=True, text=True)
    return done.returncode, done.stderr


def dead_end(words, status, said):
    """Why what is said leads nowhere; None: it does not."""
    tries = [line for line in said.splitlines() if line.startswith('try: weft ')]
    if status and '(--expect conflicts accepts this)' in said:
        tries = [f'try: weft {shlex.join(words)} --expect conflicts']
    if status and not tries:
        return f'weft {" ".join(words)}: no way out: {said}'
    for line in tries:
        status, second = run(*shlex.split(line)[2:])
        if status:
            return f'weft {" ".join(words)}: {line}: {second}'
    return None


def circle(words):
    """The message that comes again after its hint was followed; None: none."""
    status, first = run(*words)
    fault = dead_end(words, status, first)
    if fault:
        return fault
    hint = re.search(r'does not allow; use -m (\S+)|it needs (\S+),', first)
    if status != 64 or not hint:
        return None
    status, second = run(*words, '-m', hint[1] or hint[2])
    again = status == 64 and ('does not allow' in second or 'forbids' in second)
    return f'weft {" ".join(words)}: {first}{second}' if again else None


def undrawn(network):
    with tempfile.TemporaryDirectory() as folder:
        status, said = run('figure', 'network', '-n', network, '-o', folder + '/out.svg')
    return f'weft figure network -n {network}: {said}' if status else None


def main():
    rows = subprocess.run([WEFT, 'list', 'strategies'], capture_output=True, text=True, check=True).stdout
    strategies = [row.split()[:2] for row in rows.splitlines() if row.startswith('  ')]
    assert len(strategies) > 50
    cases = [['run', problem, '-s', strategy, '-n', network] for problem, strategy in strategies
             for network in kinds.examples(WEFT)]
    cases += [['run', problem, '-s', strategy, '-m', model] for problem, strategy in strategies
              for model in kinds.words(WEFT, 'models') if '=' not in model]
    networks = [*kinds.examples(WEFT), *(f'hypercube:{d}' for d in range(1, 7))]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = [fault for fault in [*pool.map(circle, cases), *pool.map(undrawn, networks)] if fault]
    print('\n'.join(faults))
    return bool(faults)


if __name__ == '__main__':
    sys.exit(main())
