"""Traces: the events of a run, in memory."""
from __future__ import annotations

import os
from typing import Any, Iterator, NamedTuple, Optional

from ._library import Stop, c_text, call, error_of, ffi, lib, new_error, text

_EVENT = ffi.typeof("struct weft_event")
_SIZE = ffi.sizeof(_EVENT)
#: the codes of struct and memoryview for the types of the members of an event
_CODES = {"uint64_t": "Q", "uint32_t": "I", "int32_t": "i", "int16_t": "h",
          "uint8_t": "B"}
_FIELDS = [(name, field.offset, field.type, _CODES[field.type.cname])
           for name, field in _EVENT.fields]

#: the kinds of events, by number: "send", "receive", ...
KINDS = tuple(text(lib.weft_event_names[i]) for i in range(lib.WEFT_EVENT_KINDS))


class Event(NamedTuple):
    """One event of one processor; `kind` is a word of KINDS."""

    start: int
    duration: int
    since: int
    rank: int
    peer: int
    message: int
    bytes: int
    dimension: int
    kind: str
    flags: int
    items: Optional[str]


class Trace:
    """The events of a run, and its description.

    The events stay in the memory of the library: `events`, `columns()` and
    `numpy()` are views of it, which keep it alive.
    """

    #: the written form of the network that a run of this program used
    network: Optional[str]

    def __init__(self, collector: "Collector", network: Optional[str] = None) -> None:
        self._c = collector.c
        self._events = collector.events()
        self.network = network

    def __len__(self) -> int:
        return int(self._c.count)

    def __bool__(self) -> bool:
        return True

    @property
    def info(self) -> dict[str, Any]:
        """The description: processors, unit_ns, step, and the parameters."""
        info = self._c.info
        return {"processors": info.processors, "unit_ns": info.unit_ns,
                "step": info.step,
                "parameters": {text(info.parameter[i].key): text(info.parameter[i].value)
                               for i in range(info.parameters)}}

    @property
    def processors(self) -> int:
        """The number of processors."""
        return int(self._c.info.processors)

    @property
    def events(self) -> memoryview:
        """All events as bytes that are read only: 48 bytes each, as struct
        weft_event of <weft/event.h> has them."""
        if not len(self):
            return memoryview(b"")
        return memoryview(ffi.buffer(self._events, len(self) * _SIZE)).toreadonly()

    def columns(self) -> dict[str, memoryview]:
        """A view for each member of the events, by its name; nothing is copied."""
        events = self.events
        return {name: events.cast(code)[offset // ffi.sizeof(kind)::
                                        _SIZE // ffi.sizeof(kind)]
                for name, offset, kind, code in _FIELDS}

    def numpy(self) -> Any:
        """The events as a structured array of numpy; nothing is copied."""
        import numpy
        return numpy.frombuffer(self.events, numpy.dtype({
            "names": [name for name, _, _, _ in _FIELDS],
            "formats": ["=" + code for _, _, _, code in _FIELDS],
            "offsets": [offset for _, offset, _, _ in _FIELDS],
            "itemsize": _SIZE}))

    def to_pandas(self) -> Any:
        """The events as a DataFrame of pandas, with a column for each member."""
        import pandas
        return pandas.DataFrame({name: list(column)
                                 for name, column in self.columns().items()})

    def __iter__(self) -> Iterator[Event]:
        return (self[i] for i in range(len(self)))

    def __getitem__(self, index: int) -> Event:
        count = len(self)
        if not -count <= index < count:
            raise IndexError(f"event {index} of {count}")
        event = self._events[index % count]
        what = lib.weft_event_items(ffi.addressof(self._c.info),
                                    self._events + index % count)
        return Event._make([*(getattr(event, name) for name, _, _, _ in _FIELDS[:8]),
                            KINDS[event.kind], event.flags, text(what) if what else None])

    def _pour(self, sink: Any) -> bool:
        """Pass the events to a sink of the library; False: it has refused."""
        return not (sink.begin and sink.begin(sink.arg, ffi.addressof(self._c.info)) or
                    sink.events and len(self) and
                    sink.events(sink.arg, self._events, len(self)) or
                    sink.end and sink.end(sink.arg))

    def write(self, target: Any) -> None:
        """Write the trace to a file, in the format of its file extension: "run.trf", or
        "FORMAT:FILE"."""
        err = new_error()
        writer = lib.weft_writer_open(c_text(os.fspath(target), "the target"), err)
        if not writer:
            raise error_of(err)
        if not self._pour(lib.weft_writer_sink(writer)):
            lib.weft_writer_check(writer, err)
            lib.weft_writer_abort(writer)
            raise error_of(err)
        if lib.weft_writer_close(writer, err):
            raise error_of(err)

    def figure(self, kind: str = "gantt", **options: Any) -> Any:
        """A Figure of the trace; the options are those of weft.figure."""
        from ._figure import figure
        return figure(self, kind, **options)

    def page(self, *, title: Optional[str] = None, show: Optional[str] = None) -> Any:
        """The Page of the trace."""
        from ._figure import page
        return page([self], title=title, show=show)

    def _repr_html_(self) -> str:
        from ._figure import shown
        return shown(self, repr(self)[1:-1])

    def __repr__(self) -> str:
        words = self.info["parameters"]
        what = ", ".join(words[key] for key in ("problem", "strategy", "network")
                         if key in words)
        return f"<Trace of {len(self)} events{': ' + what if what else ''}>"


class Collector:
    """A sink that keeps the events of one run, and stops it if asked to."""

    def __init__(self, stop: Optional[Stop] = None) -> None:
        self.c = ffi.new("struct weft_trace *")
        self.sink = ffi.new("struct weft_sink *")
        self.sink[0] = lib.weft_trace_collect(self.c)
        # Frees what the trace owns, as soon as no view needs the memory.
        self._owner = ffi.gc(ffi.cast("void *", self.c), self._freeing(self.c))
        self._watch = watch(stop) if stop else None

    @staticmethod
    def _freeing(trace: Any) -> Any:
        finish = lib.weft_trace_finish
        return lambda _: finish(trace)

    def sinks(self) -> Any:
        """The array of sinks for a call of the library."""
        sinks = [self.sink] + ([self._watch] if self._watch else [])
        return ffi.new("struct weft_sink *[]", sinks)

    def events(self) -> Any:
        """The events, as a pointer that keeps the whole trace alive."""
        owner = self._owner
        return ffi.gc(self.c.events, lambda _, owner=owner: None) \
            if self.c.events else self.c.events


@ffi.callback("int(void *, const struct weft_event *, size_t)")
def _stop_events(arg: Any, events: Any, count: int) -> int:
    return -1 if ffi.from_handle(arg).stopped else 0


def watch(stop: Stop) -> Any:
    """A sink that ends a run when the caller has stopped waiting."""
    sink = ffi.new("struct weft_sink *")
    handle = ffi.new_handle(stop)
    sink.events, sink.arg = _stop_events, handle
    return ffi.gc(sink, lambda _, handle=handle: None)


class _File:
    """Bytes under a name that the library can open."""

    def __init__(self, data: bytes) -> None:
        import tempfile  # of no use to most programs, and slow to load
        self._file = tempfile.TemporaryFile()
        self._file.write(data)
        self._file.flush()
        self.name = f"/proc/self/fd/{self._file.fileno()}"

    def close(self) -> None:
        self._file.close()


def read(source: Any, *, format: Optional[str] = None, trusted: bool = False) -> Trace:
    """Read a trace or a schedule.

    source   a file, as "FILE" or "FORMAT:FILE", or the bytes of one
    format   the name of its format; None: by its content, then its ending
    trusted  whether to read it without the limits on what it may ask for
    """
    data = None
    if isinstance(source, (bytes, bytearray, memoryview)):
        data = _File(bytes(source))
        source = data.name
    try:
        name = c_text(os.fspath(source), "the source")
        if format is not None:
            name = c_text(f"{format}:{os.fsdecode(os.fspath(source))}")
        stop = Stop()
        collector = Collector()
        err = new_error()
        reads = lib.weft_trace_read_trusted if trusted else lib.weft_trace_read
        if call(lambda: reads(name, collector.sink, ffi.NULL, err), stop):
            raise error_of(err)
    finally:
        if data:
            data.close()
    return Trace(collector)
