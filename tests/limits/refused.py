#!/usr/bin/env python3
"""Every limit of docs/security.md: a file past it is refused in one line, which
names the limit, with exit status 1, or 2 of `check`, which has not judged then
(64 where a person writes it by hand); a file within it is not.

usage: refused.py WEFT [ROW...]
"""
import gzip
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import asks
import shapes
from shapes import TRACE

MIB = 1 << 20


def goal(body):
    return "processors 2\nhave 0: 0\nwant 1: 0\n" + body


def edges(n):
    return "".join(f"{i} {i + 1}\n" for i in range(n - 1))


def keys(n):
    rows = "".join(f'<key id="k{i}" for="edge" attr.name="latency" '
                   'attr.type="double"/>\n' for i in range(n))
    return ("<graphml>" + rows + '<graph edgedefault="undirected">'
            '<node id="a"/><node id="b"/><edge source="a" target="b"/>'
            "</graph></graphml>\n")


def attributes(element, n):
    return "<" + element + "".join(f' a{i}="1"' for i in range(n)) + "/>\n"


def experiment(outputs, more=""):
    rows = "".join(f'<trace file="a{i}.csv"/>' for i in range(outputs))
    return ('<experiment><run problem="broadcast" network="ring:4">' + rows +
            "</run>" + more + "</experiment>\n")


def runs(n):
    return ('<experiment><compare problem="broadcast" network="complete:4">'
            f'<range bytes="1..{n}+1"/><range strategy="binomial"/>'
            '<table file="a.csv"/></compare></experiment>\n')


def prefixes(element, n):
    """Half of them in the element, half in one within it."""
    some, rest = ("".join(f' xmlns:a{i}="u"' for i in range(begin, n, 2))
                  for begin in range(2))
    return f"<{element}{some}><x{rest}/></{element.split()[0]}>\n"


def one_way(n):
    return "".join(f"{i} > {(i + 1) % n}\n" for i in range(n))


def many_links(n, each):
    return "".join(f"{i} {(i + k + 1) % n}\n"
                   for i in range(n) for k in range(each))


def named(k):
    return f"# processors: 9\n# network: debruijn:{k}x1\n1 0 1 0\n"


def algorithm(chunks, blocks=1):
    return "".join(shapes.algorithm(
        2, chunks, lambda gpu: [(-1, -1, [("nop", 0, 0, 1)])] * blocks))


def words(ending, n):
    """A trace with so many words about the run."""
    form, body = {
        ".sched": ("# a{}: b\n", "{}1 0 1 0\n"),
        ".goal": ("// a{}: b\n", "{}num_ranks 1\nrank 0 {{\na: calc 1\n}}\n"),
        ".json": ('"a{}":"b",', '{{"metadata":{{{}"processors":"1",'
                  '"unit_ns":"1","step":"1"}},"traceEvents":[\n]}}\n')}[ending]
    return body.format("".join(form.format(i) for i in range(n)))


def chrome(inner):
    return ('[{"ph":"X","ts":0,"dur":1,"pid":0,"tid":0,"name":"a","args":' +
            inner + "}]\n")


