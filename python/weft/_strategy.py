"""Strategies that are generator functions of Python.

The library asks a generator for one operation after another and performs it, so
that no frame of Python is on the stack of a processor that waits.
"""
from __future__ import annotations

import collections
import functools
import itertools
import operator
import threading
import time
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Optional, TypeVar, Union

from ._cdef import VERSION
from ._library import Error, Misuse, c_text, error_of, ffi, lib, new_error, text
from ._network import Network

Function = TypeVar("Function", bound=Callable[..., Any])
Blocks = Union[int, Iterable[int]]

#: The interpreter runs on the stacks of the processors, which take memory only
#: as far as they are used.
_STACK = 4 << 20
_GENERATOR = 0x20  # inspect.CO_GENERATOR


class Message(NamedTuple):
    """A message that `take` has received; times in time units."""

    source: int
    id: int
    start: int
    end: int
    data: bytes


class Operation:
    """What a processor is to do next: the value of a `yield`."""

    def __init__(self, name: str, kind: int, kept: Any = None, **members: Any) -> None:
        self.name, self.kept = name, kept
        self.c = ffi.new("struct weft_operation *", {"kind": kind, **members})

    def __repr__(self) -> str:
        return f"me.{self.name}()"


class Processor:
    """The processor that runs a generator, its first argument.

    The methods make operations, which happen when the generator yields them:
    `yield me.step()`.
    """

    def __init__(self, c: Any, work: Any) -> None:
        self._c, self._work = c, work
        self._waiting: Optional[Operation] = None
        #: the number of this processor
        self.rank = int(lib.weft_rank(c))
        #: the number of processors
        self.size = int(lib.weft_size(c))
        #: the root of a broadcast, scatter, gather or reduction; else None
        root = int(lib.weft_work_root(work))
        self.root: Optional[int] = root if root >= 0 else None
        #: the length of a block
        self.bytes = int(lib.weft_work_bytes(work))
        #: the number of time units in one step
        self.slot = int(lib.weft_slot(c))

    def _live(self) -> Any:
        if self._c is None:
            raise RuntimeError("the run of this processor has ended")
        return self._c

    @property
    def now(self) -> int:
        """The clock of the processor, in time units."""
        return int(lib.weft_now(self._live()))

    @property
    def network(self) -> Network:
        """The network."""
        return _network(text(lib.weft_network_name(lib.weft_network(self._live()))))

    def block(self, block: int) -> Optional[bytes]:
        """The data of a block that this processor has; None: it has not."""
        self._live()
        data = lib.weft_work_block(self._work, block)
        return bytes(ffi.buffer(data, self.bytes)) if data else None

    def _make(self, name: str, kind: int, kept: Any = None, **members: Any) -> Operation:
        if self._waiting is not None:
            raise RuntimeError(f"{self._waiting!r} was not yielded: write yield "
                               f"{self._waiting!r}")
        self._waiting = Operation(name, kind, kept, **members)
        return self._waiting

    def _blocks(self, name: str, kind: int, peer: int, blocks: Blocks,
                data: Optional[Any] = None) -> Operation:
        numbers = [blocks] if isinstance(blocks, int) else [
            operator.index(block) for block in blocks]
        array = ffi.new("int[]", numbers)
        members = {"peer": peer, "block": array, "blocks": len(numbers)}
        if data is not None:
            data = ffi.from_buffer(bytes(data))
            members.update(data=data, bytes=len(data))
        return self._make(name, kind, (array, data), **members)

    def post(self, to: int, blocks: Blocks) -> Operation:
        """Post a message with one or several blocks; the next step sends it."""
        return self._blocks("post", lib.WEFT_OPERATION_POST, to, blocks)

    def step(self) -> Operation:
        """End the step, in which all that was posted is sent."""
        return self._make("step", lib.WEFT_OPERATION_STEP)

    def receive(self, source: int, blocks: Blocks) -> Operation:
        """Receive a message with these blocks, and keep them."""
        return self._blocks("receive", lib.WEFT_OPERATION_RECEIVE, source, blocks)

    def receive_add(self, source: int, blocks: Blocks) -> Operation:
        """Receive a message with these blocks, and add them to the own ones."""
        return self._blocks("receive_add", lib.WEFT_OPERATION_RECEIVE_ADD, source,
                            blocks)

    def send(self, to: int, id: int, data: Any) -> Operation:
        """Send a message of any bytes now; time passes until it has arrived."""
        kept = ffi.from_buffer(bytes(data))
        return self._make("send", lib.WEFT_OPERATION_SEND, kept, peer=to, id=id,
                          data=kept, bytes=len(kept))

    def take(self, source: Optional[int] = None) -> Operation:
        """Wait for a message of `send` from a processor, or from any; the value
        of the yield is a Message."""
        return self._make("take", lib.WEFT_OPERATION_TAKE,
                          peer=lib.WEFT_ANY if source is None else source)

    def keep(self, block: int, data: Any) -> Operation:
        """Keep the data of a block."""
        return self._blocks("keep", lib.WEFT_OPERATION_KEEP, 0, block, data)

    def add(self, block: int, data: Any) -> Operation:
        """Add a value to the own one of a block."""
        return self._blocks("add", lib.WEFT_OPERATION_ADD, 0, block, data)

    def wait_until(self, time: int) -> Operation:
        """Wait until the clock has reached a time."""
        return self._make("wait_until", lib.WEFT_OPERATION_WAIT, time=time)

    def compute(self, time: int) -> Operation:
        """Compute for some time units."""
        return self._make("compute", lib.WEFT_OPERATION_COMPUTE, time=time)

    def mark(self, number: int) -> Operation:
        """Leave a mark in the trace."""
        return self._make("mark", lib.WEFT_OPERATION_MARK, id=number)

    def __repr__(self) -> str:
        return f"<Processor {self.rank} of {self.size}>"


