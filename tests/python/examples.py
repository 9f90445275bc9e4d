"""Each example prints what stands at its end, and the commands of docs/python.md
do what the page says."""
import doctest
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from weft._library import lib

SOLVER = lib.weft_optimum_solver()
EXAMPLES = sorted((pathlib.Path(os.environ["EXAMPLES"]) / "python").glob("*.py"))
PAGE = pathlib.Path(os.environ["EXAMPLES"]).parent / "docs" / "python.md"


def expected(source):
    _, _, printed = source.partition("\n# prints:\n")
    return "".join(line[2:] + "\n" for line in printed.splitlines())


class Examples(unittest.TestCase):
    def test_examples(self):
        self.assertGreaterEqual(len(EXAMPLES), 10)
        for example in EXAMPLES:
            with self.subTest(example=example.name), \
                    tempfile.TemporaryDirectory() as folder:
                if example.name == "fewest-steps.py" and not SOLVER:
                    continue
                ended = subprocess.run(
                    [sys.executable, "-W", "error", str(example)], cwd=folder,
                    capture_output=True, text=True, check=False)
                self.assertEqual((ended.returncode, ended.stderr), (0, ""))
                self.assertEqual(ended.stdout, expected(example.read_text("utf-8")))
                self.assertTrue(ended.stdout)

    def test_page(self):
        with tempfile.TemporaryDirectory() as folder:
            before = os.getcwd()
            os.chdir(folder)
            try:
                failed, asked = doctest.testfile(str(PAGE), module_relative=False,
                                                 optionflags=doctest.ELLIPSIS)
            finally:
                os.chdir(before)
        self.assertEqual(failed, 0)
        self.assertGreater(asked, 10)


if __name__ == "__main__":
    unittest.main()
