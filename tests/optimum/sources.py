#!/usr/bin/env python3
"""How soon can the first M of the broadcasts in turn have begun?

usage: sources.py DIMENSION M SLOT [--limit SEC] [--proof NAME]

Of a hypercube in the model `shouting`, messages in order of arrival: is there a
schedule in which the M-th source has everything before its own message by the
end of slot SLOT - 1, so that it can send in SLOT? Only the first M messages are
looked at, and nobody but their sources has to get anything: what holds of this
question holds of every schedule, from any turn on, for all turns before may be
left out. So "no" for SLOT means that s(j + M - 1) >= s(j) + SLOT for the slots
s in which messages are sent first, in arrival and in program order.

The question is written as a formula and given to the program `cadical`; prints
"yes" and the allocation, "no", or "not decided".
"""
import argparse
import itertools
import shutil
import subprocess
import sys


class Formula:
    def __init__(self):
        self.variables, self.clauses = 0, []

    def new(self):
        self.variables += 1
        return self.variables

    def add(self, *literals):
        self.clauses.append(literals)

    def at_most_one(self, literals):
        literals = list(literals)
        while len(literals) > 5:
            rest = self.new()
            for a, b in itertools.combinations(literals[:4] + [rest], 2):
                self.add(-a, -b)
            literals = [-rest] + literals[4:]
        for a, b in itertools.combinations(literals, 2):
            self.add(-a, -b)


def build(dimension, messages, slot):
    """A[v][j]: v is the source of j; H[v][j][t]: has it by the end of t;
    R, S: receives, sends it in t."""
    f, n, last = Formula(), 1 << dimension, slot - 1
    cells = list(itertools.product(range(n), range(messages)))
    a = {c: f.new() for c in cells}
    h = {(v, j, t): f.new() for v, j in cells for t in range(last + 1)}
    r = {(v, j, t): f.new() for v, j in cells for t in range(1, last + 1)}
    s = {(v, j, t): f.new() for v, j in cells for t in range(1, last + 1)}
    for j in range(messages):
        f.add(*[a[v, j] for v in range(n)])
        f.at_most_one(a[v, j] for v in range(n))
    for v in range(n):
        f.at_most_one(a[v, j] for j in range(messages))
    # translations; dimensions in the order in which they are first used
    f.add(a[0, 0])
    for i in range(1, dimension):
        for j in range(messages):
            f.add(-a[1 << i, j], *[a[1 << i - 1, k] for k in range(j)])
    for v, j in cells:
        f.add(-h[v, j, 0], a[v, j])
        for t in range(last + 1):
            if t < j:  # each source waits for the one before it
                f.add(-h[v, j, t])
            if j:
                f.add(-h[v, j, t], h[v, j - 1, t])
                f.add(-a[v, j], h[v, j, t], -h[v, j - 1, t])
            else:
                f.add(-a[v, 0], h[v, 0, t])
        for t in range(1, last + 1):
            f.add(-h[v, j, t - 1], h[v, j, t])
            f.add(-h[v, j, t], h[v, j, t - 1], r[v, j, t], a[v, j])
            f.add(-r[v, j, t], h[v, j, t])
            f.add(-r[v, j, t], -h[v, j, t - 1])
            f.add(-r[v, j, t], -a[v, j])
            f.add(-r[v, j, t], *[s[v ^ 1 << i, j, t] for i in range(dimension)])
            f.add(-s[v, j, t], h[v, j, t - 1])
    for v in range(n):
        for t in range(1, last + 1):
            f.at_most_one(x[v, j, t] for x in (r, s) for j in range(messages))
        if messages > 1:
            f.add(-a[v, messages - 1], h[v, messages - 2, last])
        # the last messages arrive in order, one in a slot
        for j in range(messages - 1):
            t = last - (messages - 2 - j)
            f.add(-a[v, messages - 1], *([h[v, j, t]] if t >= 0 else []))
    return f, a


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("dimension", type=int)
    parser.add_argument("messages", type=int)
    parser.add_argument("slot", type=int)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--proof")
    given = parser.parse_args()
    if not 1 <= given.messages <= 1 << given.dimension or given.slot < 1:
        parser.error("M is 1 to 2^DIMENSION, SLOT 1 or more")
    if not shutil.which("cadical"):
        sys.exit("sources.py: the program 'cadical' is not installed")
    f, a = build(given.dimension, given.messages, given.slot)
    text = f"p cnf {f.variables} {len(f.clauses)}\n" + "".join(
        " ".join(map(str, c)) + " 0\n" for c in f.clauses)
    command = ["cadical", "-q"] + (["-t", str(given.limit)] if given.limit else [])
    if given.proof:
        with open(given.proof + ".cnf", "w", encoding="ascii") as file:
            file.write(text)
        command += ["--no-binary", "-", given.proof + ".drat"]
    answer = subprocess.run(command, input=text, capture_output=True, text=True,
                            check=False)
    print(f"{f.variables} variables, {len(f.clauses)} clauses", file=sys.stderr)
    if answer.returncode == 10:
        true = {int(word) for line in answer.stdout.splitlines()
                if line.startswith("v") for word in line.split()[1:]}
        turns = [v for j in range(given.messages)
                 for v in range(1 << given.dimension) if a[v, j] in true]
        print("yes: turns of", *turns)
    else:
        print({20: "no"}.get(answer.returncode, "not decided"))
    return 0 if answer.returncode in (10, 20) else 1


if __name__ == "__main__":
    sys.exit(main())
