"""Files made to be slow: networks, goals, MSCCL and GOAL programs, and short
traces that speak of much. asks.py, values.py and worst.py have the others, worst.py the
table."""
import math

# ---- networks ----


def links_path(n):
    for i in range(n):
        yield f"{i} {i + 1}\n"


def links_star(n):
    for i in range(n):
        yield f"0 {i + 1}\n"


def links_dense(n):
    """All links between few."""
    for i in range(math.isqrt(n)):
        for k in range(i):
            yield f"{i} {k}\n"


def links_words(n):
    """The word that GraphML is known by, without an end."""
    yield "graphml" * n + "\na b\n"


GRAPHML = '<?xml version="1.0"?>\n<graphml>\n'


def graphml_path(n):
    yield GRAPHML + "<graph>"
    for i in range(n):
        yield f'<node id="n{i}"/>'
    for i in range(n - 1):
        yield f'<edge source="n{i}" target="n{i + 1}"/>'
    yield "</graph></graphml>\n"


def graphml_attributes(n):
    yield GRAPHML + '<graph><node id="a"'
    for i in range(n):
        yield f' a{i}=""'
    yield '/><node id="b"/><edge source="a" target="b"/></graph></graphml>\n'


def graphml_keys(n):
    """Many keys of one meaning, and data for each."""
    yield GRAPHML
    for i in range(n):
        yield f'<key id="k{i}" for="edge" attr.name="latency"/>\n'
    yield '<graph><node id="a"/><node id="b"/><edge source="a" target="b">'
    for i in range(n):
        yield f'<data key="k{i}">1</data>'
    yield "</edge></graph></graphml>\n"