@functools.lru_cache(maxsize=8)
def _network(name: str) -> Network:
    return Network(name)


class Stopped(BaseException):
    """Raised in a generator whose run the user has stopped."""


class _Running:
    """One processor that runs a generator."""

    def __init__(self, own: "Own", c: Any, work: Any) -> None:
        self.own = own
        self.me = Processor(c, work)
        self.operation: Optional[Operation] = None
        self.thread = 0
        self.inside = self.stopped = False
        self.generator: Iterator[Operation] = own.function(self.me)
        if not hasattr(self.generator, "send"):
            raise TypeError(f"strategy '{own.name}' must be a generator function: "
                            "its operations are yielded")

    def advance(self, message: Any) -> Optional[Operation]:
        """The next operation; None: the generator has ended."""
        self.thread = threading.get_ident()
        if next(_turns) % 512 == 0:
            time.sleep(1e-5)  # so that the main thread gets its turn, for Ctrl-C
        if self.stopped or self.own.stops:
            raise Stopped("stopped by the user")
        try:
            value = None if not message else Message(
                message.source, message.id, message.start, message.end,
                bytes(ffi.buffer(message.data, message.bytes)) if message.bytes else b"")
            self.inside = True
            operation = self.generator.send(value)  # type: ignore[attr-defined]
        except StopIteration:
            operation = None
        finally:
            self.inside = False
        waiting = self.me._waiting
        if waiting is not None and waiting is not operation:
            raise RuntimeError(f"{waiting!r} was not yielded: write yield {waiting!r}")
        self.me._waiting = None
        if operation is not None and not isinstance(operation, Operation):
            raise TypeError("a strategy yields operations such as me.step(), not "
                            f"{operation!r}"[:200])
        self.operation = operation
        return operation

    def end(self) -> None:
        self.me._c = None
        self.generator.close()  # type: ignore[attr-defined]


class Own:
    """A strategy that was registered: the attribute `weft_strategy` of its
    function."""

    def __init__(self, function: Callable[..., Any], problem: str, name: str,
                 **members: Any) -> None:
        self.function, self.problem, self.name = function, problem, name
        self.failures: Any = collections.deque(maxlen=16)
        #: the calls that are being stopped
        self.stops: set[Any] = set()
        self.number = next(_numbers)
        texts = {key: c_text(value, key) for key, value in
                 {"problem": problem, "name": name, **members}.items()
                 if isinstance(value, str)}
        self.c = ffi.new("struct weft_stepwise *", {
            "own": {**texts, "in_order": bool(members.get("in_order")),
                    "function": ffi.addressof(lib, "weft_stepwise_program")},
            "next": _next, "end": _end, "arg": ffi.cast("void *", self.number),
            "stack": _STACK})
        _kept.append((self.c, texts))

    def register(self) -> None:
        err = new_error()
        if lib.weft_strategy_register(ffi.addressof(self.c.own), VERSION.encode(), err):
            raise error_of(err)
        _owns[self.number] = self
        _names[self.problem, self.name] = self

    def forget(self) -> None:
        """Make the name free again; runs that have begun go on."""
        err = new_error()
        if lib.weft_strategy_forget(c_text(self.problem), c_text(self.name), err):
            raise error_of(err)
        del _owns[self.number], _names[self.problem, self.name]

    def cause(self, error: Exception) -> Optional[BaseException]:
        """The exception of the function that made a run fail."""
        return next((cause for line, cause in reversed(self.failures)
                     if line in str(error)), None)

    def interrupt(self) -> None:
        """Stop the generators that run; called again, even one that loops for ever."""
        import ctypes
        for running in list(_running.values()):
            if running.own is not self:
                continue
            again, running.stopped = running.stopped, True
            if again and running.inside:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(running.thread), ctypes.py_object(Stopped))


