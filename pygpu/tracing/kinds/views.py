"""keys(), values() and items() of a dict look into it, and see what becomes of it afterwards."""

from __future__ import annotations

from itertools import islice

from ..values.assumptions import decide
from ..values.lattice import FALSE, TRUE, Known, Ref, Tuple, View
from .containers import PARTS_OF_ENTRIES, seen
from .ragged import length, require


def walked(tracer, view: View) -> Ref:
    """An iterator over a view. It looks at each entry as late as Python does, where it is known which there are."""
    view = View(decide(tracer, view.mapping), view.part)
    contents = tracer.heap[view.mapping]
    if isinstance(contents, tuple):
        return tracer.new("iterator", (Known("items"), Tuple(seen(tracer, view)), Known(0)))
    return tracer.new("iterator", (Known("entries"), view, Known(0), Known(len(contents))))


def next_entry(tracer, ref: Ref, view: View, index, count):
    """Whether a dict has another entry, and how to take it: of one that has grown or shrunk Python takes no more."""
    contents = tracer.heap[decide(tracer, view.mapping)]
    if index.value > count.value:
        return FALSE, None
    if isinstance(contents, tuple) or len(contents) != count.value:
        now = length(tracer, contents) if isinstance(contents, tuple) else Known(len(contents))
        require(tracer, tracer.truth(tracer.compare("==", now, count)),
                lambda: RuntimeError("dictionary changed size during iteration"))
    if index.value == count.value:
        tracer.heap[ref] = (Known("entries"), view, Known(index.value + 1), count)  # the end is the end
        return FALSE, None

    def take():
        tracer.heap[ref] = (Known("entries"), view, Known(index.value + 1), count)
        if isinstance(contents, tuple):
            return seen(tracer, view)[index.value]
        key = next(islice(contents, index.value, None))
        return PARTS_OF_ENTRIES[view.part](Known(key), contents[key])

    return TRUE, take
