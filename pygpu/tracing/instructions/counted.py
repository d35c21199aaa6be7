"""Whether items of a list are looked at one after the other, by a counter: of a long one that is better a loop of the graph
than as many operations."""

from __future__ import annotations

import numpy as np

from ..meanings.places import LONG
from ..values.lattice import Known, Ref


def goes_through(tracer, value, number: int) -> bool:
    """Whether an iterator counts, has just given this number, and has many more to give."""
    how, *state = tracer.heap[value]
    if how.value != "range" or not all(type(each) is Known for each in state):
        return False
    current, stop, step = [each.value for each in state]
    return number == current - step and (stop - current) // step >= LONG


def as_range(host) -> range | None:
    """The range that has the numbers of an array, if it has many that follow one another as in one."""
    if not isinstance(host, np.ndarray) or host.ndim != 1 or host.dtype.kind not in "iu" or len(host) < LONG:
        return None
    first, second = int(host[0]), int(host[1])
    found = range(first, first + (second - first) * len(host), second - first) if first != second else ()
    return found if len(found) == len(host) and np.array_equal(host, found) else None


def counted(tracer, key) -> None:
    """Tells the loops that are being unrolled which item is looked at."""
    if type(key) is not Known or type(key.value) is not int:
        return
    frame = tracer.frames[-1]
    for watch in frame.watches.values():
        if watch is not None:
            watch.indexed(key.value)
    if tracer.folding and any(instruction.op == "RETURN_GENERATOR" for instruction in frame.code.instructions):
        for value in frame.stack:
            if type(value) is Ref and value.kind == "iterator" and goes_through(tracer, value, key.value):
                raise tracer.refuse("symbolic-length", "a long list of numbers that depend on a picture is gone through")
