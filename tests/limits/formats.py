"""Files made to be slow by what they say, in one format each: Chrome's, PICL,
GOAL, MSCCL, networks, goals, experiments. values.py has the rows."""

# ---- Chrome's ----


def slices(rows):
    yield "["
    for i, row in enumerate(rows):
        yield (",\n{" if i else "\n{") + row + "}"
    yield "\n]\n"


def named_threads(n):
    """Names of processes and threads, said before there is one of them."""
    def rows():
        for i in range(n):
            yield (f'"ph":"M","name":"thread_name","pid":{i},"tid":{i},'
                   f'"args":{{"name":"t{i}"}}')
        for i in reversed(range(n)):
            yield f'"ph":"X","name":"n{i}","pid":{i},"tid":{i},"ts":1,"dur":1'
    return slices(rows())


def slices_alike(n):
    """Slices of one thread and one time, each shorter than the last."""
    return slices(f'"ph":"X","name":"a{i % 7}","tid":0,"ts":0,"dur":{n - i}'
                  for i in range(n))


def slices_in_part(n):
    """Slices of one thread that overlap in part."""
    return slices(f'"ph":"X","name":"a","tid":0,"ts":{i},"dur":{n + i % 7}'
                  for i in range(n))


def arrows_one_number(n):
    """Arrows of one number: all begin, then all end."""
    def rows():
        for i in range(n):
            yield f'"ph":"X","name":"a","tid":0,"ts":{i},"dur":1'
            yield f'"ph":"s","name":"a","cat":"a","id":1,"tid":0,"ts":{i}'
        for i in range(n, 2 * n):
            yield f'"ph":"X","name":"a","tid":1,"ts":{i},"dur":1'
            yield f'"ph":"f","name":"a","cat":"a","id":1,"tid":1,"ts":{i}'
    return slices(rows())


def many_names(n):
    """A name and a category for each slice."""
    return slices(f'"ph":"X","name":"name {i}","cat":"c{i}","tid":{i % 5},'
                  f'"ts":{i},"dur":1' for i in range(n))


def meta(rows):
    """A file of weft's own."""
    return ('{"metadata":{"processors":"4","unit_ns":"1000","step":"1"},'
            '"traceEvents":[\n' + "".join(
                f'{{"ph":"M","name":"thread_name","pid":0,"tid":{i + 1},'
                f'"args":{{"name":"P{i:05}"}}}},\n' for i in range(4)) +
            rows + "]}\n")


def weft_events(n):
    """What has no slices, in one list of one line."""
    rows = ",".join(f'["wait",{i % 4},0,3]' for i in range(n))
    yield meta('{"ph":"M","name":"weft","pid":0,"tid":0,"ts":1,"args":'
               '{"events":[' + rows + "]}}\n")


def weft_shout(n):
    """One send to one processor, very often."""
    to = ",".join(["1"] * n)
    yield meta('{"ph":"X","name":"send A0","cat":"send","pid":0,"tid":1,'
               f'"ts":0,"dur":1,"bind_id":"1","flow_out":true,"args":{{"to":[{to}]'
               f',"dim":[{to}],"bytes":8}}}}\n')


# ---- PICL's ----


def picl(rows):
    yield "-3 -901 0.000000 0 0 0\n-3 -901 0.000000 1 0 0\n"
    yield from rows
    yield "-4 -901 9.000000 0 0 0\n-4 -901 9.000000 1 0 0\n"


def picl_blocks(n):
    """User blocks that end in the order in which they began."""
    def rows():
        for i in range(n):
            yield f"-3 {i + 1} {i / 1e6:.6f} 0 0 1 2 2\n"
        for i in range(n):
            yield f"-4 {i + 1} {(n + i) / 1e6:.6f} 0 0 1 2 2\n"
    return picl(rows())


def picl_words(n):
    """One word about the run in very many pieces, from the last to the first."""
    def rows():
        for i in reversed(range(n)):
            yield (f'-2 -911 0.000000 0 0 2 "%d %s" 16 weft:{i:04d}:'
                   f"{'+' if i else 'colour='}abc\n")
    return picl(rows())


