"""Networks."""
from __future__ import annotations

from typing import Any

from ._library import c_text, error_of, ffi, lib, new_error, text


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
