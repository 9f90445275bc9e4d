"""The declarations that the module uses are those that the compiler sees in the
headers: the size of each type, the place of each member, the value of each
enumerator; and the library has each function."""
import os
import subprocess
import tempfile
import unittest

import weft
from weft._cdef import ffi
from weft._library import lib

INCLUDE = os.environ["INCLUDE"]


def headers():
    return sorted(os.path.join("weft", part, name) for part in ("", "unstable")
                  for name in os.listdir(os.path.join(INCLUDE, "weft", part))
                  if name.endswith(".h"))


def structs():
    _, names, unions = ffi.list_types()
    return ["struct " + name for name in names] + ["union " + name for name in unions]


def facts(lines):
    """What a program prints that prints each of these numbers."""
    source = "".join('#include <%s>\n' % header for header in headers())
    source += "#include <stdio.h>\nint main(void)\n{\n"
    source += "".join('    printf("%%lld\\n", (long long)(%s));\n' % line
                      for line in lines) + "    return 0;\n}\n"
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "facts")
        subprocess.run([*os.environ["CC"].split(), "-std=gnu11", "-I", INCLUDE, "-x",
                        "c", "-", "-o", program], input=source, text=True, check=True)
        printed = subprocess.run([program], capture_output=True, text=True,
                                 check=True).stdout
    return [int(word) for word in printed.split()]


class Declared(unittest.TestCase):
    def test_structs(self):
        expected, asked = [], []
        for name in structs():
            kind = ffi.typeof(name)
            try:
                expected.append((name, ffi.sizeof(kind)))
            except ffi.error:  # opaque: cffi 2.0 must not be asked for its members
                continue
            asked.append("sizeof(%s)" % name)
            for member, field in kind.fields:
                expected.append((name + "." + member, field.offset))
                asked.append("__builtin_offsetof(%s, %s)" % (name, member))
        self.assertGreater(len(expected), 300)
        self.assertEqual(expected, list(zip((name for name, _ in expected),
                                            facts(asked))))

    def test_numbers(self):
        names = [name for name in dir(lib) if name.startswith("WEFT_")]
        self.assertGreater(len(names), 100)
        values = [getattr(lib, name) for name in names]
        self.assertEqual(dict(zip(names, values)), dict(zip(names, facts(names))))

    def test_the_library_has_each_function(self):
        names = [name for name in dir(lib) if name.startswith("weft_")]
        self.assertGreater(len(names), 300)
        for name in names:
            getattr(lib, name)

    def test_version(self):
        self.assertEqual(weft.__version__, ffi.string(lib.weft_version()).decode())


if __name__ == "__main__":
    unittest.main()
