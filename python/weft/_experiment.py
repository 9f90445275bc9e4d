"""Experiments from the arguments of a call, and the tables of weft."""
from __future__ import annotations

import os
from typing import Any, Optional

from ._goal import goal_from
from ._library import Misuse, c_text, error_of, ffi, lib, listed, new_error, text
from ._network import Network
from ._record import Record


def name_of(setting: str) -> str:
    """The name of a setting, from that of an argument: on_conflict, on-conflict."""
    return setting.rstrip("_").replace("_", "-")


def value_of(setting: str, value: Any) -> str:
    """The value of a setting as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Network):
        return value.name
    if isinstance(value, (str, int)):
        return str(value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, os.PathLike):
        return os.fsdecode(value)
    raise TypeError(f"setting '{setting}': expected a text, a number or a "
                    f"Network, not {type(value).__name__}")


def plugin(word: str, find: Any, *more: Any) -> str:
    """A name, or that of what the file of a plug-in contains."""
    file = c_text(word, "the name")
    if not lib.weft_is_plugin(file):
        return word
    err = new_error()
    name = find(file, *more, err)
    if not name:
        raise error_of(err)
    return text(name)


def problem_name(problem: Any) -> str:
    """The name of a problem, which may be the file of a plug-in."""
    if isinstance(problem, os.PathLike):
        problem = os.fsdecode(problem)
    if not isinstance(problem, str):
        raise TypeError(f"the problem must be a str, not {type(problem).__name__}")
    name = plugin(problem, lib.weft_plugin_problem)
    if not lib.weft_problem_find(c_text(name)):
        err = new_error()
        names = [ffi.new("char[]", item.name.encode()) for item in problems()]
        table = ffi.new("const char *[]", [*names, ffi.NULL])
        lib.weft_unknown_among(err, b"problem", c_text(name), table)
        raise error_of(err)
    return name


def strategy_name(problem: Optional[str], strategy: Any) -> str:
    """The name of a strategy: of a table, of a plug-in, or of a decorated function."""
    own = getattr(strategy, "weft_strategy", None)
    if own is not None:
        if own.problem != problem:
            raise Misuse(f"strategy '{own.name}' is for the problem "
                         f"'{own.problem}', not for '{problem}'")
        return str(own.name)
    if isinstance(strategy, os.PathLike):
        strategy = os.fsdecode(strategy)
    if not isinstance(strategy, str):
        hint = "; decorate the function with @weft.strategy(PROBLEM)"
        raise TypeError("a strategy must be a name, the file of a plug-in or a "
                        f"decorated function, not {type(strategy).__name__}" +
                        (hint if callable(strategy) else ""))
    if problem is None:
        return strategy
    return plugin(strategy, lib.weft_plugin_find, c_text(problem))


class Experiment:
    """An experiment of the library, and the texts that it borrows."""

    def __init__(self, problem: Optional[str], settings: dict[str, Any]) -> None:
        self._kept: list[Any] = []
        self.problem = problem
        self.c = ffi.new("struct weft_experiment *")
        self.c[0] = lib.weft_experiment_default(
            self._keep(problem) if problem is not None else ffi.NULL)
        for name, value in settings.items():
            if value is not None:
                self.set(name_of(name), value)

    def _keep(self, value: str) -> Any:
        self._kept.append(c_text(value))
        return self._kept[-1]

    def set(self, name: str, value: Any) -> None:
        err = new_error()
        if name == "strategy":
            value = strategy_name(self.problem, value)
        word = self._keep(value_of(name, value))
        if lib.weft_experiment_set(self.c, self._keep(name), word, err):
            raise error_of(err)
        if self.problem is not None and lib.weft_setting_check(
                c_text(name), c_text(self.problem), err):
            raise error_of(err)


def word_in(what: str, word: Any, names: Any) -> int:
    """The index of a word in an array of names of the library."""
    err = new_error()
    known = [text(name) for name in listed(lambda i: names[i])]
    if word not in known:
        lib.weft_unknown_among(err, what.encode(), c_text(str(word)), names)
        raise error_of(err)
    return known.index(word)


def goal_on(goal: Any, experiment: Experiment) -> Any:
    """The goal for the processors of an experiment's network; NULL: none."""
    if goal is None:
        return ffi.NULL
    choice = lib.weft_experiment_get(experiment.c, b"network")
    size = Network(text(choice.text)).size if choice else 0
    return goal_from(goal)._c_of(size)


class Row(Record):
    """One row of a table of weft."""

    name: str
    summary: str

    def __repr__(self) -> str:
        return f"<{self.name}: {self.summary}>"


def _rows(table: Any, *members: str) -> list[Row]:
    return [Row({name: _plain(getattr(row, name)) for name in members})
            for row in listed(table)]


def _plain(value: Any) -> Any:
    if not isinstance(value, ffi.CData):
        return value
    return text(value) if value else None


def problems() -> list[Row]:
    """The problems that weft knows.

    >>> [p.name for p in problems()][:2]
    ['successive', 'simultaneous']
    """
    return _rows(lib.weft_problem, "name", "summary", "source", "network", "model")


def strategies(problem: str) -> list[Row]:
    """The strategies for a problem, with the networks and models that each needs.

    >>> "ring" in [s.name for s in strategies("allgather")]
    True
    """
    name = c_text(problem_name(problem))
    return _rows(lambda i: lib.weft_strategy(name, i), "name", "summary", "source",
                 "networks", "model", "needs")


def networks() -> list[Row]:
    """The kinds of networks; `usage` is the written form of each."""
    return _rows(lib.weft_network_known, "name", "usage", "summary", "exponent")


def models() -> list[Row]:
    """The models that have a name."""
    return _rows(lib.weft_model, "name", "summary")


def formats() -> list[Row]:
    """The formats of traces."""
    return _rows(lib.weft_format, "name", "ending", "summary", "reads", "writes")


def figures() -> list[Row]:
    """The kinds of figures."""
    return _rows(lib.weft_figure_kind, "name", "summary")


def _words(row: Any) -> list[str]:
    return [text(word) for word in listed(lambda i: row.words[i])] if row.words else []


def settings(problem: Optional[str] = None) -> list[Row]:
    """The settings of `run` and `compare`, or those that belong to one problem.

    >>> [s.name for s in settings()][:2]
    ['network', 'model']
    """
    table = lib.weft_setting
    if problem is not None:
        name = c_text(problem_name(problem))

        def table(i: int) -> Any:
            return lib.weft_problem_setting(name, i)
    return [Row({"name": text(row.name), "summary": text(row.help),
                 "argument": text(row.argument), "standard": _plain(row.standard),
                 "words": _words(row)}) for row in listed(table)]
