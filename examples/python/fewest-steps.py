"""The minimum number of steps, which a solver proves, and a schedule for it."""
import weft

found = weft.optimum("allgather", network="ring:5", model="one-port-duplex")
print(found.upper, found.decided)
print(weft.check(found.trace).verdict)

# prints:
# 4 True
# valid
