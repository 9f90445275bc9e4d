#!/usr/bin/env python3
"""The playground's commands give the same bytes as the native program: files,
standard output, standard error and exit status.

usage: same.py WEFT ROOT FOLDER [GLUE.js | --sample FILE]

Every strategy of every problem runs on several networks and with the smallest
stack; then every command reads what some of them wrote. The playground is made
in FOLDER by tools/playground.sh. Status 77 where its compiler is missing.
--sample only writes some 200 of the commands and what the native program makes
of them, as JSON, for tests of the page.
"""
import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

NETWORKS = ("hypercube:3", "complete:6", "mesh:3x3", "ring:5", "switch:4")
# What is not in the playground, or names it.
KINDS_WITHOUT = ("otf2", "paraver")


class Command:
    def __init__(self, argv, files=(), keep=None):
        self.argv = list(argv)
        self.files = dict(files)  # name: bytes
        self.keep = keep          # a name for its file "run.sched" or the like
        self.native = self.other = None

    def __str__(self):
        return "weft " + " ".join(self.argv)


def native(weft, command):
    """What the native program does in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in command.files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        env = {"PATH": "/nowhere", "LC_ALL": "C.UTF-8", "HOME": "/nowhere"}
        with open(folder + ".out", "w+b") as out, open(folder + ".err", "w+b") as err:
            status = subprocess.call([weft, *command.argv], cwd=folder, env=env,
                                     stdin=subprocess.DEVNULL, stdout=out, stderr=err)
            out.seek(0)
            err.seek(0)
            result = {"status": status, "out": out.read(), "err": err.read(),
                      "files": {}}
        os.unlink(folder + ".out")
        os.unlink(folder + ".err")
        for base, _, names in os.walk(folder):
            for name in names:
                path = os.path.join(base, name)
                short = os.path.relpath(path, folder)
                if short not in command.files:
                    with open(path, "rb") as file:
                        result["files"][short] = file.read()
    return result


def in_playground(glue, commands):
    lines = "".join(json.dumps({
        "argv": c.argv,
        "files": {n: base64.b64encode(b).decode() for n, b in c.files.items()},
    }) + "\n" for c in commands)
    done = subprocess.run(["node", os.path.join(os.path.dirname(__file__), "batch.js"),
                           glue], input=lines, text=True, stdout=subprocess.PIPE)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode or len(results) != len(commands):
        sys.exit("node ended with %d after %d of %d commands"
                 % (done.returncode, len(results), len(commands)))
    for command, result in zip(commands, results):
        command.other = {
            "status": result["status"],
            "out": base64.b64decode(result["out"]),
            "err": base64.b64decode(result["err"]),
            "files": {n: base64.b64decode(t) for n, t in result["files"].items()},
            "ms": result.get("ms"), "memory": result.get("memory"),
        }


def words(weft, *what):
    """The first words of the lines of a list."""
    text = subprocess.run([weft, "list", *what], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    return [line.split() for line in text.splitlines() if line.strip()]


def strategies(weft):
    """(problem, default network, strategy) of the tables."""
    usual = {}
    text = subprocess.run([weft, "list", "problems"], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    for line in text.splitlines():
        found = re.search(r"-n (\S+) -m", line)
        if line.split() and found:
            usual[line.split()[0]] = found.group(1)
    rows = [(row[0], usual[row[0]], row[1]) for row in words(weft, "strategies")
            if row[0] in usual]
    return rows, usual


def runs(weft):
    rows, usual = strategies(weft)
    made = []
    for problem, network, strategy in rows:
        for name in (network, *NETWORKS):
            made.append(Command(["run", problem, "-n", name, "-s", strategy,
                                 "--on-conflict", "report", "-t", "run.sched"]))
        made.append(Command(["run", problem, "-n", network, "-s", strategy,
                             "--on-conflict", "report", "--stack", "16384",
                             "-t", "run.csv"], keep=problem + "-" + strategy))
    for problem, network in usual.items():
        small = network.replace(":4", ":3").replace(":16", ":8").replace(":32", ":9")
        made += [Command(["compare", problem, "-n", small, form])
                 for form in ("--json", "--csv")]
        made.append(Command(["compare", problem, "-n", small]))
        made.append(Command(["bound", problem, "-n", network]))
        made.append(Command(["list", problem]))
        made.append(Command(["run", problem, "-n", network, "--help"]))
        made.append(Command(["run", problem, "-n", network, "--json",
                             "-t", "run.json"], keep=problem))
    return made


def readers(weft, made):
    """Commands that read what the runs wrote."""
    commands = []
    formats = [(row[0], row[1]) for row in words(weft, "formats")
               if row[0] not in KINDS_WITHOUT]
    for command in made:
        if not command.keep or not command.native["files"]:
            continue
        name, content = next(iter(command.native["files"].items()))
        files = {name: content}
        commands.append(Command(["check", name, "--json"], files))
        if name.endswith(".csv"):
            commands.append(Command(["view", name, "-o", "page.html"], files))
            continue
        commands += [
            Command(["check", name], files),
            Command(["stats", name], files),
            Command(["stats", name, "--json", "--waits"], files),
            Command(["replay", name], files),
            Command(["compare", name, name, "--traces"], files)]
        commands += [Command(["convert", name, word + ":run" + ending], files)
                     for word, ending in formats]
    return commands


def figures(weft, made):
    kept = [c for c in made if c.keep and c.native["files"]][:1]
    name, content = next(iter(kept[0].native["files"].items()))
    commands = []
    for row in words(weft, "figures"):
        if "a kind of figure" in " ".join(row):
            commands.append(Command(["figure", row[0], name], {name: content}))
        else:
            commands.append(Command(["figure", row[0], "-o", "figure.svg"]))
    return commands


def refusals(weft):
    rows = [line.split() for line in """
