#!/usr/bin/env python3
"""Platforms of SimGrid and networks of ASTRA-sim against the definitions of their
routes.

usage: clusters.py DUMP COUNT

COUNT networks of ASTRA-sim, as YAML in several layouts, are printed by the program
DUMP, and must have exactly the arcs and the routes of the definition.
COUNT random tori, fat trees, dragonflies and flat clusters are written as platforms, some
compressed or with CRLF, and printed by the program DUMP, and so are COUNT zones
of hosts, routers, links and routes. Every route must cross
the links that the definition gives, in their order, and those links must have
the latency of the file. The definitions here work on tuples of coordinates and
labels; weft computes with numbers.
"""
import gzip
import itertools
import os
import random
import subprocess
import sys
import tempfile

LATENCIES = [("200ns", 200), ("50us", 50000), ("0.0001", 100000), ("1ps", .001),
             ("2ms", 2000000)]
SPEEDS = [("1.25GBps", .15625), ("10Gbps", .15625), ("8e9", 1),
          ("1MiBps", 2**20 / 8e9), ("125MBps", .015625)]


def torus_route(extents, source, goal):
    """The names of the links: (lower host, dimension), and the direction."""
    at, links = list(source), []
    for d, extent in enumerate(extents):
        half = extent // 2
        while at[d] != goal[d]:
            up = at[d] < goal[d] <= at[d] + half or \
                (at[d] > half and (at[d] + half) % extent >= goal[d])
            before = tuple(at)
            at[d] = (at[d] + (1 if up else -1)) % extent
            links.append((before, tuple(at)))
    return links


def fat_route(down, up, count, source, goal):
    """The links as (level, label below, label above, port), upwards or not. A
    label is (parents taken, digits of the hosts below)."""
    levels = len(down)

    def digits(host):
        found = []
        for extent in down:
            found.append(host % extent)
            host //= extent
        return tuple(found)

    mine, other = digits(source), digits(goal)
    meeting = max((l + 1 for l in range(levels) if mine[l] != other[l]),
                  default=0)
    taken, links, rest = (), [], goal
    for level in range(meeting):
        choice = rest % (up[level] * count[level])
        rest //= up[level]
        parent, port = choice % up[level], choice // up[level]
        below, taken = (taken, mine[level:]), taken + (parent,)
        links.append((below, (taken, mine[level + 1:]), port, "up"))
    for level in reversed(range(meeting)):
        above, parent = (taken, other[level + 1:]), taken[-1]
        taken = taken[:-1]
        links.append(((taken, other[level:]), above, 0, "down"))
    return links


def fly_route(source, goal):
    """The links as (colour, router, router); hosts are (group, chassis, blade,
    number). Within a group SimGrid takes a message that has crossed a green
    link to be in chassis 0."""
    at, links = list(source[:3]), [("host", source, "up")]
    if source[:3] != goal[:3]:
        if at[0] != goal[0]:
            gate = goal[0]
            for axis, colour, to in (2, "green", gate), (1, "black", 0):
                if at[axis] != to:
                    before = tuple(at)
                    at[axis] = to
                    links.append((colour, before, tuple(at)))
            before, at = tuple(at), [goal[0], 0, at[0]]
            links.append(("blue", before, tuple(at)))
        if at[2] != goal[2]:
            before = tuple(at)
            after = (at[0], at[1], goal[2])
            links.append(("green", before, after))
            at = [at[0], 0, goal[2]]
        if at[1] != goal[1]:
            links.append(("black", tuple(at), goal[:3]))
    return links + [("host", goal, "down")]


class Dump:
    """What the program prints about a network."""

    def __init__(self, program, path):
        text = subprocess.run([program, "file:" + path], capture_output=True,
                              text=True, timeout=120, check=True).stdout
        self.text, self.next, self.cost, self.names = text, {}, {}, []
        for line in text.splitlines():
            words = line.split()
            if words[0] == "ports":
                for port in words[2:]:
                    to, _, _, latency, speed = port.split("/")
                    self.cost[int(words[1]), int(to)] = (float(latency),
                                                         float(speed))
            elif words[0] == "to":
                for v, pair in enumerate(words[2:]):
                    self.next[v, int(words[1])] = int(pair.split("/")[1])
            elif words[0] == "names":
                self.names = words[1:]

    def route(self, source, goal):
        """The arcs of a route that cost something, by the names of their ends."""
        arcs, at = [], source
        while at != goal:
            to = self.next[at, goal]
            if self.cost[at, to][1] < 1e9:
                arcs.append((at, to))
            at = to
            assert len(arcs) < 1000, (source, goal)
        return arcs


