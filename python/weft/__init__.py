"""weft runs, checks and draws message-passing algorithms.

>>> import weft
>>> run = weft.run("allgather", "ring", network="ring:8")
>>> run.steps, run.valid
(7, True)
>>> weft.check(run.trace).verdict
'valid'

docs/python.md of weft is the introduction.
"""
from ._bound import Bound, bound
from ._cdef import VERSION as __version__
from ._check import Finding, Verdict, check
from ._compare import Comparison, LeftOut, compare
from ._experiment import (Row, figures, formats, models, networks, problems, settings,
                          strategies)
from ._goal import Goal
from ._library import Error, Misuse
from ._network import Network
from ._optimum import Optimum, Progress, optimum
from ._run import Run, run
from ._schedule import schedule
from ._strategy import Message, Operation, Processor, strategy
from ._trace import KINDS, Event, Trace, read

__all__ = [
    "Bound", "Comparison", "Error", "Event", "Finding", "Goal", "KINDS", "LeftOut",
    "Message", "Misuse", "Network", "Operation", "Optimum", "Processor", "Progress",
    "Row", "Run", "Trace", "Verdict", "__version__", "bound", "check", "compare",
    "figures", "formats", "models", "networks", "optimum", "problems", "read", "run",
    "schedule", "settings", "strategies", "strategy",
]