def graphml_namespaces(n):
    """Many prefixes, declared in elements within one another, and one that is
    looked for among all of them."""
    yield '<?xml version="1.0"?>\n<graphml>\n'
    depth = min(n // 200 + 1, 200)
    for i in range(depth):
        yield "<d" + "".join(f' xmlns:a{i}-{k}="u"' for k in range(900)) + ">"
    yield "<a0-0:x/>" * n + "</d>" * depth
    yield '<graph><node id="a"/><node id="b"/>'
    yield '<edge source="a" target="b"/></graph></graphml>\n'


# ---- goals: short ones, for n processors ----


def goal_stride(n):
    yield f"processors {n}\nhave all: 0..p-1 by 2\nwant all: 0..p-1 by 2\n"


def goal_by(n):
    """Very many ranges in a few letters."""
    yield f"processors 2\nhave 0: 0..2000000000 by {12000 // n}\nwant 1: 0\n"


def goal_contributors(n):
    yield f"processors {n}\nhave all: 0..p-1\nwant all: r of all\n"
    yield "combine sum\n"


def goal_every_other(n):
    yield f"combine sum\nprocessors {n}\nhave all: 0..p-1\n"
    yield "want all: r of 0..p-1 by 2\n"


def goal_apart(n):
    yield f"processors {n}\nhave all: 2*r\nwant all: 2*r\n"


def goal_long(n):
    """A list that is evaluated for a million processors."""
    yield "processors 1048576\nhave all: " + "1," * n + "1\nwant all: 1\n"


def goal_wide(n):
    yield f"processors {n}\nhave all: 0..2147483646\n"
    yield "want all: 0..2147483646\n"


def goal_lines(n):
    yield "processors 16\n"
    for i in range(n):
        yield f"have 0: {2 * i}\nwant 1: {2 * i}\n"


def goal_alternating(n):
    """Sets of very many ranges, each another one than the last."""
    yield f"combine sum\nprocessors {n}\nhave all: 0..p-1\n"
    yield "want all: r of r%2..p-1 by 2\n"


def goal_names(n):
    """The last of many names, again and again."""
    yield "processors 1048576\n"
    for i in range(32):
        yield f"let a{i} = 1\n"
    yield "have all: " + "+".join(["a31"] * n) + "\nwant 0: 1\n"


# ---- MSCCL ----


def algorithm(gpus, chunks, blocks_of):
    yield (f'<algo name="a" nchunksperloop="{chunks}" ngpus="{gpus}" '
           'coll="allreduce" inplace="1" outofplace="0">\n')
    for gpu in range(gpus):
        yield f'<gpu id="{gpu}">\n'
        for number, (send, receive, steps) in enumerate(blocks_of(gpu)):
            yield f'<tb id="{number}" send="{send}" recv="{receive}">'
            for s, (kind, source, target, count) in enumerate(steps):
                yield (f'<step s="{s}" type="{kind}" srcbuf="i" dstbuf="i" '
                       f'srcoff="{source}" dstoff="{target}" cnt="{count}" '
                       f'depid="-1" deps="-1" hasdep="0"/>\n')
            yield "</tb>"
        yield "</gpu>\n"
    yield "</algo>\n"


def msccl_ring(n):
    size = math.isqrt(n)

    def blocks(gpu):
        steps = [("s", gpu, gpu, 1)]
        for i in range(1, 2 * size - 2):
            at = (gpu - i) % size
            steps.append(("rrcs" if i < size else "rcs", at, at, 1))
        steps.append(("r", (gpu + 2) % size, (gpu + 2) % size, 1))
        return [((gpu + 1) % size, (gpu - 1) % size, steps)]
    return algorithm(size, size, blocks)


def msccl_prefixes(n):
    """Each chunk the sum of one more than the last."""
    def blocks(gpu):
        return [] if gpu else [(-1, -1, [("re", i, i + 1, 1)
                                         for i in range(n)])]
    return algorithm(2, n + 1, blocks)


def msccl_wide(n):
    """Steps of very many chunks."""
    def blocks(gpu):
        return [(1 - gpu, 1 - gpu, [("s", 0, 0, 60000), ("rrc", 0, 0, 60000)] *
                 n)]
    return algorithm(2, 60000, blocks)


def msccl_under_way(n):
    """All is sent before anything is received."""
    def blocks(gpu):
        return [(1 - gpu, 1 - gpu, [("s", 0, 0, 60000)] * n +
                 [("r", 0, 0, 60000)] * n)]
    return algorithm(2, 60000, blocks)


# ---- GOAL ----


def program(ranks):
    yield f"num_ranks {len(ranks)}\n"
    for rank, lines in enumerate(ranks):
        yield f"rank {rank} {{\n"
        yield from lines
        yield "}\n"


def program_at_once(n):
    """Everything could begin at once."""
    return program([(f"l{i}: send 8b to 1 tag {i}\n" for i in range(n)),
                    (f"l{i}: recv 8b from 0 tag {n - 1 - i}\n"
                     for i in range(n))])


def program_costs(n):
    """The same with a processor that is free before the interface is."""
    yield "// cost: loggp:L=5,o=1,g=7,G=0\n// step: 1\n"
    yield from program([(f"l{i}: send 8b to 1 cpu {i % 3} nic {i % 2}\n"
                         for i in range(n)),
                        (f"l{i}: recv 8b from 0\n" for i in range(n))])


def program_fan(n):
    def lines():
        for i in range(n):
            yield f"l{i}: calc 1\n"
        for i in range(1, n):
            yield f"l0 requires l{i}\n"
    return program([lines()])


def program_chain(n):
    def lines():
        for i in range(n):
            yield f"l{i}: calc 1\n"
        for i in range(n - 1):
            yield f"l{i} requires l{i + 1}\n"
    return program([lines()])


def program_gather(n):
    return program([(f"l{i}: recv 8b from {i + 1}\n" for i in range(n))] +
                   [["l: send 8b to 0\n"]] * n)


# ---- traces ----

CSV = "start,end,kind,processor,peer,message,bytes,dimension\n"
TRACE = CSV + "0,1,send,0,1,1,,\n0,1,receive,1,0,1,,\n"


def chain(n):
    """A message that each processor hands to the next, as a schedule."""
    for i in range(n):
        yield f"{i + 1} {i} {i + 1} {i}\n"


def million(n):
    """A few lines that speak of a million processors."""
    yield "# processors: 1048576\n"
    yield from chain(n)


def many(n):
    """As many processors as are taken without asking."""
    yield "# processors: 131072\n"
    yield from chain(n)


def pairs(n):
    """A block for each pair of processors."""
    yield f"# processors: {40000 + n}\n1 0 1 0\n"


def wide_items(n):
    """Messages of very many blocks, in few letters."""
    yield "# processors: 3\n# problem: multinode\n"
    for i in range(n):
        yield f"{i + 1} {i % 3} {(i + 1) % 3} {i % 5}-{18485044 + i}\n"


def processors_again(n):
    """How many processors there are, said again and again, and what is measured
    of one."""
    for _ in range(n):
        yield "# processors: 1048576\n# in_calls.0: 1\n# statistics.0: a\n"
    yield "# processors: 2\n1 0 1 0\n"


def large_network(n):
    yield "# processors: 1000\n# network: line:200000\n"
    yield from chain(n)


def far_apart(n):
    """Each message passes the arcs of a long route."""
    yield f"# processors: {n}\n# network: line:{n}\n"
    for i in range(n):
        yield f"{i + 1} {i} {n - 1 - i} {i}\n"


def at_once(n):
    """Few processors, and much that begins at one time on each."""
    yield CSV
    for kind, time in [("send", "0,10"), ("receive", "10,11")]:
        for i in range(n):
            ends = i % 8, (i + 1 + i // 8 % 7) % 8
            one, other = ends if kind == "send" else ends[::-1]
            yield f"{time},{kind},{one},{other},{i},8,\n"


def to_and_fro(n):
    """One value, sent back and forth."""
    yield "# processors: 2\n"
    for i in range(n):
        yield f"{i + 1} {i % 2} {1 - i % 2} 0\n"


def under_way(n):
    """Transfers that all go on at one time, begun one after another."""
    yield CSV
    for i in range(n):
        for kind, one, other in [("send", i % 8, (i + 4) % 8),
                                 ("receive", (i + 4) % 8, i % 8)]:
            yield f"{i},{i + n},{kind},{one},{other},{i},{8 + i % 7},\n"


def queueing(n):
    """More comes over a few arcs than they carry."""
    yield CSV
    for i in range(n):
        time, source = i // 4, i % 7 + 1
        yield f"{time},{time + 1},send,{source},0,{i},8,\n"
        yield f"{time},{time + 1},receive,0,{source},{i},8,\n"


def to_everybody(n):
    """One message, sent by one processor to all at one time."""
    yield f"# processors: {n + 1}\n"
    for i in range(n):
        yield f"1 0 {i + 1} 0\n"


def one_slot(n):
    """All that one processor receives comes in one slot."""
    yield "# processors: 8\n"
    for i in range(n):
        yield f"1 {i % 7 + 1} 0 {i}\n"


def lengths(n):
    """The same with transfers of different lengths."""
    yield CSV
    for kind, one, other in [("send", 0, 1), ("receive", 1, 0)]:
        for i in range(n):
            yield f"0,1,{kind},{one},{other},{i},{8 * (n - i)},\n"


def sent_first(n):
    """Two processors send all before they receive anything."""
    yield CSV
    for begin, kind in [(0, "send"), (n, "receive")]:
        for i in range(begin, begin + n):
            for one in range(2):
                yield f"{i},{i + 1},{kind},{one},{1 - one},{i - begin},8,\n"


def everybody(n, step=1):
    """As many processors as messages, in pairs."""
    yield f"# processors: {2 * n}\n"
    for i in range(n):
        yield f"{step} {2 * i} {2 * i + 1} {i}\n"


def all_wait(n):
    """The same so late that all have something to wait for."""
    yield from everybody(n, 1000)


def long_messages(n):
    """Nobody takes the messages, of a gigabyte each, for a while."""
    yield CSV
    for begin, kind, one, other in [(0, "send", 0, 1), (n, "receive", 1, 0)]:
        for i in range(n):
            yield (f"{begin + i},{begin + i + 1},{kind},{one},{other},{i},"
                   "1000000000,\n")


def named_network(n):
    """A word that names a network of n * n links."""
    yield f"# processors: 100\n# network: debruijn:{n}x1\n1 0 1 0\n"


def every_destination(n):
    """A route to each processor of a network that is kept as tables."""
    yield f"# processors: {n}\n# network: circulant:{n}/1\n"
    for i in range(n):
        yield f"{i + 1} {i} {(i + 1) % n} {i}\n"


def goal_many(n):
    """Many values that one processor wants."""
    yield f"have all: 0..{n * 10000000}\nwant 1: 0..{n * 10000000} of all\n"


def links_of_all(n):
    """Between each two as many links as may be."""
    for i in range(n):
        for j in range(i):
            yield f"{i} {j} x64\n"


def over_switches(n, processors=170):
    """Two halves of the processors, at the ends of a line of n switches."""
    yield "switch " + " ".join(f"s{i}" for i in range(n)) + "\n"
    for i in range(processors):
        yield f"{i} s{i % 2 * (n - 1)}\n"
    for i in range(n - 1):
        yield f"s{i} s{i + 1}\n"


def over_long_routes(n):
    """So few that their routes are not too many."""
    yield from over_switches(n, 34)


def long_routes(n):
    """A few messages that go nearly as far as a line is long."""
    yield "# processors: 100000\n# network: line:100000\n"
    for i in range(n):
        yield f"{i + 1} {i} {99999 - i} {i}\n"


SHAPES = [
    *((f"{name.__name__.replace('_', '-')}", name, n, ending,
       "list network file:{}") for name, n, ending in [
           (links_path, 4000, ".net"), (links_star, 4000, ".net"),
           (links_dense, 50000, ".net"), (links_words, 100000, ".net"),
           (graphml_path, 4000, ".graphml"), (graphml_keys, 5000, ".graphml"),
           (graphml_attributes, 20000, ".graphml")]),
    *((f"{name.__name__.replace('_', '-')}", name, n, ".goal",
       "check $TRACE --goal {}") for name, n in [
           (goal_stride, 8000), (goal_by, 25), (goal_contributors, 8000),
           (goal_every_other, 8000), (goal_apart, 100000), (goal_long, 500),
           (goal_wide, 8), (goal_lines, 20000)]),
    *((f"{name.__name__.replace('_', '-')}", name, n, ".xml", "check {}")
      for name, n in [(msccl_ring, 3000), (msccl_prefixes, 5000),
                      (msccl_wide, 100), (msccl_under_way, 100)]),
    ("msccl-view", msccl_ring, 3000, ".xml", "view {} -o {}.html"),
    *((f"{name.__name__.replace('_', '-')}", name, 20000, ".goal", "stats {}")
      for name in [program_at_once, program_costs, program_fan, program_chain,
                   program_gather]),
    ("program-replay", program_at_once, 20000, ".goal", "replay {} -n ring:3"),
    *((f"million-{words.split()[0]}", million, 10, ".sched", words)
      for words in ["stats {}", "view {} -o {}.html", "replay {} -n ring:3"]),
    *((f"many-{name}", many, 10, ".sched", words) for name, words in [
        ("stats", "stats {}"), ("view", "view {} -o {}.html"),
        ("utilisation", "figure utilisation {} -o {}.svg"),
        ("picl", "convert {} picl:{}.out"),
        ("paje", "convert {} paje:{}.trace")]),
    ("many-measured", processors_again, 8000, ".sched", "stats {}"),
    ("values-check", to_and_fro, 7500, ".sched",
     "check {} --problem allreduce"),
    ("routes-check", far_apart, 1000, ".sched", "check {}"),
    ("routes-view", far_apart, 1500, ".sched", "view {} -o {}.html"),
    ("routes-stats", far_apart, 1500, ".sched",
     "stats {} -n line:6000 --links"),
    *((f"shared-{words}", under_way, 2500, ".csv",
       f"replay {{}} -n ring:8 --sharing {words}")
      for words in ["fair", "fifo"]),
    ("shared-queue", queueing, 10000, ".csv", "replay {} -n ring:8"),
    ("shared-tree", to_everybody, 60000, ".sched",
     "replay {} -n complete:240001"),
    ("shared-all", at_once, 10000, ".csv", "replay {} -n ring:8 --all --json"),
    ("shared-matrix", at_once, 10000, ".csv", "stats {} --matrix --json"),
    *((f"run-{shape.__name__.replace('_', '-')}{label}", shape, n, ending,
       f"run --schedule {{}} --on-conflict report -m {model}")
      for label, model in [("", "one-port"),
                           ("-ports", "send=2,receive=3,duplex=full")]
      for shape, n, ending in [
          (one_slot, 15000, ".sched"), (lengths, 10000, ".csv"),
          (sent_first, 8000, ".csv"), (all_wait, 10000, ".sched"),
          (long_messages, 10, ".csv")]),
    ("optimum-lines", goal_lines, 100, ".goal",
     "optimum --goal {} -n ring:16 --limit 2"),
    ("optimum-many", goal_many, 5, ".goal", "optimum --goal {} -n ring:128"),
    ("optimum-routes", over_switches, 2000, ".net",
     "optimum broadcast -n file:{} -m one-port --no-strategies --limit 2"),
    ("optimum-clauses", over_long_routes, 2000, ".net",
     "optimum broadcast -n file:{} -m one-port --no-strategies --limit 2"),
    ("optimum-mouths", links_of_all, 20, ".net",
     "optimum allreduce -n file:{} -m all-port --no-strategies --limit 2"
     " --steps 2"),
    ("optimum-lanes", links_of_all, 40, ".net",
     "optimum allgather -n file:{} -m all-port --limit 2"),
    ("items-named", wide_items, 10, ".sched", "check {}"),
    ("items-asked", wide_items, 10, ".sched", "check {} --problem allreduce"),
    ("pairs-alltoall", pairs, 10, ".sched", "check {} --problem alltoall"),
    *((f"large-{problem}", large_network, 10, ".sched",
       f"check {{}} --problem {problem}")
      for problem in ["allgather", "allreduce", "alltoall", "barrier", "exscan",
                      "reduce-scatter", "scan"]),
    ("graphml-namespaces", graphml_namespaces, 10000, ".graphml",
     "list network file:{}"),
    *((f"{name.__name__.replace('_', '-')}", name, n, ".goal",
       "check $TRACE --goal {}")
      for name, n in [(goal_alternating, 1440), (goal_names, 40)]),
    *((f"named-{words.split()[0]}", named_network, 1024, ".sched", words)
      for words in ["check {}", "view {} -o {}.html", "run --schedule {}",
                    "figure links {} -o {}.svg"]),
    ("tables-check", every_destination, 4096, ".sched", "check {}"),
    ("shared-line", to_everybody, 10000, ".sched", "replay {} -n line:40001"),
    ("links-far", long_routes, 5, ".sched", "figure links {} -o {}.svg"),
    *((f"twice-{name.__name__.replace('_', '-')}", name, n, ".sched",
       "view {} {} -o {}.html")
      for name, n in [(many, 10), (to_everybody, 60000)]),
]
