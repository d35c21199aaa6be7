"""Which indices of arrays surely lie inside, by what is assumed where they are asked for: `u[i + 1]` in a loop over
`range(len(u) - 1)`. Of an array that is read element by element the size is a symbol, and at least one."""

from __future__ import annotations

from ...ir import Op, Value, image_of, made_by
from ...ir.ops import SIZES
from ..values.lattice import Known
from ..values.possible import bounds_of
from .recursion import bounds, shifted


def is_inside(tracer, at, size) -> bool:
    """Whether an index, which may count from the end, is surely one of so many; `size` is a symbol of an image."""
    if type(at) is Known:
        return isinstance(size, Value) and at.value in (0, -1)
    if not isinstance(at, Value) or not isinstance(size, Value) or size.owner.__class__ is not Op or (
            size.owner.kind not in SIZES):
        return False
    base, by = shifted(at)
    if base is size:
        return -2 <= by < 0
    taken = made_by(base, "sub") if base is not None else None
    if taken is not None and shifted(taken[0])[0] is size:  # size - 1 - i
        by += shifted(taken[0])[1]
        return -2 <= by <= least(tracer, taken[1]) - 1 and is_below(tracer, taken[1], 0, size)
    return base is not None and least(tracer, base) + by >= -1 and is_below(tracer, base, by, size)


def least(tracer, value: Value) -> int:
    """What a number is no less than."""
    above = [edge.offset + 1 for edge in edges(tracer, value, 0, 1) if edge.image is None and not edge.only]
    return max([bounds_of(value)[0], *above])


def is_below(tracer, value: Value, by: int, size: Value) -> bool:
    """Whether a number, and so much more, is less than a size."""
    image = image_of(size.owner)
    return any(edge.image is image and not edge.only and edge.offset + by <= 0
               for edge in edges(tracer, value, SIZES.index(size.owner.kind), -1))


def edges(tracer, value: Value, axis: int, step: int) -> list:
    """Between which places, by what is assumed here, a number lies."""
    return [edge for condition, truth in tracer.assumed.items() for edge in bounds(condition, truth, value, axis, step)]
