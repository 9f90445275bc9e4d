#!/usr/bin/env python3
"""LogGP traces judged from the definition alone: a send takes o, the next one of
its port begins max(o, g + (k - 1) G) later; a reception begins o + L after its
send or later and takes o + (k - 1) G; a port receives one message at a time, and
with half duplex, or one port to send and one to receive, a processor does one
thing at a time. Random schedules are run on a complete network: each run keeps
these rules, and so do the times in its trace. Then one event is moved or made
longer or shorter: `weft check` must say of each such trace what is said here.

usage: loggp-judge.py WEFT [SEED]"""
import json
import os
import random
import subprocess
import sys
import tempfile

PROCESSORS = 4
MODELS = ["send=%s,receive=%s,duplex=%s" % (send, receive, duplex)
          for send in ("one", "same", "2", "all")
          for receive in ("one", "2", "all") for duplex in ("half", "full")]
COSTS = [(4, 2, 3, 1), (0, 1, 9, 0), (3, 5, 1, 2), (10, 2, 4, 1)]
HEAD = "start,end,kind,processor,peer,message,bytes,dimension"
MOVED = 12  # traces made of each run


def ports(word):
    """How many a model has; 0: one for each neighbour."""
    return int(word) if word.isdigit() else {"all": 0}.get(word, 1)


def sends_are_right(sends, cost, send):
    """The sends of a processor, in the order of their starts."""
    _, o, g, G = cost
    free, last = [0] * ports(send), None
    for start, end, message, size in sends:
        if end - start != o:
            return False
        copy = send == "same" and last == (start, message)
        last = (start, message)
        if not free or copy:
            continue
        port = free.index(min(free))
        if start < free[port]:
            return False
        free[port] = start + max(o, g + max(size - 1, 0) * G)
    return True


def most_at_once(spans):
    ends = sorted([(end, -1) for _, end in spans] +
                  [(start, 1) for start, _ in spans])
    now = most = 0
    for _, change in ends:
        now += change
        most = max(most, now)
    return most


def overlap(some, others):
    return any(a < d and c < b for a, b in some for c, d in others)


def is_right(events, model, cost):
    L, o, _, G = cost
    words = dict(word.split("=") for word in model.split(","))
    sent = {}
    alone = words["duplex"] == "half" or \
        ports(words["send"]) == ports(words["receive"]) == 1
    for start, _, kind, rank, peer, message, size in events:
        if kind == "send":
            sent[rank, peer, message] = (start, size)
    for start, end, kind, rank, peer, message, size in events:
        if kind == "receive":
            begun, size = sent[peer, rank, message]
            if start < begun + o + L or \
                    end - start != o + max(size - 1, 0) * G:
                return False
    for rank in range(PROCESSORS):
        own = [event for event in events if event[3] == rank]
        sends = sorted((start, end, message, size) for
                       start, end, kind, _, _, message, size in own
                       if kind == "send")
        receptions = [event[:2] for event in own if event[2] == "receive"]
        most = ports(words["receive"])
        if not sends_are_right(sends, cost, words["send"]) or \
                most and most_at_once(receptions) > most or \
                alone and overlap([send[:2] for send in sends], receptions):
            return False
    return True


def draw(rng, model):
    """A schedule whose slots keep the rules of the model in unit time."""
    words = dict(word.split("=") for word in model.split(","))
    lines, message = [], 0
    for slot in range(1, rng.randint(3, 6)):
        senders, receivers, arcs = {}, {}, set()
        for _ in range(rng.randint(1, 5)):
            source, to = rng.sample(range(PROCESSORS), 2)
            message += 1
            senders.setdefault(source, [])
            receivers.setdefault(to, [])
            room = [(len(senders[source]), ports(words["send"])),
                    (len(receivers[to]), ports(words["receive"]))]
            if any(most and used >= most for used, most in room) or \
                    (source, to) in arcs or words["duplex"] == "half" and (
                        receivers.get(source) or senders.get(to)):
                continue
            senders[source].append(to)
            receivers[to].append(source)
            arcs.add((source, to))
            lines.append("%d %d %d %d\n" % (slot, source, to, message))
    return "# processors: %d\n" % PROCESSORS + "".join(lines)


def read(path):
    events = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            row = line.split(",")
            if len(row) > 6 and row[2] in ("send", "receive"):
                events.append((int(row[0]), int(row[1]), row[2], int(row[3]),
                               int(row[4]), int(row[5]), int(row[6])))
    return events


def move(rng, events):
    """The same but for one event, which begins or ends at another time."""
    events = list(events)
    at = rng.randrange(len(events))
    start, end, *rest = events[at]
    by = rng.choice([-3, -2, -1, 1, 2, 5])
    start = max(0, start + by)
    end = max(start + 1, end + by + rng.choice([0, 0, 0, 1, -1]))
    events[at] = (start, end, *rest)
    return sorted(events, key=lambda event: event[0])


def write(path, events, model, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write("# processors: %d\n# unit_ns: 1000\n# step: 20\n"
                   "# cost: %s\n# model: %s\n# network: complete:%d\n%s\n" % (
                       PROCESSORS, text, model, PROCESSORS, HEAD))
        for event in events:
            file.write("%d,%d,%s,%d,%d,%d,%d,\n" % event)


def main():
    weft, *seed = sys.argv[1:]
    weft = os.path.realpath(weft)
    rng = random.Random(int(seed[0]) if seed else 1)
    told, wrong, moved = [], 0, [0, 0]
    os.chdir(folder)
    for model in MODELS:
        cost = rng.choice(COSTS)
        text = "loggp:L=%d,o=%d,g=%d,G=%d" % cost
        with open("r.sched", "w", encoding="utf-8") as file:
            file.write(draw(rng, model))
        run = subprocess.run(
            [weft, "run", "--schedule", "r.sched", "-n", "complete:4", "-m",
             model, "--cost", text, "--bytes", str(rng.randint(1, 9)), "-t",
             "r.csv"], capture_output=True, text=True, check=False)
        events = read("r.csv")
        if run.returncode or not is_right(events, model, cost):
            print(model, text, "run:", run.returncode, run.stderr)
            wrong += 1
        for _ in range(MOVED):
            path = "m%d.csv" % len(told)
            write(path, events, model, text)
            told.append((path, model, text, is_right(events, model, cost)))
            events = move(rng, read("r.csv"))
    checks = subprocess.run(
        [weft, "check", "--no-causality", "-j", *[row[0] for row in told]],
        stdout=subprocess.PIPE, text=True, check=False).stdout.splitlines()
    for (path, model, text, right), line in zip(told, checks):
        found = json.loads(line)
        moved[right] += 1
        if (found["verdict"] == "valid") != right:
            wrong += 1
            print(model, text, "right" if right else "wrong",
                  [row["text"] for row in found["findings"]])
            with open(path, encoding="utf-8") as file:
                print(file.read())
    print("%d traces, %d right and %d wrong ones; %d judged otherwise" % (
        len(told), moved[1], moved[0], wrong))
    return wrong or len(checks) != len(told) or min(moved) < 20


with tempfile.TemporaryDirectory() as folder:
    sys.exit(1 if main() else 0)
