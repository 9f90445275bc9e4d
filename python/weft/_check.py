"""Checks of traces and schedules."""
from __future__ import annotations

import os
from typing import Any, Optional

from ._experiment import Experiment, problem_name, word_in
from ._goal import goal_from
from ._library import (Misuse, c_text, call, error_of, ffi, lib, listed,
                       new_error, text)
from ._network import Network
from ._record import Record
from ._schedule import schedule
from ._trace import Trace, read


class Finding(Record):
    """Something that is wrong: `slot` (the step; `time` in traces without
    steps), `processor` (None: no single one), `text` and the broken `rule`."""

    slot: int
    processor: Optional[int]
    text: str
    rule: str

    def __str__(self) -> str:
        return str(self.text)

    def __repr__(self) -> str:
        return f"<Finding: {self.text}>"


class Verdict(Record):
    """The verdict of a check, as `weft check --json` prints it. `valid` is True
    or False, or None if something that was asked for could not be judged."""

    valid: Optional[bool]
    verdict: str
    processors: int
    steps: int
    messages: int
    conflicts: int
    unmatched: int
    unheld: int
    solved: Optional[bool]
    judged_by: dict[str, str]
    not_judged: dict[str, str]
    found: int
    findings: list[Finding]

    def _repr_html_(self) -> str:
        from ._figure import table
        return f"<p>{repr(self)[1:-1]}</p>" + (table(
            [(one.json.get("slot", one.json.get("time")), one.processor, one.text)
             for one in self.findings], ["step", "processor", "finding"])
            if self.findings else "")

    def __repr__(self) -> str:
        more = f", {self.found} findings" if self.found else ""
        return f"<Verdict: {self.verdict}, {self.steps} steps{more}>"


def _finding(finding: Any, timed: bool) -> Finding:
    members: dict[str, Any] = {
        "time" if timed else "slot": finding.slot - timed,
        "processor": finding.rank if finding.rank >= 0 else None,
        "text": text(finding.text), "rule": text(finding.rule)}
    if finding.messages:
        members["messages"] = list(finding.message[0:finding.messages])
    if finding.peers:
        members["peers"] = list(finding.peer[0:finding.peers])
    if finding.has_arc:
        members["arc"] = list(finding.arc)
    if finding.transfers:
        members["transfers"] = [
            [one.slot - timed, getattr(one, "from"), one.to, one.message]
            for one in finding.transfer[0:finding.transfers]]
    return Finding(members)


def _basis(r: Any) -> dict[str, Any]:
    parts = [(text(lib.weft_check_part_names[i]), r.basis[i])
             for i in range(lib.WEFT_CHECK_PARTS)]
    return {
        "judged_by": {name: text(part.word) for name, part in parts
                      if getattr(part, "from") != lib.WEFT_CHECK_NOT},
        "named_by_file": [name for name, part in parts
                          if getattr(part, "from") == lib.WEFT_CHECK_TRACE],
        "not_judged": {name: text(part.why) for name, part in parts if text(part.why)},
    }


def _verdict(check: Any) -> Verdict:
    r = lib.weft_check_result(check)
    members = {"processors": r.processors, "steps": r.steps, "makespan": r.makespan,
               "messages": r.messages, **_basis(r), "conflicts": r.conflicts,
               "unmatched": r.unmatched, "unheld": r.unheld}
    if r.load:
        members["load"] = {"messages": r.load, "slot": r.load_slot,
                           "from": r.load_from, "to": r.load_to}
    judged = "problem" in members["judged_by"]
    members.update({
        "solved": r.solved if judged else None,
        "valid": None if r.verdict == lib.WEFT_NOT_JUDGED
        else r.verdict == lib.WEFT_VALID,
        "verdict": text(lib.weft_verdict_names[r.verdict]),
        "found": r.findings,
        "findings": [_finding(one, r.timed)
                     for one in listed(lambda i: lib.weft_check_finding(check, i))]})
    return Verdict(members)


