"""Plans of MSCCL++: right ones of every operation, a wrong one that lacks it or
gives it another place, one wrong one of every kind of fault, and mutants of the
right ones by class, each compared with a second judge, which runs all
interleavings of the operations as the documentation defines them.

mscclpp.py WEFT [every: all mutants]
"""
import copy
import itertools
import json
import os
import subprocess
import sys
import tempfile

NOP = {"name": "nop"}


def own(buffer, index, size=1):
    return {"type": buffer, "index": index, "size": size}


def far(index, size=1, buffer=0):
    return {"buffer_id": buffer, "index": index, "size": size}


def group(index, size=1):
    return {"switch_channel_id": 0, "index": index, "size": size}


def sync(name, kind="memory", *ids):
    return {"name": name, "channel_type": kind, "channel_ids": list(ids or [0])}


def sem(name, number=0):
    return {"name": name, "semaphore_ids": [number]}


def barrier(number, blocks):
    return {"name": "barrier", "barrier_id": number, "num_threadblocks": blocks}


def move(name, source, target, kind="memory", **more):
    op = {"name": name, "src_buff": source, "dst_buff": target, **more}
    if kind:
        op["channel_type"] = kind
    return op


def port(name, source, target):
    return move(name, source, target, "port", channel_ids=list(range(len(source))))


def gpu(rank, blocks, sizes, remotes, kinds=("memory",), gpus=2, switch=None):
    """All blocks have the same channels: to each other GPU, for each kind."""
    peers = [p for p in range(gpus) if p != rank]
    channels = [{"channel_type": k, "connected_to": peers * len(blocks)}
                for k in kinds]
    if switch:
        channels.append({"channel_type": "switch", "buffer_type": switch,
                         "rank_groups": [{"size": 4, "ranks": list(range(gpus))}]})
    own_list = [[{"channel_type": k, "channel_ids":
                  [b * len(peers) + i for i in range(len(peers))]} for k in kinds] +
                ([{"channel_type": "switch", "channel_ids": [0]}] if switch else [])
                for b in range(len(blocks))]
    refs = [{"access_channel_type": k, "remote_buffer_ids": list(range(
        len(peers) * len(remotes)))} for k in kinds]
    return {"id": rank, "input_chunks": sizes[0], "output_chunks": sizes[1],
            "scratch_chunks": sizes[2], "channels": channels,
            "remote_buffers": [{"rank": p, "type": t, "access_channel_types":
                                list(kinds)} for t in remotes for p in peers],
            "semaphores": [{"init_value": 0}, {"init_value": 1}],
            "threadblocks": [{"id": b, "ops": ops, "channels": own_list[b],
                              "remote_buffer_refs": refs}
                             for b, ops in enumerate(blocks)]}


def plan(collective, blocks, sizes, remotes, protocol="Simple", inplace=True,
         gpus=2, **more):
    options = {k: more.pop(k) for k in ("kinds", "switch") if k in more}
    return {"name": "test", "collective": collective, "protocol": protocol,
            "inplace": inplace, **more,
            "gpus": [gpu(r, blocks(r), sizes, remotes, gpus=gpus, **options)
                     for r in range(gpus)]}


def meet(kind="memory"):
    return [NOP, sync("signal", kind), sync("wait", kind), NOP]


