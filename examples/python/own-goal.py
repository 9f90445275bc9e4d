"""A goal says which processor has and wants which blocks."""
import weft

goal = weft.Goal.of(4, have={0: 0, 3: 1}, want={1: [0, 1], 2: [0, 1]})
bound = weft.bound(goal=goal, network="ring:4", model="one-port-duplex")
print("at least", bound.bound)
transfers = [(1, 0, 1, 0), (1, 3, 2, 1), (2, 1, 2, 0), (2, 2, 1, 1)]
print(weft.check(transfers, goal=goal, network="ring:4", model="one-port-duplex"))

# prints:
# at least 2
# <Verdict: valid, 2 steps>
