"""Lists whose items that are there come first (Close), as loops carry them, and heaps are. What is put to the end goes to
the first free place, and what is taken from an end needs no counting."""

from __future__ import annotations

from ..values.choices import both, either, opposite
from ..values.lattice import TRUE, Close, Known, flagged
from .ragged import maybe, require
from .sorting import choose


def appended(tracer, contents: Close, item) -> Close:
    """With one more item, which may be missing."""
    there, value = flagged(item)
    made, before = [], TRUE
    for flag, each in map(flagged, contents):
        begins = both(tracer.emit, there, both(tracer.emit, before, opposite(tracer.emit, flag)))
        made.append(maybe(either(tracer.emit, flag, begins), choose(tracer, begins, value, each)))
        before = flag
    return Close([*made, maybe(both(tracer.emit, there, before), value)])


def popped(tracer, contents: Close, index: Known) -> tuple:
    """(the first or the last item, what is left without it)."""
    flags = [flagged(each)[0] for each in contents]
    left = contents[1:]
    if index.value:
        left = [maybe(following, flagged(each)[1]) for each, following in zip(contents, flags[1:])]
    return at_end(tracer, contents, index), type(contents)(left)


def at_end(tracer, contents: Close, index: Known):
    """The first or the last item."""
    items = [flagged(each) for each in contents]
    require(tracer, items[0][0], lambda: IndexError("list index out of range"))
    if index.value == 0:
        return items[0][1]
    following, value = items[-1]
    for flag, each in reversed(items[:-1]):
        value = choose(tracer, both(tracer.emit, flag, opposite(tracer.emit, following)), each, value)
        following = flag
    return value


def is_end(contents, index) -> bool:
    """Whether it is known which end of such a list an index is."""
    return isinstance(contents, Close) and type(index) is Known and index.value in (0, -1) and len(contents) > 0
