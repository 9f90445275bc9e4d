"""What each folder of src needs from others, as the linker sees it.

usage: links.py ROOT libweft-FOLDER.a...

It must be what tests/layers.txt lists: the folder, or the public header that
declares the name. No two folders need each other, not through others either.
What no public header declares does not begin with weft_.
"""
import collections
import os
import pathlib
import re
import subprocess
import sys


def allowed(root):
    may = collections.defaultdict(set)
    for line in (root / "tests/layers.txt").read_text().splitlines():
        folder, colon, others = line.partition(":")
        if colon and not line.startswith("#"):
            may[folder] = set(others.split())
    return may


def declared(root):
    """The public header of each name."""
    home = {}
    compiler = os.environ.get("CC", "cc").split()
    for header in sorted([*(root / "include/weft").glob("*.h"),
                          *(root / "include/weft/unstable").glob("*.h")]):
        text = subprocess.run(
            [*compiler, "-std=c11", "-D_GNU_SOURCE", "-Iinclude", "-E", header],
            cwd=root, capture_output=True, text=True, check=True).stdout
        names = subprocess.run(
            ["awk", "-v", f"folder={header.name}", "-f",
             root / "tests/style/declared.awk"],
            input=text, capture_output=True, text=True, check=True).stdout
        public = header.relative_to(root / "include").with_suffix("")
        home.update((name, str(public)) for name in names.split())
    return home


def symbols(archives):
    """The folder that defines each name, and the names that each needs."""
    home, needs = {}, collections.defaultdict(set)
    for archive in archives:
        folder = re.match(r"libweft-(.*)\.a", os.path.basename(archive))[1]
        listed = subprocess.run(["nm", "-g", archive], capture_output=True,
                                text=True, check=True).stdout
        for kind, name in re.findall(r"^[0-9a-f ]{16} (\w) (\w+)$", listed, re.M):
            if kind == "U":
                needs[folder].add(name)
            else:
                home[name] = folder
    return home, needs


def circles(graph):
    """Sets of folders that need each other."""
    def reached(start):
        seen, todo = set(), [start]
        while todo:
            for other in graph[todo.pop()] - seen:
                seen.add(other)
                todo.append(other)
        return seen

    beyond = {folder: reached(folder) for folder in list(graph)}
    return {frozenset(other for other in beyond[folder]
                      if folder in beyond.get(other, ()))
            for folder in beyond if folder in beyond[folder]}


def main():
    root = pathlib.Path(sys.argv[1])
    may, header = allowed(root), declared(root)
    home, needs = symbols(sys.argv[2:])
    graph = collections.defaultdict(set)
    wrong = []
    if len(home) < 500:
        wrong.append(f"only {len(home)} symbols seen")
    for folder, names in needs.items():
        for name in names:
            to = home.get(name, folder)
            if to == folder:
                continue
            graph[folder].add(to)
            if not {to, header.get(name)} & may[folder]:
                wrong.append(f"{folder}: needs {name} of {to}"
                             f" ({header.get(name, 'private')})")
    for circle in circles(graph):
        wrong.append("need each other: " + " ".join(sorted(circle)))
    for name, folder in home.items():
        if name.startswith("weft_") and name not in header:
            wrong.append(f"{name} of {folder}: begins as what is public")
    print("\n".join(sorted(wrong)))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