nonsense
run
run nonsense
run successive -n nonsense:3
run successive -n hypercube:99
run successive -n hypercube:3 -s nonsense
run successive -n hypercube:3 --nonsense
run successive -n hypercube:3 -m
run successive -n hypercube:3 -m two-port
run successive -n hypercube:3 --cost ts
run successive -n hypercube:3 --limit-steps 3
run successive -n hypercube:3 --order backwards
run successive -n hypercube:3 -t missing/run.sched
run successive -n hypercube:3 --expect conflicts
run broadcast -n file:missing
check missing.sched
check
stats missing.csv
convert missing.json x.csv
convert one two three
figure nonsense
figure -l
view missing.sched -o page.html
replay missing.csv -n ring:4
compare successive -n hypercube:3 --jobs none
compare successive broadcast -n hypercube:2..3 --csv
compare broadcast -n complete:2..9 --figure=f.svg
compare broadcast -n ring:4..8 --cost loggp:L=6,o=2,g=4,G=1
run broadcast -n mesh:4x4 --cost ts=10,tw=2,th=1 --bytes 64 -t run.csv
run gauss -n hypercube:3 --size 12 --seed 7 -t run.csv
run simultaneous -n hypercube:4 --sources random:5 --seed 3 -t run.csv
run stream -n complete:21 --packets 40 -t run.csv
run successive -n hypercube:5 -s rotated -t run.paje
bound successive -n hypercube:10
help
version
""".splitlines() if line]
    made = [Command(row) for row in rows]
    for row in words(weft)[:0] + [["run"], ["compare"], ["figure"], ["check"], ["stats"],
                                  ["view"], ["replay"], ["convert"], ["bound"],
                                  ["optimum"], ["list"]]:
        made += [Command([row[0], "--help"]), Command([row[0], "--usage"])]
    for what in ("networks", "models", "problems", "strategies", "settings", "formats",
                 "goals", "figures", "checks"):
        made.append(Command(["list", what]))
    bad = {
        "bad.sched": b"1 0 1 0\n1 nonsense\n",
        "clash.sched": b"# network hypercube:2\n# model shouting\n1 0 1 0\n1 2 1 0\n",
        "net.txt": b"0 1\n1 2\n2 3\n3 0\n0 2\n",
    }
    for name in ("bad.sched", "clash.sched"):
        made += [Command([word, name], bad) for word in ("check", "stats")]
    made += [
        Command(["run", "broadcast", "-n", "file:net.txt", "-t", "run.sched"], bad),
        Command(["list", "network", "file:net.txt"], bad),
        Command(["figure", "network", "-n", "file:net.txt"], bad)]
    return made


def solver_commands(weft):
    about = subprocess.run([weft, "optimum", "--help"], text=True,
                           stdout=subprocess.PIPE).stdout
    if not about:
        return []
    return [Command(["optimum", problem, "-n", network, "--json"])
            for problem, network in (("broadcast", "ring:5"), ("scatter", "ring:4"))]


def timeless(result):
    """Without the seconds that a run or a search took."""
    return re.sub(rb"\d+\.\d+ s\b|seconds\": [\d.e-]+", b"TIME", result)


def differs(command):
    a, b = command.native, command.other
    if a["status"] != b["status"]:
        return "status %d, in the playground %d" % (a["status"], b["status"])
    if "--help" in command.argv and a["out"].split() == b["out"].split():
        return None  # glibc misplaces the indentation of some lines
    for part in ("out", "err"):
        if timeless(a[part]) != timeless(b[part]):
            return "%s:\n  %r\n  %r" % (part, first(a[part], b[part]),
                                        first(b[part], a[part]))
    if sorted(a["files"]) != sorted(b["files"]):
        return "files %s and %s" % (sorted(a["files"]), sorted(b["files"]))
    for name in a["files"]:
        if a["files"][name] != b["files"][name]:
            return "%s:\n  %r\n  %r" % (name, first(a["files"][name], b["files"][name]),
                                        first(b["files"][name], a["files"][name]))
    return None


def first(text, other):
    """Where it begins to differ."""
    at = next((i for i, (x, y) in enumerate(zip(text, other)) if x != y),
              min(len(text), len(other)))
    return text[max(0, at - 40):at + 60]


def compare(weft, glue, commands):
    for command in commands:
        command.native = native(weft, command)
    in_playground(glue, commands)
    wrong = 0
    for command in commands:
        why = differs(command)
        if why:
            wrong += 1
            if wrong <= 20:
                print("%s: %s" % (command, why))
    return wrong


def text(files):
    return {name: base64.b64encode(content).decode() for name, content in files.items()}


def sample(weft, file, most=220):
    """Every n-th command, with its results; those that tell the time are left out."""
    made = runs(weft)
    kept = [c for c in made if c.keep][::7]
    for command in kept:
        command.native = native(weft, command)
    every = [c for c in made + readers(weft, kept) + figures(weft, kept) + refusals(weft)
             if not {"--help", "--usage"} & set(c.argv)]
    chosen = every[::len(every) // most]
    for command in chosen:
        command.native = command.native or native(weft, command)
    with open(file, "w", encoding="ascii") as out:
        json.dump([{"argv": c.argv, "files": text(c.files), "made": text(c.native["files"]),
                    "status": c.native["status"],
                    **text({part: c.native[part] for part in ("out", "err")})}
                   for c in chosen if timeless(c.native["out"]) == c.native["out"]], out)


def build(root, folder):
    for program in ("emcc", "wasm-opt", "node", "clang"):
        if not shutil.which(program):
            print("skipped: no " + program)
            sys.exit(77)
    glue = os.path.join(folder, "weft.js")
    done = subprocess.run([os.path.join(root, "tools", "playground.sh"), "--build",
                           os.path.join(folder, "build"), "-o", glue])
    if done.returncode:
        sys.exit("tools/playground.sh failed")
    return glue


def main():
    weft, root, folder = sys.argv[1:4]
    weft = os.path.abspath(weft)
    os.makedirs(folder, exist_ok=True)
    if sys.argv[4:5] == ["--sample"]:
        sample(weft, sys.argv[5])
        return
    glue = sys.argv[4] if len(sys.argv) > 4 else build(root, os.path.abspath(folder))
    made = runs(weft)
    wrong = compare(weft, glue, made)
    more = readers(weft, made) + figures(weft, made) + refusals(weft) + \
        solver_commands(weft)
    wrong += compare(weft, glue, more)
    every = made + more
    good = sum(c.native["status"] == 0 for c in every)
    print("%d commands, %d of them with status 0: %d differ"
          % (len(every), good, wrong))
    if len(every) < 300 or good < 300:
        sys.exit("too few commands")
    sys.exit(wrong > 0)


main()
