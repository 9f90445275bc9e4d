#!/usr/bin/env python3
"""What files made to be slow cost, at a size and at four times that size.

usage: worst.py [--table] WEFT [SHAPE...]

Each shape below once made weft take time or memory out of proportion. Every
command must end by itself within CPU_SECONDS (what was mended took minutes) and
within a memory that follows from the size of its input; it may refuse the file,
in one line. Nothing else is asserted: seconds differ from machine to machine.
With --table they are printed, for both sizes.
"""
import gzip
import os
import resource
import sys
import tempfile

sys.dont_write_bytecode = True
import asks
import shapes
import values
from shapes import CSV, TRACE

CPU_SECONDS = 20
PER_BYTE = 80  # of input, decompressed, each time that it is read
FREE = 64 << 20
PROGRAM = 32 << 20  # weft and its libraries before they read anything
MASK = (1 << 64) - 1


# ---- shapes: name, size, what is done with the file, its lines ----


def messages_far_apart(n):
    """Message numbers that are equal in their low bits, all under way."""
    yield CSV
    for i in range(n):
        yield f"0,1,send,0,1,{i * 8192},,\n"
    for i in range(n):
        yield f"1,2,receive,1,0,{i * 8192},,\n"


def sends_at_once(n):
    yield CSV
    for i in range(n):
        yield f"0,1,send,0,1,{i},,\n"
    for i in range(n):
        yield f"{i + 1},{i + 2},receive,1,0,{i},,\n"


def nested(n):
    """Each event within the one before."""
    yield CSV
    for i in range(n):
        yield f"{i},{2 * n - i},send,0,1,{i},,\n"


def staggered(n):
    """Computations of one processor, all of which are open at time n."""
    yield CSV
    for i in range(n):
        yield f"{i},{n + i},compute,0,,,,\n"


def threads_that_collide(n):
    """Threads whose numbers undo the multiplication of a plain hash."""
    yield "["
    for pid in range(1, n + 1):
        tid = -pid * 0x9E3779B97F4A7C15 & MASK
        tid = tid - (1 << 64) if tid >> 63 else tid
        yield ",\n" if pid > 1 else "\n"
        yield f'{{"ph":"X","name":"a","pid":{pid},"tid":{tid},"ts":{pid},"dur":1}}'
    yield "\n]\n"


def arrows(n):
    """Arrows that all begin before the first one ends."""
    yield "["
    for i in range(n):
        yield ",\n" if i else "\n"
        yield f'{{"ph":"X","name":"a","pid":0,"tid":0,"ts":{i},"dur":1}},'
        yield f'{{"ph":"s","name":"a","cat":"a","id":{i},"pid":0,"tid":0,"ts":{i}}}'
    for i in range(n):
        yield f',\n{{"ph":"X","name":"b","pid":0,"tid":1,"ts":{n + i},"dur":1}},'
        yield f'{{"ph":"f","name":"a","cat":"a","id":{i},"pid":0,"tid":1,"ts":{n + i}}}'
    yield "\n]\n"


