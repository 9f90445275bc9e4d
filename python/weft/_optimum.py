"""The minimum number of steps."""
from __future__ import annotations

from typing import Any, Callable, NamedTuple, Optional

from ._experiment import Experiment, goal_on, problem_name
from ._library import Stop, call, error_of, ffi, lib, new_error, text
from ._members import finite
from ._record import Record
from ._trace import Collector, Trace


class Progress(NamedTuple):
    """The state of a search: the steps being decided, the range known so far
    (None: no schedule is known), and the seconds since it began."""

    steps: int
    lower: int
    upper: Optional[int]
    seconds: float


class Optimum(Record):
    """The result of a search, as `weft optimum --json` prints it: no schedule has
    fewer steps than `lower`, and `trace` has `upper` steps."""

    problem: str
    network: str
    model: str
    processors: int
    reachable: bool
    decided: bool
    lower: Optional[int]
    upper: Optional[int]
    messages: int
    lower_by: str
    restrictions: list[str]
    better: list[dict[str, Any]]
    seconds: float
    #: the schedule that was found; None: there is none
    trace: Optional[Trace] = None

    def __repr__(self) -> str:
        steps = f"{self.upper}" if self.decided else f"{self.lower} to {self.upper or '?'}"
        return f"<Optimum: {self.problem}, {self.network}: {steps} steps>"

    def _repr_html_(self) -> str:
        from ._figure import shown
        return shown(self.trace, repr(self)[1:-1])


def _members(r: Any) -> dict[str, Any]:
    members = {
        "problem": text(r.problem), "network": text(r.network), "model": text(r.model),
        "order": text(r.order), "processors": r.processors, "routes": r.routes,
        "restrictions": [text(one) for one in r.restriction[0:r.restrictions]],
        "better": [{"strategy": text(one.strategy), "steps": one.steps,
                    "breaks": [text(rule) for rule in one.broken[0:one.breaks]]}
                   for one in r.better[0:r.betters]],
        "reachable": r.reachable, "decided": r.decided,
        "lower": r.lower if r.reachable else None,
        "upper": r.upper if r.schedule else None,
        "messages": r.messages, "fewest_messages": r.fewest,
        "lower_by": text(r.lower_by), "by": text(r.upper_by),
    }
    if r.author:
        members.update(author_bound=r.author, author_bound_by=text(r.author_by))
    members.update(variables=r.variables, clauses=r.clauses, proof=r.proved,
                   seconds=finite(r.seconds))
    return members


class _Watch:
    """The state of a search for its callback."""

    def __init__(self, stop: Stop, progress: Optional[Callable[[Progress], Any]]) -> None:
        self.stop, self.progress = stop, progress
        self.error: Optional[BaseException] = None


@ffi.callback("bool(void *, const struct weft_optimum_progress *)", error=False)
def _go_on(arg: Any, p: Any) -> bool:
    watch: _Watch = ffi.from_handle(arg)
    try:
        if watch.progress is not None and not watch.stop.stopped:
            watch.progress(Progress(p.steps, p.lower, p.upper or None, p.seconds))
    except BaseException as error:  # raised by the caller
        watch.error = error
    return not watch.stop.stopped and watch.error is None


def _trace(result: Any) -> Optional[Trace]:
    if not result.schedule:
        return None
    collector, err = Collector(), new_error()
    if lib.weft_optimum_play(result, collector.sinks(), 1, err):
        raise error_of(err)
    return Trace(collector, text(result.network))


def optimum(problem: Any = None, *, goal: Any = None, limit: float = 60.0,
            progress: Optional[Callable[[Progress], Any]] = None, jobs: int = 0,
            routes: bool = False, blocks: int = 0, least_messages: bool = False,
            **settings: Any) -> Optimum:
    """Search for the minimum number of steps, which a solver proves.

    problem         a name; None: `goal` is given, with a `network`
    limit           of seconds, after which the range known so far is the result;
                    0: none
    progress        called with a Progress, several times a second
    jobs            numbers of steps that are decided at the same time
    routes          whether processors may send over others
    blocks          for allreduce and reduce_scatter: the blocks of a vector
    least_messages  whether to minimize the messages, too

    >>> optimum("broadcast", network="complete:5", model="one-port").upper
    3
    """
    name = problem_name(problem) if problem is not None else None
    experiment = Experiment(name, settings)
    stop = Stop()
    watch = _Watch(stop, progress)
    handle = ffi.new_handle(watch)
    wanted = goal_on(goal, experiment)
    options = ffi.new("struct weft_optimum_options *", {
        "experiment": experiment.c, "limit": limit, "jobs": jobs, "routes": routes,
        "blocks": blocks, "least_messages": least_messages, "goal": wanted,
        "go_on": _go_on, "arg": handle})
    result = ffi.gc(ffi.new("struct weft_optimum *"), lib.weft_optimum_finish)
    err = new_error()
    failed = call(lambda: lib.weft_optimum(options, result, err), stop)
    if watch.error is not None:
        raise watch.error
    if failed:
        raise error_of(err)
    made = Optimum(_members(result))
    made._set(trace=_trace(result))
    return made
