#!/usr/bin/env python3
"""Random rings and trees of NCCL, read as schedules.

usage: nccl-channels.py WEFT COUNT

For COUNT random communicators, rings and trees are written as graphs and as
logs of several forms, with lines of all GPUs mixed. weft must make the same
schedule of all forms: one that solves its collective, in which every message
goes along a ring or a tree, with the number of messages and steps that the
algorithm has. A file from which a line is taken is refused.
"""
import os
import random
import subprocess
import sys
import tempfile

RINGS = {"allgather": 1, "reduce-scatter": 1, "allreduce": 2}


def convert(weft, path, *options):
    return subprocess.run([weft, "convert", path, "sched:-", *options],
                          capture_output=True, text=True, timeout=120)


def transfers(text):
    return [line.split() for line in text.splitlines()
            if not line.startswith("#")]


def check(weft, folder, text):
    path = os.path.join(folder, "made.sched")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return subprocess.run([weft, "check", path], capture_output=True,
                          text=True, timeout=120).stdout


def random_tree(chance, gpus):
    """Parents of a tree whose nodes have at most three children."""
    order = list(range(gpus))
    chance.shuffle(order)
    up = {order[0]: -1}
    children = {gpu: [] for gpu in order}
    for gpu in order[1:]:
        parent = chance.choice([g for g in up if len(children[g]) < 3])
        up[gpu] = parent
        children[parent].append(gpu)
    return up, children


def sides(children):
    return "/".join(str(g) for g in (children + [-1, -1, -1])[:3])


def ring_logs(chance, rings):
    """The forms of rings in a log."""
    count, gpus = len(rings), len(rings[0])
    whole = ["Channel %02d/%02d : " % (c, count) + " ".join("%3d" % g
                                                            for g in ring)
             for c, ring in enumerate(rings)]
    parts = []
    for c, ring in enumerate(rings):
        for i, gpu in enumerate(ring):
            parts.append("Ring %02d : %d -> %d -> %d" %
                         (c, ring[i - 1], gpu, ring[(i + 1) % gpus]))
    chance.shuffle(parts)
    noise = ["Channel 00 : 0[1a000] -> 1[1b000] via P2P/IPC",
             "Ring 00 : 0[41000] -> 1[2d000] via P2P/IPC", "Connected all rings"]
    return whole + noise, noise + parts


def tree_logs(chance, trees):
    new, old, both, single = [], [], [], []
    gpus = list(trees[0][0])
    chance.shuffle(gpus)
    for gpu in gpus:
        downs = [sides(children[gpu]) for _, children in trees]
        ups = [up[gpu] for up, _ in trees]
        pairs = list(enumerate(zip(downs, ups)))
        new.append("Trees " + " ".join(
            "[%d] %s->%d->%d" % (c, d, gpu, u) for c, (d, u) in pairs))
        old.append("Trees " + " ".join(
            "[%d] %d->%d->%s" % (c, u, gpu, d) for c, (d, u) in pairs))
        both.append("Trees " + " ".join(
            "[%d] %d->%d->%s|%s->%d->%d" % (c, u, gpu, d, d, gpu, u)
            for c, (d, u) in pairs))
        single += ["Tree %d : %d -> %d -> %s" % (c, u, gpu, d)
                   for c, (d, u) in pairs]
    return new, old, both, single


def graphs(rings):
    text = '<graphs version="1">\n<graph id="0" nchannels="%d">\n' % len(rings)
    for ring in rings:
        text += "<channel>" + "".join('<gpu dev="%x"/>' % g
                                      for g in ring) + "</channel>\n"
    return text + "</graph>\n</graphs>\n"


class Trial:
    def __init__(self, weft, folder, seed):
        self.weft, self.folder = weft, folder
        self.chance = random.Random(seed)
        self.gpus = self.chance.randint(2, 9)
        self.channels = self.chance.randint(1, 4)
        self.seed = seed

    def write(self, lines):
        path = os.path.join(self.folder, "nccl.log")
        ending = self.chance.choice(["\n", "\r\n"])
        with open(path, "w", encoding="utf-8", newline="") as file:
            for line in lines:
                file.write("[2026-01-01 %d] host:%d [0] NCCL INFO %s%s" %
                           (self.seed, len(line), line, ending))
        return path

    def fail(self, what, answer):
        sys.exit("seed %d: %s\n%s%s" % (self.seed, what, answer.stdout,
                                        answer.stderr))

    def judge(self, path, options, links, messages, steps, first):
        """`links`: of each channel, the pairs along which its messages go."""
        answer = convert(self.weft, path, *options)
        if answer.returncode or (first and answer.stdout != first):
            self.fail("%s %s" % (path, options), answer)
        made = transfers(answer.stdout)
        for slot, source, target, items in made:
            block = int(items.split(":")[0])
            channel = links["channel"](block)
            if (int(source), int(target)) not in links["pairs"][channel] or \
                    not 1 <= int(slot):
                self.fail("a message beside the links: " + source, answer)
        last = max(int(line[0]) for line in made)
        if len(made) != messages or (steps and last != steps):
            self.fail("%d messages, %d steps" % (len(made), last), answer)
        verdict = check(self.weft, self.folder, answer.stdout)
        if "\nvalid: " not in "\n" + verdict or " is solved" not in verdict:
            self.fail(verdict, answer)
        return answer.stdout

    def rings(self):
        p, count = self.gpus, self.channels
        rings = [self.chance.sample(range(p), p) for _ in range(count)]
        path = os.path.join(self.folder, "graphs.xml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(graphs(rings))
        logs = ring_logs(self.chance, rings)
        pairs = [{(ring[i - 1], ring[i]) for i in range(p)} for ring in rings]
        for name, phases in RINGS.items():
            vector = name == "allreduce"
            links = {"pairs": pairs,
                     "channel": (lambda b: b // p) if vector
                     else (lambda b: b % count)}
            options = ["--collective", name]
            expected = (links, count * p * (p - 1) * phases, (p - 1) * phases)
            first = self.judge(path, options, *expected, None)
            for log in logs:
                self.judge(self.write(log), options, *expected, first)
        for word, log in zip(("Channel ", "Ring "), logs):
            self.refuse(log, word, "0")

    def refuse(self, log, word, graph):
        """A log without one of its lines is incomplete."""
        lines = [i for i, line in enumerate(log)
                 if line.startswith(word) and "via" not in line]
        left = self.chance.choice(lines)
        rest = log[:left] + log[left + 1:]
        if len(lines) == 1:
            return
        answer = convert(self.weft, self.write(rest), "--graph", graph)
        if answer.returncode != 1 or answer.stdout:
            self.fail("accepted without " + log[left], answer)

    def trees(self):
        trees = [random_tree(self.chance, self.gpus)
                 for _ in range(self.channels)]
        pairs = [{(u, v) for u, v in up.items() if v >= 0} |
                 {(v, u) for u, v in up.items() if v >= 0} for up, _ in trees]
        links = {"pairs": pairs, "channel": lambda b: b}
        messages = 2 * self.channels * (self.gpus - 1)
        first = None
        for log in tree_logs(self.chance, trees):
            first = self.judge(self.write(log), ["--graph", "1"], links,
                               messages, None, first)
            self.refuse(log, "Tree", "1")


def main():
    weft, count = sys.argv[1], int(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(count):
            trial = Trial(weft, folder, seed)
            trial.rings()
            trial.trees()
    print("%d communicators" % count)


main()
