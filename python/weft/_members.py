"""The members of a result of the library, by the names of weft's JSON."""
from __future__ import annotations

import math
from typing import Any, Optional

from ._library import ffi, lib, text


def finite(value: float) -> Optional[float]:
    return value if math.isfinite(value) else None


def _arc(arc: Any) -> dict[str, Any]:
    return {"from": getattr(arc, "from"), "to": arc.to,
            "words": arc.words, "carrying": arc.carrying, "full": arc.full,
            "most": arc.most}


def _ticks(ticks: int) -> float:
    return float(ticks / lib.WEFT_TICKS)


def _shared(r: Any) -> dict[str, Any]:
    s = r.outcome.shared
    return {
        "sharing": text(lib.weft_sharing_names[r.sharing]),
        "rounds": text(lib.weft_rounds_names[r.rounds_as]),
        "ticks": lib.WEFT_TICKS,
        "time": _ticks(r.time_ticks),
        "time_ticks": r.time_ticks,
        "ports": {"waited": s.waited, "sum": _ticks(s.waited_sum),
                  "most": _ticks(s.waited_most)},
        "links": {"slowed": s.slowed, "sum": _ticks(s.slowed_sum),
                  "most": _ticks(s.slowed_most)},
        "busiest_links": [_arc(s.arc[i]) for i in range(s.busiest)],
        "recomputations": s.recomputations,
        "looks": s.looks,
    }


def bound_members(r: Any) -> dict[str, Any]:
    """The lower bounds of a result."""
    bounds = [r.bound[i] for i in range(r.bounds)]
    members = {
        "lower_bound": r.lower_bound or None,
        "lower_bounds": [{"name": text(bound.name), "time": bound.time,
                          "text": text(bound.text)} for bound in bounds],
        "ratio": r.ratio if r.ratio > 0 else None,
        "bound_by": text(bounds[0].name) if bounds else None,
        "own_bound": r.own_bound or None,
        "message_bytes": r.message_bytes or None,
    }
    if r.author_bound:
        members["author_bound"] = r.author_bound
        members["author_bound_by"] = text(r.author_by)
    return members


def _conflicts(r: Any) -> list[str]:
    line = ffi.new("char[400]")
    lines = []
    for i in range(r.outcome.kept):
        lib.weft_conflict_format(ffi.addressof(r.outcome.conflict[i]), line, len(line))
        lines.append(text(line))
    return lines


def result_members(r: Any) -> dict[str, Any]:
    """All members of the result of a run."""
    members: dict[str, Any] = {
        "problem": text(r.problem), "strategy": text(r.strategy),
        "network": text(r.network), "model": text(r.model),
        "processors": r.processors, "steps": r.steps,
    }
    members.update(_shared(r) if r.sharing else {"time": r.makespan})
    members.update(messages=r.messages, bytes=r.bytes)
    if r.blocks:
        members.update(blocks=r.blocks, volume=r.volume)
    if r.vector:
        members["vector"] = r.vector
    members.update(bound_members(r))
    members.update({
        "round_count": r.rounds or None,
        "conflicts": r.conflicts, "first_conflicts": _conflicts(r),
        "busiest": r.busiest, "busiest_share": finite(r.busiest_share),
        "busy_share": finite(r.busy_share),
        "measures": {text(r.measure[i].name): finite(r.measure[i].value)
                     for i in range(r.measures)},
        "ended": r.ended, "valid": None if r.not_judged else r.valid,
        "expected": r.expected, "verdict": text(r.verdict),
        "wall_seconds": r.wall_seconds,
    })
    return members
