"""The command lines that every.py tries with each file, and networks for them.
{} is the file; a word with $ has the values that weft lists, or is a file that
every.py makes."""

# A network of each kind, with about p processors.
def power(base, p):
    """The least exponent of it that is not below p."""
    return next(i for i in range(1, 40) if base ** i >= p)


def side(p, axes=2):
    return max(2, next(i for i in range(1, 1 << 20) if i ** axes >= p))


NETWORKS = {
    "hypercube": lambda p: power(2, p), "ring": lambda p: max(p, 3),
    "line": lambda p: p, "mesh": lambda p: "{0}x{0}".format(side(p)),
    "torus": lambda p: "{0}x{0}x{0}".format(side(p, 3)),
    "tree": lambda p: 2 ** power(2, p), "complete": lambda p: max(p, 2),
    "star": lambda p: max(p, 2), "hyperx": lambda p: "{0}x{0}".format(side(p)),
    "switch": lambda p: max(p, 2),
    "fat-tree": lambda p: f"4x{power(4, min(p, 1024))}",
    "dragonfly": lambda p: "4x2x{}".format(max(1, min(p, 1024) // 36)),
    "debruijn": lambda p: f"2x{power(2, min(p, 1024))}",
    "kautz": lambda p: f"2x{power(2, min(p, 1024))}",
    "ccc": lambda p: max(3, power(2, min(p, 1024)) - 3),
    "butterfly": lambda p: max(3, power(2, min(p, 1024)) - 3),
    "star-graph": lambda p: 6, "petersen": lambda p: "",
    "circulant": lambda p: f"{max(8, min(p, 1024))}/1/3",
    "bipartite": lambda p: "{0}x{0}".format(max(2, min(p, 1024) // 2)),
    "random": lambda p: "{}x4".format(max(6, min(p, 1024) // 2 * 2)),
    "file": lambda p: "$LINKS",
}
SOME = "line complete hypercube random".split()

# What is asked of a word that weft does not know, and which ones it does.
ASKED = {
    "$SHARING": "replay $TRACE -n ring:3 --sharing ?",
    "$ORDER": "check $TRACE --problem successive --order ?",
    "$CONFLICT": "run --schedule $TRACE -n ring:3 --on-conflict ?",
    "$ENGINE": "run --schedule $TRACE -n ring:3 --engine ?",
    "$BY": "figure matrix $TRACE -o {}.svg --by ?",
}

TRACES = """
check {}
check {} {} --json
check {} --causality
check {} --no-causality
check {} --problem $PROBLEM
check {} --problem successive --order $ORDER -m one-port -n complete:$P
check {} --goal $GOAL
check {} -m $MODEL
check {} -m $MODEL -n complete:$P
check {} -m one-port -n $NETWORK
check {} -m all-port -n line:$P
stats {}
stats {} --json
stats {} --matrix
stats {} --matrix --json
stats {} --links -n $SOME
stats {} --links --json -n complete:$P
figure $KIND {} -o {}.svg
figure $KIND {} -o {}.svg --message 0
figure gantt {} -o {}.svg --steps 1..1 --print
figure $KIND {} -o {}.svg --processors 0..1
figure spacetime {} -o {}.svg --tour -n hypercube:$D
figure cube {} -o {}.svg --tour -n hypercube:4
figure matrix {} -o {}.svg --by $BY
figure spacetime {} -o {}.svg --path
figure network {} -o {}.svg -n $SOME
figure links {} -o {}.svg -n $SOME
convert {} $FORMAT:{}.out
convert {} picl:{}.out --step-us 7000
convert {} csv:{}.csv.gz
view {} -o {}.html
view {} {} -o {}.html -n complete:$P
view {} -o {}.html --steps 1..1
view {} -o {}.html --processors 0..1
replay {} -n $SOME --sharing $SHARING
replay {} -n ring:8 --sharing $SHARING --all --json
replay {} -n tree:8 --all
compare $PROBLEM {} -n complete:4
compare broadcast {} {} -n complete:4 --json --figure {}.svg
compare {} --goal $SUM
run --schedule {}
run --schedule {} --on-conflict $CONFLICT -m $MODEL
run --schedule {} --on-conflict $CONFLICT --cost ts=3,tw=2,th=1
run --schedule {} --on-conflict report -m all-port -n $SMALL
run --schedule {} --cost ts=3,tw=2,th=1 -m all-port -n $SMALL
run --schedule {} --cost loggp:L=5,o=1,g=2,G=0 -m one-port-duplex
run --schedule {} --on-conflict report --problem $PROBLEM
run --schedule {} --on-conflict report --engine $ENGINE --window unbounded
run --schedule {} --on-conflict report --show -t csv:{}.out
run $SCHEDULES -o {}.d
list {}
"""

GOALS = """
check $TRACE --goal {}
check $WIDE --goal {}
check $WIDE --goal {} --json -m one-port -n $SOME
compare $WIDE --goal {}
run --schedule $TRACE --goal {}
run --schedule $WIDE --goal {} -m all-port --on-conflict report
run $GOALS -o {}.d
optimum --goal {} -n ring:16 --limit 2
optimum --goal {} -n ring:4 --limit 2 --steps 3
optimum --goal {} -n star:4 -m $MODEL --limit 2 --least-messages --no-symmetry --cubes 3 --jobs 2
optimum --goal {} -n ring:16 --limit 2 --no-strategies --routes
list {}
check {}
"""

# What emulates a problem on a network costs what the emulation costs, and is not
# promised (docs/security.md).
LINKS = """
list network file:{}
list {}
check {}
check $TRACE -n file:{}
check $WIDE -n file:{} -m $MODEL
check $WIDE -n file:{} --problem $PROBLEM
stats $WIDE -n file:{} --links
stats $WIDE -n file:{} --links --json
replay $WIDE -n file:{} --sharing $SHARING
figure $KIND $WIDE -n file:{} -o {}.svg
figure network -n file:{} -o {}.svg
figure cube -n file:{} -o {}.svg
view $WIDE -n file:{} -o {}.html
run --schedule $WIDE -n file:{}
optimum broadcast -n file:{} --limit 2
"""

EXPERIMENTS = """
run {} -o {}.d
run {} -o {}.d --force
run {} -o {}.d --no-limit
check {}
stats {}
list {}
"""

ROLES = [("--goal {}", GOALS), ("file:{}", LINKS), ("run {} ", EXPERIMENTS),
         ("", TRACES)]
