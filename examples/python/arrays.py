"""The events of a run are arrays: views of memory that nothing copies."""
from collections import Counter

import weft

trace = weft.run("alltoall", network="hypercube:4").trace
columns = trace.columns()
kinds = Counter(weft.KINDS[kind] for kind in columns["kind"])
print(kinds["send"], kinds["receive"])
print(max(a + b for a, b in zip(columns["start"], columns["duration"])))
print(trace.events.nbytes // len(trace), "bytes an event")

# prints:
# 240 240
# 15
# 48 bytes an event
