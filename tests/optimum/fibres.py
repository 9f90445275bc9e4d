#!/usr/bin/env python3
"""Look for periodic patterns of broadcasts in turn on hypercubes.

usage: fibres.py FIBRE PERIOD ORDER [--translation S] [--slots N] [--limit SEC]
                 [--proof FILE]

A pattern (src/problem/shared/pattern/pattern.h) says what the processors of a
fibre of FIBRE dimensions do in the blocks of one period: at home, ahead and
away. With one of period P strategy `woven` takes some P / 2^FIBRE slots for each
message, on cubes of every dimension. Known: 3 13 buffered, 2 7 buffered, 2 8
program. Open: is there one for ORDER program or arrival with a period below
2 * 2^FIBRE?

The question is written as a formula and given to the program `cadical`; prints
the rows of the pattern, or "none" (for this fibre, period, number of slots and
translation), or "not decided". FIBRE 1 to 4, ORDER program, arrival or
buffered; N slots of a block, by default the period and three.
"""
import argparse
import itertools
import shutil
import subprocess
import sys
import tempfile

HOME, AWAY, AHEAD = range(3)
KINDS = {HOME: "home", AWAY: "away", AHEAD: "ahead"}
# From a block to the next: kind, kind there, slots by which the local clock of
# the next is later than one period less.
NEXT = [(HOME, AWAY, 1), (AHEAD, HOME, -1), (AHEAD, AHEAD, -1),
        (AHEAD, AWAY, -1), (AWAY, AHEAD, 1), (AWAY, AWAY, 1)]


class Formula:
    def __init__(self):
        self.variables, self.clauses, self.numbers = 0, [], {}

    def var(self, *name):
        if name not in self.numbers:
            self.variables += 1
            self.numbers[name] = self.variables
        return self.numbers[name]

    def add(self, *literals):
        self.clauses.append(literals)

    def at_most_one(self, literals):
        for a, b in itertools.combinations(literals, 2):
            self.add(-a, -b)