def platform(chance, folder, hosts, attributes):
    """Write a cluster. Returns the path, the name of each host, the latency and
    the bandwidth of a link."""
    first = chance.randint(0, 50)
    cut = chance.randint(1, hosts)
    radical = "%d-%d" % (first, first + cut - 1)
    numbers = list(range(first, first + hosts))
    if cut < hosts:
        numbers = numbers[:cut] + list(range(900, 900 + hosts - cut))
        radical += chance.choice(",;") + "900-%d" % (900 + hosts - cut - 1)
    latency, speed = chance.choice(LATENCIES), chance.choice(SPEEDS)
    text = ('<?xml version="1.0"?>\n'
            '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'
            '<platform version="4.1">\n<zone id="z" routing="Full">\n'
            '<cluster id="c" prefix="h" suffix=".x" radical="%s" speed="1Gf" '
            'bw="%s" lat="%s" %s/>\n</zone>\n</platform>\n' %
            (radical, speed[0], latency[0], attributes))
    if chance.random() < .3:
        text = text.replace("\n", "\r\n")
    path = os.path.join(folder, "platform.xml")
    data = text.encode()
    with open(path, "wb") as file:
        file.write(gzip.compress(data) if chance.random() < .3 else data)
    return path, ["h%d.x" % n for n in numbers], latency[1], speed[1]


def near(x, y):
    return abs(x - y) <= 1e-5 * abs(y)


def judge(made, expected, latency, speed, what):
    if len(made[0]) != len(expected):
        sys.exit("%s: %s instead of %s" % (what, made[0], expected))
    for arc in made[0]:
        if not near(made[1].cost[arc][0], latency) or \
                not near(made[1].cost[arc][1], speed):
            sys.exit("%s: costs %s" % (what, made[1].cost[arc]))


def torus(chance, program, folder):
    extents = [chance.randint(1, 5) for _ in range(chance.randint(1, 3))]
    hosts = 1
    for extent in extents:
        hosts *= extent
    if hosts < 2:
        return
    path, names, latency, speed = platform(
        chance, folder, hosts, 'topology="TORUS" topo_parameters="%s"' %
        ",".join(map(str, extents)))
    dump = Dump(program, path)
    places = [tuple(reversed(at)) for at in itertools.product(
        *[range(e) for e in reversed(extents)])]
    assert dump.names == names, dump.names
    for i, j in itertools.permutations(range(hosts), 2):
        route = dump.route(i, j)
        expected = torus_route(extents, places[i], places[j])
        judge((route, dump), expected, latency, speed, (extents, i, j))
        if [(places[a], places[b]) for a, b in route] != expected:
            sys.exit("torus %s: %d to %d: %s" % (extents, i, j, route))


def fat_tree(chance, program, folder):
    levels = chance.randint(1, 3)
    down = [chance.randint(1, 4) for _ in range(levels)]
    up = [chance.randint(1, 3) for _ in range(levels)]
    count = [chance.randint(1, 2) for _ in range(levels)]
    hosts = 1
    for extent in down:
        hosts *= extent
    if hosts < 2:
        return
    shape = ";".join([str(levels)] + [",".join(map(str, x))
                                      for x in (down, up, count)])
    path, names, latency, speed = platform(
        chance, folder, hosts,
        'topology="FAT_TREE" topo_parameters="%s"' % shape)
    dump = Dump(program, path)
    assert dump.names[:hosts] == names, dump.names
    links = {}  # the arc of each link must be its own, and always the same
    for i, j in itertools.permutations(range(hosts), 2):
        route = dump.route(i, j)
        expected = fat_route(down, up, count, i, j)
        judge((route, dump), expected, latency, speed, (shape, i, j))
        for arc, link in zip(route, expected):
            if links.setdefault(arc, link) != link:
                sys.exit("fat tree %s: %d to %d: %s is also %s" %
                         (shape, i, j, link, links[arc]))
    if len(set(links.values())) != len(links):
        sys.exit("fat tree %s: a link has several arcs" % shape)