def trace_of(what: Any) -> Trace:
    """The trace of a run, a file, or transfers."""
    what = getattr(what, "trace", what)
    if isinstance(what, Trace):
        return what
    if what is None:
        raise Misuse("the run was made without a trace: run(..., trace=True)")
    if isinstance(what, (str, bytes, bytearray, memoryview, os.PathLike)):
        return read(what)
    return schedule(what)


def _network_of(trace: Trace, network: Any) -> Optional[Network]:
    """The network to check against; None: what the trace names, without a file."""
    if network is None:
        network = trace.network
        if network is None or not lib.weft_network_reads_file(c_text(network)):
            return None
    return network if isinstance(network, Network) else Network(network)


class _Options:
    """The options of a check, and what they borrow."""

    def __init__(self, trace: Trace, network: Any, model: Any, problem: Any,
                 goal: Any) -> None:
        self.c = ffi.new("struct weft_check_options *")
        self.c.from_trace = True
        err = new_error()
        self._network = _network_of(trace, network)
        if self._network is not None:
            self.c.network = self._network.c
        if model is not None:
            self._model = ffi.new("struct weft_model *")
            if lib.weft_model_parse(c_text(model, "the model"), self._model, err):
                raise error_of(err)
            self.c.model = self._model
        if problem is not None:
            self._set_problem(problem_name(problem), trace)
        if goal is not None:
            size = self._network.size if self._network else trace.processors
            self._goal = goal_from(goal)._c_of(size)
            self.c.goal = self._goal

    def _set_problem(self, name: str, trace: Trace) -> None:
        self._name = c_text(name)
        if name in [text(row) for row in listed(lib.weft_check_problem)]:
            self.c.problem = self._name
            return
        network = self._network or f"complete:{trace.processors}"
        experiment = Experiment(name, {"network": network})
        err = new_error()
        goal = lib.weft_experiment_goal(experiment.c, err)
        if not goal:
            raise error_of(err)
        self._goal = ffi.gc(goal, lib.weft_goal_destroy)
        self.c.goal = self._goal


_CAUSALITY = {"auto": 0, "on": 1, "off": 2, True: 1, False: 2}


def check(what: Any, *, network: Any = None, model: Optional[str] = None,
          problem: Any = None, goal: Any = None, order: Optional[str] = None,
          root: Optional[int] = None, causality: Any = "auto",
          unlimited: bool = False) -> Verdict:
    """Check a trace or a schedule: every rule, by code that no run uses.

    what       a Run, a Trace, a file, its bytes, or transfers, each
               (slot, source, destination, items)
    network, model, problem, order, root
               what to check against; None: what the trace names
    goal       a Goal, its text, or the pathlib.Path of its file
    causality  whether a processor may send only what it holds: "on", "off", or
               "auto": if messages have numbers of their own
    unlimited  whether to judge the goal however long it takes

    >>> check([(1, 0, 1, 0), (1, 0, 2, 0)], model="one-port").findings[0].processor
    0
    """
    if goal is not None and problem is not None:
        raise Misuse("goal and problem are mutually exclusive")
    if causality not in _CAUSALITY:
        raise Misuse(f"causality is 'auto', 'on' or 'off', not {causality!r}")
    trace = trace_of(what)
    options = _Options(trace, network, model, problem, goal)
    if order is not None:
        options.c.order = word_in("order", order, lib.weft_order_names)
        options.c.order_set = True
    options.c.root = -1 if root is None else root
    options.c.causality = _CAUSALITY[causality]
    options.c.unlimited = unlimited
    err = new_error()
    made = lib.weft_check_create(options.c, err)
    if not made:
        raise error_of(err)
    checker = ffi.gc(made, lib.weft_check_destroy)
    if not call(lambda: trace._pour(lib.weft_check_sink(checker))):
        raise MemoryError("no memory for the check")
    return _verdict(checker)
