"""Files made to be slow by what they say rather than by how much: equal and
huge values, names, tasks, items, and what is begun and not ended."""
import math

CSV = "start,end,kind,processor,peer,message,bytes,dimension\n"
ITEMS = CSV[:-1] + ",items\n"
BIG = 1 << 63


# ---- messages ----


def one_number(n):
    """All messages have one number, and all are under way at one time."""
    yield CSV
    for kind, ends, first in [("send", "0,1", 0), ("receive", "1,0", n)]:
        for i in range(n):
            yield f"{first + i},{first + i + 1},{kind},{ends},0,8,\n"


def one_number_turned(n):
    """The same, taken by their intervals from the last to the first."""
    yield CSV
    for i in range(n):
        yield f"{i},{2 * n},send,0,1,0,8,\n"
    for i in reversed(range(n)):
        yield f"{i},{2 * n},receive,1,0,0,8,\n"


def of_nobody(n):
    """Received, and never sent; sent, and never received."""
    yield CSV
    for i in range(n):
        yield f"{i},{i + 1},{'send' if i % 2 else 'receive'},{i % 9},9,{i},8,\n"


def shouts_mixed(n):
    """Two messages of one processor and one time, transfer about transfer."""
    yield f"# processors: {n + 1}\n"
    for i in range(n):
        yield f"1 0 {i + 1} {i % 2}\n"


def instants(n):
    """Transfers that take no time, each the cause of the next, all at once."""
    yield CSV
    for i in range(n):
        yield f"7,7,send,{i % 5},{(i + 1) % 5},{i},8,\n"
        yield f"7,7,receive,{(i + 1) % 5},{i % 5},{i},8,\n"


def taken_late(n):
    """All messages arrive, and their processor turns to them at the end."""
    yield CSV
    for i in range(n):
        yield f"{i},{i + 1},send,{i % 7},7,{i},8,\n"
    for i in range(n):
        yield f"{2 * n},{2 * n},receive,7,{i % 7},{i},8,\n"


def all_to_all(n):
    """Everybody to everybody in one slot."""
    side = math.isqrt(n)
    yield f"# processors: {side}\n"
    for i in range(side):
        for k in range(side):
            if i != k:
                yield f"1 {i} {k} {i}\n"


# ---- times ----


