"""Failures are exceptions, with the texts of weft."""
import weft


@weft.strategy("allgather")
def careless(me):
    """Receives before anybody sends."""
    yield me.receive((me.rank + 1) % me.size, (me.rank + 1) % me.size)


try:
    weft.run("allgather", "rnig")
except weft.Misuse as error:
    print(error.kind)
try:
    weft.run("allgather", careless, network="ring:4")
except weft.Error as error:
    print(error.kind)

# prints:
# unknown
# deadlock
