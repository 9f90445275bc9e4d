"""The library: loading it, its texts, its errors, and calls that take long."""
from __future__ import annotations

import os
import threading
from typing import Any, Callable, Optional, Sequence

from ._cdef import VERSION, ffi as ffi


class Error(Exception):
    """A failure that weft reports. `str()` is its one line of text."""

    #: "limit", "empty", "format", "memory", "system", "rule", "deadlock",
    #: "stopped", "wrong", "not-judged"; of Misuse "misuse" or "unknown"
    kind: str
    #: the line of the input that the text refers to; 0: none
    line: int
    #: the errno of the operating system, if kind is "system"; else 0
    system: int
    #: what each processor does, after a deadlock or a failure; else None
    report: Optional[str]

    def __init__(self, text: str, kind: str = "stopped", line: int = 0,
                 system: int = 0, report: Optional[str] = None) -> None:
        super().__init__(text)
        self.kind, self.line, self.system, self.report = kind, line, system, report

    def __reduce__(self) -> Any:
        return type(self), (str(self), self.kind, self.line, self.system, self.report)


class Misuse(Error, ValueError):
    """Wrong use: an invalid value, or a name that weft does not know."""

    def __init__(self, text: str, kind: str = "misuse", line: int = 0,
                 system: int = 0, report: Optional[str] = None) -> None:
        super().__init__(text, kind, line, system, report)


def soname(version: str) -> str:
    """Each major version may break what was built for the last."""
    return "libweft.so." + version.split(".")[0]


def _open() -> Any:
    name = os.environ.get("WEFT_LIBRARY") or soname(VERSION)
    try:  # global: plug-ins take the functions of weft from it
        library = ffi.dlopen(name, ffi.RTLD_NOW | ffi.RTLD_GLOBAL)
    except OSError as error:
        raise ImportError(
            f"cannot load the library of weft: {error}; install it, or set "
            "WEFT_LIBRARY to its file") from None
    try:
        found = text(library.weft_version())
    except (AttributeError, ffi.error):
        raise ImportError(f"{name} is not the library of weft") from None
    # the unstable headers, which the module uses too, may differ between MINOR versions
    if found.split(".")[:2] != VERSION.split(".")[:2]:
        raise ImportError(f"{name} is weft {found}, but this module is for weft "
                          f"{VERSION}; install the same version of both")
    return library


def text(pointer: Any) -> str:
    """The text at a pointer, or in an array; "" for NULL."""
    return ffi.string(pointer).decode("utf-8", "replace") if pointer else ""


def taken(pointer: Any) -> str:
    """The text at a pointer, which is freed."""
    try:
        return text(pointer)
    finally:
        lib.free(pointer)


def c_text(value: str, what: str = "the text") -> Any:
    """A text for the library, alive as long as the result."""
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"{what} must be a str, not {type(value).__name__}")
    try:
        data = os.fsencode(value)
    except UnicodeEncodeError:
        data = b"\0"
    if b"\0" in data:
        raise Misuse(f"{what} contains a character that it must not: {value!r}")
    return ffi.new("char[]", data)


lib = _open()

_KINDS = {value: name[len("WEFT_ERROR_"):].lower().replace("_", "-")
          for name, value in ffi.typeof("enum weft_error_kind").relements.items()}


def new_error() -> Any:
    return ffi.new("struct weft_error *")


def error_of(err: Any, report: Optional[str] = None) -> Error:
    """The exception of an error that the library has filled in."""
    kind = Misuse if lib.weft_error_is_misuse(err) else Error
    return kind(text(err.text), _KINDS[err.kind], err.line, err.system, report)


def listed(row: Callable[[int], Any]) -> list[Any]:
    """The rows of a table of the library, up to its NULL."""
    rows: list[Any] = []
    while True:
        found = row(len(rows))
        if not found:
            return rows
        rows.append(found)


class Stop:
    """Whether a call is to end early, for callbacks that the library makes.

    strategies  those of Python that the call may run
    """

    def __init__(self, strategies: Sequence[Any] = ()) -> None:
        self.stopped = False
        self._strategies = strategies

    def stop(self) -> None:
        self.stopped = True
        for own in self._strategies:
            own.stops.add(self)
            own.interrupt()

    def end(self) -> None:
        """The call has ended: what it has left behind is stopped, what begins
        from now on belongs to others."""
        if self.stopped:
            self.stop()
        for own in self._strategies:
            own.stops.discard(self)


def call(work: Callable[[], Any], stop: Optional[Stop] = None) -> Any:
    """Call the library for long.

    Only the main thread receives signals, and not while it is inside the
    library: there another thread does the work, so that Ctrl-C ends the call.
    Work that does not stop in time goes on without anybody who waits for it.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    done = threading.Event()
    result: list[Any] = []

    def do() -> None:
        try:
            result.extend((work(), None))
        except BaseException as error:  # raised again by the caller
            result.extend((None, error))
        finally:
            if stop:
                stop.end()
            done.set()

    threading.Thread(target=do, name="weft", daemon=True).start()
    try:
        done.wait()
    except BaseException:
        if stop:
            for _ in range(8):
                stop.stop()  # again for what has begun since
                if done.wait(0.05):
                    break
        raise
    value, error = result
    result.clear()
    if error is not None:
        try:
            raise error
        finally:
            del error
    return value
