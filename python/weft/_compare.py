"""Comparisons."""
from __future__ import annotations

from typing import Any, Iterable, Iterator, Optional, Sequence, overload

from ._bound import Bound, bound_answer
from ._experiment import name_of, problem_name, strategy_name, value_of
from ._library import (Error, Misuse, Stop, c_text, call, error_of, ffi, lib, listed,
                       new_error, taken, text)
from ._members import result_members
from ._record import Record
from ._run import Run


_NONE = int(ffi.cast("size_t", -1))  # WEFT_NO_POINT, WEFT_NO_QUESTION


class LeftOut(Record):
    """A strategy that cannot run at a point, and the `reason`."""

    problem: str
    strategy: str
    settings: dict[str, Any]
    reason: str

    def __repr__(self) -> str:
        return f"<LeftOut: {self.strategy}: {self.reason}>"


class Comparison(Sequence[Run]):
    """The rows of a comparison: a sequence of runs, each with its `settings`."""

    def __init__(self, c: Any) -> None:
        self._c = c
        #: the problems that were compared
        self.problems = [text(c.problem[i]) for i in range(c.problems)]
        #: the lower bounds of the questions; `row.question` is an index of it
        self.questions = [Bound(bound_answer(c.question[i].answer))
                          for i in range(c.questions)]
        self._rows = [self._row(c.row[i]) for i in range(c.rows)]
        #: what could not run, and why
        self.left_out = [self._left_out(c.unfit[i]) for i in range(c.unfits)]

    def _settings(self, trial: Any) -> dict[str, Any]:
        if trial.point == _NONE:
            return {}
        values: dict[str, Any] = {}
        for axis in self._c.axis[0:self._c.axes]:
            word = lib.weft_trial_value(ffi.addressof(axis), trial)
            number = -1 if b":" in ffi.string(word) else lib.weft_value_number(word)
            values[text(axis.setting.name)] = number if number >= 0 else text(word)
        return values

    def _row(self, trial: Any) -> Run:
        asked = trial.question != _NONE
        return Run({"settings": self._settings(trial), **result_members(trial.result),
                    "question": trial.question if asked else None})

    def _left_out(self, trial: Any) -> LeftOut:
        return LeftOut({"problem": self.problems[trial.problem],
                        "strategy": text(trial.strategy.name),
                        "settings": self._settings(trial),
                        "reason": text(trial.err.text)})

    @overload
    def __getitem__(self, index: int) -> Run: ...

    @overload
    def __getitem__(self, index: slice) -> list[Run]: ...

    def __getitem__(self, index: Any) -> Any:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Run]:
        return iter(self._rows)

    @property
    def json(self) -> dict[str, Any]:
        """All of it, as `weft compare --json` prints it."""
        return {"problems": self.problems, "complete": True,
                "rows": [row.json for row in self],
                "questions": [one.json for one in self.questions],
                "left_out": [one.json for one in self.left_out]}

    @property
    def text(self) -> str:
        """The table as text, with the bounds and what was left out."""
        return self._made(lambda err: lib.weft_comparison_text(self._c, 0, err))

    @property
    def csv(self) -> str:
        """The table as CSV."""
        return self._made(lambda err: lib.weft_comparison_csv(self._c, err))

    @staticmethod
    def _made(make: Any) -> str:
        err = new_error()
        made = make(err)
        if not made:
            raise error_of(err)
        return taken(made)

    def _axis(self, axis: Optional[str]) -> int:
        err = new_error()
        index = (lib.weft_comparison_sizes(self._c, err) if axis is None else
                 lib.weft_comparison_axis(self._c, c_text(name_of(axis))))
        if index >= 0:
            return int(index)
        if axis is None:
            raise error_of(err)
        raise Misuse(f"the comparison has no setting '{axis}'", "unknown")

    def pivot(self, value: str = "steps", axis: Optional[str] = None) -> str:
        """A table of one number: a line for each value of a setting, a column for
        each strategy."""
        index = self._axis(axis)
        return self._made(lambda err: lib.weft_comparison_pivot(
            self._c, index, c_text(value), False, err))

    def plot(self, value: Optional[str] = None, axis: Optional[str] = None, *,
             title: Optional[str] = None) -> Any:
        """A Figure of one number over a setting that has several values.

        value  "steps", "time", "messages", "ratio", ...; None: steps, or time if
               the two differ
        axis   the setting; None: the first with several sizes
        """
        from ._figure import Figure
        if value is None:
            value = "time" if any(row.time != row.steps for row in self) else "steps"
        index = self._axis(axis)
        words = [c_text(value), c_text(title or "")]
        return Figure(self._made(lambda err: lib.weft_comparison_plot(
            self._c, index, words[0], words[1] if title else ffi.NULL, err)))

    def _repr_html_(self) -> str:
        from ._figure import table
        names = list(self._rows[0].settings) if self._rows else []
        parts = [table([[row.problem, row.strategy, *row.settings.values(), row.steps,
                         row.time, row.messages, row.lower_bound,
                         None if row.ratio is None else f"{row.ratio:.3f}", row.valid]
                        for row in self],
                       ["problem", "strategy", *names, "steps", "time", "messages",
                        "bound", "ratio", "valid"])]
        try:
            parts.append(self.plot()._repr_html_())
        except Error:  # there is nothing to plot over
            pass
        return "".join(parts)

    def to_pandas(self) -> Any:
        """The rows as a DataFrame of pandas; the settings are columns, too."""
        import pandas
        return pandas.DataFrame([{**row.settings, **row.json} for row in self]) \
            .drop(columns="settings", errors="ignore")

    def __repr__(self) -> str:
        return f"<Comparison of {len(self)} rows: {', '.join(self.problems)}>"

    def __str__(self) -> str:
        return self.text


