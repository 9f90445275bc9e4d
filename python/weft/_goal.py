"""Goals: what a schedule has to achieve."""
from __future__ import annotations

import os
from typing import Any, Iterable, Mapping, Optional, Union

from ._library import (Misuse, c_text, error_of, ffi, lib, listed, new_error, taken,
                       text)

Numbers = Union[int, Iterable[int], str]


class Goal:
    """A goal as text (docs/goals.md): which processor has and wants which blocks.

    >>> goal = Goal("have 0: 0\\nwant all: 0", processors=4)
    >>> goal.wanted(3)
    [0]
    """

    def __init__(self, source: str, processors: Optional[int] = None) -> None:
        """processors  their number; None: the text states it, or the network
        that the goal is used with"""
        self.text = source
        self._processors = processors
        self._made: Any = None
        data = c_text(source, "the goal")  # refuses what is no text
        if processors is not None:
            self._made = self._make(data, processors)

    @classmethod
    def known(cls, name: str, *, each: int = 0, blocks: int = 0, root: int = 0,
              processors: Optional[int] = None) -> "Goal":
        """The goal of a problem that weft knows by name.

        >>> print(Goal.known("broadcast").text.splitlines()[-1])
        want all: 0..m-1
        """
        made = lib.weft_goal_text(c_text(name, "the name of the goal"),
                                  {"each": each, "blocks": blocks, "root": root})
        if not made:
            names = ", ".join(text(row) for row in listed(lib.weft_goal_known))
            raise Misuse(f"unknown goal '{name}'; known: {names}", "unknown")
        return cls(taken(made), processors)

    @classmethod
    def of(cls, processors: int, have: Mapping[int, Numbers],
           want: Mapping[int, Numbers], *, combine: Optional[str] = None) -> "Goal":
        """A goal from the blocks that each processor has and wants.

        >>> Goal.of(3, have={0: [0, 1]}, want={1: 0, 2: [0, 1]}).wanted(2)
        [0, 1]
        """
        lines = [f"processors {processors}"]
        if combine is not None:
            lines.append(f"combine {combine}")
        for word, blocks in ("have", have), ("want", want):
            lines += [f"{word} {rank}: {_listed(what)}" for rank, what in blocks.items()]
        return cls("\n".join(lines) + "\n", processors)

    def _make(self, data: Any, processors: int) -> Any:
        err = new_error()
        made = lib.weft_goal_parse(data, len(data) - 1, processors, err)
        if not made:
            raise error_of(err)
        return ffi.gc(made, lib.weft_goal_destroy)

    def _c_of(self, processors: int) -> Any:
        """The goal of the library for a number of processors; 0: not known."""
        if self._made is not None:
            return self._made
        return self._make(c_text(self.text), processors)

    def _own(self) -> Any:
        if self._made is None:
            self._made = self._make(c_text(self.text), 0)
        return self._made

    @property
    def processors(self) -> int:
        """The number of processors."""
        return int(lib.weft_goal_processors(self._own()))

    def wanted(self, rank: int) -> list[int]:
        """The blocks that a processor must have at the end."""
        goal = self._own()
        return [lib.weft_goal_want(goal, rank, i)
                for i in range(lib.weft_goal_wanted(goal, rank))]

    def has(self, rank: int, block: int) -> bool:
        """Whether a processor holds a block at the start."""
        return bool(lib.weft_goal_has(self._own(), rank, block))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Goal) and (other.text, other._processors) == (
            self.text, self._processors)

    def __hash__(self) -> int:
        return hash((self.text, self._processors))

    def __reduce__(self) -> Any:
        return Goal, (self.text, self._processors)

    def __repr__(self) -> str:
        return f"Goal({self.text!r})"


def _listed(numbers: Numbers) -> str:
    if isinstance(numbers, (str, int)):
        return str(numbers)
    return ", ".join(str(int(number)) for number in numbers)


def goal_from(source: Any) -> Goal:
    """A goal from a Goal, its text, or the path of its file."""
    if isinstance(source, Goal):
        return source
    if isinstance(source, os.PathLike):
        with open(source, encoding="utf-8") as file:
            return Goal(file.read())
    return Goal(source)
