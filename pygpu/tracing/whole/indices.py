"""The indices of whole arrays, as they are written: masks, numbers and slices of each axis."""

from __future__ import annotations

import numpy as np

from ...ir import Value
from ..kinds.containers import either, items_of, opposite
from ..kinds.numpys import PLAIN, is_surely_pythons
from ..kinds.scalars import number_compare
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.lattice import Known, Ref, Tuple
from ..values.possible import bounds_of
from .elements import Sliced, Whole
from .fields import emit, is_array, typed, value_of


def numpy_says(function, *args):
    """What NumPy gives for them, or raises."""
    try:
        return function(*args)
    except Exception as error:
        raise HostRaised(error) from None


def beyond(number, kind, other) -> bool:
    """Whether one of Python's numbers may lie outside of what an array's type holds, that it meets."""
    if kind is not int or not isinstance(other, np.dtype) or other.kind not in "iu":
        return False
    low, high = (number.value,) * 2 if type(number) is Known else bounds_of(number)
    return not np.iinfo(other).min <= low <= high <= np.iinfo(other).max


def see_fits(tracer, number, dtype) -> None:
    """One of Python's numbers that is put into an array, or an int that meets one, is to be one of its type's, or NumPy
    raises."""
    if dtype.kind not in "iu":
        return
    if type(number) is Known and type(number.value) in (int, float):
        numpy_says(np.zeros(1, dtype).__setitem__, 0, number.value)
    elif isinstance(number, Value) and number.type in PLAIN and is_surely_pythons(tracer, number) and (
            number.type.is_float or beyond(number, int, dtype)):
        low, high = int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
        tests = [("<", number, Known(low)), (">", number, Known(high))]
        if number.type.is_float:  # what is behind the point does not count; a NaN is nowhere
            tests = [(">", number, Known(low - 1)) if low > -2**31 else (">=", number, Known(low)),
                     ("<", number, Known(high + 1))]
        found = [number_compare(tracer, *each) for each in tests]
        outside = either(tracer, *[opposite(tracer, each) for each in found] if number.type.is_float else found)
        if tracer.catching(OverflowError):
            tracer.may_raise(outside, lambda: OverflowError(f"Python integer out of bounds for {dtype}"))
        else:
            tracer.raise_unseen(outside)


def see_all_fit(tracer, value, dtype) -> None:
    """The same of what may be a list of them, or a list of lists."""
    value = decide(tracer, value)
    if type(value) is Ref and value.kind == "list" or type(value) is Tuple or (
            type(value) is Known and isinstance(value.value, (list, tuple))):
        for each in items_of(tracer, value):
            see_all_fit(tracer, each, dtype)
    else:
        see_fits(tracer, value, dtype)


def expanded(tracer, keys: list, dimensions: int) -> list:
    """The index with a part for each axis, in place of `...` and of what is left out."""
    if any(isinstance(each, (bool, np.bool_)) for each in keys):
        raise tracer.refuse("not-supported", "a single True or False is an index of an array", why="it would be another "
                            "axis, of one element or of none", instead="a[None] for a[True], a[None][:0] for a[False]")
    used = sum(each is not None and each is not Ellipsis for each in keys)
    if used > dimensions:
        raise HostRaised(IndexError(f"too many indices for array: array is {dimensions}-dimensional, but {used} were "
                                    "indexed"))
    rest = [slice(None)] * (dimensions - used)
    places = [number for number, each in enumerate(keys) if each is Ellipsis]
    if len(places) > 1:
        raise HostRaised(IndexError("an index can only have a single ellipsis ('...')"))
    at = places[0] if places else len(keys)
    return [*keys[:at], *rest, *keys[at + 1:]]


def is_mask(tracer, keys: list) -> bool:
    """Whether an index is one mask, and nothing else."""
    return len(keys) == 1 and is_array(keys[0]) and value_of(tracer, keys[0]).type.dtype == bool


def over(tracer, shape: tuple, mask: Value) -> Value:
    """A mask as it lies over an array: one of its first axes alone chooses along these."""
    given = mask.type.shape
    if given != shape[:len(given)]:
        axis = next(i for i, (a, b) in enumerate(zip((*given, 0), (*shape, -1))) if a != b)
        raise HostRaised(IndexError(f"boolean index did not match indexed array along axis {axis}; size of axis is "
                                    f"{(*shape, 0)[axis]} but size of corresponding boolean axis is {(*given, 0)[axis]}"))
    if len(given) == len(shape):
        return mask
    items, wide = sliced(given, [slice(None)] * len(given) + [None] * (len(shape) - len(given)))
    return emit(tracer, Sliced(items), typed(tracer, bool, wide), mask)


def is_plain(key) -> bool:
    return key is None or isinstance(key, slice) or isinstance(key, (int, np.integer)) and not isinstance(key, bool)


def sliced(shape: tuple, keys: list) -> tuple[tuple, tuple]:
    """For an index of numbers, slices and None: a part for each axis, and the shape of the result."""
    items: list = []
    result: list = []
    for key in keys:
        if key is None:
            result.append(1)
            continue
        size = shape[len(items)]
        if isinstance(key, slice):
            places = numpy_says(range(size).__getitem__, key)
            items.append(Whole(len(result), places.start, places.step, len(places)))
            result.append(len(places))
            continue
        if not -size <= key < size:
            raise HostRaised(IndexError(f"index {key} is out of bounds for axis {len(items)} with size {size}"))
        items.append(int(key) % size)
    return tuple(items), tuple(result)
