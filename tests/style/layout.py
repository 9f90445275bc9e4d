#!/usr/bin/env python3
"""Every C file is laid out as clang-format 14 lays it out: other versions of it
disagree here and there. Skipped (77) where there is none.

usage: layout.py ROOT

`clang-format -i FILE` mends one. What reads better by hand, a table say, stands
between /* clang-format off */ and /* clang-format on */.
"""
import os
import shutil
import subprocess
import sys

FOLDERS = "src include tools tests examples modules".split()
VERSION = "14"


def program():
    """The clang-format of that version, or None."""
    for name in "clang-format-" + VERSION, "clang-format":
        path = shutil.which(name)
        if path and "version %s." % VERSION in subprocess.run(
                [path, "--version"], capture_output=True, text=True,
                check=True).stdout:
            return path
    return None


def sources():
    return sorted(os.path.join(folder, name) for top in FOLDERS
                  for folder, _, names in os.walk(top) for name in names
                  if name.endswith((".c", ".h")))


def main(root):
    os.chdir(root)
    formatter, files = program(), sources()
    if not files:
        print("there is no C file")
        return 1
    if not formatter:
        print("skipped: there is no clang-format " + VERSION)
        return 77
    return subprocess.run([formatter, "--dry-run", "-Werror", "--"] + files,
                          check=False).returncode


sys.exit(main(*sys.argv[1:]))
