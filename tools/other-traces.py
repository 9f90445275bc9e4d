#!/usr/bin/env python3
"""Write four traces as other programs write them, for docs/traces.md.

usage: other-traces.py FOLDER

    training.json  three steps of PyTorch: Python, autograd, a GPU's streams
    compile.json   clang -ftime-trace of one file
    halo.prv       an MPI program of eight ranks, as Extrae writes it
    build.json     a profile of a Bazel build on four cores
"""
import json
import os
import sys


def name_of(what, pid, tid, name):
    return {"ph": "M", "pid": pid, "tid": tid, "name": what + "_name",
            "args": {"name": name}}


def slice_of(pid, tid, name, start, end):
    return {"ph": "X", "pid": pid, "tid": tid, "name": name, "ts": start,
            "dur": end - start}


def vary(number, most):
    """A number from 0 to most - 1 that looks like chance."""
    return (number * 7919 + 104729) % 10007 % most


# ---- PyTorch ---------------------------------------------------------------

HOST, GPU, MAIN, AUTOGRAD, STREAM, NCCL = 4071, 0, 4071, 4102, 7, 20
EPOCH = 1700000000000000
LAYERS = [("aten::conv2d", "conv_kernel", 900),
          ("aten::batch_norm", "bn_kernel", 350),
          ("aten::relu", "relu_kernel", 200),
          ("aten::linear", "gemm_kernel", 700)]


class Training:
    def __init__(self):
        self.events = [name_of("process", HOST, MAIN, "python"),
                       name_of("thread", HOST, MAIN, "main"),
                       name_of("thread", HOST, AUTOGRAD, "autograd"),
                       name_of("process", GPU, STREAM, "GPU 0"),
                       name_of("thread", GPU, STREAM, "stream 7"),
                       name_of("thread", GPU, NCCL, "stream 20")]
        self.now = EPOCH
        self.free = {STREAM: EPOCH, NCCL: EPOCH}  # when a stream is idle again
        self.launches = 0

    def add(self, pid, tid, name, start, end):
        self.events.append(slice_of(pid, tid, name, start, end))

    def kernel(self, launch, stream, name, duration):
        """A launch and its kernel, which waits until the stream is idle."""
        tid, at = launch
        start = max(at + 40, self.free[stream])
        self.free[stream] = start + duration
        self.add(HOST, tid, "cudaLaunchKernel", at, at + 20)
        self.add(GPU, stream, name, start, start + duration)
        self.launches += 1
        flow = {"bp": "e", "id": self.launches, "cat": "ac2g", "name": "ac2g"}
        self.events.append({"ph": "s", "pid": HOST, "tid": tid, "ts": at,
                            **flow})
        self.events.append({"ph": "f", "pid": GPU, "tid": stream, "ts": start,
                            **flow})

    def layers(self, tid, prefix, slow):
        for i, (name, kernel, cost) in enumerate(LAYERS * 3):
            begin = self.now
            self.kernel((tid, begin + 60), STREAM, kernel,
                        slow * cost + vary(begin % 10007, 90))
            self.now += 180 + vary(i, 60)
            self.add(HOST, tid, prefix + name, begin, self.now - 5)
            if tid == AUTOGRAD and i % 4 == 3:
                self.kernel((tid, self.now - 40), NCCL, "ncclAllReduce", 3200)

    def step(self, number):
        begin = self.now
        self.now += 2600  # the loader is late
        self.add(HOST, MAIN, "enumerate(DataLoader)", begin, self.now)
        forward = self.now
        self.layers(MAIN, "", 1)
        self.add(HOST, MAIN, "forward", forward, self.now)
        backward = self.now
        self.layers(AUTOGRAD, "backward ", 2)
        self.now = max(self.now, max(self.free.values()))
        self.add(HOST, MAIN, "backward", backward, self.now)
        self.kernel((MAIN, self.now + 30), STREAM, "adam_kernel", 1300)
        self.now += 700
        self.add(HOST, MAIN, "Optimizer.step", self.now - 700, self.now)
        self.add(HOST, MAIN, "ProfilerStep#%d" % number, begin, self.now)


def training():
    run = Training()
    for number in range(3):
        run.step(number)
    return {"displayTimeUnit": "ms", "traceEvents": run.events}


# ---- clang -----------------------------------------------------------------

def included(depth, start, length):
    """Headers within headers."""
    yield "Source", start, start + length
    if depth:
        at = start + length // 12
        for part in (5, 3, 2):
            inner = length * part // 12
            if depth > 1:
                yield from included(depth - 1 - part % 2, at, inner)
            else:
                yield "ParseClass", at, at + inner // 2
            at += inner + length // 60


