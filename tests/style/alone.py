#!/usr/bin/env python3
"""No static function of src, tools or modules has the name of another's.

usage: alone.py ROOT
"""
import collections
import pathlib
import re
import sys

STATIC = re.compile(r"^static\b[^;={]*?\b([A-Za-z_]\w*)\((?!\*)", re.M)


def main():
    root = pathlib.Path(sys.argv[1])
    homes = collections.defaultdict(set)
    for folder in ("src", "tools", "modules"):
        for file in (root / folder).rglob("*.c"):
            for name in STATIC.findall(file.read_text()):
                homes[name].add(str(file.relative_to(root)))
    for name, files in sorted(homes.items()):
        if len(files) > 1:
            print(f"{name}: static in {', '.join(sorted(files))}")
    if not homes:
        print(f"{root}: there is no static function")
    return not homes or any(len(files) > 1 for files in homes.values())


sys.exit(main())
