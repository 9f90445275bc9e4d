"""Traces as arrays, their life, and traces in files."""
import gc
import os
import pathlib
import struct
import tempfile
import unittest
import weakref

import weft
from weft._cdef import ffi
from weft._library import lib

EXPERIMENTS = [("allgather", {"network": "ring:8"}), ("gauss", {}),
               ("allreduce", {"network": "torus:4x4", "cost": "ts=9,tw=2"}),
               ("alltoall", {"network": "hypercube:4", "sharing": "fair"})]


class Arrays(unittest.TestCase):
    def test_columns_are_the_events(self):
        for problem, settings in EXPERIMENTS:
            trace = weft.run(problem, **settings).trace
            columns = trace.columns()
            self.assertGreater(len(trace), 0)
            self.assertEqual(list(columns), [name for name, _ in
                                             ffi.typeof("struct weft_event").fields])
            for name, column in columns.items():
                self.assertEqual(len(column), len(trace))
                self.assertTrue(column.readonly)
                plain = [getattr(event, name) for event in trace]
                if name == "kind":
                    plain = [weft._trace.KINDS.index(kind) for kind in plain]
                if name == "items":
                    continue
                self.assertEqual(column.tolist(), plain, name)

    def test_bytes(self):
        trace = weft.run("allgather", "ring", network="ring:4").trace
        self.assertEqual(trace.events.nbytes, 48 * len(trace))
        first = struct.unpack_from("=QQQiiiIhBBI", trace.events)
        self.assertEqual(first[:4], tuple(trace[0][:4]))
        with self.assertRaises(TypeError):
            trace.events[0] = 1

    def test_sums(self):
        run = weft.run("allreduce", network="hypercube:3")
        columns = run.trace.columns()
        sends = [i for i, kind in enumerate(columns["kind"]) if kind == lib.WEFT_SEND]
        self.assertEqual(len(sends), run.messages)
        self.assertEqual(sum(columns["bytes"][i] for i in sends), run.bytes)
        self.assertEqual(max(a + b for a, b in zip(columns["start"],
                                                   columns["duration"])), run.time)

    def test_arrays_outlive_the_trace(self):
        for _ in range(20):
            trace = weft.run("alltoall", network="hypercube:5").trace
            expected = [event.rank for event in trace]
            column, events = trace.columns()["rank"], trace.events
            gone = weakref.ref(trace)
            del trace
            gc.collect()
            self.assertIsNone(gone())
            junk = [bytes(1 << 16) for _ in range(50)]
            self.assertEqual(column.tolist(), expected)
            self.assertEqual(events.cast("i")[6::12].tolist(), expected)
            del junk

    def test_memory_is_freed(self):
        def resident():
            with open("/proc/self/statm", encoding="ascii") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
        for _ in range(3):
            weft.run("alltoall", network="complete:64")
        before = resident()
        for _ in range(40):  # 0.8 MB each
            weft.run("alltoall", network="complete:64").trace.columns()
        gc.collect()
        self.assertLess(resident() - before, 16 << 20)

    def test_index(self):
        trace = weft.run("allgather", "ring", network="ring:4").trace
        self.assertEqual(trace[-1], trace[len(trace) - 1])
        for index in (len(trace), -len(trace) - 1, 10 ** 30):
            with self.assertRaises(IndexError):
                trace[index]
        self.assertTrue(weft.schedule([], processors=2))
        self.assertEqual(len(weft.schedule([], processors=2).columns()["rank"]), 0)

    def test_numpy(self):
        try:
            import numpy
        except ImportError:
            with self.assertRaises(ImportError):
                weft.run("scan").trace.numpy()
            self.skipTest("numpy is not installed")
        trace = weft.run("allgather", "ring", network="ring:4").trace
        array = trace.numpy()
        self.assertEqual(array["rank"].tolist(), trace.columns()["rank"].tolist())
        self.assertFalse(array.flags.writeable)
        self.assertIsInstance(array, numpy.ndarray)


class Files(unittest.TestCase):
    def test_every_format(self):
        trace = weft.run("allgather", "ring", network="ring:5").trace
        with tempfile.TemporaryDirectory() as folder:
            for form in weft.formats():
                if not form.writes or not form.reads or form.name == "otf2":
                    continue
                file = os.path.join(folder, "run" + form.ending)
                trace.write(f"{form.name}:{file}")
                for source in (file, pathlib.Path(file).read_bytes()):
                    again = weft.read(source, format=form.name)
                    self.assertEqual(again.processors, 5, form.name)
                    sends = [event for event in again if event.kind == "send"]
                    self.assertEqual(len(sends), 20, form.name)
            with self.assertRaises(weft.Error):
                weft.read(os.path.join(folder, "run.sched"), format="picl")

    def test_info(self):
        info = weft.run("allgather", "ring", network="ring:5").trace.info
        self.assertEqual((info["processors"], info["step"]), (5, 1))
        self.assertEqual(info["parameters"]["network"], "ring:5")

    def test_refused(self):
        trace = weft.run("allgather", "ring", network="ring:5").trace
        for target in "/nowhere/x.csv", "x.unknown", "nosuch:x.csv":
            with self.assertRaises(weft.Error):
                trace.write(target)
        with self.assertRaises(TypeError):
            trace.write(3)
        with self.assertRaises(weft.Error):
            weft.run("gauss", cost="ts=7,tw=3").trace.write("schedule:/dev/null")


