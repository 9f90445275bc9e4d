"""Figures, pages, optima, and what notebooks show."""
import html.parser
import json
import os
import re
import subprocess
import tempfile
import unittest

import weft
from weft import _figure

WEFT = os.environ["WEFT"]


def frame(shown):
    """The page within an iframe."""
    found = []

    class Parser(html.parser.HTMLParser):
        def handle_starttag(self, tag, attributes):
            if tag == "iframe":
                found.append(dict(attributes))
    Parser().feed(shown)
    assert len(found) == 1, shown[:200]
    return found[0]


class Figures(unittest.TestCase):
    def test_as_the_program(self):
        run = weft.run("allgather", "ring", network="ring:8")
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "run.csv")
            run.trace.write(file)
            for kind in "gantt", "spacetime", "matrix", "utilisation":
                target = os.path.join(folder, kind + ".svg")
                subprocess.run([WEFT, "figure", kind, file, "-o", target], check=True)
                with open(target, encoding="utf-8") as svg:
                    self.assertEqual(len(re.findall("<(rect|line|path)", run.figure(
                        kind).svg)), len(re.findall("<(rect|line|path)", svg.read())))

    def test_every_kind_draws_or_says_why(self):
        trace = weft.run("broadcast", network="hypercube:3").trace
        for kind in weft.figures():
            try:
                self.assertTrue(trace.figure(kind.name)._repr_svg_().endswith("</svg>\n"))
            except weft.Error as error:  # it needs something else
                self.assertTrue(str(error))

    def test_options(self):
        run = weft.run("allgather", "ring", network="ring:8")
        figure = run.figure("gantt", title="A & B", caption="<c>", steps=3, message=2)
        self.assertIn("A &amp; B", figure.svg)
        self.assertNotEqual(figure.svg, run.figure().svg)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "run.svg")
            figure.save(file)
            with open(file, encoding="utf-8") as svg:
                self.assertEqual(svg.read(), figure.svg)
        for call in (lambda: run.figure("gant"), lambda: run.figure(label="none"),
                     lambda: run.figure("matrix", amount="all"),
                     lambda: run.figure(step=99), lambda: run.page(show="d=nothing"),
                     lambda: weft.run("scan", trace=False).figure(),
                     lambda: weft.run("scan", trace=False).page()):
            with self.subTest(line=call.__code__.co_firstlineno), \
                    self.assertRaises(weft.Misuse):
                call()
        for call in (lambda: run.figure(steps=-1), lambda: run.figure(message=2 ** 40)):
            with self.assertRaises(OverflowError):
                call()


class Shown(unittest.TestCase):
    def test_run(self):
        run = weft.run("allgather", "ring", network="ring:8")
        shown = frame(run._repr_html_())
        self.assertEqual(shown["srcdoc"], str(run.page()))
        self.assertEqual(shown["sandbox"], "allow-scripts allow-downloads")
        self.assertIn("7 steps, 56 messages, valid", run._repr_html_())
        self.assertIn("<html", run.page(title="x<y", show="d=tree&t=3"))
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "run.html")
            run.page().save(file)
            with open(file, encoding="utf-8") as page:
                self.assertEqual(page.read(), run.page())
        self.assertNotIn("<iframe", weft.run("scan", trace=False)._repr_html_())
        self.assertTrue(weft.schedule([], processors=2)._repr_html_())

    def test_comparison(self):
        rows = weft.compare("allgather", ["ring", "bruck"], network="complete:4..16")
        shown = rows._repr_html_()
        self.assertEqual(shown.count("<tr>"), 1 + len(rows))
        self.assertIn("<svg", shown)
        self.assertNotIn("<?xml", shown)
        self.assertIn("<svg", rows.plot().svg)
        self.assertIn("messages", rows.plot("messages").svg)
        one = weft.compare("allgather", ["ring"], network="complete:4")
        self.assertNotIn("<svg", one._repr_html_())
        with self.assertRaises(weft.Misuse):
            one.plot()

    def test_verdict(self):
        shown = weft.check([(1, 0, 1, 0), (1, 0, 2, 0)], model="one-port")._repr_html_()
        self.assertIn("<td>1</td><td>0</td>", shown)
        self.assertNotIn("<table", weft.check(weft.run("scan"))._repr_html_())

    def test_escaped(self):
        self.assertIn("&lt;b&gt;", _figure.table([["<b>"]], ["<b>"]))

    def test_pandas(self):
        rows = weft.compare("allgather", ["ring"], network="complete:4..8")
        try:
            import pandas
        except ImportError:
            with self.assertRaises(ImportError):
                rows.to_pandas()
            self.skipTest("pandas is not installed")
        frame_of_rows = rows.to_pandas()
        self.assertIsInstance(frame_of_rows, pandas.DataFrame)
        self.assertEqual(list(frame_of_rows["steps"]), [row.steps for row in rows])


class Optima(unittest.TestCase):
    def setUp(self):
        if not weft._optimum.lib.weft_optimum_solver():
            self.skipTest("there is no solver")

    def test_as_the_program(self):
        words = ["-n", "complete:6", "-m", "one-port-duplex"]
        found = weft.optimum("allgather", network="complete:6", model="one-port-duplex")
        expected = json.loads(subprocess.run(
            [WEFT, "optimum", "allgather", *words, "--json"], capture_output=True,
            text=True, check=True).stdout)
        for name, value in found.json.items():
            if name != "seconds":
                self.assertEqual(value, expected[name], name)
        self.assertTrue(weft.check(found.trace).valid)
        self.assertIn("<iframe", found._repr_html_())

    def test_goal(self):
        found = weft.optimum(goal="have 0: 0\nwant all: 0\n", network="ring:6",
                             model="one-port")
        self.assertEqual((found.upper, found.decided), (3, True))
        with self.assertRaises(weft.Misuse):
            weft.optimum()
        with self.assertRaises(weft.Misuse):
            weft.optimum("gauss", network="ring:4")

    def test_progress(self):
        def fail(progress):
            raise ZeroDivisionError(progress.steps)
        hard = {"network": "hypercube:4", "model": "one-port", "limit": 600}
        with self.assertRaises(ZeroDivisionError):
            weft.optimum("alltoall", progress=fail, **hard)


if __name__ == "__main__":
    unittest.main()