def opened(n):
    """The shortest slices, each within the one before, with and without end."""
    yield "["
    for i in range(n):
        yield '{"ph":"B","ts":%d},' % i
    for i in range(n // 2):
        yield '{"ph":"E","ts":%d},' % (n + i)


def opened_and_ended(n):
    yield "["
    for i in range(n):
        yield '{"ph":"B","ts":%d},{"ph":"E","ts":%d},' % (i, i)


def bound(n):
    """Arrows of one id, from every other slice to all between."""
    yield "["
    for i in range(n):
        way = "in" if i % 2 else "out"
        yield ('{"ph":"X","ts":%d,"dur":1,"tid":%d,"bind_id":1,'
               '"flow_%s":true},' % (i, i % 2, way))


def fan(n):
    """Arrows of one id, from one slice to many, then back."""
    yield "["
    for i in range(n):
        yield ('{"ph":"X","ts":%d,"dur":1,"tid":%d,"bind_id":1,"flow_in":true,'
               '"flow_out":true},' % (i, i % 3))


def everyone(n):
    """Each slice on a thread of its own."""
    yield "["
    for i in range(n):
        yield '{"ph":"B","ts":1,"tid":%d},{"ph":"E","ts":2,"tid":%d},' % (i, i)


def path(n):
    """A message that goes from each processor to the next."""
    yield CSV
    for i in range(n):
        yield f"{i},{i + 1},send,{i},{i + 1},0,,\n"
        yield f"{i},{i + 1},receive,{i + 1},{i},0,,\n"


def cycle(n):
    """A root, and apart from it a cycle."""
    yield CSV
    yield "0,1,send,0,1,0,,\n0,1,receive,1,0,0,,\n"
    for i in range(n):
        source, to = 2 + i, 2 + (i + 1) % n
        yield f"{i + 1},{i + 2},send,{source},{to},0,,\n"
        yield f"{i + 1},{i + 2},receive,{to},{source},0,,\n"


def far_line(n):
    """A short file that names a large network."""
    yield "# processors: 1048576\n# network: line:1048576\n"
    yield from shapes.chain(n)


def sources(n):
    """Many processors hold many messages: what a problem must count."""
    yield f"# processors: {n}\n"
    for i in range(n):
        yield f"{i % 7 + 1} {i} {(i + 1) % n} {i}\n"


def attributes(n):
    yield '<?xml version="1.0"?>\n<experiment title="a"'
    for i in range(n):
        yield f' a{i}=""'
    yield "/>\n"


def attributes_of_brackets(n):
    yield '<?xml version="1.0"?>\n<experiment title="a"'
    for i in range(n):
        yield f' a{i}=">"'
    yield "/>\n"


def elements(n):
    yield '<?xml version="1.0"?>\n<experiment title="a">\n'
    for _ in range(n):
        yield "<x/>"
    yield "</experiment>\n"


def repeated(n):
    """Compresses more than 200-fold."""
    yield CSV
    for _ in range(n):
        yield "0,1,compute,0,,,,\n" * 100


def paje(*records):
    """Paje: each of the records n times, with a number in it."""
    fields = {"PajeCreateContainer": "Name", "PajePushState":
              "Time Type Container Value", "PajePopState":
              "Time Type Container", "PajeStartLink":
              "Time Type StartContainer Key", "PajeEndLink":
              "Time Type EndContainer Key", "PajeDestroyContainer":
              "Time Name"}

    def shape(n):
        for number, (name, words) in enumerate(fields.items()):
            yield f"%EventDef {name} {number}\n"
            yield from (f"% {word} string\n" for word in words.split())
            yield "%EndEventDef\n"
        yield "0 a\n0 b\n"
        for record in records:
            yield from (record.format(i) for i in range(n))
    return shape


PROBLEMS = ("broadcast gather gauss multinode reduce scatter simultaneous"
            " stream successive").split()

SHAPES = [
    ("check-far-apart", messages_far_apart, 25000, ".csv", "check {}"),
    ("allreduce-far-apart", messages_far_apart, 25000, ".csv",
     "check {} --problem allreduce"),
    ("stats-far-apart", messages_far_apart, 25000, ".csv", "stats {}"),
    ("stats-at-once", sends_at_once, 25000, ".csv", "stats {}"),
    ("stats-nested", nested, 25000, ".csv", "stats {}"),
    ("check-nested", nested, 25000, ".csv", "check {}"),
    ("chrome-staggered", staggered, 25000, ".csv", "convert {} chrome:{}.out"),
    ("chrome-nested", nested, 25000, ".csv", "convert {} chrome:{}.out"),
    ("picl-nested", nested, 25000, ".csv", "convert {} picl:{}.out"),
    ("chrome-threads", threads_that_collide, 25000, ".json", "stats {}"),
    ("chrome-arrows", arrows, 15000, ".json", "stats {}"),
    ("chrome-opened", opened, 100000, ".json", "stats {}"),
    ("chrome-instants", opened_and_ended, 100000, ".json", "convert {} csv:{}.out"),
    ("chrome-ends", opened, 100000, ".json", "convert {} csv:{}.out"),
    ("chrome-bound", bound, 50000, ".json", "convert {} csv:{}.out"),
    ("chrome-fan", fan, 50000, ".json", "convert {} csv:{}.out"),
    ("chrome-everyone", everyone, 50000, ".json", "stats {}"),
    ("paje-values", paje("1 0 S a {:x}\n"), 75000, ".paje", "stats {}"),
    ("paje-types", paje("1 0 {:x} a X\n", "5 {} a\n"), 75000, ".paje",
     "stats {}"),
    ("paje-within", paje("1 {} S a call\n", "3 9999999 L a {}\n",
                         "4 9999999 L b {}\n"), 25000, ".paje", "stats {}"),
    ("paje-links", paje("3 0 L a {}\n", "4 1 L b {}\n"), 50000, ".paje",
     "convert {} csv:{}.out"),
    ("paje-containers", paje("0 {0:x}\n3 0 L {0:x} {0}\n4 0 L a {0}\n"),
     30000, ".paje", "stats {}"),
    ("tree-path", path, 15000, ".csv", "figure tree {} -o {}.svg"),
    ("tree-cycle", cycle, 15000, ".csv", "figure tree {} -o {}.svg"),
    ("network-path", path, 15000, ".csv", "figure network {} -o {}.svg"),
    ("matrix-path", path, 15000, ".csv", "figure matrix {} -o {}.svg"),
    ("links-line", far_line, 10, ".sched", "figure links {} -o {}.svg"),
    ("check-line", far_line, 10, ".sched", "check {}"),
    ("check-everybody", shapes.everybody, 20000, ".sched", "check {}"),
    ("compare-everybody", shapes.everybody, 20000, ".sched", "compare {}"),
    ("compare-allreduce", shapes.everybody, 20000, ".sched",
     "compare allreduce {} -s ring"),
    ("view-everybody", shapes.everybody, 20000, ".sched",
     "view {} -o {}.html"),
    *((f"check-{problem}", sources, 20000, ".sched",
       f"check {{}} --problem {problem}") for problem in PROBLEMS),
    ("xml-attributes", attributes, 25000, ".xml", "run {} -o {}.d"),
    ("xml-brackets", attributes_of_brackets, 22000, ".xml", "run {} -o {}.d"),
    ("xml-elements", elements, 27500, ".xml", "run {} -o {}.d"),
    ("gzip-repeated", repeated, 10000, ".csv.gz", "stats {}"),
    ("gzip-no-limit", repeated, 10000, ".csv.gz", "stats --no-limit {}"),
    *shapes.SHAPES,
    *asks.SHAPES,
    *values.SHAPES,
]


# ---- running them ----


def make(shape, n, path):
    """The file of a shape; its size, decompressed."""
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "wt") as out:
        for text in shape(n):
            out.write(text)
        return out.tell()


