"""Strategies that are generators: every operation, every engine, and what goes
wrong in them."""
import gc
import os
import signal
import threading
import time
import unittest
import weakref

import weft
from weft import _strategy

NEEDS = "one-port-duplex"


@weft.strategy("allreduce", needs=NEEDS)
def doubling(me):
    """Recursive doubling in Python."""
    bit = 1
    while bit < me.size:
        yield me.post(me.rank ^ bit, 0)
        yield me.step()
        yield me.receive_add(me.rank ^ bit, 0)
        bit *= 2


@weft.strategy("allgather", needs=NEEDS)
def around(me):
    """Each block around the ring."""
    for step in range(me.size - 1):
        yield me.post((me.rank + 1) % me.size, (me.rank - step) % me.size)
        yield me.step()
        yield me.receive((me.rank - 1) % me.size, (me.rank - step - 1) % me.size)


def fails(body, problem="allgather", **settings):
    """The error of a run of a generator."""
    function = weft.strategy(problem, name="failing", needs=NEEDS)(body)
    try:
        weft.run(problem, function, **{"network": "complete:4", **settings})
    except weft.Error as error:
        return error
    raise AssertionError("the run did not fail")


class Strategies(unittest.TestCase):
    def tearDown(self):
        gc.collect()
        self.assertEqual(_strategy._running, {})

    def test_as_the_same_in_c(self):
        for engine in "threads", "fibers":
            for network in "hypercube:4", "complete:64":
                mine = weft.run("allreduce", doubling, network=network, engine=engine)
                theirs = weft.run("allreduce", "recursive-doubling", network=network)
                self.assertEqual((mine.steps, mine.messages, mine.valid),
                                 (theirs.steps, theirs.messages, True))
                self.assertTrue(weft.check(mine).valid)
                self.assertTrue(weft.check(mine.trace, model=NEEDS).valid)

    def test_compare(self):
        rows = weft.compare("allreduce", ["ring", "recursive-doubling", doubling],
                            network="complete:16", vector=65536, cost="ts=100,tw=1")
        self.assertEqual([(row.strategy, row.time) for row in rows],
                         [("ring", 18360), ("recursive-doubling", 33168),
                          ("doubling", 33168)])
        rows = weft.compare("allgather", [around], network="ring:4..32")
        self.assertEqual([row.steps for row in rows], [3, 7, 15, 31])

    def test_tables(self):
        row = {row.name: row for row in weft.strategies("allreduce")}["doubling"]
        self.assertEqual((row.summary, row.needs),
                         ("Recursive doubling in Python.", NEEDS))

    def test_needs(self):
        with self.assertRaisesRegex(weft.Misuse, "doubling"):
            weft.run("allreduce", doubling, network="complete:4", model="one-port")
        with self.assertRaisesRegex(weft.Misuse, "is for the problem 'allreduce'"):
            weft.run("allgather", doubling)
        with self.assertRaisesRegex(weft.Misuse, "which is not compared"):
            weft.compare("allgather", [doubling])

    def test_operations(self):
        seen = {}

        @weft.strategy("allgather", name="by-messages")
        def program(me):
            yield me.mark(me.rank)
            yield me.compute(2)
            for other in range(me.size):
                if other == me.rank:
                    for to in range(me.size):
                        if to != me.rank:
                            yield me.send(to, me.rank, me.block(me.rank))
                else:
                    message = yield me.take(other)
                    assert message.source == other and len(message.data) == me.bytes
                    yield me.keep(message.id, message.data)
            yield me.wait_until(100)
            seen[me.rank] = me.now, me.slot, me.network.name, me.root, repr(me)
        run = weft.run("allgather", program, network="complete:4")
        self.assertTrue(run.valid)
        self.assertEqual(seen[3], (100, 1, "complete:4", None, "<Processor 3 of 4>"))
        kinds = {event.kind for event in run.trace}
        self.assertLessEqual({"mark", "compute", "send", "receive", "sleep"}, kinds)

    def test_add(self):
        @weft.strategy("reduce", name="sum-of-all")
        def program(me):
            if me.rank != me.root:
                yield me.send(me.root, 0, me.block(0))
                return
            for _ in range(me.size - 1):
                message = yield me.take()
                yield me.add(0, message.data)
        self.assertTrue(weft.run("reduce", program, network="star:5",
                                 on_conflict="delay").valid)

    def test_exception(self):
        def body(me):
            yield me.step()
            if me.rank == 2:
                raise KeyError("no such block")
            yield me.receive((me.rank + 1) % me.size, 0)
        error = fails(body)
        self.assertEqual(error.kind, "stopped")
        self.assertIn("KeyError: 'no such block'", str(error))
        self.assertIsInstance(error.__cause__, KeyError)
        self.assertEqual(error.__cause__.__traceback__.tb_next.tb_next.tb_frame
                         .f_code.co_name, "body")
        self.assertIn("processor", error.report)

    def test_exceptions_of_all_kinds(self):
        class Odd(Exception):
            def __str__(self):
                raise ValueError("no text")
        for what, text in [(SystemExit(3), "SystemExit: 3"), (Odd(), "Odd"),
                           (KeyboardInterrupt(), "KeyboardInterrupt"),
                           (ValueError("a\nb\0c\ud800" * 500), "ValueError: a"),
                           (GeneratorExit(), "GeneratorExit"),
                           (MemoryError(), "MemoryError"),
                           (StopIteration(), "RuntimeError"),
                           (RecursionError("%s%n"), "%s%n")]:
            def body(me, what=what):
                yield me.step()
                raise what
            with self.subTest(what=type(what)):
                self.assertIn(text, str(fails(body)))

    def test_wrong_use(self):
        def unyielded(me):
            me.post(0, 0)
            yield me.step()

        def last(me):
            yield me.step()
            me.step()

        def number(me):
            yield 3

        def missing(me):
            yield me.post((me.rank + 1) % me.size, (me.rank + 1) % me.size)

        def itself(me):
            yield me.post(me.rank, me.rank)

        def far(me):
            yield me.post(99, me.rank)

        def huge(me):
            yield me.post(2 ** 40, me.rank)

        def word(me):
            yield me.post("1", me.rank)

        def none(me):
            yield me.post((me.rank + 1) % me.size, [])

        def short(me):
            yield me.keep(0, b"x")

        def negative(me):
            yield me.compute(-1)

        def deep(me):
            def down(n):
                return sorted([n], key=lambda n: down(n + 1))
            down(0)
            yield me.step()
        for body, text in [(unyielded, "me.post() was not yielded: write yield me.post()"),
                           (last, "me.step() was not yielded"),
                           (number, "yields operations such as me.step(), not 3"),
                           (missing, "block"), (itself, "itself"), (far, "99"),
                           (huge, "OverflowError"), (word, "TypeError"), (none, "block"),
                           (short, "a block has 8 bytes, but there are 1"),
                           (negative, "OverflowError"), (deep, "RecursionError")]:
            for engine in "fibers", "threads":
                with self.subTest(body=body.__name__, engine=engine):
                    self.assertIn(text, str(fails(body, engine=engine)))

    def test_deadlock(self):
        def body(me):
            yield me.receive((me.rank + 1) % me.size, 0)
        error = fails(body)
        self.assertEqual(error.kind, "deadlock")
        self.assertIn("waits", error.report)

    def test_twice(self):
        def body(me):
            for _ in range(2):
                yield me.post(me.rank ^ 1, 0)
                yield me.step()
                yield me.receive_add(me.rank ^ 1, 0)
        self.assertIn("contribution", str(fails(body, "allreduce",
                                                network="complete:2")))

    def test_decorator(self):
        for call in (lambda: weft.strategy("allgather")(lambda me: None),
                     lambda: weft.strategy("algather")(around),
                     lambda: weft.strategy("allgather", name="a b")(around),
                     lambda: weft.strategy("allgather", name="ring")(around),
                     lambda: weft.strategy("allgather", name="x" * 99)(around),
                     lambda: weft.strategy("allgather", name="x", needs="one")(around),
                     lambda: weft.strategy("allgather", name="x", blocks="p")(around),
                     lambda: weft.strategy("gauss", name="x")(around)):
            with self.subTest(line=call.__code__.co_firstlineno), \
                    self.assertRaises(weft.Misuse):
                call()
        for call in (lambda: weft.strategy(around),
                     lambda: weft.strategy("allgather")(3),
                     lambda: weft.strategy("allgather", name=3)(around)):
            with self.assertRaises((TypeError, weft.Misuse)):
                call()
        self.assertNotIn("x", [row.name for row in weft.strategies("allgather")])

    def test_no_generator(self):
        class Callable:
            __name__ = "called"

            def __call__(self, me):
                return []
        with self.assertRaisesRegex(weft.Error, "must be a generator function"):
            weft.run("allgather", weft.strategy("allgather")(Callable()))

    def test_replace_and_forget(self):
        for count in range(400):
            @weft.strategy("allgather", name="again", model="all-port" if count % 2
                           else NEEDS)
            def again(me, count=count):
                if count < 399:
                    raise ValueError(count)
                yield from around(me)
        self.assertTrue(weft.run("allgather", again, network="ring:4").valid)
        names = [row.name for row in weft.strategies("allgather")]
        self.assertEqual(names.count("again"), 1)
        again.weft_strategy.forget()
        with self.assertRaisesRegex(weft.Misuse, "unknown strategy .*'again'"):
            weft.run("allgather", again)
        with self.assertRaisesRegex(weft.Misuse, "no strategy 'ring' was registered"):
            raise_forgotten("allgather", "ring")

    def test_processor_outlives_its_run(self):
        kept = []

        @weft.strategy("allgather", name="keeping")
        def keeping(me):
            kept.append(me)
            yield from around(me)
        weft.run("allgather", keeping, network="ring:3")
        self.assertEqual(sorted(me.rank for me in kept), [0, 1, 2])
        for use in (lambda me: me.now, lambda me: me.block(0), lambda me: me.network):
            with self.assertRaisesRegex(RuntimeError, "has ended"):
                use(kept[0])

    def test_generators_are_closed(self):
        closed, refs = [], []

        class Thing:
            pass

        def body(me):
            thing = Thing()
            refs.append(weakref.ref(thing))
            try:
                yield me.receive((me.rank + 1) % me.size, 0)
            finally:
                closed.append(me.rank)
        error = fails(body)
        self.assertEqual(sorted(closed), [0, 1, 2, 3])
        del error
        gc.collect()
        self.assertEqual([ref() for ref in refs], [None] * 4)

    def test_threads(self):
        wrong = []

        def work():
            for _ in range(5):
                if not weft.run("allgather", around, network="ring:9").valid:
                    wrong.append(1)
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_run_within_a_run(self):
        def body(me):
            if me.rank == 0:
                weft.run("allgather", around, network="ring:3")
            yield from around(me)
        function = weft.strategy("allgather", name="nested")(body)
        try:
            self.assertTrue(weft.run("allgather", function, network="ring:4").valid)
        except weft.Error as error:
            self.assertIn("run", str(error))

    def test_fork(self):
        child = os.fork()
        if not child:
            os._exit(weft.run("allgather", around, network="ring:8").steps)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 7)

    def test_many(self):
        run = weft.run("allreduce", doubling, network="hypercube:12", trace=False)
        self.assertEqual((run.steps, run.valid), (12, True))