def right():
    """Name: a right plan. Together they have every operation."""
    def pair(first, second):
        return lambda r: [[sync("rlxsignal"), sync("rlxwait"), NOP,
                           *first(r), *meet(), *second(r)]]
    nothing = lambda r: []
    i, o, s = "i", "o", "s"
    plans = {
        "rres": plan("allreduce", pair(lambda r: [move(
            "rres", [own(i, r), far(r)], [own(i, r), far(r)])], nothing),
            (2, 2, 0), i),
        "rre put": plan("allreduce", pair(lambda r: [
            move("rre", [own(i, r), far(r)], [own(i, r)]), NOP,
            move("put", [own(i, r)], [far(r)])], nothing), (2, 2, 0), i),
        "get res": plan("allreduce", pair(lambda r: [
            move("get", [far(r)], [own(s, 0)], channel_ids=[0]), NOP,
            move("res", [own(i, r), own(s, 0)], [own(i, r), far(r)])], nothing),
            (2, 2, 1), i),
        "put re": plan("reducescatter", pair(lambda r: [move(
            "put", [own(i, 1 - r)], [far(0)])], lambda r: [
                move("re", [own(i, r), own(s, 0)], [own(o, 0)], None)]),
            (2, 1, 1), s),
        "copy put": plan("allgather", lambda r: [[
            sync("rlxsignal"), sync("rlxwait"),
            move("copy", [own(i, 0)], [own(o, r)], None), NOP,
            move("put", [own(o, r)], [far(r)]), *meet()]], (1, 2, 0), o,
            inplace=False),
        "alltoall": plan("alltoall", lambda r: [[
            sync("rlxsignal"), sync("rlxwait"),
            move("copy", [own(i, r)], [own(o, r)], None), NOP,
            move("put", [own(i, 1 - r)], [far(r)]), *meet()]], (2, 2, 0), o,
            inplace=False),
        "broadcast": plan("broadcast", lambda r: [[
            *([sync("wait")] if r == 0 else [sync("signal")]), NOP,
            *([move("put", [own(i, 0)], [far(0)]), NOP, sync("signal")]
              if r == 0 else [sync("wait")]), NOP]], (1, 1, 0), i),
        "port": plan("sendrecv", lambda r: [[
            sync("signal", "port"), sync("wait", "port"), NOP,
            port("put", [own(i, 0)], [far(0)]), sync("signal", "port"),
            sync("flush", "port"), sync("wait", "port"), NOP]], (1, 1, 0), o,
            inplace=False, kinds=("port",)),
        "pws": plan("sendrecv", lambda r: [[
            sync("signal", "port"), sync("wait", "port"), NOP,
            port("pws", [own(i, 0)], [far(0)]), sync("wait", "port"), NOP,
            sync("flush", "port"), NOP]], (1, 1, 0), o, inplace=False,
            kinds=("port",)),
        "pwsf": plan("sendrecv", lambda r: [[
            sync("signal", "port"), sync("wait", "port"), NOP,
            port("pwsf", [own(i, 0)], [far(0)]), sync("wait", "port"), NOP]],
            (1, 1, 0), o, inplace=False, kinds=("port",)),
        "packets": plan("allreduce", lambda r: [[
            move("ppkt", [own(i, 1 - r)], [far(0)]),
            move("respkt", [own(i, r), own(s, 0)], [own(i, r), far(1)]),
            move("upkt", [own(s, 1)], [own(i, 1 - r)], None)]], (2, 2, 2), s, "LL"),
        "repkt": plan("reducescatter", lambda r: [[
            move("ppkt", [own(i, 1 - r)], [far(0)]),
            move("repkt", [own(i, r), own(s, 0)], [own(i, r)], None)]],
            (2, 1, 1), s, "LL"),
        "recpkt": plan("allreduce", lambda r: [[
            move("ppkt", [own(i, 0)], [far(0)]), NOP,
            move("recpkt", [own(i, 0), own(s, 0)], [own(i, 0), own(s, 1)], None)]],
            (1, 1, 2), s, "LL"),
        "recspkt": plan("allreduce", lambda r: [[
            move("ppkt", [own(i, 1 - r)], [far(0)]),
            move("recspkt", [own(i, r), own(s, 0)], [own(i, r), own(s, 2), far(1)]),
            move("upkt", [own(s, 1)], [own(i, 1 - r)], None)]], (2, 2, 3), s, "LL"),
        "rppkt": plan("allgather", lambda r: [[
            move("cpkt", [own(o, r)], [own(s, r)], None),
            move("rppkt", [own(s, r)], [far(r)]),
            move("upkt", [own(s, 1 - r)], [own(o, 1 - r)], None)]], (1, 2, 2), s,
            "LL"),
        "rppkt port": plan("allgather", lambda r: [[
            move("cpkt", [own(o, r)], [own(s, r)], None),
            port("rppkt", [own(s, r)], [far(r)]),
            move("upkt", [own(s, 1 - r)], [own(o, 1 - r)], None)]], (1, 2, 2), s,
            "LL", kinds=("port",)),
        "ppkt port": plan("allgather", lambda r: [[
            move("cpkt", [own(o, r)], [own(s, r)], None), NOP,
            port("ppkt", [own(s, r)], [far(r)]),
            move("upkt", [own(s, 1 - r)], [own(o, 1 - r)], None)]], (1, 2, 2), s,
            "LL", kinds=("port",)),
        "semaphore": plan("allgather", lambda r: [
            [sync("signal"), sync("wait"), NOP, sem("sem_acquire", 1), NOP,
             move("put", [own(o, r)], [far(r)]), NOP,
             sem("sem_release", 1), sem("sem_release", 0)],
            [sem("sem_acquire", 0), NOP, sync("signal"), sync("wait"), NOP]],
            (1, 2, 0), o),
        "barrier": plan("allreduce", lambda r: [
            [sync("signal"), sync("wait"), barrier(0, 2), move(
                "rre", [own(i, r), far(r)], [own(s, 0)]), barrier(0, 2),
             sync("signal"), sync("wait"), NOP],
            [barrier(0, 2), barrier(0, 2), sync("signal"), sync("wait"), NOP, move(
                "res", [own(s, 0)], [own(o, r), far(r, 1, 1)]),
             NOP, sync("signal"), sync("wait"), NOP]],
            (2, 2, 1), "io", inplace=False),
        "switch": plan("allreduce", lambda r: [[
            sync("signal"), sync("wait"), NOP,
            move("glres", [group(r)], [group(r)], "switch"), *meet()]],
            (2, 2, 0), i, switch=i),
        "gstore": plan("allgather", lambda r: [[
            sync("signal"), sync("wait"), NOP,
            move("gstore", [own(i, 0)], [group(r)], "switch"), *meet()]],
            (1, 2, 0), o, inplace=False, switch=o),
        "gstorepkt": plan("allgather", lambda r: [[
            move("cpkt", [own(i, 0)], [own(s, r)], None),
            move("gstorepkt", [own(s, r)], [group(r)], "switch"), *[
                move("upkt", [own(s, k)], [own(o, k)], None) for k in range(2)]]],
            (1, 2, 2), s, "LL", inplace=False, switch=s),
        "pipeline": plan("sendrecv", lambda r: [[
            sync("signal"), sync("wait"), NOP,
            {"name": "pipeline", "iter_context": {"unit_size": 32, "num_chunks": 1},
             "ops": [move("put", [own(i, 0)], [far(0)]), *meet()]}]],
            (1, 1, 0), o, inplace=False),
        "parts": plan("allgather", lambda r: [[
            sync("signal"), sync("wait"), NOP, move(
                "put", [own(o, r)], [far(r)], tbg_info={"tb_id": b, "tbg_size": 3}),
            *meet()] for b in range(3)], (1, 2, 0), o),
    }
    for whole in plans.values():
        whole["use_double_scratch_buffer"] = whole["protocol"] == "LL"
    return plans