def child(command, said):
    out = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(out, 1)
    os.dup2(out, 2)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    # filling memory would make all of it count
    environment = {name: value for name, value in os.environ.items()
                   if name != "MALLOC_PERTURB_"}
    os.execve(command[0], command, environment)


def run(command, said):
    """Exit status (minus a signal), seconds of the processor, bytes."""
    pid = os.fork()
    if pid == 0:
        try:
            child(command, said)
        finally:
            os._exit(127)
    _, status, usage = os.wait4(pid, 0)
    return (os.waitstatus_to_exitcode(status),
            usage.ru_utime + usage.ru_stime, usage.ru_maxrss << 10)


def complaints(status, memory, size, said):
    allowed = PER_BYTE * size + FREE + PROGRAM
    if status not in (0, 1, 2, 64):
        yield f"ended with {status}"
    if memory > allowed:
        yield f"{memory >> 20} MB, allowed are {allowed >> 20}"
    with open(said, errors="replace") as text:
        lines = [line for line in text if line.startswith("weft:")]
    if any("memory" in line for line in lines):
        yield "ran out of memory: " + lines[0].strip()


def measure(weft, name, shape, n, ending, words, folder):
    path = os.path.join(folder, name + ending)
    said = os.path.join(folder, "said")
    size = make(shape, n, path)
    trace = os.path.join(folder, "trace.csv")
    with open(trace, "w") as out:
        out.write(TRACE)
    goal = os.path.join(folder, "everywhere.goal")
    with open(goal, "w") as out:
        out.write(asks.goal_everywhere(131072))
    command = [weft] + [word.replace("$TRACE", trace).replace("$GOAL", goal)
                        .format(path)
                        for word in words.split()]
    reads = words.split().count("{}")
    status, seconds, memory = run(command, said)
    with open(said, errors="replace") as text:
        first = text.readline().strip()
    print(f"{name:18} {size:10} bytes {seconds:7.2f} s {memory >> 20:6} MB  "
          f"{status}  {first.replace(folder + '/', '')[:90]}", flush=True)
    wrong = list(complaints(status, memory, size * reads, said))
    for what in wrong:
        print(f"{name}: {what}")
    return len(wrong)


def main(arguments):
    table = "--table" in arguments
    weft, *names = [word for word in arguments if word != "--table"]
    wrong = 0
    for name, shape, n, ending, words in SHAPES:
        if names and name not in names:
            continue
        for times in (1, 4):
            with tempfile.TemporaryDirectory() as folder:
                wrong += measure(os.path.abspath(weft), name, shape, times * n,
                                 ending, words, folder)
    return 1 if wrong and not table else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
