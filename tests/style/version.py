#!/usr/bin/env python3
"""One version: of the build, the header, the packages, the editors and the program; every file
that names a version of weft or of its library names this one; an @since names a version of
CHANGELOG.md.

usage: version.py VERSION ROOT [WEFT]
"""
import os
import pathlib
import re
import subprocess
import sys

VERSION, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
MAJOR = VERSION.split(".", maxsplit=1)[0]
PLACES = {  # each file that states the version, and where in it
    "meson.build": r"^  version: '(.*)',",
    "include/weft/version.h": r'^#define WEFT_VERSION "(.*)"$',
    "CHANGELOG.md": r"^## (\S+) ",
    "debian/changelog": r"^weft \((.*)-.*\)",
    "packaging/homebrew/weft.rb": r'^  version "(.*)"$',
    "packaging/nix/package.nix": r'^  version = "(.*)";$',
    "packaging/npm/package.json": r'^  "version": "(.*)",$',
    "packaging/spack/package.py": r'^    version\("(.*)"\)$',
    "editors/emacs/weft.el": r"^;; Version: (.*)$",
    "editors/vscode/package.json": r'^  "version": "(.*)",$',
}
NAMES = (  # what names a version in any file, and in the names of files
    (r"\bweft(?:[-@_ ]v?| version )(\d+\.\d+\.\d+)", VERSION),
    (r"\blibweft(\d+(?:\.\d+)*)", MAJOR),
    (r"\blibweft\.so\.(\d+(?:\.\d+)*)", MAJOR),
)
HISTORY = ("CHANGELOG.md", "debian/changelog")
wrong = []


def expect(place, found, wanted=VERSION):
    if found != wanted:
        wrong.append(f"{place} is {found}, not {wanted}")


def files():
    """The files of the project; tests also name other versions, to see them refused."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in (".git", "tests", "node_modules")
                      and not name.startswith("build")
                      and not os.path.exists(os.path.join(folder, name, "build.ninja"))]
        yield from (pathlib.Path(folder, name).relative_to(ROOT) for name in names)


def places():
    for name, pattern in PLACES.items():
        path = ROOT / name
        if name.startswith("debian/") and not path.exists():
            continue  # not in the archive of a release
        found = re.search(pattern, path.read_text(), re.M)
        expect(name, found and found[1])
    number = re.findall(r"^#define WEFT_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$",
                        (ROOT / "include/weft/version.h").read_text(), re.M)
    expect("WEFT_VERSION_MAJOR, _MINOR, _PATCH", ".".join(number))


def names():
    known = re.findall(r"^## (\d+\.\d+)\.", (ROOT / "CHANGELOG.md").read_text(), re.M)
    for path in files():
        text = "" if (ROOT / path).is_symlink() else (ROOT / path).read_text(errors="replace")
        for pattern, wanted in NAMES:
            for found in re.finditer(pattern, f"{path}\n{text}"):
                if str(path) not in HISTORY:
                    expect(f"{path}: {found[0]}", found[1], wanted)
        for since in re.findall(r"@since (\d[\d.]*\d)", text) if path.suffix == ".h" else ():
            if since not in known:
                wrong.append(f"{path}: @since {since}: no version of CHANGELOG.md")


def main():
    places()
    names()
    if len(sys.argv) > 3:
        printed = subprocess.run([sys.argv[3], "--version"], capture_output=True, text=True,
                                 check=True).stdout
        expect("weft --version", printed, f"weft {VERSION}\n")
    print("".join(f"{text}\n" for text in wrong), end="")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
