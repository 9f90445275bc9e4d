"""An own strategy is a generator: each yield is one operation of a processor."""
import weft


@weft.strategy("allreduce", needs="one-port-duplex")
def doubling(me):
    """Recursive doubling."""
    bit = 1
    while bit < me.size:
        yield me.post(me.rank ^ bit, 0)
        yield me.step()
        yield me.receive_add(me.rank ^ bit, 0)
        bit *= 2


for row in weft.compare("allreduce", ["recursive-doubling", doubling],
                        network="hypercube:3..5"):
    print(row.network, row.strategy, row.steps, row.valid)

# prints:
# hypercube:3 recursive-doubling 3 True
# hypercube:3 doubling 3 True
# hypercube:4 recursive-doubling 4 True
# hypercube:4 doubling 4 True
# hypercube:5 recursive-doubling 5 True
# hypercube:5 doubling 5 True