_numbers = itertools.count(1)
_turns = itertools.count(1)
_owns: dict[int, Own] = {}
_names: dict[tuple[str, str], Own] = {}
_running: dict[int, _Running] = {}
#: what the library borrows for the rest of the process
_kept: list[Any] = []


@ffi.callback("void(void *, void **, struct weft_processor *, struct weft_work *,"
              " const struct weft_message *, struct weft_operation *)",
              onerror=lambda *_: None)  # stopped before the first line: fails
def _next(arg: Any, state: Any, c: Any, work: Any, message: Any, operation: Any) -> None:
    own = None
    try:
        key = int(ffi.cast("uintptr_t", state[0]))
        running = _running.get(key)
        own = running.own if running else _owns.get(int(ffi.cast("uintptr_t", arg)))
        if own is None:
            raise RuntimeError("the strategy was forgotten")
        if running is None:
            key = next(_numbers)
            running = _running[key] = _Running(own, c, work)
            state[0] = ffi.cast("void *", key)
        following = running.advance(message)
        if following is not None:
            operation[0] = following.c[0]
        else:
            operation.kind = lib.WEFT_OPERATION_END
    except BaseException as error:  # the library ends the run with its text
        try:
            line = f"{type(error).__name__}: {error}".partition("\n")[0][:300]
        except Exception:  # an exception without a text
            line = type(error).__name__
        reason = c_text(line.replace("\0", "?").encode("utf-8", "replace").decode())
        if own is not None:
            own.failures.append((text(reason), error))
        _reasons.append(reason)
        operation.kind, operation.text = lib.WEFT_OPERATION_FAIL, reason


#: the last reasons, which the library copies at once
_reasons: Any = collections.deque(maxlen=1024)


@ffi.callback("void(void *, void *)")
def _end(arg: Any, state: Any) -> None:
    try:
        running = _running.pop(int(ffi.cast("uintptr_t", state)), None)
        if running is not None:
            running.end()
    except BaseException:  # what the generator raises while it is closed
        pass


def strategy(problem: str, *, name: Optional[str] = None, summary: Optional[str] = None,
             needs: Optional[str] = None, model: Optional[str] = None,
             networks: Optional[str] = None, blocks: Union[None, int, str] = None,
             in_order: bool = False) -> Callable[[Function], Function]:
    """Decorate a generator function as a strategy of a problem.

    name      None: that of the function, with '-' for '_'
    needs     a model that allows what it does
    model     its default model
    networks  the kinds of networks that it runs on, separated by spaces
    blocks    for allreduce: the blocks that it divides the data into ("p")
    in_order  whether it combines values of adjacent ranks only

    A strategy of the same name that was decorated before is replaced.

    >>> @strategy("broadcast", name="line-of-doc", needs="one-port")
    ... def line(me):
    ...     if me.rank != me.root:
    ...         yield me.receive(me.rank - 1, 0)
    ...     if me.rank + 1 < me.size:
    ...         yield me.post(me.rank + 1, 0)
    ...         yield me.step()
    >>> from weft import run
    >>> run("broadcast", line, network="line:5").steps
    4
    """
    def decorate(function: Function) -> Function:
        if not callable(function):
            raise TypeError(f"a strategy is a generator function, not {function!r}"[:200])
        code = getattr(function, "__code__", None)
        if code is not None and not code.co_flags & _GENERATOR:
            raise Misuse(f"'{function.__name__}' is no generator function: write yield "
                         "before each operation")
        word = name or str(getattr(function, "__name__", "")).replace("_", "-")
        own = Own(function, problem, word, summary=summary or
                  (function.__doc__ or "").strip().partition("\n")[0] or None,
                  needs=needs, model=model, networks=networks, in_order=in_order,
                  blocks=None if blocks is None else str(blocks))
        before = _names.get((problem, word))
        if before is not None:
            before.forget()
        try:
            own.register()
        except Error:
            if before is not None:
                before.register()
            raise
        function.weft_strategy = own  # type: ignore[attr-defined]
        return function
    if callable(problem):
        raise TypeError("write @weft.strategy(PROBLEM), with the name of a problem")
    return decorate
