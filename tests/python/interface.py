"""The stable interfaces are the ones in two files. interface.txt is that of the library: the
types of functions and variables, the sizes of structs, the offsets of their members, the
values of numbers. A member `reserved` is not listed, because a later version may use it.
signatures.txt is that of the module: what functions and methods take, and what classes have.
UPDATE=1 writes the files; within a MAJOR version, no line may change or go.
"""
import inspect
import os
import pathlib
import re
import unittest

import weft
from weft._cdef import ffi
from weft._library import lib, soname

CREATED = ("Goal", "Network")  # the classes whose objects a program creates itself
HEADERS = sorted(pathlib.Path(os.environ["INCLUDE"], "weft").glob("*.h"))


def struct_lines(name):
    kind = ffi.typeof("struct " + name)
    try:
        size = ffi.sizeof(kind)
    except ffi.error:  # cffi 2.0 must not be asked for its members
        return ["struct %s: opaque" % name]
    return ["struct %s: %d bytes" % (name, size),
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


def parameter_lines(name, function):
    """What a caller may give: the place or the name of each argument, and its default."""
    lines = []
    for i, given in enumerate(inspect.signature(function).parameters.values()):
        default = "" if given.default is given.empty else "=%r" % (given.default,)
        place = {given.KEYWORD_ONLY: "by name", given.VAR_KEYWORD: "**"}.get(given.kind, i)
        if given.name not in ("self", "cls"):
            lines.append("%s: %s %s%s" % (name, place, given.name, default))
    return lines or [name + ": no arguments"]


def class_lines(name, kind):
    bases = [base.__name__ for base in kind.__bases__
             if base.__name__ in weft.__all__ or not base.__module__.startswith("weft")]
    lines = ["class %s(%s)" % (name, ", ".join(bases))]
    if name in CREATED:
        lines += parameter_lines(name, kind)
    own = [vars(base) for base in kind.__mro__ if base.__module__.startswith("weft")]
    for member in sorted(set().union(*own)):
        if member.startswith("_"):
            continue
        found = inspect.getattr_static(kind, member)
        found = getattr(found, "__func__", found)
        lines += parameter_lines("%s.%s" % (name, member), found) if callable(found) else [
            "%s.%s" % (name, member)]
    return lines


def signatures():
    """The lines of the module, in the order of their names."""
    lines = []
    for name in sorted(set(weft.__all__) - {"__version__"}):
        found = getattr(weft, name)
        if isinstance(found, type):
            lines += class_lines(name, found)
        elif callable(found):
            lines += parameter_lines(name, found)
        else:
            lines.append("%s: %s" % (name, " ".join(found)))
    return lines


class Interface(unittest.TestCase):
    maxDiff = None

    def frozen(self, name, now):
        """Compare with a file, to which a MINOR version may only add."""
        path, heading = pathlib.Path(__file__).with_name(name), soname(weft.__version__)
        frozen = path.read_text().splitlines() if path.exists() else []
        if frozen[:1] == [heading]:
            self.assertEqual([line for line in frozen[1:] if line not in now], [],
                             "programs that were written for " + heading + " break")
        if os.environ.get("UPDATE"):
            path.write_text("\n".join([heading, *now]) + "\n")
        self.assertEqual(frozen, [heading, *now], "UPDATE=1 writes " + name)

    @unittest.skipIf(ffi.sizeof("void *") != 8, "the offsets are those of 64 bits")
    def test_library(self):
        now = interface()
        self.assertGreater(len(now), 500)
        self.frozen("interface.txt", now)

    def test_module(self):
        now = signatures()
        self.assertGreater(len(now), 100)
        self.frozen("signatures.txt", now)


if __name__ == "__main__":
    unittest.main()
