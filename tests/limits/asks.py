"""Short files that ask for much: what a few letters say of many ranges, blocks,
processors and thread blocks. worst.py has the others, and the table."""


def msccl_readers(n):
    """Each thread block reads the same chunks."""
    yield ('<algo name="a" nchunksperloop="500" ngpus="1" coll="allreduce" '
           'inplace="1" outofplace="0">\n<gpu id="0" s_chunks="500">\n')
    for i in range(n):
        yield f'<tb id="{i}">'
        for s in range(4):
            yield (f'<step s="{s}" type="cpy" srcbuf="i" srcoff="0" '
                   'dstbuf="s" dstoff="0" cnt="500"/>\n')
        yield "</tb>\n"
    yield "</gpu></algo>\n"


def msccl_sums(n):
    """Sums of every other GPU, which many ranges must say."""
    kinds = ["s"] + ["rcs", "rrs"] * (n // 2)
    kinds[n - 1] = "r"
    yield (f'<algo name="a" nchunksperloop="500" ngpus="{n}" coll="allreduce" '
           'inplace="1" outofplace="0">\n')
    for gpu, kind in enumerate(kinds[:n]):
        to = gpu + 1 if gpu < n - 1 else -1
        yield (f'<gpu id="{gpu}"><tb id="0" send="{to}" recv="{gpu - 1}">'
               f'<step s="0" type="{kind}" srcbuf="i" srcoff="0" dstbuf="i" '
               'dstoff="0" cnt="500"/></tb></gpu>\n')
    yield "</algo>\n"


def statistics_again(n):
    """Four long records of a processor, and many of its fifth."""
    for record in range(-105, -101):
        yield f'{record} -1 0.000001 0 0 100000 "%d%d"' + " 1 2" * 100000
        yield "\n"
    for _ in range(n):
        yield '-101 -1 0.000001 0 0 1 "%d%lf" -21 1\n'


def many_records(n):
    """PICL's; of as many processors as such a file may have."""
    yield f"-3 -21 0.000001 0 0 3 2 8 1 {131000 + n}\n"
    for i in range(n):
        yield f"-3 7 0.{i + 2:06d} 0 0 0\n"


def million_records(n):
    yield from (f"-3 -21 0.000001 0 {i} 3 2 8 1 1048575\n" for i in range(n))


def to_many(n):
    """In weft's own JSON a send tells its destinations in two letters each."""
    yield ('{"metadata":{"processors":"2","unit_ns":"1000","step":"1"},\n'
           '"traceEvents":[\n{"ph":"M","name":"thread_name","tid":1,'
           '"args":{"name":"P0"}},\n{"ph":"X","name":"send A0","cat":"send",'
           '"ts":0,"dur":1,"tid":1,"args":{"to":[1' + ",1" * n + "]}}]}\n")


def blocks_everywhere(n):
    """Each message is a block that each of many processors may have."""
    yield "# processors: 131072\n"
    for i in range(n):
        yield f"{i + 1} 0 1 {i}\n"


def goal_everywhere(n):
    return f"processors {n}\nhave all: 0..2147483646\nwant all: 0\n"


def all_of_many(n):
    """A sum of many contributions, sent on in messages that do not name them."""
    yield "# processors: 131072\n1 1 0 0:1"
    yield from (f"+{i}" for i in range(3, 131072, 2))
    yield "\n"
    for i in range(n):
        yield f"{i + 2} 0 1 0\n"


def held_blocks(n):
    """Very many blocks in few letters, all different."""
    yield "# processors: 3\n"
    for i in range(n):
        yield f"{i + 1} 0 1 {i * 100000}-{i * 100000 + 99999}\n"


def vectors(n):
    """The same vector again and again, to be written as MSCCL."""
    yield ("# processors: 2\n# problem: stream\n# root: 0\n"
           "# blocks: 131072\n")
    for i in range(n):
        yield f"{i + 1} 0 1 0-131071\n"


def named(problem, network, strategy=None):
    """One transfer, and words whose strategy has rounds and rounds."""
    def told(n):
        yield f"# processors: {n}\n# problem: {problem}\n# network: {network}\n"
        yield "# model: one-port-duplex\n"
        if strategy:
            yield f"# strategy: {strategy}\n"
        yield "1 0 1 0\n"
    return told


def zigzag(n):
    """Each message has one end of the one before, by turns."""
    yield "# processors: 16384\n# network: random:16384x8\n# step: 1\n"
    at = [v * 7919 % 16384 for v in range(n + 1)]
    for i in range(n):
        a, b = (at[i], at[i + 1]) if i % 2 else (at[i + 1], at[i])
        yield f"{i + 1} {a} {b} 0\n"


SHAPES = [
    ("msccl-readers", msccl_readers, 1000, ".xml", "check {}"),
    ("msccl-sums", msccl_sums, 64, ".xml", "stats {}"),
    ("msccl-vectors", vectors, 60, ".sched", "convert {} msccl:{}.out"),
    ("picl-statistics", statistics_again, 20000, ".trf", "stats {}"),
    ("picl-many", many_records, 100, ".trf", "view {} -o {}.html"),
    ("picl-million", million_records, 10, ".trf", "stats {}"),
    ("chrome-to-many", to_many, 100000, ".json", "view {} -o {}.html"),
    ("goal-everywhere", blocks_everywhere, 20000, ".sched",
     "check {} --goal $GOAL"),
    ("allreduce-all-of-many", all_of_many, 1000, ".sched",
     "check {} --problem allreduce"),
    ("held-blocks", held_blocks, 10, ".sched", "check {}"),
    ("view-zigzag", zigzag, 10000, ".sched", "view {} -o {}.html"),
    *((f"check-{problem}-{strategy or 'any'}",
       named(problem, network, strategy), 100, ".sched", "check {}")
      for problem, network, strategy in [
          ("scan", "complete:131072", None),
          ("barrier", "complete:131072", "central"),
          ("stream", "complete:1048576", "circulant"),
          ("stream", "complete:1048576", "double-tree")]),
]
