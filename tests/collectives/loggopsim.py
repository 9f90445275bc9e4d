"""GOAL schedules replayed by the rules of the LogGOPSim simulator.

Independent of weft: reads GOAL text and says when each rank is done.
    loggopsim.py FILE L o g G
The rules: a send waits for its processor and its interface; then it keeps the
processor for o, the interface for g + (k - 1) G, and its message is there
o + L later. A message that is there waits for processor and interface of its
receiver, posted or not; then it keeps them for o + (k - 1) G and
g + (k - 1) G, and a receive that was posted for it is done. A receive that
finds its message there is done at once. A calculation keeps the processor.
Whoever requires an operation may begin when that is done, as soon as its
processor is free. Of what comes at one time the one first put in the queue is
first.
"""
import heapq
import sys
from collections import defaultdict, deque


class Operation:
    def __init__(self, kind, size, peer, tag, cpu, nic):
        self.kind, self.size, self.peer = kind, size, peer
        self.tag, self.cpu, self.nic = tag, cpu, nic
        self.waits, self.after, self.at_start = 0, [], []


def parse(lines):
    ranks, operations = [], None
    for line in lines:
        word = line.split()
        if not word or word[0].startswith('//'):
            continue
        if word[0] == 'num_ranks':
            ranks = [{} for _ in range(int(word[1]))]
        elif word[0] == 'rank':
            operations = ranks[int(word[1])]
        elif word[0] == '}':
            operations = None
        elif word[1] in ('requires', 'irequires'):
            later, earlier = operations[word[0]], operations[word[2]]
            later.waits += 1
            (earlier.after if word[1] == 'requires'
             else earlier.at_start).append(later)
        else:
            option = dict(zip(word, word[1:]))
            moves = word[1] in ('send', 'recv')
            operations[word[0][:-1]] = Operation(
                word[1], int(word[2].rstrip('b')),
                int(word[4]) if moves else None, int(option.get('tag', 0)),
                int(option.get('cpu', 0)), int(option.get('nic', 0)))
    return ranks


def replay(ranks, L, o, g, G):
    """When each rank is done; None if somebody waits for ever."""
    processor = [defaultdict(int) for _ in ranks]
    out = [defaultdict(int) for _ in ranks]
    into = [defaultdict(int) for _ in ranks]
    posted = [defaultdict(deque) for _ in ranks]
    there = [defaultdict(deque) for _ in ranks]
    queue, order = [], 0
    left = sum(len(r) for r in ranks)

    def put(time, what, rank, operation, source, number=None):
        nonlocal order
        if number is None:
            number, order = order, order + 1
        heapq.heappush(queue, (time, number, what, rank, source, operation))

    def begin(rank, operation):
        time = processor[rank][operation.cpu]
        if operation.kind == 'send':
            time = max(time, out[rank][operation.nic])
        put(time, 'begin', rank, operation, -1)

    def release(rank, waiting):
        for operation in waiting:
            operation.waits -= 1
            if not operation.waits:
                begin(rank, operation)

    def done(rank, operation):
        nonlocal left
        left -= 1
        release(rank, operation.after)

    for rank, operations in enumerate(ranks):
        for operation in operations.values():
            if not operation.waits:
                begin(rank, operation)
    while queue:
        time, number, what, rank, source, x = heapq.heappop(queue)
        bytes_after = max(x.size, 1) - 1
        if what == 'message':
            free = max(processor[rank][x.cpu], into[rank][x.nic])
            if free > time:
                put(free, what, rank, x, source, number)
                continue
            processor[rank][x.cpu] = time + o + bytes_after * G
            into[rank][x.nic] = time + g + bytes_after * G
            if posted[rank][source, x.tag]:
                done(rank, posted[rank][source, x.tag].popleft())
            else:
                there[rank][source, x.tag].append(x)
        elif x.kind == 'recv':
            release(rank, x.at_start)
            if there[rank][x.peer, x.tag]:
                there[rank][x.peer, x.tag].popleft()
                done(rank, x)
            else:
                posted[rank][x.peer, x.tag].append(x)
        else:
            free = processor[rank][x.cpu]
            if x.kind == 'send':
                free = max(free, out[rank][x.nic])
            if free > time:
                put(free, what, rank, x, source, number)
                continue
            release(rank, x.at_start)
            if x.kind == 'calc':
                processor[rank][x.cpu] = time + x.size
            else:
                processor[rank][x.cpu] = time + o
                out[rank][x.nic] = time + g + bytes_after * G
                put(time + o + L, 'message', x.peer, x, rank)
            done(rank, x)
    if left:
        return None
    return [max(p.values(), default=0) for p in processor]


if __name__ == '__main__':
    with open(sys.argv[1], encoding='ascii') as file:
        print(max(replay(parse(file), *map(int, sys.argv[2:6]))))
