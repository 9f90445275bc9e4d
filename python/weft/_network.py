"""Networks."""
from __future__ import annotations

import operator
from typing import Any, Iterable

from ._cdef import VERSION
from ._library import Misuse, c_text, error_of, ffi, lib, new_error, text


class Network:
    """A network of processors, from its written form.

    >>> cube = Network("hypercube:3")
    >>> cube.size, cube.name, cube.neighbours(5)
    (8, 'hypercube:3', [4, 7, 1])
    """

    def __init__(self, spec: str, *, seed: int = 1) -> None:
        err = new_error()
        made = lib.weft_network_create_seeded(c_text(spec, "the network"), seed, err)
        if not made:
            raise error_of(err)
        self.c = ffi.gc(made, lib.weft_network_destroy)

    @classmethod
    def of(cls, processors: int, links: Iterable[Any], *, switches: int = 0,
           arcs: Iterable[Any] = ()) -> "Network":
        """A network from its links.

        processors  their number; they are 0 to processors - 1
        links       (u, v) or (u, v, latency, bandwidth), in both directions
        switches    the number of vertices that only forward messages; they have
                    the numbers after the processors
        arcs        like links, in one direction

        Its name is "python:N": only this process knows it.

        >>> wheel = Network.of(5, [(0, i) for i in range(1, 5)])
        >>> wheel.neighbours(0), wheel.distance(1, 2)
        ([1, 2, 3, 4], 2)
        """
        wiring = (operator.index(processors), operator.index(switches),
                  tuple(_link(link) for link in links), tuple(_link(arc) for arc in arcs))
        _register()
        if wiring not in _numbers:
            _wirings.append(wiring)
            _numbers[wiring] = len(_wirings) - 1
        return cls(f"python:{_numbers[wiring]}")

    @property
    def name(self) -> str:
        """The written form."""
        return text(lib.weft_network_name(self.c))

    @property
    def kind(self) -> str:
        """The kind of the network, the word before the colon."""
        return text(lib.weft_network_kind(self.c))

    @property
    def size(self) -> int:
        """The number of processors."""
        return int(lib.weft_network_size(self.c))

    @property
    def vertices(self) -> int:
        """The number of processors and switches."""
        return int(lib.weft_network_vertices(self.c))

    def neighbours(self, vertex: int) -> list[int]:
        """The vertices that a vertex has links to, by port."""
        return [lib.weft_network_neighbour(self.c, vertex, port)
                for port in range(lib.weft_network_degree(self.c, vertex))]

    def distance(self, source: int, destination: int) -> int:
        """The number of links on the route between two vertices; -1: there is none."""
        return int(lib.weft_network_distance(self.c, source, destination))

    def __len__(self) -> int:
        return self.size

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Network) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> Any:
        return Network, (self.name,)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Network({self.name!r})"


# ---- networks from links: one kind, whose number is an index of a list ----

_wirings: list[Any] = []
_numbers: dict[Any, int] = {}
_kind: list[Any] = []


def _link(link: Any) -> tuple[Any, ...]:
    try:
        u, v, *cost = link
        if len(cost) not in (0, 2):
            raise ValueError
        return (operator.index(u), operator.index(v), *(float(one) for one in cost))
    except (TypeError, ValueError):
        raise Misuse("a link is (u, v) or (u, v, latency, bandwidth), not "
                     f"{link!r}"[:200]) from None


@ffi.callback("int(struct weft_wiring *, const int *, int)", error=-1)
def _wire(wiring: Any, number: Any, count: int) -> int:
    try:
        processors, switches, links, arcs = _wirings[number[0]]
        lib.weft_wire_processors(wiring, processors)
        if switches:
            lib.weft_wire_switches(wiring, switches)
        for add, ends in (lib.weft_wire_link, links), (lib.weft_wire_arc, arcs):
            for u, v, *cost in ends:
                if add(wiring, u, v) == 0 and cost:
                    lib.weft_wire_cost(wiring, *cost)
        return 0
    except (IndexError, OverflowError) as error:
        reason = f"no network python:{number[0]}" if isinstance(error, IndexError) \
            else str(error)
        lib.weft_wire_fail(wiring, b"%s", c_text(reason))
        return -1


def _register() -> None:
    if _kind:
        return
    name, summary = c_text("python"), c_text("from the links of a Python program")
    own = ffi.new("struct weft_own_network *", {
        "name": name, "summary": summary, "numbers": 1, "function": _wire})
    if lib.weft_network_add(own, VERSION.encode()):
        raise MemoryError("no memory for networks of Python")
    _kind.extend((own, name, summary))
