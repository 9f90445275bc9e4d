#!/usr/bin/env python3
"""Every command with --json prints what the schemas of tools/schema say, and an
error if it fails; each member of each schema is printed at least once; and the
schemas refuse outputs that lack a member, have one more, or another type.

usage: outputs.py WEFT FOLDER-OF-SCHEMAS FOLDER-OF-FILES EXAMPLES
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

from validator import KEYWORDS, Refused, Schemas

WEFT, FOLDER, FILES, EXAMPLES = map(os.path.abspath, sys.argv[1:5])
schemas = Schemas(FOLDER)
faults = []
commands = 0
kept = {}  # some outputs of each schema

LATE = ("# processors: 2\n# unit_ns: 1000\n# step: 0\n# task.3: solve\n"
        "start,end,kind,processor,peer,message,bytes,dimension\n"
        "0,100,compute,0,,,,\n0,40,compute,1,,,,\n0,0,task,1,,3,,\n40,40,wait,1,0,,,\n"
        "100,110,send,0,1,7,8,\n100,110,receive,1,0,7,8,\n110,150,compute,1,,,,\n"
        "150,150,done,1,,3,,\n")
# Members that no command below prints, and the reason.
RARE = {"bound.json#/$defs/answer/note": "only in networks whose bound takes minutes"}
# Lines of a shell in a folder with the files of FILES in `in`, the schema of each
# object that they print, and their exit status.
LINES = [
    # runs
    ("weft run gauss --json", ["run"], 0),
    ("weft run allreduce -n hypercube:3 --vector 64 --cost ts=10,tw=1 --json", ["run"], 0),
    ("weft run alltoall -n torus:4x4 -s bruck -m all-port --json", None, None),
    ("weft run broadcast -n ring:8 --cost ts=10,tw=1 --sharing fair --json", ["run"], 0),
    ("weft run alltoall -n ring:8 -s pairwise --cost ts=1,tw=1 "
     "--sharing fifo --rounds together --json", ["run"], 0),
    ("weft run successive -n hypercube:3 -s rotated --limit-steps 8 --json", ["run"], 1),
    ("weft run multinode -n hypercube:3 --json", ["run"], None),
    ("weft run --schedule in/square.sched -n hypercube:2 -m shouting --json", ["run"], None),
    ("weft run allgather -n ring:4 -t a.sched >a.txt; weft run --schedule in/apart.sched "
     "-n ring:4 -m all-port --json", None, None),
    ("grep -v '^# *problem' a.sched >plain.sched; "
     "weft run --schedule plain.sched -m all-port --json", ["run"], 0),
    ("weft run $EXAMPLES/own-problem.c --json", None, None),
    ("weft run broadcast -n complete:4 -j", ["run"], 0),
    ("weft run broadcast -n complete:4 --js", ["run"], 0),
    ("weft run broadcast -jn complete:4", ["run"], 0),
    ("weft run broadcast -n complete:4 -t csv:- --json 2>&1 >trace.csv", ["run"], 0),
    # comparisons
    ("weft compare successive allgather -n hypercube:2..3 --json", ["compare"], None),
    ("weft compare allreduce -n complete:6,complete:8 --vector 64 --cost ts=1,tw=1 --json",
     ["compare"], None),
    ("weft compare broadcast -n ring:4,hypercube:2 --root 0,1 --json", ["compare"], None),
    ("weft compare in/before.json in/after.json --json", ["traces"], 0),
    # checks
    ("weft check in/square.sched -n hypercube:2 -m shouting --problem successive --json",
     ["check"], None),
    ("weft check in/twice.sched in/nowhere.sched in/malformed.sched in/both-send.xml --json",
     ["check", "error", "error", "check"], 1),
    ("weft check in/twice.sched -n hypercube:2 -m shouting --problem successive --json",
     ["check"], 1),
    ("weft check in/unheld.sched in/missing.sched in/fan.sched in/several.sched --json",
     ["check"] * 4, None),
    ("weft check in/race-stuck.xml in/onward.xml in/sum-of-two.xml --json", None, None),
    ("weft check in/both-send.xml --slots auto --json", ["check"], None),
    ("weft check in/both-send.xml --slots 1 --json", ["check"], None),
    ("sed 's/chan=\"0\"/chan=\"40\"/' in/both-send.xml >far.xml; "
     "weft check far.xml --executor nccl --json", ["check"], 1),
    ("weft check in/places.csv in/computing.csv --json", ["check"] * 2, None),
    ("printf '1 0 4 0\\n1 1 5 1\\n' >racks.sched; "
     "weft check racks.sched -n file:in/racks.net -m all-port --json", ["check"], 1),
    ("weft run broadcast -n line:4 -t root.csv >b.txt; weft check root.csv --json",
     ["check"], 0),
    ("sed '/id=\"1\"/,$s/srcoff=\"3\"/srcoff=\"0\"/; s/outofplace=\"0\"//' in/both-send.xml "
     ">own.xml; weft check own.xml --json", ["check"], 1),
    ("weft check in/plan-pair.json in/plan-packets.json in/plan-ports.json --json",
     ["plan"] * 3, None),
    ("sed 6d in/plan-pair.json >stuck.json; weft check stuck.json --json", ["plan"], 1),
    ("sed 's/\"rlx/\"/; s/\"signal\"/\"rlxsignal\"/; s/\"wait\"/\"rlxwait\"/' "
     "in/plan-pair.json >relaxed.json; weft check relaxed.json --json", ["plan"], None),
    # traces
    ("weft stats in/square.sched -n hypercube:2 --matrix --links --json", ["stats"], 0),
    ("weft stats late.csv --waits --json", ["stats"], 0),
    ("weft stats in/threads.json --waits --json", ["stats"], 0),
    ("printf '[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":-5,\"dur\":9,\"name\":\"a\"}]' "
     ">early.json; weft stats early.json --json", ["stats"], 0),
    ("for f in in/clock.trf in/clock1.trf in/computing.csv in/before.json in/present.csv "
     "in/pingpong.prv in/instants.json; do weft stats $f --json; done", ["stats"] * 7, 0),
    ("weft run alltoall -n ring:4 -m all-port --cost ts=1,tw=1 --sharing fair -t s.csv "
     ">s.txt; weft stats s.csv --json", ["stats"], 0),
    ("weft replay in/shared.sched -n line:3 --json", ["replay"], 0),
    ("weft replay in/before.json -n complete:64 --json", None, None),
    # bounds and searches
    ("weft bound successive -n hypercube:2..4 --json", ["bound"] * 3, 0),
    ("weft bound allreduce -n complete:16 --cost ts=100,tw=1 --vector 64K --json",
     ["bound"], 0),
    ("weft optimum successive -n hypercube:2 --json", ["optimum"], 0),
    ("weft optimum reduce -n star:4 -m one-port-duplex --json", ["optimum"], 0),
    ("weft optimum broadcast -n line:3 --root all --json", ["optimum"], 0),
    ("weft optimum broadcast -n line:3 --phases 2 --json", ["optimum"], 0),
    ("weft optimum broadcast -n line:3 --json -t sched:- 2>&1 >o.sched", ["optimum"], 0),
    ("weft optimum allgather -n ring:4 --bandwidth --json", ["bandwidth"], None),
    ("weft optimum allreduce -n ring:4 --bandwidth --json", ["bandwidth"], None),
    ("weft optimum broadcast -n ring:4 --bandwidth --rounds 2 -t b.sched --json",
     ["bandwidth"], None),
    ("printf 'switch s\\n0 > s - 1\\n1 > s - 1\\n2 > s - 1\\ns > 0 - 2\\ns > 1 - 2\\ns > 2 - 2\\n' >copies.net; "
     "weft optimum allgather -n file:copies.net --bandwidth --json", ["bandwidth"], None),
    # lists
    ("weft list --json", ["list"], 0),
    ("weft list allreduce --json", ["list"], 0),
    ("weft list schemas --json", ["list"], 0),
    ("weft list network torus:4x4 --json", ["network"], 0),
    ("weft list network complete:1025 --json", ["network"], 0),
    ("weft list network nccl:in/box.xml --json", ["network"], 0),
    ("weft list network file:in/pods.net --json", ["network"], 0),
    ("printf '0 1 x2\\n1 2\\n' >lanes.net; weft list network file:lanes.net --json",
     ["network"], 0),
    ("weft list goal allreduce --json", ["goal"], 0),
    ("weft version --json", ["version"], 0),
    ("weft --version -j", ["version"], 0),
]
# Lines that fail, and the kind, file and line of the error.
ERRORS = [
    ("weft nonsense --json", "unknown", None, None, 64),
    ("weft run nonsense --json", "unknown", None, None, 64),
    ("weft run --nonsense --json", "unknown", None, None, 64),
    ("weft run broadcast --json --root", "misuse", None, None, 64),
    ("weft run broadcast --json --root x", "misuse", None, None, 64),
    ("weft run broadcast -j -n nonsense:4", None, None, None, 64),
    ("weft run broadcast -j extra", "misuse", None, None, 64),
    ("weft run broadcast -j --show", "misuse", None, None, 64),
    ("weft run broadcast -j -t nowhere/x.csv", "system", "nowhere/x.csv", None, 1),
    ("weft run broadcast -j -t csv:- --root 99 2>&1 | grep '^{'",
     "misuse", None, None, None),
    ("weft run --schedule in/malformed.sched -n ring:4 -j", "format",
     "in/malformed.sched", 2, 1),
    ("weft compare nonsense --json", "unknown", None, None, 64),
    ("weft compare --json --csv broadcast", "misuse", None, None, 64),
    ("weft check --json", "misuse", None, None, 64),
    ("weft check nowhere.sched --json", "system", "nowhere.sched", None, 1),
    ("weft check in/malformed.sched --json", "format", "in/malformed.sched", 2, 1),
    ("weft check in/square.sched -n ring --json", None, None, None, 64),
    ("weft check in/square.sched --lane 1 --json", "misuse", None, None, 64),
    ("weft stats nowhere.csv --json", "system", "nowhere.csv", None, 1),
    ("weft stats in/square.sched -n ring:3 --json", "wrong", "in/square.sched", None, 1),
    ("weft replay in/shared.sched --json", "misuse", None, None, 64),
    ("weft bound nonsense --json", "unknown", None, None, 64),
    ("weft optimum nonsense --json", "unknown", None, None, 64),
    ("weft optimum broadcast -n complete:4096 --json", "limit", None, None, 1),
    ("weft list nonsense --json", "unknown", None, None, 64),
    ("weft list network nonsense:1 --json", None, None, None, 64),
    ("weft list schema nonsense --json", "unknown", None, None, 64),
]


def fault(line, text):
    faults.append("%s: %s" % (line, text))


def run(line):
    global commands
    commands += 1
    shell = 'weft() { "$WEFT" "$@"; }\n' + line
    ended = subprocess.run(["sh", "-c", shell], stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                           env={**os.environ, "WEFT": WEFT, "EXAMPLES": EXAMPLES})
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


def objects(line, text):
    """The objects of an output, each held to its schema; their names."""
    found = []
    for one in text.splitlines():
        try:
            value = json.loads(one)
            first = next(iter(value))
            name = value["schema"].split("/")[1]
            if first != "schema" or value["schema"] != "weft/%s/1" % name:
                fault(line, "begins with %r" % one[:40])
            schemas.hold(value, name)
        except (ValueError, Refused, KeyError, AttributeError) as error:
            fault(line, "%s in %.60s" % (error, one))
            continue
        found.append((name, value))
        kept.setdefault(name, []).append(value)
    return found


def lines():
    for line, names, status in LINES:
        ended, out, err = run(line)
        found = [name for name, _ in objects(line, out if "2>&1" not in line
                                             else "\n".join(row for row in out.splitlines()
                                                            if row.startswith("{")))]
        if not found:
            fault(line, "printed nothing: " + err)
        if names is not None and found != names:
            fault(line, "printed %s: %s" % (found, err))
        if status is not None and ended != status:
            fault(line, "status %d: %s" % (ended, err))


def errors():
    for line, kind, file, number, status in ERRORS:
        ended, out, err = run(line)
        found = objects(line, out)
        if [name for name, _ in found] != ["error"]:
            fault(line, "printed %r" % out)
            continue
        error = found[0][1]["error"]
        if kind and error["kind"] != kind:
            fault(line, "is of the kind %s" % error["kind"])
        if (error["file"], error["line"]) != (file, number):
            fault(line, "names %s, %s" % (error["file"], error["line"]))
        if "2>&1" not in line and error["text"] not in err:
            fault(line, "%r is not what standard error says: %r" % (error["text"], err))
        if status is not None and ended != status:
            fault(line, "ends with %d" % ended)


def tables():
    """Every strategy, problem, network and goal of the tables."""
    rows = json.loads(run("weft list --json")[1])
    for row in rows["strategies"]:
        line = "weft run %s -s %s --json" % (row["problem"], row["name"])
        if [name for name, _ in objects(line, run(line)[1])] not in (["run"], ["error"]):
            fault(line, "printed nothing")
    for row in rows["problems"]:
        for command, name in ("bound", "bound"), ("compare", "compare"):
            line = "weft %s %s --json" % (command, row["name"])
            if [one for one, _ in objects(line, run(line)[1])] != [name]:
                fault(line, "printed something else")
    for row in rows["goals"]:
        line = "weft list goal %s --json" % row["name"]
        objects(line, run(line)[1])
    for row in rows["schemas"]:
        line = "weft list schema %s" % row["name"]
        with open(os.path.join(FOLDER, row["name"] + ".json")) as file:
            if run(line)[1] != file.read():
                fault(line, "is not the file")
    if {row["name"] + ".json" for row in rows["schemas"]} != set(schemas.files):
        fault("weft list schemas", "names other files than the folder has")


def shortened(value):
    """A copy whose lists end after two items."""
    if isinstance(value, dict):
        return {key: shortened(part) for key, part in value.items()}
    return [shortened(part) for part in value[:2]] if isinstance(value, list) else value


def parts(value, path=()):
    """The path of each value within a value."""
    yield path
    items = value.items() if isinstance(value, dict) else \
        enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield from parts(part, (*path, key))


def at(value, path):
    for key in path:
        value = value[key]
    return value


def changed(value, path, change):
    """A copy; `change` changes the container and the key at the path."""
    copy = {"": json.loads(json.dumps(value))}
    path = ("", *path)
    change(at(copy, path[:-1]), path[-1])
    return copy[""]


def replace(whole, key):
    whole[key] = "?" if isinstance(whole[key], dict) else {"?": {}}


def add(whole, key):
    whole[key]["?"] = 1


def remove(whole, key):
    del whole[key]


def refused(name, value, what):
    try:
        schemas.hold(value, name)
    except Refused:
        return
    fault(name, "accepts an output with " + what)


# Objects of which any member is a name.
MAPS = {"measures", "settings", "certificate", "parts"}


def strict():
    """Changes of real outputs, all of which the schemas refuse."""
    for name, values in kept.items():
        for whole in (values[0], values[-1], max(values, key=lambda v: len(str(v)))):
            value = shortened(whole)
            schemas.required.clear()
            schemas.hold(value, name)
            required = set(schemas.required)
            for path in parts(value):
                where = "/".join(map(str, path))
                refused(name, changed(value, path, replace), "another type of " + where)
                if isinstance(at(value, path), dict) and not MAPS & set(path[-1:]):
                    refused(name, changed(value, path, add), "one more member of " + where)
                if path in required:
                    refused(name, changed(value, path, remove), "no " + where)


def closed():
    """The schemas have known keywords, and no place is open by mistake."""
    for place, schema in schemas.walk():
        for keyword in set(schema) - KEYWORDS:
            fault(place, "has the keyword " + keyword)
        if not {"$ref", "type", "enum", "const", "anyOf", "$defs"} & set(schema):
            fault(place, "permits everything")
        if set(schema.get("required", [])) - set(schema.get("properties", {})):
            fault(place, "requires members that it does not describe")


def main():
    seen = schemas.seen
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        shutil.copytree(FILES, "in")
        with open("late.csv", "w") as file:
            file.write(LATE)
        lines()
        errors()
        tables()
        os.chdir("/")
    printed = set(seen)
    for place in sorted(schemas.members() - printed - set(RARE)):
        fault(place, "was printed by no command")
    closed()
    strict()
    for text in faults[:60]:
        print(text)
    print("%d commands, %d members, %d faults" % (commands, len(printed), len(faults)))
    sys.exit(bool(faults) or commands < 150)


main()