# name, ending, command, past the limit, within it (None: takes too long), what
# is said
ROWS = [
    ("line", ".sched", "stats {}", "#" + "a" * (5 * MIB // 4) + "\n1 0 1 0\n",
     "#" + "a" * (MIB - 9) + "\n1 0 1 0\n", "the line is longer than 1 MiB"),
    ("processors", ".sched", "stats {} --no-limit",
     "# processors: 1048577\n1 0 1 0\n", None, "at most 1048576"),
    ("short", ".sched", "stats {}", "# processors: 131400\n1 0 1 0\n",
     "# processors: 131072\n1 0 1 0\n", "a file of its size"),
    *((f"words-{ending[1:]}", ending, "stats {}", words(ending, 1001),
       words(ending, 990), "more than 1000")
      for ending in [".sched", ".goal", ".json"]),
    ("value-goal", ".goal", "stats {}",
     "// unit_ns: 0\n" + words(".goal", 0), words(".goal", 0),
     "invalid value of unit_ns"),
    ("items", ".sched", "stats {}",
     "# processors: 2\n1 0 1 0-1048576\n", "# processors: 2\n1 0 1 0-1048575\n",
     "more than 1048576 blocks"),
    ("routes", ".sched", "check {}", "".join(shapes.far_apart(9000)),
     "".join(shapes.far_apart(500)), "too much work"),
    ("values", ".sched", "check {} --problem allreduce",
     "".join(shapes.to_and_fro(80000)), "".join(shapes.to_and_fro(5000)),
     "too much work"),
    ("replay-routes", ".sched", "replay {} -n line:9000",
     "".join(shapes.far_apart(9000)), "".join(shapes.far_apart(500)),
     "too much work"),
    ("stats-routes", ".sched", "stats {} -n line:9000",
     "".join(shapes.far_apart(9000)), "".join(shapes.far_apart(500)),
     "too much work"),
    ("replay-sharing", ".csv", "replay {} -n ring:8",
     "".join(shapes.under_way(6500)), "".join(shapes.under_way(4000)),
     "too much work"),
    ("run-processors", ".sched", "run --schedule {}",
     "# processors: 8193\n1 0 1 0\n", "# processors: 8192\n1 0 1 0\n",
     "a schedule of its length may have 8192"),
    ("run-late", ".sched", "run --schedule {} --cost ts=1000,tw=0,th=0",
     "1 0 1 0\n18446744073709600 1 0 1\n", "1 0 1 0\n1844674407 1 0 1\n",
     "ends after the largest time"),
    ("run-looks", ".csv", "run --schedule {}",
     "".join(shapes.sent_first(40000)), "".join(shapes.sent_first(500)),
     "too many overlapping actions"),
    ("goal-names", ".goal", "check $TRACE --goal {}",
     goal("".join(f"let a{i} = 1\n" for i in range(33))),
     goal("".join(f"let a{i} = 1\n" for i in range(20))), "more than 32 names"),
    ("goal-letters", ".goal", "check $TRACE --goal {}",
     goal("let " + "a" * 32 + " = 1\n"), goal("let " + "a" * 31 + " = 1\n"),
     "more than 31 letters"),
    ("goal-depth", ".goal", "check $TRACE --goal {}",
     goal("let a = " + "(" * 65 + "1" + ")" * 65 + "\n"),
     goal("let a = " + "(" * 60 + "1" + ")" * 60 + "\n"),
     "more than 64 parentheses"),
    ("goal-processors", ".goal", "check $TRACE --goal {}",
     "processors 1048577\n", None, "1 to 1048576"),
    ("goal-ranges", ".goal", "check $TRACE --goal {}",
     "processors 2\nhave 0: 0..1100000 by 2\nwant 1: 0\n",
     goal("have 1: 2..9000 by 2\n"), "more than 524288 ranges"),
    ("goal-effort", ".goal", "check $TRACE --goal {}",
     "".join(shapes.goal_long(500)), None, "more than 256 million characters"),
    ("goal-looks", ".goal", "check $TRACE --goal {}",
     "combine sum\nprocessors 5000\nhave all: 0..p-1+r%2\n"
     "want all: r of all\n", None,
     "more than 16 million"),
    ("goal-length", ".goal", "check $TRACE --goal {}",
     goal("#" + "a" * (16 * MIB)), goal("#" + "a" * (15 * MIB)),
     "exceeds 16777216 bytes"),
    ("msccl-chunks", ".xml", "check {}", algorithm(300000), algorithm(1000),
     "chunks in all buffers; at most"),
    ("msccl-blocks", ".xml", "check {}", algorithm(4, 2049), algorithm(4, 9),
     "4098 thread blocks; at most 4096"),
    ("msccl-steps", ".xml", "check {}", "".join(shapes.msccl_wide(100)), None,
     "in a file with so many steps"),
    ("msccl-attributes", ".xml", "check {}",
     attributes('algo name="a" nchunksperloop="1" ngpus="2" coll="allreduce"',
                1001), None, "attributes in one element"),
    ("network-vertices", ".net", "list network file:{}", edges(16385),
     edges(300), "more than 16384 vertices"),
    ("network-unpacked", ".net.gz", "list network file:{}",
     "#" + "a" * 65 * MIB + "\n0 1\n", "#" + "a" * MIB + "\n0 1\n",
     "more than 64 MiB"),
    ("network-keys", ".graphml", "list network file:{}", keys(65), keys(64),
     "more than 64 keys"),
    ("network-attributes", ".graphml", "list network file:{}",
     attributes("graphml", 1001), None, "more than 1000 attributes"),
    ("experiment-length", ".xml", "run {} -o {}.d",
     experiment(1, "<!--" + "a" * MIB + "-->"), None, "longer than 1048576"),
    ("experiment-attributes", ".xml", "run {} -o {}.d",
     attributes("experiment", 1001), None, "more than 1000 attributes"),
    ("experiment-files", ".xml", "run {} -o {}.d", experiment(4097), None,
     "more than 4096 files"),
    ("experiment-runs", ".xml", "run {} -o {}.d", runs(4097), runs(2),
     "more than 4096 runs"),
    ("named-run", ".sched", "run --schedule {}", named(257), named(256),
     "more than 65536 links"),
    ("network-one-way", ".net", "list network file:{}", one_way(4097),
     one_way(300), "has at most 4096"),
    ("network-work", ".net", "list network file:{}", many_links(16384, 17),
     many_links(1000, 17), "their product exceeds"),
    ("network-prefixes", ".graphml", "list network file:{}",
     prefixes("graphml", 1001), None, "more than 1000 declarations"),
    ("experiment-prefixes", ".xml", "run {} -o {}.d",
     prefixes("experiment", 1001), None, "more than 1000 declarations"),
    ("msccl-prefixes", ".xml", "check {}",
     prefixes('algo name="a" nchunksperloop="1" ngpus="2" coll="allreduce"',
              1001), None, "more than 1000 declarations"),
    ("goal-contributors", ".goal", "check $TRACE --goal {}",
     "".join(shapes.goal_alternating(4200)),
     "".join(shapes.goal_alternating(200)), "ranges of contributors"),
    ("replay-line", ".sched", "replay {} -n line:10001",
     "".join(shapes.to_everybody(10000)), "".join(shapes.to_everybody(3000)),
     "too much work"),
    ("links-hops", ".sched", "figure links {} -o {}.svg",
     "".join(shapes.long_routes(6)), "".join(shapes.long_routes(4)),
     "transfers over links"),
    ("figure-switches", ".net", "figure network $TRACE -n file:{} -o {}.svg",
     "switch a b\n0 a\nb 1\nswitch " +
     " ".join(f"s{i}" for i in range(512)) + "\na s0\ns511 b\n" +
     "".join(f"s{i} s{i + 1}\n" for i in range(511)),
     "0 1\n", "processors and switches"),
    ("json-brackets", ".json", "stats {}", chrome("[" * 65 + "]" * 65),
     chrome("[" * 9 + "]" * 9), "nested more than 64 deep"),
    ("json-number", ".json", "stats {}",
     '[{"ph":"X","ts":' + "1" * 64 + ',"dur":1}]\n',
     '[{"ph":"X","ts":123456789,"dur":1}]\n', "more than 63 characters"),
    ("items-of-file", ".sched", "stats {}", "# processors: 2\n" +
     "".join(f"{i + 1} 0 1 0-1048575\n" for i in range(257)),
     "# processors: 2\n" +
     "".join(f"{i + 1} 0 1 0-1048575\n" for i in range(256)),
     "must not carry more than 268435456 blocks"),
    ("msccl-told", ".xml", "stats {}", "".join(asks.msccl_sums(256)),
     "".join(asks.msccl_sums(64)), "more than 2113536 ranges of blocks"),
    ("msccl-told-by-check", ".xml", "check {}",
     "".join(asks.msccl_sums(256)), "".join(asks.msccl_sums(64)),
     "--no-limit lifts"),
    ("msccl-written", ".sched", "convert {} msccl:{}.out",
     "".join(asks.vectors(1)).replace("131072", "262144"),
     "".join(asks.vectors(2)), "of so few messages"),
    ("msccl-moved", ".sched", "convert {} msccl:{}.out",
     "".join(asks.vectors(260)), "".join(asks.vectors(200)),
     "carry too many blocks"),
    ("chrome-lists", ".json", "stats {}", "".join(asks.to_many(140000)),
     "".join(asks.to_many(100000)), "sends have more than 131088 additional"),
    ("given-at-the-start", ".sched", "check {} --goal $GOAL",
     "".join(asks.blocks_everywhere(3000)),
     "".join(asks.blocks_everywhere(100)), "too much work"),
    ("copied", ".sched", "check {} --problem allreduce",
     "".join(asks.all_of_many(60)), "".join(asks.all_of_many(5)),
     "too much work"),
    ("held", ".sched", "check {}", "".join(asks.held_blocks(5)),
     "".join(asks.held_blocks(2)), "too much work"),
    ("optimum-routes", ".net", "optimum broadcast -n file:{} -m one-port",
     "".join(shapes.over_switches(400)), "".join(shapes.over_switches(300, 8)),
     "its routes pass more than 5 million arcs"),
    ("optimum-pairs", ".net", "optimum broadcast -n file:{} -m all-port",
     "".join(shapes.links_path(6000)), "".join(shapes.links_path(60)),
     "processors and 1 block"),
    ("cpu", ".goal", "stats {}",
     "num_ranks 1\nrank 0 {\na: calc 1 cpu 256\n}\n",
     "num_ranks 1\nrank 0 {\na: calc 1 cpu 255\n}\n", "255"),
]

# Texts of goals that are wrong, however much time there is.
MISTAKES = ("goal-names", "goal-letters", "goal-depth", "goal-processors")


def run(weft, name, ending, command, text):
    """Exit status and what is said."""
    opener = gzip.open if ending.endswith(".gz") else open
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name + ending)
        with opener(path, "wt") as out:
            out.write(text)
        trace = os.path.join(folder, "trace.csv")
        with open(trace, "w") as out:
            out.write(TRACE)
        everywhere = os.path.join(folder, "everywhere.goal")
        with open(everywhere, "w") as out:
            out.write(asks.goal_everywhere(131072))
        words = [word.replace("$TRACE", trace).replace("$GOAL", everywhere)
                 .format(path) for word in command.split()]
        done = subprocess.run([weft, *words], capture_output=True, timeout=120)
    return done.returncode, done.stderr.decode(errors="replace")


def complaints(weft, name, ending, command, past, within, what):
    status, said = run(weft, name, ending, command, past)
    not_judged = command.startswith("check ") and name not in MISTAKES
    ended = 2 if not_judged else 1
    if status not in (ended, 64):
        yield f"past the limit: exit status {status}"
    if what not in said or said.count("\n") != 1:
        yield f"past the limit: {said[:300]!r} is not one line of {what!r}"
    if within is not None:
        status, said = run(weft, name, ending, command, within)
        if what in said or status not in (0, 1):
            yield f"within the limit: exit status {status}, {said[:300]!r}"


def main(weft, *names):
    wrong = 0
    for row in ROWS:
        if names and row[0] not in names:
            continue
        for what in complaints(os.path.abspath(weft), *row):
            wrong += 1
            print(f"{row[0]}: {what}", flush=True)
    print(f"{len(ROWS)} limits, {wrong} at fault")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
