"""Runs, comparisons, checks and bounds: the same as those of the program, and
errors as exceptions."""
import copy
import doctest
import importlib
import json
import os
import pathlib
import pickle
import pkgutil
import subprocess
import tempfile
import threading
import unittest

import weft
from weft._library import lib

WEFT = os.environ["WEFT"]
EXAMPLES = pathlib.Path(os.environ["EXAMPLES"])
TIMES = {"wall_seconds"}


def printed(*words, status=0):
    ended = subprocess.run([WEFT, *words], capture_output=True, text=True, check=False)
    assert ended.returncode == status, ended
    members = json.loads(ended.stdout)
    del members["schema"]
    return members


def rounded(value):
    """As JSON prints it: numbers with ten digits, without what is measured."""
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items() if key not in TIMES}
    if isinstance(value, (list, tuple)):
        return [rounded(one) for one in value]
    return float("%.10g" % value) if isinstance(value, float) else value


class Run(unittest.TestCase):
    def test_every_strategy_as_the_program(self):
        count = 0
        for problem in weft.problems():
            for strategy in weft.strategies(problem.name)[:1]:
                words = "run", problem.name, "-s", strategy.name, "--json"
                if subprocess.run([WEFT, *words], capture_output=True,
                                  check=False).returncode:
                    continue
                with self.subTest(problem=problem.name, strategy=strategy.name):
                    run = weft.run(problem.name, strategy.name, trace=False)
                    self.assertEqual(rounded(run.json), rounded(printed(*words)))
                    self.assertEqual(list(run.json), list(printed(*words)))
                    count += 1
        self.assertGreater(count, 9)

    def test_settings(self):
        for settings, words in [
                ({"network": "torus:4x4", "cost": "ts=10,tw=1", "bytes": "64k"},
                 ["-n", "torus:4x4", "--cost", "ts=10,tw=1", "--bytes", "64k"]),
                ({"network": weft.Network("ring:9"), "bytes": 80},
                 ["-n", "ring:9", "--bytes", "80"]),
                ({"network": "ring:5", "on_conflict": "report"},
                 ["-n", "ring:5", "--on-conflict", "report"]),
                ({"network": "torus:4x4", "sharing": "fair"},
                 ["-n", "torus:4x4", "--sharing", "fair"])]:
            with self.subTest(settings=settings):
                run = weft.run("allgather", "ring", **settings)
                self.assertEqual(rounded(run.json), rounded(printed(
                    "run", "allgather", "-s", "ring", *words, "--json")))

    def test_record(self):
        run = weft.run("allgather", "ring", network="ring:6")
        self.assertEqual((run.steps, run["steps"], run.json["steps"]), (5, 5, 5))
        self.assertEqual(dict(run), run.json)
        self.assertIn("ratio", dir(run))
        self.assertIn("5 steps", repr(run))
        with self.assertRaisesRegex(AttributeError, "no member 'stepz'"):
            run.stepz
        with self.assertRaises(AttributeError):
            run.steps = 3
        with self.assertRaises(AttributeError):
            del run.steps
        self.assertEqual(pickle.loads(pickle.dumps(run)), run)
        self.assertEqual(copy.deepcopy(run), run)

    def test_misuse(self):
        for call, text in [
                (lambda: weft.run("algather"), "did you mean 'allgather'"),
                (lambda: weft.run("allgather", "rnig"), "did you mean 'ring'"),
                (lambda: weft.run("allgather", networc="ring:8"), "network"),
                (lambda: weft.run("allgather", network="ring:2"), "ring"),
                (lambda: weft.run("allgather", bytes=-1), "bytes"),
                (lambda: weft.run("allgather", bytes=10 ** 30), "bytes"),
                (lambda: weft.run("allgather", root=3), "root"),
                (lambda: weft.run("allgather", network="ring:\0"), "must not"),
                (lambda: weft.run("allgather", network="x" * 100000), "x"),
                (lambda: weft.run("allgather", model="\ud800"), "must not"),
        ]:
            with self.subTest(text=text), \
                    self.assertRaisesRegex(weft.Misuse, text) as caught:
                call()
            with self.subTest(text=text):
                self.assertIsInstance(caught.exception, ValueError)
                self.assertIn(caught.exception.kind, ("misuse", "unknown"))
        for call in (lambda: weft.run(3), lambda: weft.run("allgather", 3),
                     lambda: weft.run(None), lambda: weft.run(b"allgather"),
                     lambda: weft.run("allgather", network=[]),
                     lambda: weft.run("allgather", bytes=1.5),
                     lambda: weft.run("allgather", lambda me: None)):
            with self.assertRaises(TypeError):
                call()

    def test_failure(self):
        with self.assertRaises(weft.Error) as caught:
            weft.run("allgather", "ring", network="ring:8", limit_steps=2)
        self.assertEqual(caught.exception.kind, "limit")
        self.assertNotIsInstance(caught.exception, weft.Misuse)
        self.assertIn("processor", caught.exception.report)
        same = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(same), same.kind, same.report),
                         (str(caught.exception), "limit", caught.exception.report))

    def test_plugin(self):
        strategy = EXAMPLES / "own-strategy.c"
        run = weft.run("allgather", strategy)
        self.assertTrue(run.valid)
        self.assertEqual(weft.run(strategy, str(strategy)).steps,
                         run.steps)
        with self.assertRaises(weft.Error) as caught:
            weft.run("allgather", "./nowhere.c")
        self.assertEqual((caught.exception.kind, caught.exception.system), ("system", 2))

    def test_threads(self):
        results, expected = [], weft.run("allreduce", network="hypercube:4").json

        def work():
            for _ in range(5):
                results.append(weft.run("allreduce", network="hypercube:4").json)
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(rounded(results), [rounded(expected)] * 20)

    def test_fork(self):
        weft.run("allgather", network="ring:8")
        child = os.fork()
        if not child:
            os._exit(weft.run("allgather", "ring", network="ring:8").steps)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 7)


