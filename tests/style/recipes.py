"""The recipes in packaging/ against the build: each has every dependency that meson.build names and a
value for each option; a hash of an archive is the same in all; its head says what was checked.

usage: recipes.py ROOT
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
RECIPES = ("spack/package.py", "nix/package.nix", "homebrew/weft.rb")
# What meson.build asks for: its package in debian/control, and in each recipe; None: not needed
# there (part of the C library, left out, or another name of the same).
NAMES = {
    "libxml-2.0": ("libxml2-dev", "libxml2", "libxml2", '"libxml2"'),
    "zlib": ("zlib1g-dev", "zlib-api", "zlib", '"zlib"'),
    "Random123/philox.h": ("librandom123-dev", "random123", "random123", "random123"),
    "cadical": ("libcadical-dev", 'feature("solver", False)', "cadical", '"cadical"'),
    "cffi": ("python3-cffi", "py-cffi", "p.cffi", "-Dpython=disabled"),
    "mpich": ("libmpich-dev", 'feature("mpi", False)', "-Dmpi=disabled", "-Dmpi=disabled"),
    "ompi-c": ("libopenmpi-dev", 'feature("mpi", False)', "-Dmpi=disabled", "-Dmpi=disabled"),
    "otf2": ("libotf2-trace-dev", '"otf2"', "-Dotf2=disabled", "-Dotf2=disabled"),
    "criterion": ("libcriterion-dev", "-Dtests=false", "-Dtests=false", "-Dtests=false"),
    "m": None, "stdc++": None, "threads": None, "dl": None,  # of the compiler
    "simgrid": None, "argp.h": None,  # of a benchmark; weft has its own
}
ASKED = r"(?:dependency|find_library|has_header)\((?:\w+ \? '[^']*' : )?'([^']*)'" \
        r"|modules: \['(\w+)'\]|'(?:mpich|openmpi)': \['([\w-]+)'\]"
wrong = []


def expect(holds, text):
    if not holds:
        wrong.append(text)


def asked():
    """What the files of meson ask for."""
    folders = ("src", "modules", "tools", "python", "tests")
    files = [ROOT / "meson.build",
             *(path for folder in folders for path in (ROOT / folder).rglob("meson.build"))]
    return {next(filter(None, groups)) for path in files
            for groups in re.findall(ASKED, path.read_text())}


def main():
    known = asked()
    expect(known == set(NAMES), f"meson.build and this table differ: {sorted(known ^ set(NAMES))}")
    options = re.findall(r"^option\('(\w+)'", (ROOT / "meson_options.txt").read_text(), re.M)
    control = ROOT / "debian/control"  # not in the archive of a release
    texts = [control.read_text() if control.exists() else None]
    texts += [(ROOT / "packaging" / recipe).read_text() for recipe in RECIPES]
    for need, names in NAMES.items():
        for recipe, text, name in zip(("control", *RECIPES), texts, names or ()):
            expect(text is None or name in text, f"{recipe} lacks {name} for {need}")
    hashes = set()
    for recipe, text in zip(RECIPES, texts[1:]):
        expect(re.search(r"^# Checked: .*\n# Not checked: ", text, re.M),
               f"{recipe}: what is checked?")
        for option in options:
            given = f"-D{option}=" in text or f'feature("{option}"' in text
            expect(given or option == "playground", f"{recipe} lets {option} depend on the machine")
        hashes |= set(re.findall(r'(https\S+)"\n\s+;?sha256 (?:= )?"(\w{64})"',
                                 text.replace('";', '"')))
    meson = re.search(r"meson_version: '>=(\d+\.\d+)", (ROOT / "meson.build").read_text())[1]
    expect(f"meson@{meson}:" in texts[1], f"spack/package.py: meson is not {meson} or newer")
    expect(f"meson (>= {meson}" in (texts[0] or f"meson (>= {meson}"), "debian/control: meson")
    expect(len(hashes) == 1, f"archives: {sorted(hashes)}")
    compile(texts[1], RECIPES[0], "exec")
    print("".join(f"{text}\n" for text in wrong), end="")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
