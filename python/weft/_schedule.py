"""Schedules from transfers."""
from __future__ import annotations

from typing import Any, Iterable, Optional

from ._library import Misuse
from ._trace import Trace, read


def _items(items: Any) -> str:
    if isinstance(items, str):
        return items
    if isinstance(items, int):
        return str(items)
    return ",".join(str(int(item)) for item in sorted(items))


def _line(transfer: Any) -> tuple[int, int, int, str]:
    try:
        slot, source, destination, items = transfer
        return int(slot), int(source), int(destination), _items(items)
    except (TypeError, ValueError):
        raise Misuse("a transfer is (slot, source, destination, items), not "
                     f"{transfer!r}"[:200]) from None


def schedule(transfers: Iterable[Any], *, processors: Optional[int] = None,
             **parameters: Any) -> Trace:
    """The trace of a schedule from its transfers.

    transfers   each (slot, source, destination, items): slots are numbered from
                1, items is the number of a block, several numbers, or a text
                such as "0-1:0-2+5" (docs/formats.md)
    processors  their number; None: as many as the transfers name
    parameters  of the trace: network, model, problem, ...

    >>> len(schedule([(1, 0, 1, 0), (2, 1, 2, 0)]))
    4
    """
    lines = [_line(transfer) for transfer in transfers]
    most = max((max(source, to) for _, source, to, _ in lines), default=-1) + 1
    if not lines and not processors:
        raise Misuse("a schedule without transfers needs the number of processors")
    if processors is not None and most > processors:
        raise Misuse(f"a transfer names processor {most - 1}, but there are "
                     f"{processors}: 0 to {processors - 1}")
    words = {"processors": processors or most, **parameters}
    if "\n" in "".join(str(value) for value in words.values()):
        raise Misuse("a parameter is one line of text")
    head = [f"# {key.replace('_', '-')}: {value}" for key, value in words.items()
            if value is not None]
    body = ["%d %d %d %s" % line for line in lines]
    return read("\n".join(head + body).encode() + b"\n", format="schedule")