class Search:
    """R, S[kind][q][x][t]: label q receives, sends message x in slot t of its
    own clock; H: has it by the end of t; B: is busy; A[q][x]: q has turn x."""

    def __init__(self, fibre, period, order, translation, slots):
        self.f = Formula()
        self.size, self.period, self.order = 1 << fibre, period, order
        self.dimensions, self.translation = fibre, translation
        self.slots = range(0, slots + 1)

    def holds(self, kind, q, x, t):
        return self.f.var("H", kind, q, x, t)

    def receives(self, kind, q, x, t):
        return self.f.var("R", kind, q, x, t)

    def sends(self, kind, q, x, t):
        return self.f.var("S", kind, q, x, t)

    def each(self):
        return itertools.product(KINDS, range(self.size), range(self.size))

    def turns(self):
        f, labels = self.f, range(self.size)
        for lines in (lambda a, b: ("A", a, b)), (lambda a, b: ("A", b, a)):
            for a in labels:
                line = [f.var(*lines(a, b)) for b in labels]
                f.add(*line)
                f.at_most_one(line)
        f.add(f.var("A", 0, 0))  # translations of the fibre

    def frame(self):
        f, last = self.f, self.slots[-1]
        for kind, q, x in self.each():
            own = f.var("A", q, x) if kind == HOME else None
            for t in self.slots:
                had = self.holds(kind, q, x, t - 1)
                has, gets = self.holds(kind, q, x, t), self.receives(kind, q, x, t)
                f.add(-had, has)
                f.add(-gets, has)
                f.add(-gets, -had)
                f.add(-has, had, gets)
                sends = self.sends(kind, q, x, t)
                f.add(*([-sends, had] + ([own] if own else [])))
                if own:
                    f.add(-gets, -own)
            f.add(-self.holds(kind, q, x, -1))
            f.add(*([self.holds(kind, q, x, last)] + ([own] if own else [])))

    def ports(self):
        f = self.f
        for kind, q in itertools.product(KINDS, range(self.size)):
            for t in self.slots:
                acts = [act(kind, q, x, t) for x in range(self.size)
                        for act in (self.sends, self.receives)]
                f.at_most_one(acts)
                for act in acts:
                    f.add(-act, f.var("B", kind, q, t))

    def senders(self):
        """Whoever receives has a sender in its fibre, or one nearer to home by
        a step of the base, which is a slot ahead, at whatever distance."""
        inner = {HOME: [[]], AWAY: [[HOME], [AWAY]],
                 AHEAD: [[HOME], [AWAY, AHEAD]]}
        for kind, q, x in self.each():
            for t in self.slots:
                here = [self.sends(kind, q ^ 1 << i, x, t)
                        for i in range(self.dimensions)]
                for choice in inner[kind]:
                    there = [self.sends(k, q, x, t + 1) for k in choice
                             if t + 1 in self.slots]
                    self.f.add(-self.receives(kind, q, x, t), *here, *there)

    def later(self, blocks):
        """For all that a processor can be in a block and so many blocks later:
        kind, kind then, the shift of clocks; labels are xored if the number is
        odd."""
        paths = {(kind, kind, 0) for kind in KINDS}
        for _ in range(blocks):
            paths = {(first, then, shift + more)
                     for first, kind, shift in paths
                     for before, then, more in NEXT if before == kind}
        return paths

    def blocks(self):
        """What a processor does for different blocks does not meet; strict
        orders: comes one after the other."""
        f, gap = self.f, 1
        while gap * (self.period - 1) <= self.slots[-1] + 1:
            flip = self.translation if gap % 2 else 0
            for kind, then, shift in self.later(gap):
                move = gap * self.period + shift
                for q, t in itertools.product(range(self.size), self.slots):
                    if t - move in self.slots:
                        f.add(-f.var("B", kind, q, t),
                              -f.var("B", then, q ^ flip, t - move))
                    self.one_after_the_other(kind, q, t, then, q ^ flip,
                                             t - move)
            gap += 1

    def one_after_the_other(self, kind, q, t, then, label, u):
        """In slot t, which is u on the later clock."""
        f = self.f
        if self.order == "buffered" or u < self.slots[0]:
            return
        word = "D" if self.order == "program" else "G"
        # D: has done something by the end of a slot; G: has received something
        if u - 1 in self.slots:
            acts = [self.receives(kind, q, x, t) for x in range(self.size)]
            if self.order == "program":
                acts.append(f.var("B", kind, q, t))
            for act in acts:
                f.add(-act, -f.var(word, then, label, u - 1))

    def begun(self):
        f = self.f
        for kind, q in itertools.product(KINDS, range(self.size)):
            for t in self.slots:
                done, got = f.var("D", kind, q, t), f.var("G", kind, q, t)
                f.add(-f.var("B", kind, q, t), done)
                for x in range(self.size):
                    f.add(-self.receives(kind, q, x, t), got)
                if t > self.slots[0]:
                    f.add(-f.var("D", kind, q, t - 1), done)
                    f.add(-f.var("G", kind, q, t - 1), got)

    def within(self):
        """Strict orders inside a block."""
        if self.order == "buffered":
            return
        for kind, q, x in self.each():
            for t, y in itertools.product(self.slots, range(x)):
                # y < x: not after x
                own = [self.f.var("A", q, y)] if kind == HOME else []
                self.f.add(-self.receives(kind, q, x, t),
                           self.holds(kind, q, y, t - 1), *own)
                if self.order == "arrival":
                    continue
                acted = self.f.var("Q", kind, q, x, t)
                for act in self.sends, self.receives:
                    self.f.add(-act(kind, q, x, t), acted)
                    if t > self.slots[0]:
                        self.f.add(-act(kind, q, y, t),
                                   -self.f.var("Q", kind, q, x, t - 1))
                if t > self.slots[0]:
                    self.f.add(-self.f.var("Q", kind, q, x, t - 1), acted)

    def sources(self):
        """A source sends when it has everything before its message: of its own
        block, and of those before, which it saw from ahead."""
        f = self.f
        for q, x in itertools.product(range(self.size), range(self.size)):
            for t in self.slots:
                first = [-f.var("A", q, x), -self.sends(HOME, q, x, t)]
                for y in range(x):
                    f.add(*first, self.holds(HOME, q, y, t - 1))
                blocks = 1
                while t + blocks * (self.period - 1) - 1 < self.slots[-1]:
                    label = q ^ (self.translation if blocks % 2 else 0)
                    by = t + blocks * (self.period - 1) - 1
                    for y in range(self.size):
                        f.add(*first, self.holds(AHEAD, label, y, by))
                    blocks += 1

    def formula(self):
        self.turns()
        self.frame()
        self.ports()
        self.senders()
        self.blocks()
        self.begun()
        self.within()
        self.sources()
        return self.f

    def rows(self, true):
        turn = [q for x in range(self.size) for q in range(self.size)
                if self.f.var("A", q, x) in true]
        yield "turn " + ", ".join(map(str, turn))
        for kind, name in KINDS.items():
            yield name
            for t in self.slots:
                row = ""
                for q in range(self.size):
                    letter = "."
                    for x in range(self.size):
                        if self.sends(kind, q, x, t) in true:
                            letter = chr(ord("A") + x)
                        if self.receives(kind, q, x, t) in true:
                            letter = chr(ord("a") + x)
                    row += letter
                yield f'{t:3} "{row}"'


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("fibre", type=int, choices=[1, 2, 3, 4])
    parser.add_argument("period", type=int)
    parser.add_argument("order", choices=["program", "arrival", "buffered"])
    parser.add_argument("--translation", type=int, default=1)
    parser.add_argument("--slots", type=int)
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--proof")
    given = parser.parse_args()
    if given.period < 2 or (given.slots is not None and given.slots < 1):
        parser.error("PERIOD is 2 or more, N 1 or more")
    if not shutil.which("cadical"):
        sys.exit("fibres.py: the program 'cadical' is not installed")
    search = Search(given.fibre, given.period, given.order, given.translation,
                    given.slots or given.period + 3)
    formula = search.formula()
    with tempfile.NamedTemporaryFile("w", suffix=".cnf") as file:
        file.write(f"p cnf {formula.variables} {len(formula.clauses)}\n")
        for clause in formula.clauses:
            file.write(" ".join(map(str, clause)) + " 0\n")
        file.flush()
        command = ["cadical", "-q"]
        if given.limit:
            command += ["-t", str(given.limit)]
        command += [file.name] + ([given.proof] if given.proof else [])
        answer = subprocess.run(command, capture_output=True, text=True,
                                check=False)
    print(f"{formula.variables} variables, {len(formula.clauses)} clauses",
          file=sys.stderr)
    if answer.returncode == 10:
        true = {int(word) for line in answer.stdout.splitlines()
                if line.startswith("v") for word in line.split()[1:]}
        print("\n".join(search.rows(true)))
    else:
        print({20: "none"}.get(answer.returncode, "not decided"))
    return 0 if answer.returncode in (10, 20) else 1


if __name__ == "__main__":
    sys.exit(main())
