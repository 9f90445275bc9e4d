#!/usr/bin/env python3
"""MSCCL algorithms whose connections hold few chunks.

usage: slots.py WEFT COUNT

COUNT random custom algorithms: on every channel, each GPU sends to one GPU and
receives from one, in a random order, and some steps wait for a step of another
thread block. A simulation that moves one chunk at a time, in a random order,
decides whether K slots are enough. weft must agree for each K, and each thread
block that it names must wait in the simulation, too, at the same step.
"""
import json
import os
import random
import subprocess
import sys
import tempfile


def algorithm(chance):
    """The steps of each thread block: (type, count, wait), and the peers."""
    gpus, channels = chance.randint(2, 4), chance.randint(1, 2)
    blocks = {}
    for channel in range(channels):
        ring = chance.sample(range(gpus), gpus)
        count, messages = chance.randint(1, 3), chance.randint(1, 4)
        for i, gpu in enumerate(ring):
            sends, receives, steps = messages, messages, []
            while sends or receives:
                kind = chance.choice(["s"] * (2 * bool(sends)) +
                                     ["r"] * bool(receives) +
                                     ["rcs"] * bool(sends and receives))
                sends -= "s" in kind
                receives -= "r" in kind
                steps.append([kind, count, None])
            blocks[gpu, channel] = {"send": ring[(i + 1) % gpus],
                                    "recv": ring[i - 1], "steps": steps}
    if channels > 1 and chance.random() < .5:
        gpu = chance.randrange(gpus)
        one, two = blocks[gpu, 0]["steps"], blocks[gpu, 1]["steps"]
        chance.choice(two)[2] = (0, chance.randrange(len(one)))
    return gpus, channels, blocks


def xml(gpus, channels, blocks):
    text = ('<algo name="x" nchunksperloop="40" nchannels="%d" ngpus="%d" '
            'coll="custom" proto="Simple" inplace="0" outofplace="1">\n' %
            (channels, gpus))
    for gpu in range(gpus):
        text += '<gpu id="%d" i_chunks="20" o_chunks="100" s_chunks="0">' % gpu
        place = 0
        for channel in range(channels):
            block = blocks[gpu, channel]
            signals = [step[2][1] for c in range(channels)
                       for step in blocks[gpu, c]["steps"]
                       if step[2] and step[2][0] == channel]
            text += '<tb id="%d" send="%d" recv="%d" chan="%d">\n' % (
                channel, block["send"], block["recv"], channel)
            for s, (kind, count, wait) in enumerate(block["steps"]):
                text += ('<step s="%d" type="%s" srcbuf="i" srcoff="0" '
                         'dstbuf="o" dstoff="%d" cnt="%d" depid="%d" deps="%d" '
                         'hasdep="%d"/>\n' %
                         (s, kind, place, count, *(wait or (-1, -1)),
                          s in signals))
                place += count
            text += "</tb>"
        text += "</gpu>\n"
    return text + "</algo>\n"


def simulate(chance, blocks, slots):
    """Where the thread blocks stop: the step of each that does not end."""
    at = {b: 0 for b in blocks}
    inside = {b: 0 for b in blocks}  # acts done in the step
    queue = {b: 0 for b in blocks}
    order = list(blocks)
    while True:
        chance.shuffle(order)
        moved = False
        for gpu, channel in order:
            block = blocks[gpu, channel]
            if at[gpu, channel] == len(block["steps"]):
                continue
            kind, count, wait = block["steps"][at[gpu, channel]]
            if wait and at[gpu, wait[0]] <= wait[1]:
                continue
            acts = {"r": "r", "s": "s", "rcs": "rs"}[kind]
            act = acts[inside[gpu, channel] % len(acts)]
            there = (block["send"], channel)
            if act == "r" and not queue[gpu, channel]:
                continue
            if act == "s" and queue[there] == slots:
                continue
            if act == "r":
                queue[gpu, channel] -= 1
            else:
                queue[there] += 1
            inside[gpu, channel] += 1
            if inside[gpu, channel] == count * len(acts):
                at[gpu, channel] += 1
                inside[gpu, channel] = 0
            moved = True
        if not moved:
            return {b: at[b] for b in blocks
                    if at[b] < len(blocks[b]["steps"])}


def main():
    weft, count = sys.argv[1], int(sys.argv[2])
    stuck = free = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.xml")
        seed = 0
        while stuck + free < count:
            seed += 1
            chance = random.Random(seed)
            gpus, channels, blocks = algorithm(chance)
            if simulate(chance, blocks, 10**9):
                continue  # it waits for ever anyway
            with open(path, "w", encoding="utf-8") as file:
                file.write(xml(gpus, channels, blocks))
            slots = chance.randint(1, 5)
            expected = simulate(chance, blocks, slots)
            answer = subprocess.run(
                [weft, "check", path, "--slots", str(slots), "-j"],
                capture_output=True, text=True, timeout=60)
            run = json.loads(answer.stdout)["msccl"]["finite"]
            named = {(f["gpu"], f["thread_block"]): f["step"]
                     for f in run["findings"]}
            if bool(run["found"]) != bool(expected) or \
                    any(expected.get(b) != s for b, s in named.items()):
                sys.exit("seed %d, %d slots: %s, but %s\n%s" % (
                    seed, slots, expected, named, xml(gpus, channels, blocks)))
            stuck += bool(expected)
            free += not expected
    print("%d wait for ever, %d end" % (stuck, free))
    if not stuck or not free:
        sys.exit("all alike")


main()
