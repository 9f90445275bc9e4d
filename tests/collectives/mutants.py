#!/usr/bin/env python3
"""Right schedules and small wrong changes of them, judged in three ways.

usage: mutants.py WEFT COUNT [SEED]

The judge here (schedule.py), `weft check --goal` with the goal's text, and
`weft check --problem` must agree on every one: COUNT schedules, of all twelve
goals that weft knows as text.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

import reference
import schedule


def goal_text(weft, problem, blocks, p, root):
    text = subprocess.run([weft, 'list', 'goal', problem], check=True,
                          capture_output=True, text=True).stdout
    values = {'n': blocks // p, 'm': blocks, 'root': root}
    lines = [f'let {line.split()[1]} = {values[line.split()[1]]}'
             if line.startswith('let ') else line
             for line in text.splitlines()]
    return '\n'.join([f'processors {p}'] + lines) + '\n'


def spell(slot, source, destination, blocks):
    combined = any(s is not None for s in blocks.values())
    carried = blocks if combined else list(blocks)
    return f'{slot} {source} {destination} {schedule.items(carried)}'


def mutate(rng, p, transfers, blocks):
    """One small change; None: it cannot be made here."""
    i = rng.randrange(len(transfers))
    slot, u, v, carried = transfers[i]
    carried = dict(carried)
    kind = rng.choice(['drop', 'move', 'ends', 'lose', 'set', 'block', 'swap'])
    rest = transfers[:i] + transfers[i + 1:]
    if kind == 'drop':
        return rest or None
    if kind == 'move':
        slot = max(1, slot + rng.choice([-2, -1, 1, 2]))
    if kind == 'ends':
        v = rng.choice([x for x in range(p) if x != u])
    if kind == 'swap':
        u, v = v, u
    block = rng.choice(list(carried))
    if kind == 'lose':
        if len(carried) == 1:
            return None
        del carried[block]
    if kind == 'block':
        carried[rng.randrange(blocks)] = carried.pop(block)
    if kind == 'set':
        if carried[block] is None:
            return None
        carried[block] = carried[block] ^ {rng.randrange(p)}
        if not carried[block]:
            return None
    if any(t[:3] == (slot, u, v) for t in rest):
        return None
    return rest + [(slot, u, v, carried)]


def cases(rng, count):
    """(problem, strategy, p, options), the twelve problems in turn."""
    by_problem = {}
    for (problem, name), row in reference.STRATEGIES.items():
        by_problem.setdefault(problem, []).append((name, row))
    made = 0
    while made < count:
        for problem, rows in by_problem.items():
            name, row = rng.choice(rows)
            p = rng.randrange(2, 10)
            if made < count and row[1](p):
                yield problem, name, p, rng.choice(
                    schedule.choices(row[2], p))
                made += 1


def make(rng, weft, folder, number, case):
    problem, name, p, choice = case
    rounds = reference.STRATEGIES[problem, name][0](p, **choice)
    transfers = [schedule.parse(line) for line in schedule.text(rounds)]
    root = choice.get('root', 0)
    blocks = {'alltoall': p * p, 'allgather': p * choice.get('packets', 1),
              'reduce-scatter': p, 'scatter': p, 'gather': p}.get(
                  problem, 1 + max((b for t in transfers for b in t[3]),
                                   default=0))
    for _ in range(rng.randrange(4)):
        transfers = mutate(rng, p, transfers, blocks) or transfers
    transfers.sort(key=lambda t: t[:3])
    lines = [spell(*t) for t in transfers]
    rule, start, end = schedule.goal(problem, p, blocks, root)
    right = schedule.replay(lines, rule, start, end) is None
    path = os.path.join(folder, f'{number}.sched')
    with open(path, 'w') as file:
        file.write(f'# processors: {p}\n# problem: {problem}\n'
                   f'# root: {root}\n# blocks: {blocks}\n')
        file.write('\n'.join(lines) + '\n')
    goal = os.path.join(folder, f'{number}.goal')
    with open(goal, 'w') as file:
        file.write(goal_text(weft, problem, blocks, p, root))
    return path, goal, right


def judge(weft, path, *arguments):
    run = subprocess.run([weft, 'check', path, '--json', *arguments],
                         capture_output=True, text=True)
    if not run.stdout:
        return run.stderr.strip()
    return json.loads(run.stdout)['solved']


def main():
    weft, count, *seed = sys.argv[1:]
    rng = random.Random(int(seed[0]) if seed else 1)
    bad = good = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, case in enumerate(cases(rng, int(count))):
            path, goal, right = make(rng, weft, folder, number, case)
            by_goal = judge(weft, path, '--goal', goal)
            by_problem = judge(weft, path, '--problem', case[0])
            good += right
            if by_goal == by_problem == right:
                os.remove(path)
                os.remove(goal)
                continue
            bad += 1
            print(f'{case}: {right} here, {by_goal} by the goal, {by_problem} '
                  f'by the problem')
            with open(path) as file:
                print(file.read() if bad < 4 else '')
    print(f'{count} schedules, {good} of them right; {bad} wrong verdicts')
    return bad > 0


if __name__ == '__main__':
    sys.exit(main())
