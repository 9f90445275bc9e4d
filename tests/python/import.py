"""The module imports only what fits: another library, another version or none is
an ImportError that says so; and it needs no parser of C."""
import os
import subprocess
import sys
import tempfile
import unittest

import weft


def python(code, **environment):
    return subprocess.run([sys.executable, "-W", "error", "-c", code],
                          capture_output=True, text=True, check=False,
                          env={**os.environ, **environment})


class Import(unittest.TestCase):
    def refused(self, *words, **environment):
        ended = python("import weft", **environment)
        last = ended.stderr.splitlines()[-1]
        self.assertEqual(ended.returncode, 1)
        for word in ("ImportError: ", *words):
            self.assertIn(word, last)

    def test_no_library(self):
        self.refused("cannot load the library of weft", "WEFT_LIBRARY",
                     WEFT_LIBRARY="/nowhere/libweft.so")

    def test_another_library(self):
        self.refused("libc.so.6 is not the library of weft", WEFT_LIBRARY="libc.so.6")

    def test_another_version(self):
        major, minor, patch = map(int, weft.__version__.split("."))
        for version in ("0.1.7", f"{major + 1}.{minor}.{patch}",
                        f"{major}.{minor + 1}.{patch}"):
            with self.subTest(version), tempfile.TemporaryDirectory() as folder:
                library = os.path.join(folder, "libweft.so")
                subprocess.run(
                    [*os.environ["CC"].split(), "-shared", "-fPIC", "-x", "c", "-", "-o",
                     library], text=True, check=True,
                    input=f'const char *weft_version(void) {{ return "{version}"; }}')
                self.refused(f"is weft {version}, but this module is for weft ",
                             WEFT_LIBRARY=library)

    def test_sonames(self):
        ended = python("from weft._library import soname\n"
                       "print(soname('1.4.0'), soname('12.0.1'))")
        self.assertEqual(ended.stdout, "libweft.so.1 libweft.so.12\n")

    def test_small(self):
        ended = python("import sys, weft\nprint({'cffi', 'pycparser', 'numpy', 'pandas',"
                       " 'ctypes', 'html', 'inspect'} & set(sys.modules))")
        self.assertEqual((ended.stdout, ended.stderr), ("set()\n", ""))


if __name__ == "__main__":
    unittest.main()
