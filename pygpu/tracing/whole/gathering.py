"""Elements of whole arrays where whole numbers say, of arrays and of single numbers; and what is assigned there."""

from __future__ import annotations

import numpy as np

from ...ir import INT, Value
from ...ir.fields import is_field
from ..kinds.scalars import as_value
from ..kinds.sorting import choose
from ..paths.frames import HostRaised
from ..values.lattice import Known
from .elements import Asked, Counted, Gathered, Replaced, Reshaped, Sliced, Ufunc, Where, Whole
from .fields import as_field, emit, field_of, is_array, typed
from .indices import sliced
from .operators import broadcast, told
from .outside import raise_outside


def gathered(tracer, source: Value, keys: list, mask: Value | None = None) -> Value:
    """Elements where arrays of whole numbers say; with a mask, those where it does not hold concern nobody."""
    indices, places = [], [number for number, key in enumerate(keys) if not (key is None or isinstance(key, slice))]
    known = {number for number in places if not (is_array(keys[number]) or isinstance(keys[number], Value))}
    for number in places:
        axis = sum(key is not None for key in keys[:number])
        found = as_field(tracer, Known(from_the_start(keys[number], axis, source.type.shape[axis])) if number in known
                         else keys[number])
        if found is None or found.type.dtype.kind not in "iu":
            raise HostRaised(IndexError("arrays used as indices must be of integer (or boolean) type"))
        refuse_nothing(found, axis, source.type.shape[axis])
        if is_array(keys[number]):  # a number has been looked at where it was given
            raise_outside(tracer, found, axis, source.type.shape[axis], mask)
        indices.append(found)
    shape = broadcast(np.add, indices)
    together = places == list(range(places[0], places[-1] + 1))
    items: list = []
    result: list = [] if together else list(shape)
    first = 0
    for number, key in enumerate(keys):
        if number in places:
            if together and number == places[0]:
                first = len(result)
                result += shape
            items.append(Asked(places.index(number), number in known))
        elif key is None:
            result.append(1)
        else:
            found = range(source.type.shape[len(items)])[key]
            items.append(Whole(len(result), found.start, found.step, len(found)))
            result.append(len(found))
    return emit(tracer, Gathered(tuple(items), first), typed(tracer, source.type.dtype, result), source, *indices)


def from_the_start(key, axis: int, size: int) -> np.ndarray:
    """Known indices of an axis, of which none counts from its end."""
    places = np.asarray(key)
    if places.dtype.kind not in "iu":
        return places
    beyond = places[(places < -size) | (places >= size)]
    if beyond.size:
        raise HostRaised(IndexError(f"index {beyond.flat[0]} is out of bounds for axis {axis} with size {size}"))
    return np.where(places < 0, places + size, places) if (places < 0).any() else places


def refuse_nothing(value: Value, axis: int, size: int) -> None:
    """What NumPy says of an index into nothing."""
    if not size and np.prod(value.type.shape):
        raise HostRaised(IndexError(f"index 0 is out of bounds for axis {axis} with size 0"))


def fitting(tracer, part: Value, shape: tuple) -> Value:
    """What is assigned, if it fits: axes of one element before all that there are count for nothing."""
    given = part.type.shape if is_field(part) else ()
    while len(given) > len(shape) and given[0] == 1:
        given = given[1:]
    try:
        fits = np.broadcast_shapes(given, shape) == shape
    except ValueError:
        fits = False
    if not fits:
        raise HostRaised(ValueError(f"could not broadcast input array from shape {told(part.type.shape)} into shape "
                                    f"{told(shape)}"))
    return part if not given or given == part.type.shape else emit(
        tracer, Reshaped(), typed(tracer, part.type.dtype, given), part)


def at_symbols(tracer, old: Value, keys: list, part: Value) -> Value:
    """a[i, 2:] = ..., with an i that is known when the function runs: there, and nowhere else."""
    if any(each is None for each in keys):
        raise tracer.refuse("symbolic-index", "an element at a symbol is assigned, with a new axis")
    plain = [slice(None) if isinstance(each, Value) else each for each in keys]
    items, shape = sliced(old.type.shape, plain)
    single = {items[i].axis for i, key in enumerate(keys) if isinstance(key, Value)}
    narrow = [size for axis, size in enumerate(shape) if axis not in single]
    spread = part = fitting(tracer, part, tuple(narrow))
    if is_field(part) and part.type.shape:
        left, inner = len(narrow) - len(part.type.shape), []
        for each in keys:
            if isinstance(each, slice) and left > 0:
                left -= 1  # which it is spread over
            elif not isinstance(each, (int, np.integer)):
                inner.append(each if isinstance(each, slice) else None)
        inner = [slice(None) if isinstance(each, slice) else None for each in inner]
        found, wide = sliced(part.type.shape, inner)
        spread = emit(tracer, Sliced(found), typed(tracer, part.type.dtype, wide), part)
    whole = emit(tracer, Replaced(items, shape), old.type, old, spread)
    holds = None
    for axis, each in enumerate(keys):
        if isinstance(each, Value):
            size = old.type.shape[axis]
            at = as_value(tracer, from_the_end(tracer, each, size), INT)
            line = (1,) * axis + (size,) + (1,) * (len(keys) - axis - 1)
            count = emit(tracer, Counted(axis, 0, 1), field_of(np.dtype(np.int32), line))
            same = emit(tracer, Ufunc(np.equal, (np.dtype(np.int32),) * 2), field_of(np.dtype(bool), line), count, at)
            holds = same if holds is None else emit(
                tracer, Ufunc(np.logical_and, (np.dtype(bool),) * 2),
                field_of(np.dtype(bool), np.broadcast_shapes(holds.type.shape, line)), holds, same)
    return emit(tracer, Where(), old.type, holds, whole, old)


def from_the_end(tracer, number, size: int):
    """An index that may count from the end, as it was computed."""
    return choose(tracer, tracer.compare("<", number, Known(0)), tracer.binary("+", number, Known(size)), number)
