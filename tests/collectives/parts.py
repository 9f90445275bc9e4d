#!/usr/bin/env python3
"""Runs that no strategy makes: words of blocks, joined in messages by chance,
with waiting, made from the rules of the machine. None takes less time than the
lower bound of its question.
usage: parts.py WEFT [SEED [QUESTIONS]]
"""
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

from cuts import draw

WORDS = 3  # of a block
MODELS = {  # different messages sent, received at once (None: any), half duplex
    "all-port": (None, None, False),
    "shouting": ("same", 1, True),
    "send=same,receive=one,duplex=full": ("same", 1, False),
    "one-port": (1, 1, True),
    "one-port-duplex": (1, 1, False),
    "send=2,receive=2,duplex=full": (2, 2, False),
    "send=all,receive=one,duplex=full": (None, 1, False),
    "send=2,receive=2,duplex=half": (2, 2, True),
}
COSTS = ["ts=0,tw=1", "ts=7,tw=2", "ts=3,tw=3", "ts=1"]
PROBLEMS = {  # who holds, who wants each block: of p, root 0
    "broadcast": lambda p: [(0, range(p))],
    "scatter": lambda p: [(0, [v]) for v in range(p)],
    "gather": lambda p: [(v, [0]) for v in range(p)],
    "allgather": lambda p: [(v, range(p)) for v in range(p)],
    "alltoall": lambda p: [(u, [v]) for u in range(p) for v in range(p)],
}


class Run:
    def __init__(self, rng, p, arcs, model, given, blocks, problem):
        self.rng, self.p, self.arcs, self.given = rng, p, arcs, given
        self.send, self.receive, self.half = MODELS[model]
        goal = PROBLEMS[problem](p)
        self.most = blocks * WORDS if blocks else len(goal) * WORDS
        self.has = [set() for _ in range(p)]
        self.wants = [set() for _ in range(p)]
        for j, (holder, wanters) in enumerate(goal):
            words = {(j, i) for i in range(WORDS)}
            self.has[holder] |= words
            for v in wanters:
                self.wants[v] |= words
        self.under_way = []  # end, message, arc, words
        self.messages = 0

    def lasts(self, arc, count):
        _, _, _, latency, bandwidth = arc
        start, word = (Fraction(self.given.get(k, 0)) for k in ("ts", "tw"))
        if latency is not None and word:
            start += Fraction(latency)
            word = 1 / Fraction(bandwidth)
        return max(1, math.ceil(start + word * count))

    def free(self, i):
        """May arc i carry a message more?"""
        u, v, lanes = self.arcs[i][:3]
        going = [self.arcs[a] for _, _, a, _ in self.under_way]
        sent = {m for _, m, a, _ in self.under_way if self.arcs[a][0] == u}
        received = sum(arc[1] == v for arc in going)
        ports = 1 if self.send == "same" else self.send
        if sum(a == i for _, _, a, _ in self.under_way) >= lanes:
            return False
        if ports is not None and len(sent) >= ports:
            return False
        if self.receive is not None and received >= self.receive:
            return False
        return not self.half or not any(arc[1] == u or arc[0] == v
                                        for arc in going)

    def start(self, i, now):
        u, v = self.arcs[i][:2]
        coming = set()
        for _, _, a, words in self.under_way:
            if self.arcs[a][1] == v:
                coming |= words
        news = sorted(self.has[u] - self.has[v] - coming)
        if not news or not self.free(i) or self.rng.random() < 0.1:
            return
        self.rng.shuffle(news)
        news.sort(key=lambda word: word not in self.wants[v])
        count = min(self.most, len(news))
        if self.rng.random() < 0.3:
            count = self.rng.randint(1, count)
        words = set(news[:count])
        self.messages += 1
        self.under_way.append((now + self.lasts(self.arcs[i], count),
                               self.messages, i, words))
        for j, other in enumerate(self.arcs):
            # the same message to others that listen
            if self.send == "same" and other[0] == u and other[1] != v and \
                    not any(self.arcs[a][1] == other[1] or self.half and
                            self.arcs[a][0] == other[1]
                            for _, _, a, _ in self.under_way):
                self.under_way.append((now + self.lasts(other, count),
                                       self.messages, j, words))

    def time(self, limit):
        now = 0
        while any(w - h for w, h in zip(self.wants, self.has)):
            order = list(range(len(self.arcs)))
            self.rng.shuffle(order)
            for i in order:
                self.start(i, now)
            now = min((end for end, _, _, _ in self.under_way),
                      default=now + 1)
            if now > limit:
                return None
            for end, _, a, words in self.under_way:
                if end == now:
                    self.has[self.arcs[a][1]] |= words
            self.under_way = [x for x in self.under_way if x[0] > now]
        return now


def main():
    weft = sys.argv[1]
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    questions = int(sys.argv[3]) if len(sys.argv) > 3 else 60
    met = 0
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "drawn.edges")
        for _ in range(questions):
            p, n, arcs, text = draw(rng, 0)
            with open(name, "w") as file:
                file.write(text)
            problem = rng.choice(list(PROBLEMS))
            model, cost = rng.choice(list(MODELS)), rng.choice(COSTS)
            blocks = rng.choice([0, 0, 1, 2])
            words = [weft, "bound", problem, "-n", "file:" + name, "-m", model,
                     "--cost", cost, "--bytes", str(8 * WORDS), "-j",
                     "--message-blocks", str(blocks) if blocks else "any"]
            answer = json.loads(subprocess.run(
                words, stdout=subprocess.PIPE, check=True).stdout)
            given = dict(part.split("=") for part in cost.split(","))
            least = math.inf
            for _ in range(20):
                run = Run(rng, p, arcs, model, given, blocks, problem)
                least = min(least, run.time(least) or least)
            assert least >= answer["bound"], \
                f"{least}: {' '.join(words)}: {answer}\n{text}"
            met += least == answer["bound"]
    print(f"{met} of {questions} bounds are met")
    assert met * 8 > questions
    return 0


if __name__ == "__main__":
    sys.exit(main())