# ---- GOAL, MSCCL, networks, goals, experiments ----


def program_one_tag(n):
    """All messages of one tag, taken in the other order of their labels."""
    yield "num_ranks 2\nrank 0 {\n"
    for i in range(n):
        yield f"l{i}: send 8b to 1 tag 0\n"
    yield "}\nrank 1 {\n"
    for i in range(n):
        yield f"l{i}: recv 8b from 0 tag 0\n"
    for i in range(n - 1):
        yield f"l{i} irequires l{i + 1}\n"
    yield "}\n"


def program_ranks(n):
    """Ranks that have nothing to do."""
    yield f"num_ranks {n}\n"
    for i in range(n):
        yield f"rank {i} {{\n}}\n"


def msccl_waits(n):
    """Each step waits for one of the other thread block, one step further."""
    yield ('<algo name="a" nchunksperloop="2" ngpus="2" coll="allreduce" '
           'inplace="1" outofplace="0">\n<gpu id="0">\n')
    for block in range(2):
        yield f'<tb id="{block}" send="-1" recv="-1">'
        for s in range(n):
            waits = (f'depid="{1 - block}" deps="{s - 1}"' if s and not block
                     else f'depid="0" deps="{s}"' if block
                     else 'depid="-1" deps="-1"')
            yield (f'<step s="{s}" type="nop" srcbuf="i" dstbuf="i" srcoff="0" '
                   f'dstoff="0" cnt="1" {waits} hasdep="1"/>\n')
        yield "</tb>"
    yield '</gpu>\n<gpu id="1">\n</gpu>\n</algo>\n'


def links_side_by_side(n):
    """As many links as may be between each two."""
    for i in range(n):
        yield f"v{i} v{i + 1} {i % 9} {i % 7 + 1} x64\n"


def links_one_way(n):
    """A cycle one way: routes as long as the network, and latencies of all."""
    for i in range(n):
        yield f"v{i} > v{(i + 1) % n} {i % 5} {1 + i % 3}\n"


def links_hosts(n):
    """Hosts in one line, with names that begin alike, at one switch."""
    yield "host " + " ".join(f"{'h' * 40}{i}" for i in range(n)) + "\nswitch s\n"
    for i in range(n):
        yield f"{'h' * 40}{i} s\n"


def goal_doubling(n):
    """A number made of itself, as often as may be, and asked of all."""
    yield "processors 4096\nlet a0 = 1\n"
    for i in range(31):
        yield f"let a{i + 1} = a{i} + a{i} - a{i}\n"
    for i in range(n):
        yield f"have {i % 4096}: a31 * {i}\n"
    yield "want all: 0\n"


def goal_overlap(n):
    """Ranges that lie within one another."""
    yield "processors 16\ncombine sum\n"
    for i in range(n):
        yield f"have {i % 16}: {i}..{2 * n - i}\nwant {i % 16}: {i}..{n + i}\n"


def experiment_runs(n):
    """As many runs as fit."""
    yield "<experiment>\n"
    for i in range(n):
        yield ('<run problem="broadcast" network="ring:4">'
               f'<trace file="a{i}.csv"/></run>\n')
    yield "</experiment>\n"


def experiment_ranges(n):
    """Ranges of one value each, and a table of their columns."""
    yield ('<experiment><compare problem="broadcast" network="complete:4">'
           f'<range bytes="{",".join(str(i + 1) for i in range(n))}"/>'
           '<range strategy="binomial,naive"/><table file="a.txt" '
           'format="text" value="steps"/><plot file="a.svg"/>'
           "</compare></experiment>\n")


def experiment_plots(n):
    """One range, and a column for each of the other's values."""
    yield ('<experiment><compare problem="broadcast" network="complete:4">'
           '<range strategy="binomial,naive"/>'
           f'<range seed="1..{n}"/><table file="a.txt" '
           'format="text" value="steps"/></compare></experiment>\n')