def wrong(plans):
    """Kind of the fault: a wrong plan."""
    def changed(name, change):
        result = copy.deepcopy(plans[name])
        change(result, result["gpus"][0]["threadblocks"][0]["ops"])
        return result
    return [
        ("format", changed("rres", lambda p, ops: ops[3].update(name="glre"))),
        ("format", changed("rres", lambda p, ops: ops[3]["src_buff"][0].update(
            size=2))),
        ("format", changed("rres", lambda p, ops: ops[0].update(channel_ids=[7]))),
        ("bounds", changed("rres", lambda p, ops: ops[3]["src_buff"][0].update(
            index=2))),
        ("bounds", changed("packets", lambda p, ops: p.update(protocol="Simple"))),
        ("race", changed("copy put", lambda p, ops: ops.pop(3))),
        ("race", changed("port", lambda p, ops: ops.insert(
            5, move("copy", [own("i", 0)], [own("o", 0)], None)))),
        ("deadlock", changed("rres", lambda p, ops: ops.pop(0))),
        ("deadlock", changed("barrier", lambda p, ops: ops.pop(2))),
        ("unwritten", changed("put re", lambda p, ops: ops.insert(
            0, move("copy", [own("s", 0)], [own("o", 0)], None)))),
        ("unwritten", changed("packets", lambda p, ops: ops[2]["src_buff"][0].update(
            index=0) or p["gpus"][1]["threadblocks"][0]["ops"].pop(0))),
        ("twice", changed("rres", lambda p, ops: ops[3]["src_buff"].append(far(0)))),
        ("wrong", changed("alltoall", lambda p, ops: ops[4]["src_buff"][0].update(
            index=0))),
        ("untaken", changed("rres", lambda p, ops: ops.append(sync("signal")))),
        ("semaphore", changed("rres", lambda p, ops: ops.append(
            sem("sem_release")))),
        ("early", changed("rres", lambda p, ops: ops.pop(2))),
        ("late", changed("rres", lambda p, ops: ops.pop(4))),
    ]