class Compare(unittest.TestCase):
    def test_as_the_program(self):
        rows = weft.compare("allgather", network="hypercube:2..4", bytes=[8, 64])
        expected = printed("compare", "allgather", "-n", "hypercube:2..4", "--bytes",
                           "8,64", "--json")
        self.assertEqual(rounded(rows.json), rounded(expected))
        for option, text in ("--csv", rows.csv), (None, rows.text):
            words = ["compare", "allgather", "-n", "hypercube:2..4", "--bytes", "8,64"]
            self.assertEqual(text, subprocess.run(
                [WEFT, *words, *([option] if option else [])], capture_output=True,
                text=True, check=True).stdout)

    def test_sequence(self):
        rows = weft.compare(["allgather", "allreduce"], ["ring"],
                            network=["complete:4", "complete:8"], jobs=2)
        self.assertEqual([(row.problem, row.processors) for row in rows],
                         [("allgather", 4), ("allgather", 8),
                          ("allreduce", 4), ("allreduce", 8)])
        self.assertEqual(rows[-1].settings, {"network": "complete:8"})
        self.assertEqual(len(rows[1:3]), 2)
        self.assertEqual(rows.problems, ["allgather", "allreduce"])
        self.assertIn("complete", rows.pivot(axis="network"))
        with self.assertRaisesRegex(weft.Misuse, "no setting 'model'"):
            rows.pivot(axis="model")
        with self.assertRaisesRegex(weft.Misuse, "did you mean 'steps'"):
            rows.pivot("stepz")

    def test_left_out(self):
        rows = weft.compare("allgather", network="ring:6")
        self.assertTrue(rows.left_out)
        self.assertTrue(all(one.reason for one in rows.left_out))
        with self.assertRaisesRegex(weft.Misuse, rows.left_out[0].strategy):
            weft.compare("allgather", rows.left_out[0].strategy, network="ring:6")

    def test_misuse(self):
        for call in (lambda: weft.compare("allgather", "rnig"),
                     lambda: weft.compare("allgather", ["ring", "ring:"]),
                     lambda: weft.compare([]), lambda: weft.compare("allgather", []),
                     lambda: weft.compare(["allgather"] * 40),
                     lambda: weft.compare("allgather", netwrk="ring:4"),
                     lambda: weft.compare("allgather", network="ring:4..5000000"),
                     lambda: weft.compare("allgather", jobs=-1),
                     lambda: weft.compare("allgather", bytes=range(1, 30000))):
            with self.subTest(line=call.__code__.co_firstlineno), \
                    self.assertRaises(weft.Error):
                call()


