"""Types for the module that make-cdef.py writes."""
from typing import Any, Callable, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

class _Declarations:
    def callback(self, cdecl: str, *, error: Any = ...,
                 onerror: Callable[..., Any] = ...) -> Callable[[F], F]: ...
    def string(self, cdata: Any) -> bytes: ...
    def __getattr__(self, name: str) -> Any: ...

ffi: _Declarations
VERSION: str