def _values(setting: str, values: Any) -> list[str]:
    """The texts that stand for one or several values of a setting."""
    if isinstance(values, (list, tuple, range, set)):
        return [value_of(setting, value) for value in values]
    return [value_of(setting, values)]


def _fill(values: Any, setting: Any, texts: Iterable[str]) -> None:
    err = new_error()
    for word in texts:
        if lib.weft_values_add(ffi.addressof(values), setting, c_text(word), err):
            raise error_of(err)


def _owns(strategies: Any) -> list[Any]:
    """What is registered of the strategies that are functions."""
    if isinstance(strategies, str) or not isinstance(strategies, Iterable):
        strategies = [strategies]
    return [own for own in (getattr(strategy, "weft_strategy", None)
                            for strategy in strategies) if own]


def _strategies(problems: list[str], strategies: Any) -> list[str]:
    if isinstance(strategies, str) or not isinstance(strategies, Iterable):
        strategies = [strategies]
    named: list[str] = []
    for strategy in strategies:
        own = getattr(strategy, "weft_strategy", None)
        named.append(strategy_name(own.problem if own else problems[0], strategy))
        if own and own.problem not in problems:
            raise Misuse(f"strategy '{own.name}' is for the problem "
                         f"'{own.problem}', which is not compared")
    if not named:
        raise Misuse("no strategy to compare; None stands for all of them")
    return named


def _setting_rows() -> dict[str, tuple[int, Any]]:
    return {text(row.name): (i, row) for i, row in enumerate(listed(lib.weft_setting))}


def _finish(comparison: Any) -> None:
    lib.weft_comparison_finish(comparison)


def _prepare(problems: list[Any], strategies: Any, jobs: int, scale: int,
             settings: dict[str, Any]) -> tuple[Any, list[Any]]:
    """A comparison of the library that is planned, and what it borrows."""
    made = ffi.gc(ffi.new("struct weft_comparison *"), _finish)
    kept: list[Any] = []
    for problem in problems:
        kept.append(c_text(problem))
        if made.problems == lib.WEFT_COMPARED_MAX:
            raise Misuse(f"at most {lib.WEFT_COMPARED_MAX} problems")
        made.problem[made.problems] = kept[-1]
        made.problems += 1
    made.jobs = jobs
    rows = _setting_rows()
    given = {name_of(name): value for name, value in settings.items()
             if value is not None}
    err = new_error()
    for name in given:
        if name not in rows:  # says which name is similar
            other = ffi.new("struct weft_experiment *")
            lib.weft_experiment_set(other, c_text(name), b"", err)
            raise error_of(err)
    if strategies is not None:
        _fill(made.strategies, rows["strategy"][1], _strategies(problems, strategies))
    for name in sorted(given, key=lambda name: rows[name][0]):
        axis = made.axis[made.axes]
        axis.setting = rows[name][1]
        made.axes += 1
        _fill(axis.values, axis.setting, _values(name, given[name]))
    if lib.weft_comparison_plan(made, err):
        raise error_of(err)
    return made, kept


def compare(problem: Any, strategies: Any = None, *, jobs: int = 0,
            **settings: Any) -> Comparison:
    """Run several strategies, at every point of the settings.

    problem     a name or the file of a plug-in, or several of them
    strategies  names, files of plug-ins, decorated functions; None: all
    jobs        the number of runs at the same time; 0: that of the cores
    settings    those of `weft compare`; each may have several values, in a list
                or as a text such as "hypercube:2..6"

    >>> rows = compare("allgather", ["ring", "bruck"], network="complete:8")
    >>> [(row.strategy, row.steps) for row in rows]
    [('ring', 7), ('bruck', 3)]
    """
    if not isinstance(strategies, (str, type(None))) and isinstance(strategies, Iterable):
        strategies = list(strategies)
    words = [problem] if isinstance(problem, str) or not isinstance(
        problem, Iterable) else list(problem)
    if not 0 <= jobs <= lib.WEFT_TRIALS_AT_ONCE:
        raise Misuse(f"jobs is 0 to {lib.WEFT_TRIALS_AT_ONCE}, not {jobs}")
    made, kept = _prepare([problem_name(word) for word in words], strategies, jobs,
                          0, settings)
    stop = Stop(_owns(strategies))
    handle = ffi.new_handle(stop)
    watch = ffi.new("struct weft_watch *", {"go_on": _go_on, "arg": handle, "join": True})
    err = new_error()
    held = handle, kept  # until the trials have ended, even after Ctrl-C

    def work(held: Any = held) -> int:
        return int(lib.weft_comparison_run(made, watch, err))

    if call(work, stop):
        raise error_of(err)
    if not made.rows:
        raise Misuse("; ".join(dict.fromkeys(
            f"{text(made.unfit[i].strategy.name)}: {text(made.unfit[i].err.text)}"
            for i in range(made.unfits))) or "there is nothing to compare")
    made_rows = Comparison(made)
    made_rows._kept = kept  # type: ignore[attr-defined]
    return made_rows


@ffi.callback("bool(void *, size_t)")
def _go_on(arg: Any, finished: int) -> bool:
    stop = ffi.from_handle(arg)
    if stop.stopped:
        stop.stop()  # again for what has begun since
    return not stop.stopped