class Networks(unittest.TestCase):
    def test_of(self):
        wheel = weft.Network.of(6, [(0, i) for i in range(1, 6)])
        self.assertEqual((wheel.size, wheel.vertices, wheel.kind), (6, 6, "python"))
        self.assertEqual(weft.Network.of(6, [[0, i] for i in range(1, 6)]), wheel)
        run = weft.run("broadcast", network=wheel)
        self.assertTrue(run.valid)
        self.assertEqual(run.network, wheel.name)
        self.assertTrue(weft.check(run).valid)
        self.assertEqual(weft.check(run).judged_by["network"], wheel.name)
        rows = weft.compare("broadcast", network=[wheel, "star:6"])
        self.assertEqual({row.network for row in rows}, {wheel.name, "star:6"})

    def test_switches_arcs_and_costs(self):
        star = weft.Network.of(3, [(i, 3, 5, 2) for i in range(3)], switches=1)
        self.assertEqual((star.size, star.vertices, star.distance(0, 1)), (3, 4, 2))
        cycle = weft.Network.of(4, [], arcs=[(i, (i + 1) % 4) for i in range(4)])
        self.assertEqual(cycle.distance(1, 0), 3)
        self.assertTrue(weft.run("allgather", "ring", network=cycle).valid)

    def test_misuse(self):
        for call in (lambda: weft.Network.of(2, [(0, 5)]),
                     lambda: weft.Network.of(2, [(0, 0)]),
                     lambda: weft.Network.of(2, [(0,)]),
                     lambda: weft.Network.of(2, [3]),
                     lambda: weft.Network.of(2, [(0, 1, 5)]),
                     lambda: weft.Network.of(2, [(0, 1, "x", 2)]),
                     lambda: weft.Network.of(2, [(0, 1, -5, 2)]),
                     lambda: weft.Network.of(2, [(0, 2 ** 40)]),
                     lambda: weft.Network.of(0, []),
                     lambda: weft.Network.of(2 ** 40, []),
                     lambda: weft.Network.of(3, [(0, 1)]),
                     lambda: weft.Network("python:77777"),
                     lambda: weft.Network("cube:3"), lambda: weft.Network("")):
            with self.subTest(line=call.__code__.co_firstlineno), \
                    self.assertRaises(weft.Error):
                call()
        for call in (lambda: weft.Network(3), lambda: weft.Network.of("2", []),
                     lambda: weft.Network.of(2, 3), lambda: weft.Network(b"ring:3")):
            with self.assertRaises(TypeError):
                call()
        ring = weft.Network("ring:4")
        self.assertEqual(ring.neighbours(99), [])
        self.assertEqual(ring.distance(0, 99), -1)

    def test_goals(self):
        goal = weft.Goal.of(4, have={0: [0, 1], 2: 2}, want={3: range(3)})
        self.assertEqual((goal.processors, goal.wanted(3)), (4, [0, 1, 2]))
        self.assertEqual((goal.has(2, 2), goal.has(2, 1), goal.has(99, 0)),
                         (True, False, False))
        transfers = [(1, 0, 1, 0), (2, 1, 3, 0), (3, 0, 3, 1), (4, 2, 3, 2)]
        self.assertTrue(weft.check(transfers, goal=goal).valid)
        verdict = weft.check(transfers[:-1], goal=goal)
        self.assertEqual((verdict.valid, verdict.solved), (False, False))
        known = weft.Goal.known("allgather")
        self.assertTrue(weft.check(weft.run("allgather", "ring", network="ring:4"),
                                   goal=known).valid)
        for call in (lambda: weft.Goal("have 0:", 2), lambda: weft.Goal.known("algather"),
                     lambda: weft.Goal.of(2, {5: 0}, {0: 0}),
                     lambda: weft.Goal.of(2, {0: 0}, {1: 7}),
                     lambda: weft.Goal("have 0: \0"), lambda: weft.Goal("x").processors):
            with self.subTest(line=call.__code__.co_firstlineno), \
                    self.assertRaises(weft.Error):
                call()
        with self.assertRaises(TypeError):
            weft.Goal(3)


if __name__ == "__main__":
    unittest.main()
