"""How the elements of an array that is a part of another lie in memory: whether a reshaped one is still a part of it, or, as
in NumPy, a copy."""

from __future__ import annotations

import math

from ..values.lattice import Ref
from .elements import Sliced, Transposed, Whole
from .fields import View


def row_by_row(shape: tuple) -> tuple:
    return tuple([math.prod(shape[axis + 1:]) for axis in range(len(shape))])


def strides(tracer, ref: Ref) -> tuple | None:
    """How many elements lie from one to the next along each axis; None where it is another part in each pass of a loop."""
    contents = tracer.heap[ref]
    if len(contents) == 1:
        return row_by_row(contents[0].type.shape)
    part = getattr(contents[1], "value", None)
    own = strides(tracer, contents[0]) if isinstance(part, View) else None
    if own is None:
        return None
    if isinstance(part.element, Sliced):
        found = {item.axis: item.step * step for item, step in zip(part.element.items, own) if isinstance(item, Whole)}
        return tuple([found.get(axis, 1) for axis in range(len(part.type.shape))])
    if isinstance(part.element, Transposed):
        return tuple([own[axis] for axis in part.element.axes])
    return regrouped(shape_of(tracer, contents[0]), own, part.type.shape)


def shape_of(tracer, ref: Ref) -> tuple:
    contents = tracer.heap[ref]
    return (contents[0] if len(contents) == 1 else contents[1].value).type.shape


def regrouped(shape: tuple, steps: tuple, wanted: tuple) -> tuple | None:
    """The strides of the same elements in another shape; None where no strides lead from one to the next."""
    if 0 in shape:
        return row_by_row(wanted)
    axes: list[tuple[int, int]] = []  # those that lie side by side as one
    for size, step in zip(shape, steps):
        if axes and size > 1 and axes[-1][1] == size * step:
            axes[-1] = axes[-1][0] * size, step
        elif size > 1:
            axes.append((size, step))
    found = []
    for size in reversed(wanted):  # each is of the last axis that is left, or of a part of it
        if size == 1:
            found.append(1)
            continue
        length, step = axes.pop()
        if length % size:
            return None
        found.append(step)
        if length > size:
            axes.append((length // size, step * size))
    return tuple(found[::-1])
