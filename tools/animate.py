#!/usr/bin/env python3
"""Draw a schedule on a 4-cube as an animated SVG.

usage: weft run successive -n hypercube:4 -s rotated -t run.sched &&
       animate.py BOUND <run.sched >FILE.svg

Standard input is the schedule: "step source destination message" in each line.
BOUND is the lower bound, marked on the time axis. All elements share one CSS
animation: --s is the step of a transfer, --x and --y are its way, and --now
shifts the clock (a viewer who prefers less motion sees one moment).
"""
import math
import sys

STEP = 0.7       # seconds
REST = 4         # steps between the end and the next start
BODY = 0.82      # share of a step in which a message moves
CENTRE = (180, 246)
RADIUS = 150
GRID, CELL = (370, 90), 17
AXIS = (24, 446, 622)  # left, height, right
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9"]

STYLE = """\
svg { --now: 0; --ink: #1f2328; --soft: #59636e; --line: #c4ccd4; --card: #ffffff;
  --node: #eef1f4; font: 18px "DejaVu Sans", Verdana, sans-serif; }
@media (prefers-color-scheme: dark) {
  svg { --ink: #f0f6fc; --soft: #a6b0ba; --line: #46505b; --card: #10151b; --node: #262d36; } }
text { fill: var(--ink); text-anchor: middle; dominant-baseline: central; }
.left { text-anchor: start; }
.right { text-anchor: end; }
.soft { fill: var(--soft); font-size: 15px; }
.head { font-size: 21px; font-weight: bold; }
.card { fill: var(--card); stroke: var(--line); }
.link { stroke: var(--line); stroke-width: 2; }
.node { fill: var(--node); stroke: var(--soft); stroke-width: 1.5; }
.name { font-size: 15px; }
.cell { fill: var(--node); }
.number { fill: #ffffff; font-size: 15px; font-weight: bold; }
.axis { stroke: var(--line); stroke-width: 8; }
.mark { stroke: var(--soft); stroke-width: 2; }
.bar { fill: #0072b2; }
.move, .show, .fill, .bar { animation: %(cycle)ss linear infinite;
  animation-delay: calc((var(--s, 1) - 1 - var(--now)) * %(step)ss); }
.move { animation-name: move; opacity: 0; }
.show { animation-name: show; opacity: 0; }
.bar { animation-name: bar; transform-box: fill-box; transform-origin: 0 0; }
@keyframes move { 0%% { transform: translate(0px, 0px); opacity: 1; }
  %(body).3f%%, %(whole).3f%% { transform: translate(var(--x), var(--y)); opacity: 1; }
  %(after).3f%%, 100%% { transform: translate(var(--x), var(--y)); opacity: 0; } }
@keyframes show { 0%%, %(whole).3f%% { opacity: 1; } %(after).3f%%, 100%% { opacity: 0; } }
@keyframes bar { 0%% { transform: scaleX(0); } %(end).3f%%, 100%% { transform: scaleX(1); } }
@media (prefers-reduced-motion: reduce) {
  svg { --now: 16.5; } .move, .show, .fill, .bar { animation-play-state: paused; } }
"""


def read(lines):
    """The transfers: (step, source, destination, message)."""
    return [tuple(int(word) for word in line.split())
            for line in lines if line.strip() and not line.startswith("#")]


def place(node):
    """Each dimension is one of four directions: all links have one length."""
    x = y = 0.0
    length = RADIUS * 2 * math.sin(math.pi / 8)
    for bit in range(4):
        side = 0.5 if node >> bit & 1 else -0.5
        angle = math.pi * (2 * bit + 1) / 8
        x += side * length * math.cos(angle)
        y -= side * length * math.sin(angle)
    return CENTRE[0] + x, CENTRE[1] + y


def colour(message):
    return COLOURS[(message - 1) % len(COLOURS)]


def links():
    for node in range(16):
        for bit in range(4):
            if not node >> bit & 1:
                yield place(node) + place(node ^ 1 << bit)


