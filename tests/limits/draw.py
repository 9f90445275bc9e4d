#!/usr/bin/env python3
"""Time and memory of the worst shapes against the size of their files, drawn.

usage: draw.py WEFT FILE.svg [SHAPE...]

Each shape of worst.py at four sizes, a quarter of its usual one to sixteen
times that; one line per shape in each panel, both axes logarithmic. The dashed
line is the memory that is allowed. Names stand at the ends of the uppermost
lines. A size that is refused is a hollow point: what the refusal costs.
"""
import math
import os
import sys
import tempfile
from xml.sax.saxutils import escape

sys.dont_write_bytecode = True
import worst
from shapes import TRACE

TIMES = (0.25, 1, 4, 16)
LARGEST = 64 << 20  # bytes of a file
WIDTH, HEIGHT, LEFT, TOP = 620, 420, 90, 40
NAMED = 12
BYTES = [(10 ** e, label) for e, label in
         ((2, "100 B"), (3, "1 kB"), (4, "10 kB"), (5, "100 kB"), (6, "1 MB"),
          (7, "10 MB"), (8, "100 MB"))]
SECONDS = [(10 ** e, label) for e, label in
           ((-3, "1 ms"), (-2, "10 ms"), (-1, "0.1 s"), (0, "1 s"), (1, "10 s"))]
MEMORY = [(10 ** e, label) for e, label in
          ((7, "10 MB"), (8, "100 MB"), (9, "1 GB"))]


def measured(weft, row):
    """(bytes, seconds, memory, refused) of each size."""
    name, shape, n, ending, words = row
    for times in TIMES:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, name + ending)
            size = worst.make(shape, max(2, int(n * times)), path)
            if size > LARGEST:
                return
            trace = os.path.join(folder, "trace.csv")
            with open(trace, "w") as out:
                out.write(TRACE)
            command = [weft] + [word.replace("$TRACE", trace).format(path)
                                for word in words.split()]
            status, seconds, memory = worst.run(command,
                                                os.path.join(folder, "said"))
            yield size, max(seconds, 1e-3), memory, status != 0


class Panel:
    """Logarithmic axes, and lines in them."""

    def __init__(self, top, title, ticks, value):
        self.top, self.title, self.ticks, self.value = top, title, ticks, value

    def x(self, size):
        low, high = math.log(50), math.log(1e8)
        return LEFT + WIDTH * (math.log(size) - low) / (high - low)

    def y(self, amount):
        low, high = (math.log(self.ticks[i][0]) for i in (0, -1))
        return self.top + HEIGHT * (high - math.log(amount)) / (high - low)

    def axes(self):
        yield (f'<text x="{LEFT}" y="{self.top - 14}" font-size="15">'
               f'{self.title}</text>')
        for amount, label in self.ticks:
            y = self.y(amount)
            yield (f'<path d="M{LEFT} {y:.1f}h{WIDTH}" stroke="#ddd"/>'
                   f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">'
                   f'{label}</text>')
        for size, label in BYTES:
            yield (f'<text x="{self.x(size):.1f}" y="{self.top + HEIGHT + 18}" '
                   f'text-anchor="middle">{label}</text>')

    def line(self, points, colour, dashes=""):
        path = " ".join(f"{self.x(size):.1f},{self.y(amount):.1f}"
                        for size, amount in points)
        return (f'<polyline points="{path}" fill="none" stroke="{colour}"'
                f' stroke-opacity="0.7"{dashes}/>')

    def shapes(self, rows):
        ends = []
        for number, (name, points) in enumerate(rows):
            colour = f"hsl({number * 137 % 360},60%,40%)"
            kept = [(size, self.value(point)) for size, *point in points]
            yield self.line(kept, colour)
            for (size, amount), point in zip(kept, points):
                fill = "white" if point[3] else colour
                yield (f'<circle cx="{self.x(size):.1f}" '
                       f'cy="{self.y(amount):.1f}" r="2.2" fill="{fill}" '
                       f'stroke="{colour}"><title>{escape(name)}</title>'
                       f'</circle>')
            ends.append((self.y(kept[-1][1]), self.x(kept[-1][0]), colour, name))
        last = -math.inf
        for y, x, colour, name in sorted(ends)[:NAMED]:
            last = max(y + 4, last + 11)
            yield (f'<text x="{LEFT + WIDTH + 8}" y="{last:.1f}" '
                   f'font-size="10" fill="{colour}">{escape(name)}</text>')


def picture(rows):
    time = Panel(TOP, "seconds of the processor against the size of the file",
                 SECONDS, lambda point: point[0])
    memory = Panel(TOP + HEIGHT + 90, "memory against the size of the file",
                   MEMORY, lambda point: point[1])
    yield ('<svg xmlns="http://www.w3.org/2000/svg" '
           f'viewBox="0 0 {LEFT + WIDTH + 190} {2 * HEIGHT + 180}" '
           'font-family="sans-serif" font-size="12">')
    yield '<rect width="100%" height="100%" fill="white"/>'
    for panel in (time, memory):
        yield from panel.axes()
        yield from panel.shapes(rows)
    allowed = [(size, worst.PER_BYTE * size + worst.FREE + worst.PROGRAM)
               for size, _ in BYTES[:-1]]
    allowed = [(size, amount) for size, amount in allowed
               if amount <= MEMORY[-1][0]]
    yield memory.line(allowed, "black", ' stroke-dasharray="6 4"')
    yield "</svg>"


def main(weft, path, *names):
    rows = []
    for row in worst.SHAPES:
        if names and row[0] not in names:
            continue
        points = list(measured(os.path.abspath(weft), row))
        if points:
            rows.append((row[0], points))
            print(row[0], *(f"{seconds:.2f} s {memory >> 20} MB;"
                            for _, seconds, memory, _ in points), flush=True)
    with open(path, "w") as out:
        out.write("\n".join(picture(rows)) + "\n")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
