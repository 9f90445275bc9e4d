"""What version 1 promises of the program: stable.txt lists its commands, options, names, and the
members of JSON objects, as of the last release. None of the lines may go; new ones are added at a
release, with UPDATE=1.

usage: stable.py WEFT FOLDER-OF-SCHEMAS
"""
import json
import os
import pathlib
import re
import subprocess
import sys

from validator import Schemas

WEFT, SCHEMAS = sys.argv[1], Schemas(sys.argv[2])
FILE = pathlib.Path(__file__).with_name("stable.txt")
TABLES = ("problems", "strategies", "networks", "models", "formats", "goals", "settings",
          "figures")


def weft(*words):
    return subprocess.run([WEFT, *words], capture_output=True, text=True, check=True).stdout


def commands():
    """Each command with its options; `run --help` names the settings of problems too."""
    names = re.findall(r"^  (\w+)  +", weft("--help").split("\nCommands:\n")[1], re.M)
    for command in names:
        options = re.findall(r"^ *(-\w,)? +--([\w-]+)", weft(command, "--help"), re.M)
        for letter, name in options:
            yield f"weft {command} {letter} --{name}".replace(",", "").replace("  ", " ")


def table(what):
    for row in json.loads(weft("list", what, "--json"))[what]:
        problem = row.get("problem")
        yield " ".join([what, *([problem] if problem else []), row["name"]])


def members(schema, place, path, inside=()):
    """The members of objects, with their types; of what references name (`inside` those), too."""
    if not isinstance(schema, dict):
        return
    parts = [(path + "." + name, part) for name, part in schema.get("properties", {}).items()]
    parts += [(path + "[]", schema.get(key)) for key in ("additionalProperties", "items")]
    parts += [(path, part) for part in schema.get("anyOf", [])]
    kinds = schema.get("type", [])
    yield from (f"{path}: {kind}" for kind in ([kinds] if isinstance(kinds, str) else kinds))
    yield from (f"{path}: {json.dumps(value)}" for value in schema.get("enum", []))
    yield from (f"{path}.{name}: always" for name in schema.get("required", []))
    if "const" in schema:
        yield f"{path}: {json.dumps(schema['const'])}"
    for where, part in parts:
        yield from members(part, place, where, inside)
    if "$ref" in schema:
        part, there = SCHEMAS.at(schema["$ref"], place)
        if there not in inside:
            yield from members(part, there, path, (*inside, there))


def stable():
    lines = {*commands(), *(line for what in TABLES for line in table(what))}
    for name, schema in SCHEMAS.files.items():
        if "schema" in schema.get("properties", {}):
            lines.update(members(schema, name + "#", name[:-len(".json")]))
    return sorted(lines)


def main():
    now = stable()
    frozen = FILE.read_text().splitlines() if FILE.exists() else []
    gone = sorted(set(frozen) - set(now))
    print("".join(f"gone: {line}\n" for line in gone), end="")
    if os.environ.get("UPDATE") and not gone:
        FILE.write_text("\n".join(now) + "\n")
    return bool(gone) or not frozen


if __name__ == "__main__":
    sys.exit(main())