def dragonfly(chance, program, folder):
    blades = chance.randint(1, 4)
    groups, chassis = chance.randint(1, blades), chance.randint(1, 3)
    each = chance.randint(1, 2)
    links = {"host": 1, "blue": 1, "black": 1, "green": 1}
    for colour in "blue", "black", "green":
        links[colour] = chance.randint(1, 3)
    hosts = groups * chassis * blades * each
    if hosts < 2:
        return
    shape = "%d,%d;%d,%d;%d,%d;%d" % (groups, links["blue"], chassis,
                                      links["black"], blades, links["green"],
                                      each)
    path, names, latency, speed = platform(
        chance, folder, hosts,
        'topology="DRAGONFLY" topo_parameters="%s"' % shape)
    dump = Dump(program, path)
    places = list(itertools.product(range(groups), range(chassis),
                                    range(blades), range(each)))
    assert dump.names[:hosts] == names, dump.names
    arcs = {}  # the arc of each link must be its own, and always the same
    for i, j in itertools.permutations(range(hosts), 2):
        route = dump.route(i, j)
        expected = fly_route(places[i], places[j])
        if len(route) != len(expected):
            sys.exit("dragonfly %s: %d to %d: %s, not %s" % (shape, i, j, route,
                                                             expected))
        for arc, link in zip(route, expected):
            if not near(dump.cost[arc][0], latency) or \
                    not near(dump.cost[arc][1], speed * links[link[0]]):
                sys.exit("dragonfly %s: %s costs %s" % (shape, link,
                                                        dump.cost[arc]))
            if arcs.setdefault(arc, link) != link:
                sys.exit("dragonfly %s: %d to %d: %s is also %s" %
                         (shape, i, j, link, arcs[arc]))
    if len(set(arcs.values())) != len(arcs):
        sys.exit("dragonfly %s: a link has several arcs" % shape)


def flat(chance, program, folder):
    hosts = chance.randint(2, 6)
    shared, backbone, limiter = (chance.random() < .5 for _ in range(3))
    path, names, latency, speed = platform(
        chance, folder, hosts,
        ('sharing_policy="SHARED" ' if shared else "") +
        ('bb_bw="3GBps" bb_lat="7ns" ' if backbone else "") +
        ('limiter_link="2GBps"' if limiter else ""))
    dump = Dump(program, path)
    assert dump.names[:hosts] == names, dump.names
    ups, downs = {}, {}
    for i, j in itertools.permutations(range(hosts), 2):
        costs = [dump.cost[arc] for arc in dump.route(i, j)]
        expected = [(latency, speed)] + [(7, .375)] * backbone + \
            [(latency, speed)]
        if limiter:
            expected = [(0, .25)] + expected + [(0, .25)]
        if len(costs) != len(expected) or not all(
                near(a, b) for x, y in zip(costs, expected)
                for a, b in zip(x, y)):
            sys.exit("flat: %d to %d: %s instead of %s" % (i, j, costs,
                                                           expected))
        route = dump.route(i, j)
        ups.setdefault(i, set()).add(route[limiter])
        downs.setdefault(j, set()).add(route[-1 - limiter])
    for host in range(hosts):
        if len(ups[host]) != 1 or len(downs[host]) != 1 or \
                (ups[host] == downs[host]) != shared:
            sys.exit("flat: links of host %d: %s %s" % (host, ups[host],
                                                        downs[host]))


