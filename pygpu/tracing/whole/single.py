"""Single elements of whole arrays, at an index of numbers; and the parts of arrays that such an index leads through."""

from __future__ import annotations

from functools import partial, reduce

import numpy as np

from ...ir import INT, Value, constant
from ..kinds.containers import either
from ..kinds.scalars import as_value
from ..kinds.sorting import choose
from ..paths.frames import HostRaised
from ..values.assumptions import implied
from ..values.lattice import Known, Ref, lift
from ..values.possible import agree
from .elements import Whole
from .fields import is_array, item, value_of
from .gathering import from_the_start


def row_of(tracer, ref: Ref):
    """How an array is a part of another at places that are known when the function runs: a[y] has the elements a[y, x]."""
    contents = tracer.heap[ref]
    return contents[1].value if len(contents) == 2 and hasattr(contents[1].value, "index") else None


def within_row(tracer, ref: Ref, keys: list) -> tuple[Ref, list]:
    """An element of such a part, as one of what it is a part of."""
    while len(tracer.heap[ref]) == 2:
        part = tracer.heap[ref][1].value
        if hasattr(part, "index"):
            keys = part.index(tracer, keys)
        elif part.items is not None and any(isinstance(each, Value) for each in keys):
            numbers = list(map(lift, places_of(tracer, keys, part.type.shape)))
            keys = [each if each.__class__ is not Whole else tracer.binary("+", tracer.binary(
                "*", numbers[each.axis], Known(each.step)), Known(each.start)) for each in part.items]
            keys = [each.value if type(each) is Known else each for each in keys]
        else:
            break
        ref = tracer.heap[ref][0]
    return ref, keys


def numbers_in(tracer, keys: list) -> list:
    """Indices of which those that are arrays of no dimension are single numbers."""
    return [as_value(tracer, item(tracer, each), INT) if is_array(each) and value_of(tracer, each).type.shape == () and
            value_of(tracer, each).type.dtype.kind in "iu" else each for each in keys]


def is_element(keys: list) -> bool:
    """Whether an index names a single element."""
    return all(isinstance(each, (Value, int, np.integer)) and not isinstance(each, bool) for each in keys)


def places_of(tracer, keys: list, shape: tuple) -> list[Value]:
    """The numbers of such an index, counted from the start. One that lies outside raises, as in NumPy."""
    found = []
    for axis, (each, size) in enumerate(zip(keys, shape)):
        if not isinstance(each, Value):
            found.append(as_value(tracer, Known(int(from_the_start(each, axis, size))), INT))
            continue
        beyond = IndexError(f"index is out of bounds for axis {axis} with size {size}")
        if not size:
            raise HostRaised(beyond)
        below, above = [tracer.compare(sign, each, Known(end)) for sign, end in (("<", -size), (">=", size))]
        outside = [test for test in (below, above) if decided(tracer, test) is not False]
        if outside:
            if not raise_where(tracer, reduce(partial(either, tracer), outside), beyond):
                each = lift(tracer.emit("max", tracer.emit("min", each, constant(size - 1)), constant(-size)))
        negative = tracer.compare("<", each, Known(0))
        if decided(tracer, negative) is not False:
            each = choose(tracer, negative, tracer.binary("+", each, Known(size)), each)
        found.append(as_value(tracer, each, INT))
    return found


def raise_where(tracer, test, error: IndexError) -> bool:
    """An index lies outside, where a test holds. Whether a handler takes that: then it surely lies inside from here on."""
    if decided(tracer, test) is False:
        return True
    if tracer.catching(IndexError):
        tracer.may_raise(test, lambda: error)
        return True
    tracer.raise_unseen(test)
    return False


def held_inside(tracer, keys: list, shape: tuple) -> list:
    """An index of numbers, slices and arrays, its numbers as places that lie inside."""
    axes = iter(shape)
    sizes = [None if each is None else next(axes) for each in keys]
    return [places_of(tracer, [each], (size,))[0] if isinstance(each, Value) else each for each, size in zip(keys, sizes)]


def decided(tracer, test) -> bool | None:
    """What is known of a test here."""
    if type(test) is Known:
        return test.value
    found = implied(tracer.assumed, test)
    return False if found is None and not agree({**tracer.assumed, test: True}) else found