def raise_forgotten(problem, name):
    err = _strategy.new_error()
    if _strategy.lib.weft_strategy_forget(problem.encode(), name.encode(), err):
        raise _strategy.error_of(err)


class Interrupted(unittest.TestCase):
    """Ctrl-C ends a call with KeyboardInterrupt, and the next one works."""

    def setUp(self):
        # ignored in programs that a script has started in the background
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def interrupted(self, body, call):
        started = threading.Event()

        @weft.strategy("allgather", name="endless")
        def endless(me):
            started.set()
            yield from body(me)

        def press():
            started.wait()
            time.sleep(0.05)
            os.kill(os.getpid(), signal.SIGINT)
        thread = threading.Thread(target=press)
        thread.start()
        with self.assertRaises(KeyboardInterrupt):
            call(endless)
        thread.join()
        self.assertTrue(weft.run("allgather", around, network="ring:4").valid)
        for _ in range(600):
            if not _strategy._running:
                return
            time.sleep(0.1)
        self.fail("processors still run")

    def test_steps(self):
        def body(me):
            while True:
                yield me.step()
        self.interrupted(body, lambda f: weft.run("allgather", f, network="ring:4"))

    def test_loop(self):
        def body(me):
            while True:
                pass
            yield me.step()
        self.interrupted(body, lambda f: weft.run("allgather", f, network="ring:4"))

    def test_compare(self):
        def body(me):
            while True:
                yield me.step()
        self.interrupted(body, lambda f: weft.compare("allgather", [f],
                                                      network="ring:4..64"))


if __name__ == "__main__":
    unittest.main()
