"""A schedule is any iterable of (step, source, destination, block)."""
import weft


def ring(p):
    """All-gather around a ring: each processor passes on what came last."""
    for step in range(1, p):
        for rank in range(p):
            yield step, rank, (rank + 1) % p, (rank - step + 1) % p


question = {"problem": "allgather", "network": "ring:6", "model": "one-port-duplex"}
print(weft.check(ring(6), **question))
late = [transfer for transfer in ring(6) if transfer[0] != 2]
for finding in weft.check(late, **question).findings[:1]:
    print(finding.processor, finding.rule)

# prints:
# <Verdict: valid, 5 steps>
# 0 holds
