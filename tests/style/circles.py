"""Files of a library that call each other in a circle, as the linker sees it.

usage: circles.py LIBRARY.a FILE,FILE...

Each further argument names the files of one circle that may stay (without
folder and suffix); it must still be one. There must be no others, and none
with more files.
"""
import collections
import re
import subprocess
import sys

import links


def calls(archive):
    """The files that define what each file needs."""
    home, needs = {}, collections.defaultdict(set)
    listed = subprocess.run(["nm", "-g", archive], capture_output=True,
                            text=True, check=True).stdout
    for member in listed.split("\n\n"):
        title = re.match(r"\s*(\S+)\.o:", member)
        if not title:
            continue
        file = re.sub(r".*[/_]|\.c$", "", title[1])
        for kind, name in re.findall(r"^[0-9a-f ]{16} (\w) (\w+)$", member, re.M):
            if kind == "U":
                needs[file].add(name)
            else:
                home[name] = file
    return {file: {home[name] for name in names if name in home} - {file}
            for file, names in needs.items()}


def main():
    graph = collections.defaultdict(set, calls(sys.argv[1]))
    may = {frozenset(circle.split(",")) for circle in sys.argv[2:]}
    found = links.circles(graph)
    wrong = []
    if len(graph) < 20:
        wrong.append(f"only {len(graph)} files seen")
    for circle in found - may:
        wrong.append("call each other: " + " ".join(sorted(circle)))
    for circle in may - found:
        wrong.append("no longer a circle: " + " ".join(sorted(circle)))
    print("\n".join(sorted(wrong)))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