# ---- mutants -----------------------------------------------------------------


def mutants(whole):
    """Every single change of a plan: an operation less, two exchanged, an index
    or a buffer changed."""
    for g, b in itertools.product(range(len(whole["gpus"])), range(2)):
        blocks = whole["gpus"][g]["threadblocks"]
        if b >= len(blocks):
            continue
        for k, op in enumerate(blocks[b]["ops"]):
            def change(what):
                mutant = copy.deepcopy(whole)
                what(mutant["gpus"][g]["threadblocks"][b]["ops"])
                return mutant
            yield f"{g}.{b}.{k} dropped", change(lambda ops: ops.pop(k))
            if k and blocks[b]["ops"][k - 1] != op:
                yield f"{g}.{b}.{k} exchanged", change(
                    lambda ops: ops.insert(k - 1, ops.pop(k)))
            for part in ("src_buff", "dst_buff"):
                for n, entry in enumerate(op.get(part, [])):
                    yield f"{g}.{b}.{k} {part} {n}", change(
                        lambda ops: ops[k][part][n].update(
                            index=1 - min(entry["index"], 1)))


def operation_of(whole, what):
    """The name of the operation that a mutant changes."""
    g, b, k = map(int, what.split()[0].split("."))
    return whole["gpus"][g]["threadblocks"][b]["ops"][k]["name"]


def one_wrong_each(plans):
    """Name of each operation: wrong plans in which only it is changed."""
    result = {}
    for whole in plans.values():
        for what, mutant in mutants(whole):
            if "exchanged" not in what:
                result.setdefault(operation_of(whole, what), []).append(mutant)
    return result


# ---- the second judge ----------------------------------------------------------

WORDS = {  # letters as in the documentation: p, P: packets
    "put": ("o*", "r*"), "pws": ("o*", "r*"), "pwsf": ("o*", "r*"),
    "get": ("r*", "o*"), "copy": ("o", "o"), "re": ("o*", "o"),
    "res": ("o*", "or*"), "rre": ("or*", "o"), "rres": ("or*", "or*"),
    "cpkt": ("o", "p"), "ppkt": ("o*", "P*"), "rppkt": ("p", "P*"),
    "upkt": ("p", "o"), "repkt": ("op*", "o"), "respkt": ("op*", "oP*"),
    "recpkt": ("op*", "op"), "recspkt": ("op*", "opP*"), "glres": ("s", "s"),
    "gstore": ("o", "s"), "gstorepkt": ("p", "S")}
SYNCHRONISING = ("nop", "barrier", "signal", "rlxsignal", "wait", "rlxwait",
                 "flush", "sem_acquire", "sem_release", "pipeline")
PAIRS = ("put", "pws", "pwsf", "get", "ppkt")
OUTSIDE = {"pipeline", "rppkt port", "ppkt port", "parts"}


def freeze(value):
    return (tuple(map(freeze, value)) if isinstance(value, (list, tuple))
            else value)


