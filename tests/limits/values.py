"""Files made to be slow by what they say rather than by how much: equal and
huge values, names, tasks, items, and what is begun and not ended; formats.py has
those of one format."""
import math

import formats
from shapes import CSV, TRACE

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
    yield TRACE
    for i in range(n):
        yield f"{i},{BIG - i},compute,{i % 1000},,,,\n"


def computing_alike(n):
    """Computations of one processor that are all the same."""
    yield TRACE
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
    yield TRACE
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
               [formats.named_threads, formats.slices_alike,
                formats.slices_in_part, formats.arrows_one_number,
                formats.weft_events, formats.weft_shout]),
              (5000, ".json", "compare broadcast {} -n complete:5",
               [formats.many_names]),
              (6000, ".trf", "stats {}",
               [formats.picl_blocks, formats.picl_words]),
              (6000, ".goal", "run --schedule {}",
               [formats.program_one_tag, formats.program_ranks]),
              (2000, ".xml", "check {}", [formats.msccl_waits]),
              (3000, ".net", "list network file:{}",
               [formats.links_side_by_side, formats.links_one_way,
                formats.links_hosts]),
              (3000, ".goal", "check $TRACE --goal {}",
               [formats.goal_doubling, formats.goal_overlap]),
              (800, ".xml", "run {} -o {}.d",
               [formats.experiment_runs, formats.experiment_ranges,
                formats.experiment_plots])]
          for shape in made] + [
              ("many-names-view", formats.many_names, 5000, ".json",
               "view {} -n ring:5 -o {}.html")]