def instantiated(depth, start, length):
    what = "Function" if depth % 2 else "Class"
    yield "Instantiate" + what, start, start + length
    if depth:
        yield from instantiated(depth - 1, start + length // 20,
                                length * 2 // 3)
        yield from instantiated(max(depth - 2, 0), start + length * 3 // 4,
                                length // 5)


def compiled():
    slices = [("ExecuteCompiler", 0, 900000), ("Frontend", 2000, 640000),
              ("PerformPendingInstantiations", 410000, 630000),
              ("Backend", 642000, 895000), ("OptModule", 645000, 790000),
              ("CodeGenPasses", 792000, 890000)]
    for start, length in ((4000, 190000), (196000, 120000), (318000, 80000)):
        slices += included(4, start, length)
    slices += instantiated(6, 415000, 120000)
    slices += instantiated(4, 540000, 85000)
    slices += [("OptFunction", at, at + 9000 + vary(at, 4000)) for at in
               range(650000, 770000, 16000)]
    events = [{"ph": "M", "pid": 1, "name": "process_name",
               "args": {"name": "clang"}}]
    events += [slice_of(1, 1, *each) for each in slices]
    names = ["ExecuteCompiler", "Frontend", "Backend", "Source", "OptModule"]
    for tid, name in enumerate(names, 2):
        total = sum(end - start for each, start, end in slices
                    if each == name and
                    (name != "Source" or end - start >= 80000))
        events.append(slice_of(1, tid, "Total " + name, 0, total))
    return {"traceEvents": events, "beginningOfTime": EPOCH}


# ---- MPI -------------------------------------------------------------------

RANKS, ROUNDS, LATENCY = 8, 5, 30000


def halo():
    """Neighbours exchange borders, then all reduce; rank 5 has more work."""
    clock, lines, sums = [0] * RANKS, [], 0

    def who(rank):
        return "%d:1:%d:1" % (rank + 1, rank + 1)

    def state(rank, start, end, kind):
        lines.append((start, "1:%s:%d:%d:%d" % (who(rank), start, end, kind)))

    def call(rank, start, end, value, kind):
        for time, number in ((start, value), (end, 0)):
            lines.append((time, "2:%s:%d:50000001:%d" % (who(rank), time,
                                                         number)))
        state(rank, start, end, kind)

    for turn in range(ROUNDS):
        sent = []
        for rank in range(RANKS):
            more = 450000 if rank == 5 else 0
            end = clock[rank] + 600000 + vary(31 * turn + rank, 120000) + more
            state(rank, clock[rank], end, 1)
            call(rank, end, end + 40000, 3, 10)
            sent.append(end)
        for rank in range(RANKS):
            near = [other for other in (rank - 1, rank + 1)
                    if 0 <= other < RANKS]
            ready = sent[rank] + 40000
            done = ready + 10000
            for other in near:
                start, arrival = sent[other], sent[other] + LATENCY
                done = max(done, arrival + 20000)
                lines.append((start, "3:%s:%d:%d:%s:%d:%d:65536:%d" % (
                    who(other), start, start, who(rank), ready,
                    max(arrival, ready), turn)))
            call(rank, ready, done, 5, 3)
            clock[rank] = done
        sums = max(clock) + 60000
        for rank in range(RANKS):
            call(rank, clock[rank], sums, 10, 9)
            clock[rank] = sums
    lines.sort(key=lambda line: line[0])
    head = "#Paraver (01/02/24 at 10:20):%d_ns:1(%d):1:%d(%s),0" % (
        sums, RANKS, RANKS, ",".join(["1:1"] * RANKS))
    return "\n".join([head] + [text for _, text in lines]) + "\n"


HALO_NAMES = """STATES
1 Running
3 Waiting a message
9 Group Communication
10 Immediate Send
EVENT_TYPE
9 50000001 MPI Point-to-point
VALUES
3 MPI_Isend
5 MPI_Waitall
10 MPI_Allreduce
0 Outside MPI
"""


# ---- Bazel -----------------------------------------------------------------

ACTIONS = [  # name, seconds, what it needs
    ("Compiling base.cc", 1.8, []), ("Compiling log.cc", 1.1, []),
    ("Compiling net.cc", 2.6, []), ("Compiling json.cc", 3.9, []),
    ("Compiling http.cc", 2.2, []), ("Compiling db.cc", 3.1, []),
    ("Compiling main.cc", 0.9, []), ("Generating schema.h", 0.7, []),
    ("Compiling schema.cc", 1.6, [7]), ("Linking libcore.a", 0.4, [0, 1, 3]),
    ("Linking server", 1.5, [2, 4, 5, 6, 8, 9]),
    ("Testing json_test", 2.4, [9]), ("Testing server_test", 4.2, [10]),
    ("Testing db_test", 1.9, [9])]
CORES, ANALYSED = 4, 1.6


def scheduled():
    """(name, core, start, end, the action it waited for longest)"""
    free, done = [ANALYSED] * CORES, []
    for name, seconds, needs in ACTIONS:
        core = min(range(CORES), key=lambda each: free[each])
        start = max([free[core]] + [done[need][3] for need in needs])
        late = max(needs, key=lambda need: done[need][3], default=None)
        free[core] = start + seconds
        done.append((name, core, start, start + seconds, late))
    return done


def build():
    def add(tid, name, start, end):
        events.append(slice_of(1, tid, name, int(start * 1e6), int(end * 1e6)))

    events = [name_of("thread", 1, 0, "Critical Path"),
              name_of("thread", 1, 21, "Main Thread")]
    done = scheduled()
    for core in range(CORES):
        events.append(name_of("thread", 1, 30 + core,
                              "skyframe-evaluator %d" % core))
    for name, core, start, end, _ in done:
        add(30 + core, name, start, end)
        add(30 + core, "subprocess.run", start + 0.1, end - 0.05)
    number = max(range(len(done)), key=lambda each: done[each][3])
    last = done[number][3]
    while number is not None:
        name, _, start, end, number = done[number]
        add(0, "action '%s'" % name, start, end)
    add(21, "Launch Blaze", -0.5, 0)
    add(21, "Load packages", 0, 0.7)
    add(21, "Analyze", 0.7, ANALYSED)
    add(21, "Build artifacts", ANALYSED, last)
    return {"traceEvents": events}


def main(folder):
    texts = {"training.json": json.dumps(training()),
             "compile.json": json.dumps(compiled()),
             "halo.prv": halo(), "halo.pcf": HALO_NAMES,
             "build.json": json.dumps(build())}
    for name, text in texts.items():
        path = os.path.join(folder, name)
        with open(path, "w", encoding="ascii") as file:
            file.write(text)


main(*sys.argv[1:])