class Judge:
    """Runs all interleavings. A phase of a thread block is a set of actions: data
    operations in any order, synchronisation in order. Two actions that can be
    next to each other and conflict are a race."""

    def __init__(self, whole, most=60000):
        self.plan, self.most = whole, most
        self.gpus = whole["gpus"]
        self.blocks = [(g, b) for g, x in enumerate(self.gpus)
                       for b in range(len(x["threadblocks"]))]
        self.size = {g: [x[n + "_chunks"] for n in ("input", "output", "scratch")]
                     for g, x in enumerate(self.gpus)}
        self.fault = None
        self.phases = [self.split(g, b) for g, b in self.blocks]

    # where bytes are: in place, an output may be an input
    def cell(self, g, buffer, index, packet):
        name = self.plan["collective"]
        if buffer == "s":
            return ([(g, "s", 2 * index), (g, "s", 2 * index + 1)] if packet
                    else [(g, "s", index)])
        if self.plan["inplace"] and name != "sendrecv":
            if name == "allgather" and buffer == "i":
                index += g * self.size[g][0]
            if name == "reducescatter" and buffer == "o":
                index += g * self.size[g][1]
            buffer = "x"
        return [(g, buffer, index)]

    def places(self, g, b, op, entry, letter):
        x = self.gpus[g]
        if letter in "sS":
            chan = [c for c in x["channels"] if c["channel_type"] == "switch"][0]
            where = [(q, chan["buffer_type"])
                     for q in chan["rank_groups"][0]["ranks"]]
        elif letter in "rP":
            remote = x["remote_buffers"][entry["buffer_id"]]
            where = [(remote["rank"], remote["type"])]
        else:
            where = [(g, entry["type"])]
        packet = letter in "pPS"
        return [(packet, [self.cell(q, t, entry["index"] + n, packet)
                          for n in range(entry["size"])]) for q, t in where]

    def data(self, g, b, op):
        letters = WORDS[op["name"]]
        found = []
        for part, word in zip(("src_buff", "dst_buff"), letters):
            row = []
            for n, entry in enumerate(op[part]):
                bare = word.rstrip("*")
                row += [self.places(g, b, op, entry, bare[min(n, len(bare) - 1)])]
            found.append(row)
        sources, targets = found
        if op["name"] in PAIRS:
            return [(s, t) for s, t in zip(sources, targets)]
        return [(sum(sources, []), sum(targets, []))]

    def split(self, g, b):
        """Phases: (data operations, synchronisation, how it ends)."""
        phases, data, order = [], [], []
        for op in self.gpus[g]["threadblocks"][b]["ops"]:
            name = op["name"]
            if name in ("nop", "barrier"):
                phases.append((data, order, op))
                data, order = [], []
            elif op.get("channel_type") == "port" and name in WORDS:
                order.append(("push", freeze(self.data(g, b, op)[0]), name != "put"))
                if name == "pwsf":
                    order.append(("flush",))
            elif name in WORDS:
                data.append(self.data(g, b, op))
            elif name.startswith("sem_"):
                order.append((name, op["semaphore_ids"][0]))
            elif op["channel_type"] == "port" and name == "signal":
                order.append(("push", None, True))
            elif name == "flush":
                order.append(("flush",))
            else:
                order.append((name.replace("rlx", ""), op["channel_type"]))
        return phases + [(data, order, None)]

    def initial(self):
        sems = tuple((g, k, s["init_value"]) for g, x in enumerate(self.gpus)
                     for k, s in enumerate(x["semaphores"]))
        # memory, begun, ended, blocks (phase, data done, sync done, met), queues
        # of ports, signals, semaphores, packets
        return (frozenset(), frozenset(), frozenset(),
                tuple((0, frozenset(), 0, False) for _ in self.blocks),
                tuple(() for _ in self.blocks), tuple(0 for _ in self.blocks), sems)

    def other(self, k):
        g, b = self.blocks[k]
        return self.blocks.index((1 - g, b)) if (1 - g, b) in self.blocks else None

    def apply(self, memory, moves):
        memory = dict(memory)
        for sources, targets in moves:
            for n in range(len(targets[0][1])):
                total = []
                for packet, cells in sources:
                    got = memory.get(cells[n][0])
                    if got is None or (packet != got[0]):
                        self.fault = self.fault or "unwritten"
                        return memory
                    total += got[1]
                for packet, cells in targets:
                    for cell in cells[n]:
                        memory[cell] = (packet, tuple(sorted(total)))
        return memory

    def touched(self, moves):
        reads = {c for s, _ in moves for _, cells in s for x in cells for c in x}
        waits = {c for s, _ in moves for p, cells in s if p for x in cells for c in x}
        writes = {c for _, t in moves for _, cells in t for x in cells for c in x}
        return reads, writes, waits

    def actions(self, state):
        memory, begun, ended, blocks, queues, signals, sems = state
        result = []  # (owner, reads, writes, new state)
        have = {c for c, v in memory if v[0]}
        for g in range(len(self.gpus)):
            cells = {self.cell(g, t, n, False)[0] for t, k in (("i", 0), ("o", 1))
                     for n in range(self.size[g][k])}
            if g not in begun:
                new = dict(memory)
                for n in range(self.size[g][0]):
                    new[self.cell(g, "i", n, False)[0]] = (False, ((g, n),))
                result.append((("gpu", g), set(), cells, (
                    frozenset(new.items()), begun | {g}, *state[2:]), "early"))
            elif g not in ended and all(
                    blocks[k][0] == len(self.phases[k]) for k, (q, _) in
                    enumerate(self.blocks) if q == g):
                result.append((("gpu", g), cells, set(), (
                    memory, begun, ended | {g}, *state[3:]), "late"))
        for k, (g, b) in enumerate(self.blocks):
            phase, done, order, _ = blocks[k]
            if queues[k]:
                moves, signal = queues[k][0]
                new = self.apply(memory, [moves]) if moves else memory
                reads, writes, _ = self.touched([moves]) if moves else (
                    set(), set(), set())
                to = self.other(k)
                given = tuple(s + (signal and n == to) for n, s in
                              enumerate(signals))
                left = tuple(q[1:] if n == k else q for n, q in enumerate(queues))
                result.append((("port", k), reads, writes, (
                    frozenset(dict(new).items()), begun, ended, blocks, left, given,
                    sems), "race"))
            if g not in begun or phase == len(self.phases[k]):
                continue
            data, sequence, end = self.phases[k][phase]

            def with_block(new, memory=memory, queues=queues, signals=signals,
                           sems=sems):
                return (memory, begun, ended, tuple(
                    new if n == k else x for n, x in enumerate(blocks)), queues,
                    signals, sems)
            for n, moves in enumerate(data):
                reads, writes, waits = self.touched(moves)
                if not waits <= have and n not in done:
                    break  # no thread goes beyond packets that are missing
                if n in done:
                    continue
                new = frozenset(self.apply(memory, moves).items())
                result.append((("data", k, n), reads - waits, writes, with_block(
                    (phase, done | {n}, order, False), memory=new), "race"))
            if order < len(sequence):
                now = (phase, done, order + 1, False)
                what = sequence[order]
                if what[0] == "signal" and self.other(k) is not None:
                    to = self.other(k)
                    result.append((("sync", k), set(), set(), with_block(
                        now, signals=tuple(s + (n == to) for n, s in
                                           enumerate(signals))), ""))
                elif what[0] == "wait" and signals[k]:
                    result.append((("sync", k), set(), set(), with_block(
                        now, signals=tuple(s - (n == k) for n, s in
                                           enumerate(signals))), ""))
                elif what[0] == "push":
                    result.append((("sync", k), set(), set(), with_block(
                        now, queues=tuple(q + (what[1:],) if n == k else q for n, q in
                                          enumerate(queues))), ""))
                elif what[0] == "flush" and not queues[k]:
                    result.append((("sync", k), set(), set(), with_block(now), ""))
                elif what[0].startswith("sem_"):
                    add = 1 if what[0] == "sem_release" else -1
                    new = tuple((q, n, v + add * ((q, n) == (g, what[1])))
                                for q, n, v in sems)
                    if all(v >= 0 for _, _, v in new):
                        result.append((("sync", k), set(), set(), with_block(
                            now, sems=new), ""))
            elif len(done) == len(data):
                met = end and end["name"] == "barrier" and end["num_threadblocks"] > 1
                if not met:
                    result.append((("sync", k), set(), set(), with_block(
                        (phase + 1, frozenset(), 0, False)), ""))
                elif not blocks[k][3]:
                    new = list(with_block((phase, done, order, True))[3])
                    here = [n for n, (q, _) in enumerate(self.blocks) if q == g and
                            new[n][3]]
                    if len(here) == end["num_threadblocks"]:
                        for n in here:
                            new[n] = (new[n][0] + 1, frozenset(), 0, False)
                    result.append((("sync", k), set(), set(), (
                        *state[:3], tuple(new), *state[4:]), ""))
        return result

    def compare(self, a, b):
        """Can two actions that can both be next conflict?"""
        if a[0][0] == "gpu" and b[0][0] == "gpu":
            return False
        reads = a[1] & b[2] or a[2] & b[1]
        return bool(reads or a[2] & b[2])

    def final(self, state):
        memory, _, _, _, queues, signals, sems = state
        initial = self.initial()[6]
        return not any(signals) and sems == initial and not any(queues)

    def outputs(self, memory, g):
        p, name = len(self.gpus), self.plan["collective"]
        for c in range(self.size[g][1]):
            share = max(self.size[g][1] // p, 1)
            want = {"allreduce": [(q, c) for q in range(p)],
                    "reducescatter": [(q, g * self.size[g][1] + c) for q in range(p)],
                    "allgather": [(c // share, c % share)],
                    "alltoall": [(c // share, g * share + c % share)],
                    "broadcast": [(0, c)], "sendrecv": [((g - 1) % p, c)]}[name]
            got = dict(memory).get(self.cell(g, "o", c, False)[0])
            if got is None or got[0] or list(got[1]) != sorted(want):
                return False
        return True

    def judge(self):
        """None: right; a text: what is wrong; "?": too many interleavings."""
        seen, stack = set(), [self.initial()]
        while stack:
            state = stack.pop()
            if state in seen:
                continue
            seen.add(state)
            if len(seen) > self.most:
                return "?"
            actions = self.actions(state)
            if self.fault:
                return self.fault
            done = len(state[2]) == len(self.gpus)
            if not actions and (not done or not self.final(state)):
                return "deadlock or untaken"
            for a, b in itertools.combinations(actions, 2):
                if self.compare(a, b):
                    return f"conflict {a[0]} {b[0]}"
            for owner, reads, writes, new, kind in actions:
                for gone in state[2]:
                    if any(c[0] == gone and c[1] != "s" for c in writes):
                        return "late"
                for q in range(len(self.gpus)):
                    if q not in state[1] and kind != "early" and any(
                            c[0] == q and c[1] != "s" for c in reads | writes):
                        return "early"
                if kind == "late" and not self.outputs(new[0], owner[1]):
                    return "wrong"
                stack.append(new)
        return None


# ---- weft ----------------------------------------------------------------------


def check(weft, plans, *options):
    """Faults of the plans, kinds only."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for n, whole in enumerate(plans):
            names.append(f"{n}.json")
            with open(os.path.join(folder, names[-1]), "w") as file:
                json.dump(whole, file)
        found = []
        for first in range(0, len(names), 200):
            out = subprocess.run([weft, "check", "-j", *options,
                                  *names[first:first + 200]], cwd=folder,
                                 capture_output=True, text=True, check=False)
            lines = [json.loads(x) for x in out.stdout.splitlines()]
            assert len(lines) == len(names[first:first + 200]), out.stderr
            for line in lines:
                found.append(line["mscclpp"])
        return found


def main(weft, every):
    plans = right()
    names = list(plans)
    for options in ((), ("--launches", "3"), ("--reuse",)):
        for name, result in zip(names, check(weft, plans.values(), *options)):
            assert not result["fault_count"], (name, options, result["faults"])
    kinds = set()
    rows = wrong(plans)
    for (kind, _), result in zip(rows, check(weft, [w for _, w in rows])):
        found = {f["kind"] for f in result["faults"]}
        assert kind in found, (kind, found)
        kinds.add(kind)
    assert len(kinds) == 11, kinds
    each = one_wrong_each(plans)
    assert set(each) == {*WORDS, *SYNCHRONISING}, set(each)
    for name, listed in each.items():
        found = [r["fault_count"] for r in check(weft, listed[:6], "--reuse")]
        assert any(found), f"no change of {name} is a fault"
    verdicts = ("named", "missed", "equal", "condemned", "open")
    classes = {}  # of mutants: how many have which verdict
    counts = dict.fromkeys(verdicts, 0)
    for name in names:
        if name in OUTSIDE:
            continue
        assert Judge(plans[name]).judge() is None, (name, Judge(plans[name]).judge())
        listed = list(mutants(plans[name]))[::1 if every else 3]
        for (what, mutant), result in zip(listed, check(weft, [m for _, m in
                                                                listed])):
            said = sorted({f["kind"] for f in result["faults"]})
            if said in (["bounds"], ["format"]):
                continue
            truth = Judge(mutant, 60000 if every else 4000).judge()
            if truth == "?":
                verdict = "open"
            elif truth:
                verdict = "named" if said else "missed"
            else:
                verdict = "condemned" if said else "equal"
            counts[verdict] += 1
            row = classes.setdefault(what.split()[1], dict.fromkeys(verdicts, 0))
            row[verdict] += 1
            if truth != "?" and bool(truth) != bool(said):
                print(f"{name} {what}: {truth}, but weft says {said}")
    for name, row in classes.items():
        print(f"{name}: " + ", ".join(f"{k} {v}" for k, v in row.items()))
    print(", ".join(f"{k} {v}" for k, v in counts.items()))
    assert sum(counts.values()) >= 200 and len(set(names) - OUTSIDE) >= 20
    return counts["missed"] * 100 > counts["named"] or counts["condemned"]


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), len(sys.argv) > 2))
