#!/usr/bin/env python3
"""Write the declarations of the public headers as a module of cffi.

usage: make-cdef.py INCLUDE-FOLDER OUTPUT COMPILER...

The compiler's preprocessor reads the headers, so that the module always agrees
with them. Importing the module needs neither a compiler nor a parser of C.
"""
import pathlib
import re
import subprocess
import sys

import cffi

HEADERS = ["weft/*.h", "weft/unstable/*.h"]


def preprocessed(folder, headers, compiler, *options):
    text = "".join("#include <%s>\n" % header for header in headers)
    return subprocess.run(
        [*compiler, "-E", "-std=c11", "-I", folder, "-D__attribute__(x)=",
         *options, "-x", "c", "-"],
        input=text, capture_output=True, text=True, check=True).stdout


def declarations(folder, headers, compiler):
    """The lines that come from the headers themselves, without pragmas."""
    lines, inside = [], False
    for line in preprocessed(folder, headers, compiler).splitlines():
        marker = re.match(r'# \d+ "(.*?)"', line)
        if marker:
            inside = marker.group(1).startswith(folder + "/weft/")
        elif inside and not line.startswith("#"):
            lines.append(line)
    return "\n".join(lines) + "\n"


def constants(folder, headers, compiler):
    """The macros that are numbers."""
    return "".join(
        "#define %s %s\n" % (name, value) for name, value in re.findall(
            r"^#define (WEFT_\w+) \(?(-?\d+)\)?$",
            preprocessed(folder, headers, compiler, "-dM"), re.MULTILINE))


def main(folder, output, *compiler):
    folder = str(pathlib.Path(folder).resolve())
    headers = sorted(str(path.relative_to(folder)) for pattern in HEADERS
                     for path in pathlib.Path(folder).glob(pattern))
    ffi = cffi.FFI()
    ffi.cdef(declarations(folder, headers, compiler) +
             constants(folder, headers, compiler) + "void free(void *);\n")
    ffi.set_source("_cdef", None)
    ffi.emit_python_code(output)
    version = re.search(r'^#define WEFT_VERSION "(.*)"$',
                        preprocessed(folder, headers, compiler, "-dM"),
                        re.MULTILINE).group(1)
    with open(output, "a", encoding="utf-8") as file:
        file.write("VERSION = %r\n" % version)


main(*sys.argv[1:])
