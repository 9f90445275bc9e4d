#!/usr/bin/env python3
"""A schedule of successive broadcasts as rows of a pattern
(src/problem/shared/pattern/whole-cubes.c): one row for each slot, in it a letter
for each processor.

usage: pattern.py FILE.sched

Message 0 is A where it is sent and a where it is received; the message after Z
and z is 0 and 6, and so on. Prints the order of turns, then the rows.
"""
import sys

SENT = "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"
RECEIVED = "abcdefghijklmnopqrstuvwxyz6789+-"


def main():
    processors, moves = 0, []
    with open(sys.argv[1], encoding="ascii") as file:
        for line in file:
            if line.startswith("# processors:"):
                processors = int(line.split()[2])
            if not line.startswith("#"):
                moves.append([int(field) for field in line.split()])
    slots = max(move[0] for move in moves)
    rows = [["."] * processors for _ in range(slots)]
    turn = {}
    for slot, source, target, message in sorted(moves):
        turn.setdefault(message, source)
        rows[slot - 1][source] = SENT[message - 1]
        rows[slot - 1][target] = RECEIVED[message - 1]
    print(", ".join(str(turn[message]) for message in sorted(turn)))
    for row in rows:
        print('"' + "".join(row) + '",')


if __name__ == "__main__":
    main()
