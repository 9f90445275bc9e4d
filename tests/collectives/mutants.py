#!/usr/bin/env python3
"""Right schedules and small wrong changes of them, judged in three ways.

usage: mutants.py WEFT COUNT [SEED]

The judge here (schedule.py), `weft check --goal` with the goal's text, and
`weft check --problem` must agree on every one: COUNT schedules, of all twelve
goals that weft knows as text.
"""
import functools
import json
import os
import random
import subprocess
import sys
import tempfile

import reference
import schedule


@functools.lru_cache(None)
def listed_goal(weft, problem):
    return subprocess.run([weft, 'list', 'goal', problem], check=True,
                          capture_output=True, text=True).stdout


def goal_text(weft, problem, blocks, p, root):
    text = listed_goal(weft, problem)
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


def judge(weft, paths, *arguments):
    """Of each file: is it solved? One process judges many."""
    verdicts = []
    for i in range(0, len(paths), 400):
        run = subprocess.run([weft, 'check', '--json', *arguments,
                              *paths[i:i + 400]],
                             capture_output=True, text=True)
        found = [json.loads(x)['solved'] for x in run.stdout.splitlines()]
        if len(found) != len(paths[i:i + 400]):
            sys.exit(run.stderr)
        verdicts += found
    return verdicts


def judge_all(weft, made, argument, key):
    """Verdicts of all, those with one key by one process."""
    groups = {}
    for path, goal, problem, _ in made:
        groups.setdefault(key(goal, problem), []).append((path, goal))
    verdict = {}
    for name, group in groups.items():
        by = group[0][1] if argument == '--goal' else name
        paths = [path for path, _ in group]
        verdict.update(zip(paths, judge(weft, paths, argument, by)))
    return verdict


def content(path):
    with open(path) as file:
        return file.read()


def main():
    weft, count, *seed = sys.argv[1:]
    rng = random.Random(int(seed[0]) if seed else 1)
    bad = good = 0
    with tempfile.TemporaryDirectory() as folder:
        made = []
        for number, case in enumerate(cases(rng, int(count))):
            path, goal, right = make(rng, weft, folder, number, case)
            made.append((path, goal, case[0], right))
            good += right
        by_goal = judge_all(weft, made, '--goal', lambda g, p: content(g))
        by_problem = judge_all(weft, made, '--problem', lambda g, p: p)
        for path, goal, problem, right in made:
            if by_goal[path] == by_problem[path] == right:
                continue
            bad += 1
            print(f'{problem}: {right} here, {by_goal[path]} by the goal, '
                  f'{by_problem[path]} by the problem')
            print(content(path) if bad < 4 else '')
    print(f'{count} schedules, {good} of them right; {bad} wrong verdicts')
    return bad > 0


if __name__ == '__main__':
    sys.exit(main())
