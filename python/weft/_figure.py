"""Figures and pages of traces, and how notebooks show results."""
from __future__ import annotations

import html
import os
import tempfile
from typing import Any, Iterable, Optional, Sequence

from ._experiment import word_in
from ._library import Error, c_text, error_of, ffi, lib, new_error, taken
from ._trace import Trace

_LABELS = ["auto", "decimal", "binary", "both", "step"]
_AMOUNTS = ["messages", "bytes", "time"]


def _save(path: Any, text: str) -> None:
    """Write a file, which gets its name when it is complete."""
    data, err = text.encode(), new_error()
    if lib.weft_file_write(c_text(os.fspath(path), "the path"), data, len(data), err):
        raise error_of(err)


class Figure:
    """A picture as SVG, which notebooks show."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def save(self, path: Any) -> None:
        """Write the picture to a file."""
        _save(path, self.svg)

    def _repr_html_(self) -> str:
        return self.svg[self.svg.index("<svg"):]

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Figure of {len(self.svg)} bytes>"


class Page(str):
    """A page as HTML, which contains all that it needs."""

    def save(self, path: Any) -> None:
        """Write the page to a file."""
        _save(path, self)

    def open(self) -> str:
        """Open the page in a browser; returns the name of its file."""
        import webbrowser
        handle, name = tempfile.mkstemp(prefix="weft-", suffix=".html")
        os.close(handle)
        self.save(name)
        webbrowser.open("file://" + name)
        return name

    def _repr_html_(self) -> str:
        return (f'<iframe sandbox="allow-scripts allow-downloads" srcdoc="'
                f'{html.escape(self)}" width="100%" height="640" '
                'style="border: 0"></iframe>')


def _number_in(what: str, word: str, words: Sequence[str]) -> int:
    names = [ffi.new("char[]", name.encode()) for name in words]
    return word_in(what, word, ffi.new("const char *[]", [*names, ffi.NULL]))


def figure(trace: Trace, kind: str = "gantt", *, title: Optional[str] = None,
           caption: Optional[str] = None, label: str = "auto", amount: str = "messages",
           message: Optional[int] = None, step: int = 0, steps: int = 0,
           processor: int = 0, processors: int = 0, tour: bool = False,
           path: bool = False, print: bool = False, full: bool = False) -> Figure:
    """Draw a figure of a trace; `Trace.figure` and `Run.figure` call this.

    kind                   a name of weft.figures()
    title, caption         texts above and below it
    label                  of processors: auto, decimal, binary, both, step
    amount                 for a matrix: messages, bytes or time
    message                only this message
    step, steps            the first step and their number; 0: all
    processor, processors  the first processor and their number; 0: all
    tour                   processors in the order of the network's tour
    path                   for spacetime: whether to mark the critical path
    print, full            for paper; every box, however many

    >>> from weft import run
    >>> run("allgather", "ring", network="ring:8").figure().svg.count("<svg")
    1
    """
    kept = [c_text(text) for text in (kind, title or "", caption or "")]
    panel = ffi.new("struct weft_panel *", {
        "trace": trace._c, "label": _number_in("label", label, _LABELS),
        "amount": _number_in("amount", amount, _AMOUNTS),
        "one_message": message is not None, "message": message or 0,
        "window": {"processor": processor, "processors": processors, "step": step,
                   "steps": steps},
        "tour": tour, "path": path, "print": print, "full": full})
    if caption is not None:
        panel.caption = kept[2]
    made = ffi.new("struct weft_figure *", {"kind": kept[0], "panels": 1,
                                            "panel": panel})
    if title is not None:
        made.title = kept[1]
    err = new_error()
    svg = lib.weft_figure_draw(made, err)
    if not svg:
        raise error_of(err)
    return Figure(taken(svg))


def page(traces: Iterable[Trace], *, title: Optional[str] = None,
         show: Optional[str] = None) -> Page:
    """The page of one or several traces; `Trace.page` and `Run.page` call this.

    title  None: from what the traces say
    show   what it shows first, such as "d=tree&t=3" (docs/view.md)
    """
    made = lib.weft_page_create(c_text(title) if title is not None else ffi.NULL)
    if not made:
        raise MemoryError("no memory for the page")
    made = ffi.gc(made, lib.weft_page_destroy)
    err = new_error()
    if show is not None and lib.weft_page_show(made, c_text(show), err):
        raise error_of(err)
    for trace in traces:
        sink = lib.weft_page_add(made, ffi.NULL)
        if not sink:
            raise MemoryError("no memory for the page")
        if not trace._pour(sink):
            lib.weft_page_check(made, err)
            raise error_of(err)
    with tempfile.TemporaryDirectory(prefix="weft-") as folder:
        name = os.path.join(folder, "page.html")
        if lib.weft_page_write(made, c_text(name), err):
            raise error_of(err)
        with open(name, encoding="utf-8") as file:
            return Page(file.read())


def table(rows: Sequence[Sequence[Any]], heads: Sequence[str]) -> str:
    """A table as HTML."""
    def line(tag: str, cells: Sequence[Any]) -> str:
        return "<tr>" + "".join(
            f"<{tag}>{'' if cell is None else html.escape(str(cell))}</{tag}>"
            for cell in cells) + "</tr>"
    return ("<table><thead>" + line("th", heads) + "</thead><tbody>" +
            "".join(line("td", row) for row in rows) + "</tbody></table>")


def shown(trace: Optional[Trace], head: str) -> str:
    """The page of a trace under a line, or its picture if it is too large."""
    text = f"<p>{html.escape(head)}</p>"
    if trace is None or not len(trace):
        return text
    try:
        if len(trace) <= 100_000:
            return text + page([trace])._repr_html_()
        return text + figure(trace)._repr_html_()
    except Error as error:
        return text + f"<p>{html.escape(str(error))}</p>"
