#!/usr/bin/env python3
"""GOAL in binary form against the same programs as text.

usage: goal-binary.py WEFT PROGRAMS SAMPLE.goal SAMPLE.bin

SAMPLE.bin is what txt2bin of LogGOPSim made of SAMPLE.goal; random programs are
written here in both forms. weft must read the same events from both, by the
default costs and by others; a file with one member changed must be refused with
one line, or be read.
"""
import random
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

KINDS = {'send': 1, 'recv': 2, 'calc': 3}


def program(rng):
    """[rank] of (kind, size, peer, tag, cpu, nic) and of (later, earlier, word):
    everything depends on what came before only, so that nothing waits for
    ever."""
    ranks = rng.randint(2, 6)
    operations = [[] for _ in range(ranks)]
    orders = [[] for _ in range(ranks)]

    def add(rank, *operation):
        at = len(operations[rank])
        operations[rank].append(operation)
        for earlier in range(at):
            if rng.random() < 0.3:
                word = 'irequires' if rng.random() < 0.2 else 'requires'
                orders[rank].append((at, earlier, word))

    for tag in range(rng.randint(1, 15)):
        u, v = rng.sample(range(ranks), 2)
        size = rng.randint(1, 64)
        add(u, 'send', size, v, tag, rng.randint(0, 1), rng.randint(0, 2))
        anybody = rng.random() < 0.1
        add(v, 'recv', size, -1 if anybody else u, tag, 0, 0)
        if rng.random() < 0.5:
            add(rng.randrange(ranks), 'calc', rng.randint(0, 99), 0, 0,
                rng.randint(0, 1), 0)
    return operations, orders


def as_text(operations, orders):
    lines = [f'num_ranks {len(operations)}']
    for rank, (mine, order) in enumerate(zip(operations, orders)):
        lines.append(f'rank {rank} {{')
        for i, (kind, size, peer, tag, cpu, nic) in enumerate(mine):
            to = {'send': f'b to {peer} tag {tag}', 'calc': '',
                  'recv': f'b from {peer} tag {tag}'}[kind]
            lines.append(f'l{i}: {kind} {size}{to} cpu {cpu} nic {nic}')
        lines += [f'l{a} {word} l{b}' for a, b, word in order]
        lines.append('}')
    return '\n'.join(lines) + '\n'


def part(mine, order):
    waits = [sum(a == i for a, _, _ in order) for i in range(len(mine))]
    roots = [i for i, n in enumerate(waits) if not n]
    data = struct.pack(f'<II{len(roots)}I', len(mine), len(roots), *roots)
    lists = []
    for i, (kind, size, peer, tag, cpu, nic) in enumerate(mine):
        at_end = [a for a, b, word in order if b == i and word == 'requires']
        at_start = [a for a, b, word in order if b == i and word != 'requires']
        data += struct.pack('<IbIQIBBIIII', waits[i], KINDS[kind],
                            peer & 0xffffffff, size, tag, cpu, nic,
                            len(at_end), len(lists), len(at_start),
                            len(lists) + len(at_end))
        lists += at_end + at_start
    return data + struct.pack(f'<{len(lists)}I', *lists)


def as_binary(operations, orders):
    head = struct.pack('<IBB', len(operations),
                       max(o[4] for mine in operations for o in mine),
                       max(o[5] for mine in operations for o in mine))
    at, table, parts = len(head) + 16 * len(operations), b'', b''
    for mine, order in zip(operations, orders):
        data = part(mine, order)
        table += struct.pack('<QQ', at, at + len(data))
        parts += data
        at += len(data)
    return struct.pack('<Q', 4223) + head + table + parts


def events(weft, path):
    run = subprocess.run([weft, 'convert', path, 'csv:-'], capture_output=True)
    return run.returncode, run.stdout, run.stderr.decode(errors='replace')


def same(weft, text, binary):
    a, b = events(weft, text), events(weft, binary)
    if a[0] or b[0]:
        return f'{a[2]} {b[2]}'.strip()
    return None if a[1] == b[1] else 'other events'


def changed(rng, data):
    data = bytearray(data)
    at = rng.randrange(len(data))
    data[at] = rng.choice((0, 1, 255, data[at] ^ 1 << rng.randrange(8)))
    return bytes(data if rng.random() < 0.9 else data[:at])


def main():
    weft, programs, text, binary = sys.argv[1:]
    wrong = same(weft, text, binary)
    bad = 0
    if wrong:
        print(f'{binary}: {wrong}')
        bad = 1
    rng = random.Random(7)
    refused = 0
    with tempfile.TemporaryDirectory() as folder:
        text, binary = Path(folder, 'x.goal'), Path(folder, 'x.bin')
        for case in range(int(programs)):
            made = program(rng)
            text.write_text(as_text(*made))
            binary.write_bytes(as_binary(*made))
            wrong = same(weft, text, binary)
            if not wrong:
                binary.write_bytes(changed(rng, binary.read_bytes()))
                status, _, said = events(weft, binary)
                lines = said.count('\n')
                refused += status == 1
                if status not in (0, 1) or (status == 1) != (lines == 1):
                    wrong = f'changed: status {status}, {said}'
            if wrong:
                bad += 1
                print(f'program {case}: {wrong[:300]}')
    print(f'{programs} programs, {refused} changed files refused, {bad} wrong')
    return bad > 0 or not refused


if __name__ == '__main__':
    sys.exit(main())
