"""Results: objects whose attributes are the members of weft's JSON."""
from __future__ import annotations

from typing import Any, Iterator


class Record:
    """A result that does not change. `r.steps` and `r["steps"]` are the same,
    and `r.json` is the whole as a dict, as `weft ... --json` prints it."""

    _members: dict[str, Any]

    def __init__(self, members: dict[str, Any]) -> None:
        object.__setattr__(self, "_members", members)

    @property
    def json(self) -> dict[str, Any]:
        """All members, as a new dict."""
        return dict(self._members)

    def __getattr__(self, name: str) -> Any:
        try:
            return object.__getattribute__(self, "_members")[name]
        except KeyError:
            raise AttributeError(
                f"{type(self).__name__} has no member '{name}'") from None

    def __getitem__(self, name: str) -> Any:
        return self._members[name]

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a {type(self).__name__} does not change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} does not change")

    def keys(self) -> Iterator[str]:
        return iter(self._members)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._members})

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Record) and type(other) is type(self) and
                other._members == self._members)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return type(self), (self._members,)

    def _set(self, **values: Any) -> None:
        """Keep what belongs to the result and is no member."""
        for name, value in values.items():
            object.__setattr__(self, name, value)
