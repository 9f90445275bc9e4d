"""Runs."""
from __future__ import annotations

from typing import Any, Optional

from ._experiment import Experiment, problem_name
from ._library import Error, Misuse, Stop, call, error_of, ffi, lib, new_error, text
from ._members import result_members
from ._record import Record
from ._trace import Collector, Trace


class Run(Record):
    """The result of a run: the members that `weft run --json` prints."""

    problem: str
    strategy: str
    network: str
    model: str
    processors: int
    steps: int
    time: float
    messages: int
    bytes: int
    lower_bound: Optional[int]
    lower_bounds: list[dict[str, Any]]
    ratio: Optional[float]
    bound_by: Optional[str]
    conflicts: int
    first_conflicts: list[str]
    measures: dict[str, Optional[float]]
    ended: bool
    valid: Optional[bool]
    verdict: str
    wall_seconds: float
    #: the events; None: the run was made without
    trace: Optional[Trace] = None

    def _traced(self) -> Trace:
        if self.trace is None:
            raise Misuse("the run was made without a trace: run(..., trace=True)")
        return self.trace

    def figure(self, kind: str = "gantt", **options: Any) -> Any:
        """A Figure of the run; the options are those of weft.figure."""
        return self._traced().figure(kind, **options)

    def page(self, *, title: Optional[str] = None, show: Optional[str] = None) -> Any:
        """The Page of the run."""
        return self._traced().page(title=title, show=show)

    def _repr_html_(self) -> str:
        from ._figure import shown
        return shown(self.trace, repr(self)[1:-1])

    def __repr__(self) -> str:
        valid = {True: "valid", False: "not valid", None: "not judged"}[self.valid]
        return (f"<Run: {self.problem}, {self.strategy}, {self.network}: "
                f"{self.steps} steps, {self.messages} messages, {valid}>")


def run(problem: Any, strategy: Any = None, *, trace: bool = True,
        **settings: Any) -> Run:
    """Run a strategy of a problem, and check what comes out.

    problem   a name, or the file of a plug-in
    strategy  a name, the file of a plug-in, or a function that
              `weft.strategy` decorates; None: the first one
    trace     whether to keep the events
    settings  those of `weft run`, with '_' for '-'

    Raises Misuse if the experiment is inconsistent, Error if the run fails.
    A run that breaks the model does not fail if `on_conflict` is "report".

    >>> run("allgather", "ring", network="ring:8").steps
    7
    """
    name = problem_name(problem)
    experiment = Experiment(name, {"strategy": strategy, **settings})
    own = getattr(strategy, "weft_strategy", None)
    stop = Stop([own] if own else [])
    collector = Collector(stop)
    result = ffi.gc(ffi.new("struct weft_result *"), lib.weft_result_finish)
    err = new_error()
    sinks = collector.sinks()
    first = 0 if trace else 1

    def work() -> Any:
        return lib.weft_run(experiment.c, sinks + first, len(sinks) - first, result, err)

    if call(work, stop):
        error = failed(err, result)
        raise error from (own.cause(error) if own else None)
    made = Run(result_members(result))
    if trace:
        made._set(trace=Trace(collector, made.network))
    return made


def failed(err: Any, result: Any) -> Error:
    """The exception of a run that failed."""
    return error_of(err, text(result.outcome.report) or None)