def gaps(n):
    """Few slots between which nothing happens for very long."""
    yield CSV
    for i in range(n):
        at = i * (BIG // n)
        yield f"{at},{at + 1},send,{i % 4},{(i + 1) % 4},{i},8,\n"
        yield f"{at},{at + 1},receive,{(i + 1) % 4},{i % 4},{i},8,\n"


def slots_apart(n):
    """The same as a schedule."""
    for i in range(n):
        yield f"{1 + i * (2000000000 // n)} {i % 4} {(i + 1) % 4} {i}\n"


def computing_long(n):
    """Computations of many processors, each nearly as long as time."""
    yield CSV
    for i in range(n):
        yield f"{i},{BIG - i},compute,{i % 1000},,,,\n"


def computing_alike(n):
    """Computations of one processor that are all the same."""
    yield CSV
    for _ in range(n):
        yield "0,10,compute,0,,,,\n"


def marks(n):
    """Marks and stores of one time."""
    yield CSV
    for i in range(n):
        yield f"5,5,{'mark' if i % 2 else 'store'},{i % 3},,{i},8,\n"


def marks_alike(n):
    """The same mark and store, always again."""
    yield CSV
    for i in range(n):
        yield f"5,5,{'mark' if i % 2 else 'store'},0,,1,8,\n"


def waits(n):
    """Waits that no reception ends, and receptions that end none."""
    yield CSV
    for i in range(n):
        yield f"{2 * i},{2 * i},wait,0,1,,,\n"
        yield f"{2 * i},{2 * i + 1},send,1,0,{i},8,\n"
        yield f"{2 * i},{2 * i + 1},take,0,1,{i},8,\n"


def sleeps(n):
    """Sleeps of one processor within one another."""
    yield CSV
    for i in range(n):
        yield f"{i},{2 * n - i},sleep,0,,,,\n"


# ---- tasks and names ----


def tasks(n, ended):
    yield CSV
    for i in range(n):
        yield f"{i},{i},task,0,,{i},,\n"
    for i in range(n):
        yield f"{n + i},{n + i},done,0,,{ended(i)},,\n"


def tasks_in_turn(n):
    """Tasks that end in the order in which they began."""
    yield from tasks(n, lambda i: i)


def tasks_of_nobody(n):
    """Tasks that stay open while others end that never began."""
    yield from tasks(n, lambda i: n + i)


def tasks_within(n):
    yield from tasks(n, lambda i: n - 1 - i)


def tasks_alike(n):
    """One number, within itself."""
    yield CSV
    for i in range(n):
        yield f"{i},{i},task,{i % 2},,1,,\n"


def tasks_named(n):
    """As many names as a trace may have, and tasks of them."""
    for i in range(990):
        yield f"# task.{i}: phase {i}\n"
    yield CSV
    for i in range(n):
        yield f"{i},{i},task,0,,{989 - i % 9},,\n"
        yield f"{i + 1},{i + 1},done,0,,{989 - i % 9},,\n"


def processors_named(n):
    """Names of a few processors, and many that have none."""
    yield f"# processors: {n}\n"
    for i in range(990):
        yield f"# processor.{i}: host {i}\n"
    for i in range(n):
        yield f"{i // 7 + 1} {i} {(i + 1) % n} {i}\n"


def long_words(n):
    """Words about the run that are as long as a line may be."""
    for word in ["strategy", "problem", "processor.0", "processor.1", "task.1",
                 "category.1", "colour"]:
        yield f"# {word}: " + "ab<" * (n // 3) + "\n"
    yield CSV
    yield "0,0,task,0,,1,,\n0,1,send,0,1,1,,\n0,1,receive,1,0,1,,\n"
    yield "2,2,done,0,,1,,\n"


# ---- what messages carry ----


def every_other(n, count, first=0):
    return ",".join(str(first + 2 * k) for k in range(count))


def items_long(n):
    """A few messages, each of as many pieces as fit into a line."""
    pieces = min(n, 100000)
    for i in range(4):
        yield f"{i + 1} {i} {i + 1} {every_other(n, pieces)}\n"


def items_apart(n):
    """Messages of many pieces, each of others."""
    for i in range(n):
        yield f"{i + 1} {i % 8} {(i + 1) % 8} {every_other(n, 60, i)}\n"


def items_sets(n):
    """Values of the contributions of every other processor."""
    yield "# processors: 1024\n"
    for i in range(n):
        ranks = "+".join(str(k) for k in range(i % 2, 120, 2))
        yield f"{i + 1} {i % 8} {(i + 1) % 8} {i % 5}:{ranks}\n"


def items_columns(n):
    """The same in csv, with both ends of each."""
    yield ITEMS
    for i in range(n):
        carried = f'"{every_other(n, 20, i % 99)}"'
        yield f"{i},{i + 1},send,{i % 8},{(i + 1) % 8},{i % 99},8,,{carried}\n"
        yield f"{i},{i + 1},receive,{(i + 1) % 8},{i % 8},{i % 99},8,,\n"


def ports(n):
    """All the dimensions that there are."""
    yield CSV
    for i in range(n):
        yield f"{i // 8},{i // 8 + 1},send,{i % 8},8,{i},8,{i % 32768}\n"
        yield f"{i // 8},{i // 8 + 1},receive,8,{i % 8},{i},8,{i % 32768}\n"


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
    """Pieces of words about the run, from the last to the first."""
    def rows():
        for i in reversed(range(n)):
            yield f"-2 -911 0.000000 0 0 1 0 weft:{i % 10000:04d}:ab{i}=c\n"
    return picl(rows())


def picl_statistics(n):
    """Statistics of many processors, again and again."""
    def rows():
        for i in range(n):
            yield (f'-101 -1 0.00{1000 + i % 9000} {i % 3000} 0 2 "%d%lf" '
                   f"-22 0.0004 {-27 - i % 50} 0.03\n")
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


SHAPES = [(shape.__name__.replace("_", "-"), shape, n, ending, words)
          for n, ending, words, made in [
              (6000, ".csv", "check {}",
               [one_number, one_number_turned, of_nobody]),
              (6000, ".csv", "stats {}", [instants, taken_late, waits]),
              (6000, ".csv", "figure gantt {} -o {}.svg",
               [gaps, computing_alike, sleeps]),
              (6000, ".csv", "figure utilisation {} -o {}.svg",
               [computing_long]),
              (6000, ".csv", "view {} -o {}.html", [marks, marks_alike, ports]),
              (6000, ".csv", "convert {} chrome:{}.out",
               [tasks_in_turn, tasks_of_nobody, tasks_within, tasks_alike,
                tasks_named, long_words, items_columns]),
              (10000, ".sched", "check {} -m one-port",
               [shouts_mixed, all_to_all, slots_apart, items_long]),
              (10000, ".sched", "stats {}", [processors_named]),
              (800, ".sched", "check {} --problem allreduce",
               [items_apart, items_sets]),
              (5000, ".json", "convert {} csv:{}.out",
               [named_threads, slices_alike, slices_in_part,
                arrows_one_number, weft_events, weft_shout]),
              (5000, ".json", "compare broadcast {} -n complete:5",
               [many_names]),
              (6000, ".trf", "stats {}",
               [picl_blocks, picl_words, picl_statistics]),
              (6000, ".goal", "run --schedule {}",
               [program_one_tag, program_ranks]),
              (2000, ".xml", "check {}", [msccl_waits]),
              (3000, ".net", "list network file:{}",
               [links_side_by_side, links_one_way, links_hosts]),
              (3000, ".goal", "check $TRACE --goal {}",
               [goal_doubling, goal_overlap]),
              (800, ".xml", "run {} -o {}.d",
               [experiment_runs, experiment_ranges, experiment_plots])]
          for shape in made] + [
              ("many-names-view", many_names, 5000, ".json",
               "view {} -n ring:5 -o {}.html")]
