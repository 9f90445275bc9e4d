"""The stable interface of the library is the one in interface.txt: the types of
functions and variables, the sizes of structs, the offsets of their members, the
values of numbers. UPDATE=1 writes the file; from version 1 on, no line may change
or go. A member `reserved` is not listed, because a later version may use it.
"""
import os
import pathlib
import re
import unittest

import weft
from weft._cdef import ffi
from weft._library import lib, soname

FILE = pathlib.Path(__file__).with_name("interface.txt")
HEADERS = sorted(pathlib.Path(os.environ["INCLUDE"], "weft").glob("*.h"))


def struct_lines(name):
    kind = ffi.typeof("struct " + name)
    if not kind.fields:
        return ["struct %s: opaque" % name]
    return ["struct %s: %d bytes" % (name, ffi.sizeof(kind)),
            *("struct %s.%s: at %d, %s" % (name, member, field.offset, field.type.cname)
              for member, field in kind.fields if member != "reserved")]


def exported_line(name):
    found = getattr(lib, name)
    if not isinstance(found, ffi.CData):  # a variable that is a number
        return "%s: number" % name
    return "%s: %s" % (name, ffi.typeof(found).cname)


def interface():
    """The lines of the headers that weft.h includes, in the order of their names."""
    words = {word for header in HEADERS for word in re.findall(
        r"\w+", re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.DOTALL))}
    known = words.intersection(dir(lib))
    lines = [line for name in ffi.list_types()[1] if name in words
             for line in struct_lines(name)]
    lines += [exported_line(name) for name in sorted(known) if name.startswith("weft_")]
    lines += ["%s: %d" % (name, getattr(lib, name))
              for name in sorted(known) if re.match("WEFT_(?!VERSION)", name)]
    return lines


@unittest.skipIf(ffi.sizeof("void *") != 8, "the offsets are those of 64 bits")
class Interface(unittest.TestCase):
    maxDiff = None

    def test_frozen(self):
        heading = soname(weft.__version__)
        now = interface()
        self.assertGreater(len(now), 500)
        frozen = FILE.read_text().splitlines() if FILE.exists() else []
        if frozen[:1] == [heading] and not weft.__version__.startswith("0."):
            self.assertEqual([line for line in frozen[1:] if line not in now], [],
                             "programs that were linked with " + heading + " break")
        if os.environ.get("UPDATE"):
            FILE.write_text("\n".join([heading, *now]) + "\n")
        self.assertEqual(frozen, [heading, *now], "UPDATE=1 writes " + FILE.name)


if __name__ == "__main__":
    unittest.main()
