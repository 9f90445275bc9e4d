"""Lower bounds."""
from __future__ import annotations

from typing import Any, Optional

from ._experiment import Experiment, goal_on, problem_name, word_in
from ._library import call, error_of, ffi, lib, new_error, text
from ._record import Record


class Bound(Record):
    """A lower bound: no valid run takes less. `arguments` lists what each
    argument proves, `certificate` the numbers of the best one."""

    problem: str
    network: str
    processors: int
    model: str
    cost: str
    bound: int
    by: Optional[str]
    certificate: Optional[dict[str, Any]]
    arguments: list[dict[str, Any]]

    def __int__(self) -> int:
        return self.bound

    def __repr__(self) -> str:
        by = f" by {self.by}" if self.by else ""
        return f"<Bound: {self.problem}, {self.network}: {self.bound}{by}>"


def _number(number: Any) -> Any:
    if number.truth:
        return bool(number.num)
    if number.den == 0:
        return None
    return number.num if number.den == 1 else number.num / number.den


def _certificate(answer: Any) -> Optional[dict[str, Any]]:
    if not answer.arguments:
        return None
    first = answer.argument[0]
    members: dict[str, Any] = {"kind": text(first.by), "text": text(first.text)}
    if first.list_name:
        members[text(first.list_name)] = [first.list[i] for i in range(first.count)]
    for more in first.more:
        if more.name:
            members[text(more.name)] = [more.vertex[i] for i in range(more.count)]
    for i in range(first.numbers):
        members[text(first.number[i].name)] = _number(first.number[i])
    return members


def bound_answer(a: Any) -> dict[str, Any]:
    """The members of an answer, as `weft bound --json` prints them."""
    members: dict[str, Any] = {
        "problem": text(a.problem), "network": text(a.network),
        "processors": a.processors, "model": text(a.model), "cost": text(a.cost)}
    members.update({"vector": a.vector} if a.vector else {"bytes": a.bytes})
    blocks = a.message_blocks
    members.update({
        "message_blocks": "any" if blocks == lib.WEFT_BOUND_ANY else blocks,
        "routed": a.routed, "receptions_may_wait": a.late,
        "bound": a.bound, "by": text(a.by) if a.by else None,
        "certificate": _certificate(a),
        "arguments": [{"by": text(one.by), "bound": one.bound, "text": text(one.text)}
                      for one in a.argument[0:a.arguments]],
    })
    if a.author:
        members.update(author_bound=a.author, author_bound_by=text(a.author_by))
    if a.note[0] != b"\0":
        members["note"] = text(a.note)
    return members


def bound(problem: Any = None, *, goal: Any = None, one_link: bool = False,
          cuts: str = "fast", message_bytes: int = 0, **settings: Any) -> Bound:
    """The lower bound of a question: no valid run takes less.

    problem        a name, or the file of a plug-in; None: `goal` is given
    one_link       whether each transfer passes only one link
    cuts           how long to search for cuts: "fast", "none" or "all"
    message_bytes  the length of a message at most; 0: `message_blocks` says it
    settings       those of `weft run`

    >>> bound("allgather", network="ring:8", message_blocks=1).bound
    7
    """
    name = problem_name(problem) if problem is not None else None
    experiment = Experiment(name, settings)
    options = ffi.new("struct weft_bound_options *")
    made = goal_on(goal, experiment)
    options.goal = made
    options.one_link = one_link
    options.cuts = word_in("cuts", cuts, lib.weft_bound_cuts_names)
    options.message_bytes = message_bytes
    answer = ffi.gc(ffi.new("struct weft_bound_answer *"), lib.weft_bound_finish)
    err = new_error()
    if call(lambda: lib.weft_bound_of(experiment.c, options, answer, err)):
        raise error_of(err)
    return Bound(bound_answer(answer))