def zone(chance, program, folder):
    """Hosts, routers, links and routes; a route is a list of (link, UP or
    DOWN), the same for all links but SPLITDUPLEX."""
    hosts = ["h%d" % i for i in range(chance.randint(2, 5))]
    routers = ["r%d" % i for i in range(chance.randint(0, 2))]
    routing = chance.choice(["Full", "Floyd", "Dijkstra", "DijkstraCache"])
    if routing == "Full":
        routers = []
    kinds = {"l%d" % i: chance.choice(["SHARED", "SPLITDUPLEX", "FATPIPE"])
             for i in range(chance.randint(2, 9))}
    cost = {name: (chance.choice(LATENCIES), chance.choice(SPEEDS))
            for name in kinds}
    pairs = list(itertools.combinations(hosts + routers, 2))
    if routing != "Full":  # a tree: composed routes are unique
        chance.shuffle(pairs)
        seen, tree = {p: {p} for p in hosts + routers}, []
        for a, b in pairs:
            if b not in seen[a]:
                tree.append((a, b))
                joined = seen[a] | seen[b]
                seen.update((p, joined) for p in joined)
        pairs = tree
    routes, lines = {}, []
    for a, b in pairs:
        links = chance.sample(sorted(kinds), chance.randint(1, 2))
        route = [(name, chance.choice(["UP", "DOWN"])
                  if kinds[name] == "SPLITDUPLEX" else "NONE")
                 for name in links]
        both = chance.random() < .7
        turned = {"UP": "DOWN", "DOWN": "UP", "NONE": "NONE"}
        back = [(name, turned[way]) for name, way in reversed(route)]
        routes[a, b], routes[b, a] = route, back if both else route
        for ends in [(a, b)] if both else [(a, b), (b, a)]:
            lines.append('<route src="%s" dst="%s"%s>%s</route>' % (
                *ends, "" if both else ' symmetrical="NO"', "".join(
                    '<link_ctn id="%s" direction="%s"/>' % hop
                    for hop in route)))

    def whole(a, b):
        todo = [(a, [])]
        for at, way in todo:
            if at == b:
                return [hop for step in way for hop in routes[step]]
            todo += [(to, way + [(at, to)]) for start, to in routes
                     if start == at and (not way or to != way[-1][0])]

    def names(hop, a, b):
        kind = kinds[hop[0]]
        more = {"SHARED": "", "SPLITDUPLEX": ":" + hop[1].lower(),
                "FATPIPE": ":%s:%s" % (a, b)}[kind]
        return [hop[0] + more + ":in", hop[0] + more + ":out"]

    ways, after = {}, {}
    unclear = False
    for a, b in itertools.permutations(hosts, 2):
        way = [a] + [n for hop in whole(a, b) for n in names(hop, a, b)] + [b]
        ways[a, b] = way
        unclear |= len(set(way)) < len(way)
        for at, to in zip(way, way[1:]):
            unclear |= after.setdefault((at, b), to) != to
    path = os.path.join(folder, "platform.xml")
    with open(path, "w", encoding="ascii") as file:
        file.write('<?xml version="1.0"?>\n<platform version="4.1">\n'
                   '<zone id="z" routing="%s">\n' % routing)
        file.writelines('<host id="%s" speed="1Gf"/>\n' % h for h in hosts)
        file.writelines('<router id="%s"/>\n' % r for r in routers)
        file.writelines(
            '<link id="%s" bandwidth="%s" latency="%s"%s/>\n' % (
                name, cost[name][1][0], cost[name][0][0],
                "" if kind == "SHARED" else ' sharing_policy="%s"' % kind)
            for name, kind in kinds.items())
        file.writelines(line + "\n" for line in lines)
        file.write("</zone>\n</platform>\n")
    if unclear:
        run = subprocess.run([program, "file:" + path], capture_output=True,
                             text=True)
        if "cannot represent" not in run.stdout and \
                "already declared" not in run.stdout:
            sys.exit("zone: %s" % run.stdout[:200])
        return
    dump = Dump(program, path)
    assert dump.names[:len(hosts)] == hosts, dump.names
    for (a, b), way in ways.items():
        route = dump.route(hosts.index(a), hosts.index(b))
        made = [dump.names[v] for arc in route for v in arc]
        if made != way[1:-1]:
            sys.exit("zone: %s instead of %s" % (made, way))
        for arc in route:
            latency, speed = cost[dump.names[arc[0]].split(":")[0]]
            if not near(dump.cost[arc][0], latency[1]) or \
                    not near(dump.cost[arc][1], speed[1]):
                sys.exit("zone: %s costs %s" % (arc, dump.cost[arc]))