class Check(unittest.TestCase):
    def test_as_the_program(self):
        for sharing in "none", "fair":
            run = weft.run("allreduce", "ring", network="ring:8", sharing=sharing)
            with tempfile.TemporaryDirectory() as folder:
                file = os.path.join(folder, "run.csv")
                run.trace.write(file)
                expected = printed("check", "--json", file)
                for what in (run, run.trace, file, pathlib.Path(file),
                             pathlib.Path(file).read_bytes()):
                    verdict = weft.check(what)
                    self.assertTrue(verdict.valid)
                    for name, value in verdict.json.items():
                        self.assertEqual(rounded(value), expected[name], name)

    def test_findings(self):
        verdict = weft.check([(1, 0, 1, 0), (1, 0, 2, 0), (3, 1, 2, 5)],
                             network="ring:4", model="one-port-duplex")
        self.assertIs(verdict.valid, False)
        self.assertEqual(verdict.found, len(verdict.findings))
        finding = verdict.findings[0]
        self.assertEqual((finding.slot, finding.processor), (1, 0))
        self.assertEqual(finding.rule, "two sends")
        self.assertIn("sends message 0 twice", str(finding))
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "x.sched")
            weft.schedule([(1, 0, 1, 0), (1, 0, 2, 0), (3, 1, 2, 5)]).write(file)
            expected = printed("check", "--json", file, "-n", "ring:4", "-m",
                               "one-port-duplex", status=1)
        self.assertEqual([dict(one) for one in verdict.findings],
                         [{"processor": None, **one} for one in expected["findings"]])

    def test_generator_of_transfers(self):
        def ring(p):
            for step in range(1, p):
                for rank in range(p):
                    yield step, rank, (rank + 1) % p, (rank - step + 1) % p
        verdict = weft.check(ring(8), problem="allgather", network="ring:8",
                             model="one-port-duplex")
        self.assertEqual((verdict.valid, verdict.steps, verdict.solved), (True, 7, True))
        self.assertIs(weft.check(ring(8), problem="allreduce").valid, False)

    def test_not_judged(self):
        self.assertIsNone(weft.check([(1, 0, 1, 0)], causality="off").valid)

    def test_misuse(self):
        transfers = [(1, 0, 1, 0)]
        for call in (lambda: weft.check(transfers, network="rong:4"),
                     lambda: weft.check(transfers, model="one-prt"),
                     lambda: weft.check(transfers, problem="alreduce"),
                     lambda: weft.check(transfers, order="programm"),
                     lambda: weft.check(transfers, causality="perhaps"),
                     lambda: weft.check(transfers, goal="want 0: 0", problem="scan"),
                     lambda: weft.check([(1, 0)]), lambda: weft.check([3]),
                     lambda: weft.check([(1, 0, 1, "x")]),
                     lambda: weft.check([(0, 0, 1, 0)]),
                     lambda: weft.check([(1, 0, 1, None)]),
                     lambda: weft.check([(1, -1, 1, 0)]),
                     lambda: weft.check([]),
                     lambda: weft.check(b""),
                     lambda: weft.check("nowhere.trf"),
                     lambda: weft.check(weft.run("scan", trace=False))):
            with self.subTest(line=call.__code__.co_firstlineno), \
                    self.assertRaises(weft.Error):
                call()
        with self.assertRaises(TypeError):
            weft.check(3)
        with self.assertRaises(weft.Error) as caught:
            weft.check(b"# processors: 2\n1 0 1 0\n1 0 x\n")
        self.assertEqual((caught.exception.kind, caught.exception.line), ("format", 3))


class Bound(unittest.TestCase):
    def test_as_the_program(self):
        for problem, settings, words in [
                ("allgather", {"network": "ring:8"}, ["-n", "ring:8"]),
                ("alltoall", {"network": "torus:4x4", "cuts": "all"},
                 ["-n", "torus:4x4", "--cuts", "all"]),
                ("allreduce", {"network": "complete:16", "vector": 65536,
                               "cost": "ts=100,tw=1"},
                 ["-n", "complete:16", "--vector", "65536", "--cost", "ts=100,tw=1"])]:
            bound = weft.bound(problem, **settings)
            self.assertEqual(rounded(bound.json),
                             rounded(printed("bound", problem, *words, "--json")))
            self.assertEqual(int(bound), bound.bound)

    def test_goal(self):
        goal = "have 0: 0\nwant all: 0\n"
        self.assertEqual(weft.bound(goal=goal, network="complete:16",
                                    model="one-port").bound, 4)
        with self.assertRaises(weft.Error):
            weft.bound(goal="have 0: 0\nwant all: 1\n", network="ring:4")

    def test_misuse(self):
        for call in (lambda: weft.bound("alreduce"), lambda: weft.bound(),
                     lambda: weft.bound("allgather", cuts="som"),
                     lambda: weft.bound("allgather", network="cube:3")):
            with self.assertRaises(weft.Misuse):
                call()
        with self.assertRaises((OverflowError, weft.Misuse)):
            weft.bound("allgather", message_bytes=-1)


class Documented(unittest.TestCase):
    def test_examples_of_docstrings(self):
        for module in pkgutil.iter_modules(weft.__path__):
            if module.name == "_optimum" and not lib.weft_optimum_solver():
                continue
            if module.name != "_cdef":
                failed, _ = doctest.testmod(importlib.import_module("weft." + module.name))
                self.assertEqual(failed, 0)
        self.assertEqual(doctest.testmod(weft).failed, 0)

    def test_every_name(self):
        for name in weft.__all__:
            if not name.startswith("__"):
                self.assertTrue(getattr(weft, name).__doc__, name)


if __name__ == "__main__":
    unittest.main()