def cube(transfers):
    for x, y, to_x, to_y in links():
        print('<line class="link" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>'
              % (x, y, to_x, to_y))
    for node in range(16):
        print('<circle class="node" cx="%.1f" cy="%.1f" r="17"/>' % place(node))
        print('<text class="name" x="%.1f" y="%.1f">%d</text>'
              % (place(node) + (node,)))
    for step, source, destination, message in transfers:
        x, y = place(source)
        to_x, to_y = place(destination)
        print('<g class="move" style="--s:%d;--x:%.1fpx;--y:%.1fpx">'
              '<circle cx="%.1f" cy="%.1f" r="13" fill="%s"/>'
              '<text class="number" x="%.1f" y="%.1f">%d</text></g>'
              % (step, to_x - x, to_y - y, x, y, colour(message), x, y,
                 message))


def knowledge(transfers):
    """A column for each message, a row for each processor; filled from the
    step in which the message arrives."""
    left, top = GRID
    arrival = {(to, message): step for step, _, to, message in transfers}
    for message in sorted({message for _, _, _, message in transfers}):
        for node in range(16):
            box = ('x="%d" y="%d" width="%d" height="%d"' %
                   (left + (message - 1) * (CELL - 1), top + node * CELL,
                    CELL - 3, CELL - 2))
            step = arrival.get((node, message))
            if step is None:  # the source
                print('<rect %s fill="%s"/>' % (box, colour(message)))
                continue
            print('<rect class="cell" %s/>' % box)
            print('<rect class="fill" style="animation-name:f%d" %s fill="%s"/>'
                  % (step, box, colour(message)))


def axis(steps, bound):
    left, height, right = AXIS
    unit = (right - left) / steps
    print('<line class="axis" x1="%d" y1="%d" x2="%d" y2="%d"/>'
          % (left, height, right, height))
    print('<rect class="bar" x="%d" y="%d" width="%d" height="8"/>'
          % (left, height - 4, right - left))
    x = left + bound * unit
    print('<path class="mark" d="M%.1f %dv22"/>' % (x, height - 11))
    print('<text class="soft right" x="%.1f" y="%d">no schedule is shorter '
          'than %d steps</text>' % (x + 4, height + 26, bound))
    print('<text class="soft right" x="%d" y="%d">%d</text>'
          % (right, height + 26, steps))
    for step in range(1, steps + 1):
        last = ";animation-name:last" if step == steps else ""
        print('<text class="show left" style="--s:%d%s" x="%d" y="%d">step %d'
              '</text>' % (step, last, left, height + 26, step))


def style(steps):
    cycle = steps + REST
    whole = 100 / cycle
    print("<style>")
    print(STYLE % {"step": STEP, "cycle": round(cycle * STEP, 3),
                   "body": BODY * whole, "whole": whole,
                   "after": whole + 0.001, "end": steps * whole}, end="")
    print("@keyframes last { 0%%, %.3f%% { opacity: 1; } %.3f%%, 100%% "
          "{ opacity: 0; } }" % ((REST + 1) * whole, (REST + 1) * whole + .001))
    for step in range(1, steps + 1):
        at = (step - 1 + BODY) * whole
        print("@keyframes f%d { 0%%, %.3f%% { opacity: 0; } %.3f%%, 100%% "
              "{ opacity: 1; } }" % (step, at, at + .001))
    print("</style>")


def main(bound):
    transfers = read(sys.stdin)
    steps = max(step for step, _, _, _ in transfers)
    print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 646 496" '
          'width="646" height="496" role="img">')
    print("<title>Sixteen broadcasts on a 4-cube, the rotated schedule, "
          "step by step</title>")
    style(steps)
    print('<rect class="card" x="0.5" y="0.5" width="645" height="495" rx="8"/>')
    print('<text class="head left" x="24" y="30">16 processors broadcast in '
          'turn on a 4-cube</text>')
    print('<text class="soft" x="%d" y="62">messages on the links</text>'
          % CENTRE[0])
    print('<text class="soft" x="%d" y="62">messages held</text>'
          % (GRID[0] + 8 * (CELL - 1)))
    print('<text class="soft" x="%d" y="386">column: message, row: processor'
          '</text>' % (GRID[0] + 8 * (CELL - 1)))
    cube(transfers)
    knowledge(transfers)
    axis(steps, bound)
    print("</svg>")


main(int(sys.argv[1]))