def astra_text(chance, lists):
    """YAML with lists in brackets, over one line or several, or with dashes."""
    text = chance.choice(["", "---\n", "# a network\n\n"])
    for key, items in chance.sample(lists, len(lists)):
        items = [chance.choice(["%s", '"%s"', "'%s'"]) % i for i in items]
        text += chance.choice([
            "%s: [ %s ]  # in brackets\n" % (key, ", ".join(items)),
            "%s: [%s,\n]\n" % (key, ",\n  ".join(items)),
            "%s:\n%s" % (key, "".join("  - %s\n" % i for i in items)),
            "%s:   # with dashes\n%s" % (key, "".join("- %s\n\n" % i
                                                     for i in items))])
    return text.replace("\n", "\r\n") if chance.random() < .2 else text


def astra(chance, program, folder):
    """An NPU is a tuple of coordinates; a group of a dimension is the tuple
    without that coordinate."""
    kinds = [chance.choice(["Ring", "FullyConnected", "Switch"])
             for _ in range(chance.randint(1, 3))]
    counts = [chance.randint(2, 6) for _ in kinds]
    speeds = [chance.choice([400, 50.5, .25, 1e3]) for _ in kinds]
    times = [chance.choice([0, 500, 936.25, 1e4]) for _ in kinds]
    path = os.path.join(folder, "network.yml")
    with open(path, "w", encoding="ascii", newline="") as file:
        file.write(astra_text(chance, [
            ("topology", kinds), ("npus_count", counts),
            ("bandwidth", speeds), ("latency", times)]))
    dump = Dump(program, path)
    npus = [tuple(reversed(at)) for at in itertools.product(
        *[range(n) for n in reversed(counts)])]
    names = [str(i) for i in range(len(npus))]
    hubs = {}
    for d, kind in enumerate(kinds):
        for npu in npus if kind == "Switch" else []:
            hubs.setdefault((d, npu[:d] + npu[d + 1:]), None)
        for i, group in enumerate(g for g in hubs if g[0] == d):
            hubs[group] = len(names)
            names.append("switch%d-%d" % (d, i))
    assert dump.names == names, (dump.names, names)

    def move(npu, d, goal):
        """The arcs from an NPU to the one with another coordinate d."""
        at, n, arcs = list(npu), counts[d], []
        step = 1 if (goal - at[d]) % n <= (at[d] - goal) % n else -1
        while at[d] != goal:
            before = npus.index(tuple(at))
            at[d] = goal if kinds[d] != "Ring" else (at[d] + step) % n
            after = npus.index(tuple(at))
            hub = hubs.get((d, npu[:d] + npu[d + 1:]))
            arcs += [(before, after)] if hub is None else [(before, hub),
                                                           (hub, after)]
        return arcs

    costs = {}
    for i, j in itertools.permutations(range(len(npus)), 2):
        at, expected = npus[i], []
        for d, (a, b) in enumerate(zip(npus[i], npus[j])):
            arcs = move(at, d, b) if a != b else []
            costs.update((arc, (times[d], speeds[d] * 2**30 / 8e9))
                         for arc in arcs)
            expected += arcs
            at = at[:d] + (b,) + at[d + 1:]
        if dump.route(i, j) != expected:
            sys.exit("ASTRA-sim %s %s: %d to %d: %s instead of %s" %
                     (kinds, counts, i, j, dump.route(i, j), expected))
    if sorted(dump.cost) != sorted(costs):
        sys.exit("ASTRA-sim %s %s: arcs %s" % (kinds, counts, dump.cost))
    for arc, cost in costs.items():
        if not all(near(a, b) for a, b in zip(dump.cost[arc], cost)):
            sys.exit("ASTRA-sim: %s costs %s, not %s" %
                     (arc, dump.cost[arc], cost))


def main():
    program, count = sys.argv[1], int(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(count):
            chance = random.Random(seed)
            torus(chance, program, folder)
            fat_tree(chance, program, folder)
            dragonfly(chance, program, folder)
            flat(chance, program, folder)
            zone(chance, program, folder)
            astra(chance, program, folder)
    print("%d platforms of each kind" % count)


main()
