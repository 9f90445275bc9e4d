"""A network from its links: a wheel, whose hub is processor 0."""
import weft

rim = [(i, i % 6 + 1) for i in range(1, 7)]
wheel = weft.Network.of(7, [(0, i) for i in range(1, 7)] + rim)
print(wheel.size, wheel.neighbours(1), wheel.distance(1, 4))
run = weft.run("broadcast", network=wheel)
print(run.steps, weft.check(run).verdict)

# prints:
# 7 [0, 2, 6] 2
# 3 valid
