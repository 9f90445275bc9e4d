#!/usr/bin/env python3
"""`weft optimum --bandwidth` against all cuts, and its trees against the network.

usage: bandwidth.py WEFT DGX1.edges [NUMBER OF RANDOM NETWORKS]

Schedules must be as long as they claim, and `weft check` must accept them.

Written from the definitions alone; shares nothing with weft. Prints each case
that disagrees; exit status 1 if any does.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

REVERSED = {"reduce-scatter", "reduce"}
ROOTED = {"broadcast", "stream", "reduce"}
faults = []


class Network:
    """Processors 0..n-1, then switches; arc[u, v] is a bandwidth."""

    def __init__(self, n, switches, arcs):
        self.n, self.vertices, self.arc = n, n + switches, arcs

    def write(self, path, lanes=False):
        """lanes: parallel links instead of bandwidths."""
        names = [f"p{v}" for v in range(self.n)]
        names += [f"s{v}" for v in range(self.n, self.vertices)]
        lines = ["host " + " ".join(names[:self.n])]
        if self.vertices > self.n:
            lines.append("switch " + " ".join(names[self.n:]))
        for (u, v), width in sorted(self.arc.items()):
            cost = f"x{width}" if lanes else f"0 {decimal(width)}"
            if self.arc.get((v, u)) != width:
                lines.append(f"{names[u]} > {names[v]} {cost}")
            elif u < v:
                lines.append(f"{names[u]} {names[v]} {cost}")
        path.write_text("\n".join(lines) + "\n")

    def turned(self):
        return Network(self.n, self.vertices - self.n,
                       {(v, u): width for (u, v), width in self.arc.items()})

    def leaves(self, inside):
        return sum(width for (u, v), width in self.arc.items()
                   if inside >> u & 1 and not inside >> v & 1)

    def enters(self, inside):
        return self.turned().leaves(inside)

    def balanced(self):
        return all(self.enters(1 << w) >= self.leaves(1 << w)
                   for w in range(self.n, self.vertices))


def decimal(width):
    return f"{float(width):.15g}"


def best_cut(network, weight):
    best, everyone = Fraction(0), (1 << network.n) - 1
    for inside in range(1, 1 << network.vertices):
        words = sum(weight[v] for v in range(network.n) if inside >> v & 1)
        if words and inside & everyone != everyone:
            best = max(best, Fraction(words) / network.leaves(inside))
    return best


def partitions(things):
    if not things:
        yield []
        return
    for rest in partitions(things[1:]):
        yield [[things[0]]] + rest
        for i, part in enumerate(rest):
            yield rest[:i] + [[things[0]] + part] + rest[i + 1:]


def allreduce_bound(network):
    """The larger of the bounds by a cut and by a family of parts."""
    best = Fraction(0)
    everyone = (1 << network.n) - 1
    for way in network, network.turned():
        least = {}
        for inside in range(1, 1 << network.vertices):
            part, enters = inside & everyone, way.enters(inside)
            least[part] = min(least.get(part, enters), enters)
        best = max([best] + [Fraction(network.n) / least[part]
                             for part in least if part and part != everyone])
        for parts in partitions(list(range(network.n))):
            if len(parts) > 1:
                total = sum(least[sum(1 << v for v in part)] for part in parts)
                best = max(best, 2 * (len(parts) - 1) * network.n / total)
    return best


def fraction(value):
    return Fraction(int(value["numerator"]), int(value["denominator"]))


def ask(weft, path, problem, *options):
    spec = path if ":" in str(path) else f"file:{path}"
    run = subprocess.run([weft, "optimum", problem, "-n", spec, "--bandwidth",
                          "-j", *options], capture_output=True, text=True)
    if run.returncode:
        faults.append(f"{problem} {spec}: {run.stderr}")
        return None
    return json.loads(run.stdout)


def expect(what, found, right):
    if found != right:
        faults.append(f"{what}: {found}, not {right}")


def judge_cut(what, network, weight, answer):
    cut = answer["cut"]
    inside = sum(1 << v for v in cut["inside"])
    words = sum(weight[v] for v in cut["inside"] if v < network.n)
    width = (network.enters if cut["direction"] == "in"
             else network.leaves)(inside)
    expect(f"{what}: words of the cut", cut["words"], words)
    expect(f"{what}: bandwidth of the cut", fraction(cut["bandwidth"]), width)
    expect(f"{what}: time of the cut", fraction(answer["time"]),
           Fraction(words) / width)
    if set(range(network.n)) <= set(cut["inside"]):
        faults.append(f"{what}: nobody is outside of the cut")


def judge_trees(what, network, weight, answer, back):
    """Do the trees span, over arcs that are there, and not load them more than
    the time allows?"""
    load, weights = {}, [0] * network.n
    for tree in answer["trees"]:
        z, arcs = int(tree["weight"]), tree["arcs"]
        depth = {tree["root"]: 0}
        weights[tree["root"]] += z
        for way in (reversed(arcs) if back else arcs):
            over = list(reversed(way)) if back else way
            if over[0] not in depth or over[-1] in depth or \
                    any(v < network.n for v in over[1:-1]):
                faults.append(f"{what}: {way} does not fit into its tree")
                continue
            depth[over[-1]] = depth[over[0]] + 1
            for pair in zip(way, way[1:]):
                load[pair] = load.get(pair, 0) + z
        expect(f"{what}: processors of a tree", sorted(depth),
               list(range(network.n)))
        expect(f"{what}: height of a tree", tree["height"], max(depth.values()))
    chunks = int(answer["chunks"])
    expect(f"{what}: weights of the trees", weights,
           [chunks * m for m in weight])
    time = fraction(answer["time"] if answer["attained"] else answer["upper"])
    for pair, words in load.items():
        if Fraction(words, chunks) > time * network.arc.get(pair, 0):
            faults.append(f"{what}: arc {pair} carries {words} chunks")


def weights_of(network, problem, root=0):
    return [int(problem not in ROOTED or v == root) for v in range(network.n)]


def judge(weft, network, path, problem):
    answer = ask(weft, path, problem)
    if not answer:
        return
    what = f"{problem} {path}"
    weight = weights_of(network, problem)
    way = network.turned() if problem in REVERSED else network
    best = best_cut(way, weight)
    expect(f"{what}: time", fraction(answer["time"]), best)
    judge_cut(what, network, weight, answer)
    if way.balanced():
        expect(f"{what}: attained", answer["attained"], True)
    if "trees" in answer:
        judge_trees(what, network, weight, answer, problem in REVERSED)


def judge_messages(what, network, path, steps, lanes):
    """Does each message pass links only, over switches only, and no link carry
    more in a step than its bandwidth in lanes? Bandwidths of a file that names
    no lane count nothing: then each link is one lane. Messages without `via` have one
    shortest way here, or any of several: those are judged by weft check."""
    words, load, last = {}, {}, 0
    for line in path.read_text().splitlines():
        if line.startswith("#"):
            key, value = line[1:].split(": ", 1)
            words[key.strip()] = value
            continue
        fields = line.split()
        slot, way = int(fields[0]), [int(fields[1]), int(fields[2])]
        last = max(last, slot)
        if len(fields) > 4:
            inner = [int(vertex) for vertex in fields[5].split(",")]
            if fields[4] != "via" or min(inner) < network.n:
                faults.append(f"{what}: {line}")
            way[1:1] = inner
        elif (way[0], way[1]) not in network.arc:
            continue
        for pair in zip(way, way[1:]):
            load[slot, pair] = load.get((slot, pair), 0) + 1
    one = "lane" not in words and not lanes
    lane = Fraction(words.get("lane", "1"))
    for (slot, pair), messages in load.items():
        width = network.arc.get(pair, 0)
        if messages * lane > (1 if one and width else width):
            faults.append(f"{what}: {messages} messages on {pair} in {slot}")
    expect(f"{what}: last step", last, steps)


def schedule(weft, network, path, problem, rounds):
    """Write a schedule, and have it checked and run; None: there are no trees
    because switches send more than they take in. Every other network is
    written with lanes instead of bandwidths."""
    whole = all(width.denominator == 1 for width in network.arc.values())
    lanes = whole and rounds % 2
    network.write(path, lanes=lanes)
    to = path.with_suffix(".sched")
    run = subprocess.run([weft, "optimum", problem, "-n", f"file:{path}",
                          "--bandwidth", "-j", "-t", str(to), "--rounds",
                          str(rounds)], capture_output=True, text=True)
    what = f"{problem} {path}, {rounds} rounds"
    if run.returncode and "schedule" not in json.loads(run.stdout or "{}"):
        return None
    if run.returncode:
        faults.append(f"{what}: {run.stderr}")
        return None
    found = json.loads(run.stdout)["schedule"]
    if not to.exists():
        faults.append(f"{what}: no schedule")
        return None
    check = subprocess.run([weft, "check", str(to), "-n", f"file:{path}", "-m",
                            "all-port"], capture_output=True, text=True)
    if check.returncode or f"{found['steps']} step" not in check.stdout:
        faults.append(f"{what}: {found['steps']} steps, but: {check.stdout}")
    played = subprocess.run([weft, "run", "--schedule", str(to), "-n",
                             f"file:{path}"], capture_output=True, text=True)
    if played.returncode or f"steps        {found['steps']}\n" not in played.stdout:
        faults.append(f"{what}: run: {played.stdout}{played.stderr}")
    judge_messages(what, network, to, found["steps"], lanes)
    if found["steps"] < found["bound"]:
        faults.append(f"{what}: fewer steps than the bound")
    expect(f"{what}: steps", found["steps"],
           (rounds - 1) * found["period"] + found["first"])
    return found


# ---- random networks ----

def reaches_all(network):
    for way in network, network.turned():
        seen, todo = {0}, [0]
        while todo:
            u = todo.pop()
            for a, b in way.arc:
                if a == u and b not in seen:
                    seen.add(b)
                    todo.append(b)
        if not set(range(network.n)) <= seen:
            return False
    return True


def random_network(rng, kind):
    """both-way links; or one-way links, with switches that take in as much as
    they send, more, or anything."""
    while True:
        n, switches = rng.randint(2, 6), rng.randint(0, 3)
        vertices, arcs = n + switches, {}
        step = rng.choice([Fraction(1), Fraction(1, 10), Fraction(5, 2)])
        for _ in range(rng.randint(vertices, 3 * vertices)):
            u, v = rng.sample(range(vertices), 2)
            arcs[u, v] = step * rng.randint(1, 5)
            if kind == "both":
                arcs[v, u] = arcs[u, v]
        network = Network(n, switches, arcs)
        if kind == "in" and not network.balanced():
            continue
        if reaches_all(network):
            return network


def random_networks(weft, folder, count):
    rng = random.Random(5)
    for i in range(count):
        network = random_network(rng, ["both", "in", "any"][i % 3])
        path = folder / f"random{i}.edges"
        network.write(path)
        problem = ["allgather", "broadcast", "reduce-scatter", "reduce"][i % 4]
        judge(weft, network, path, problem)
        problem = problem if i % 5 else "allreduce"
        schedule(weft, network, folder / "lanes.edges", problem, 1 + i % 3)
        if i % 5 == 0 and network.n < 6:
            answer = ask(weft, path, "allreduce", "--cut-only")
            expect(f"allreduce {path}: bound",
                   answer and fraction(answer["lower"]),
                   allreduce_bound(network))


# ---- networks with known values ----

def links(text):
    arcs, names = {}, {}
    for word in text.split(","):
        u, v, width = word.split()
        for name in u, v:
            names.setdefault(name, len(names))
        arcs[names[u], names[v]] = arcs[names[v], names[u]] = Fraction(width)
    return arcs, names


def both_ways(n, text):
    arcs, names = links(text)
    return Network(n, len(names) - n, arcs)


def boxes(count, gpus=8, inner=300, nic=25):
    """Boxes of GPUs at a switch; each GPU has a network card and is joined to
    one of two outer switches."""
    n = count * gpus
    arcs = {}
    outer = [n + count, n + count + 1]
    for g in range(n):
        for u, v, width in ((g, n + g // gpus, inner), (g, outer[g % 2], nic)):
            if v in outer and count == 1:
                continue
            arcs[u, v] = arcs[v, u] = Fraction(width)
    return Network(n, count + (2 if count > 1 else 0), arcs)


def mi250(count):
    """Boxes of 16 GPUs; xGMI links of 50, several between some pairs; a network
    card of 16 for each GPU if there are several boxes."""
    pairs = ("0-1*4 2-3*4 4-5*4 6-7*4 8-9*4 10-11*4 12-13*4 14-15*4 0-4*2 3-7*2 "
             "8-12*2 11-15*2 0-8 1-5 1-9 1-10 2-6 2-9 2-10 3-11 4-6 5-6 5-7 "
             "9-13 10-14 12-14 13-14 13-15")
    arcs = {}
    for box in range(0, 16 * count, 16):
        for word in pairs.split():
            ends, _, links_between = word.partition("*")
            u, v = (box + int(end) for end in ends.split("-"))
            arcs[u, v] = arcs[v, u] = Fraction(50 * int(links_between or 1))
    for g in range(16 * count if count > 1 else 0):
        arcs[g, 16 * count] = arcs[16 * count, g] = Fraction(16)
    return Network(16 * count, int(count > 1), arcs)


def dragonfly(hosts, routers, host=2, local=2, outer=1):
    """Groups of routers with one global link each, as many groups as there are
    routers in a group, and one more."""
    groups = routers + 1
    n = groups * routers * hosts
    arcs = {}
    for h in range(n):
        arcs[h, n + h // hosts] = arcs[n + h // hosts, h] = Fraction(host)
    for g in range(groups):
        for r in range(routers):
            for other in range(r):
                u, v = n + g * routers + r, n + g * routers + other
                arcs[u, v] = arcs[v, u] = Fraction(local)
        for other in range(g):
            u, v = n + g * routers + other, n + other * routers + g - 1
            arcs[u, v] = arcs[v, u] = Fraction(outer)
    return Network(n, groups * routers, arcs)


def fat_tree(leaves, hosts, uplink):
    n = leaves * hosts
    arcs = {}
    for leaf in range(leaves):
        pairs = [(leaf * hosts + h, n + leaf, 1) for h in range(hosts)]
        for u, v, width in pairs + [(n + leaf, n + leaves, uplink)]:
            arcs[u, v] = arcs[v, u] = Fraction(width)
    return Network(n, leaves + 1, arcs)


RING3 = both_ways(3, "a b 2,b c 2,a c 1")
DUMBBELL = both_ways(8, ",".join(f"{side}{i} {side}{j} 1" for side in "ab"
                                 for i in range(4) for j in range(i)) +
                     ",a0 b0 1")
SWITCH4 = Network(4, 1, {pair: Fraction(1) for v in range(4)
                         for pair in ((v, 4), (4, v))})
TWO_RAILS = Network(4, 2, {pair: Fraction(width) for v in range(4)
                           for w, width in ((4, 2), (5, 3))
                           for pair in ((v, w), (w, v))})
OUT_MORE = Network(3, 1, {(0, 3): Fraction(1), (3, 1): Fraction(1),
                          (3, 2): Fraction(1), (1, 0): Fraction(1),
                          (2, 0): Fraction(1)})

# network, problem, time, chunks
KNOWN = [
    ("ring3-slow", RING3, "allgather", "2/3", 3),
    ("star4", SWITCH4, "allgather", "3", 1),
    ("dumbbell", DUMBBELL, "allgather", "4", 1),
    ("dumbbell", DUMBBELL, "broadcast", "1", 1),
    ("two-rails", TWO_RAILS, "allgather", "3/5", 5),
    ("switch-out-more", OUT_MORE, "allgather", "2", 1),
    ("switch-out-more", OUT_MORE, "broadcast", "1", 1),
    ("a100x1", boxes(1), "allgather", "7/300", 1),
    ("a100x2", boxes(2), "allgather", "3/65", 13),
    ("a100x4", boxes(4), "allgather", "3/25", 1),
    ("mi250x1", mi250(1), "allgather", "7/150", 3),
    ("dragonfly", dragonfly(2, 2), "allgather", "11/2", 2),
    ("fat4x4", fat_tree(4, 4, 2), "allgather", "15", 1),
    ("fat2x3", fat_tree(2, 3, 1), "allgather", "5", 1),
]
ALLREDUCE = [
    ("ring3-slow", RING3, "4/3", "6/5"),
    ("star4", SWITCH4, "6", "6"),
    ("dumbbell", DUMBBELL, "8", "8"),
    ("a100x1", boxes(1), "7/150", "7/150"),
    ("fat2x3", fat_tree(2, 3, 1), "10", "10"),
    ("mi250x1", mi250(1), "7/75", "7/75"),
]
BUILT_IN = [
    ("torus:4x4", "15/4", "15/2", "15/2"),
    ("torus:4x4x4", "21/2", "21", "21"),
    ("mesh:4x4", "15/2", "15", "10"),
    ("hypercube:4", "15/4", "15/2", "15/2"),
    ("complete:5", "1", "2", "2"),
]


def known(weft, folder, dgx1):
    for name, network, problem, time, chunks in KNOWN:
        path = folder / f"{name}.edges"
        network.write(path)
        answer = ask(weft, path, problem)
        if answer:
            what = f"{problem} {name}"
            expect(what, (fraction(answer["time"]), answer["chunks"]),
                   (Fraction(time), chunks))
            weight = weights_of(network, problem)
            judge_cut(what, network, weight, answer)
            if "trees" in answer:
                judge_trees(what, network, weight, answer, False)
    for name, network, time in CUTS:
        network.write(folder / f"{name}.edges")
        answer = ask(weft, folder / f"{name}.edges", "allgather", "--cut-only")
        expect(name, answer and fraction(answer["time"]), Fraction(time))
    for name, network, time, lower in ALLREDUCE:
        network.write(folder / f"{name}.edges")
        known_allreduce(weft, folder / f"{name}.edges", time, lower)
    for name, gather, time, lower in BUILT_IN + [
            (f"file:{dgx1}", "7/6", "7/3", "7/3")]:
        answer = ask(weft, name, "allgather", "--cut-only")
        expect(f"allgather {name}", answer and fraction(answer["time"]),
               Fraction(gather))
        known_allreduce(weft, name, time, lower)


def known_allreduce(weft, path, time, lower):
    answer = ask(weft, path, "allreduce", "--cut-only")
    if answer:
        expect(f"allreduce {path}",
               (fraction(answer["time"]), fraction(answer["lower"]),
                fraction(answer["factor"])),
               (Fraction(time), Fraction(lower),
                Fraction(time) / Fraction(lower)))


# network, problem, rounds: period and steps for each number
SCHEDULES = [
    ("ring3-slow", RING3, "allgather", 2, {1: 4, 2: 6, 4: 10}),
    ("star4", SWITCH4, "allgather", 3, {1: 3, 3: 9}),
    ("dumbbell", DUMBBELL, "allgather", 4, {1: 10, 2: 14, 4: 22}),
    ("two-rails", TWO_RAILS, "allgather", 3, {1: 3, 5: 15}),
    ("fat2x3", fat_tree(2, 3, 1), "reduce-scatter", 5, {2: 15}),
]
# network, processors, cut: times that take long with trees
CUTS = [
    ("mi250x2", mi250(2), "15/166"),
    ("mi250x4", mi250(4), "3/16"),
    ("a100x16", boxes(16), "3/5"),
]
# the periods of networks with ways over switches
PERIODS = [
    ("a100x2", boxes(2), "allgather", 15),
    ("a100x2", boxes(2), "allreduce", 30),
    ("a100x4", boxes(4), "reduce-scatter", 3),
    ("mi250x1", mi250(1), "allgather", 7),
    ("dragonfly", dragonfly(2, 2), "allgather", 11),
    ("fat4x4", fat_tree(4, 4, 2), "allgather", 15),
]


def schedules(weft, folder):
    for name, network, problem, period, steps in SCHEDULES:
        for rounds, right in steps.items():
            found = schedule(weft, network, folder / f"{name}.edges", problem,
                             rounds)
            expect(f"{name}, {rounds} rounds", found and
                   (found["period"], found["steps"], found["bound"]),
                   (period, right, rounds * period))
    for name, network, problem, period in PERIODS:
        found = schedule(weft, network, folder / f"{name}.edges", problem, 2)
        expect(f"{name}, {problem}: period", found and found["period"], period)


SMALL = [(name, network) for name, network, *_ in KNOWN + PERIODS
         if name not in ("a100x4", "switch-out-more")]


def wrong_schedules(weft, folder):
    """Wrong ways, and steps and lanes that do not fit."""
    path, to = folder / "rails.edges", folder / "rails.sched"
    TWO_RAILS.write(path)
    subprocess.run([weft, "optimum", "allgather", "-n", f"file:{path}",
                    "--bandwidth", "-t", str(to)], stdout=subprocess.DEVNULL)
    right = to.read_text()
    line = next(line for line in right.splitlines() if line.endswith("via 5"))
    slot, rest = line.split(" ", 1)
    lines = {
        "no link": line.replace("via 5", "via 5,4"),
        "a processor is no switch": line.replace("via 5", "via 3"),
        "no vertex": line.replace("via 5", "via 9"),
        "a way left out": line.replace(" via 5", ""),
        "a slot moved": f"{int(slot) % 3 + 1} {rest}",
    }
    texts = {what: right.replace(line + "\n", other + "\n", 1)
             for what, other in lines.items()}
    texts["a lane too wide"] = right.replace("# lane: 1\n", "# lane: 2\n")
    texts["a lane too narrow"] = right.replace("# lane: 1\n", "# lane: 3/2\n")
    texts["no lane"] = right.replace("# lane: 1\n", "")
    for what, text in texts.items():
        to.write_text(text)
        for command in (["check", str(to)], ["run", "--schedule", str(to)]):
            run = subprocess.run([weft, *command, "-n", f"file:{path}"],
                                 capture_output=True, text=True)
            if run.returncode not in (1, 2):
                faults.append(f"{what}: weft {command[0]} exits with "
                              f"{run.returncode}: {run.stdout}{run.stderr}")


def main():
    weft, dgx1 = sys.argv[1], sys.argv[2]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 120
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        known(weft, folder, dgx1)
        schedules(weft, folder)
        wrong_schedules(weft, folder)
        random_networks(weft, folder, count)
    print("\n".join(faults[:20]) if faults else f"{count} networks: all right")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
