"""What comes back from the host: a list, dict, set or object that nobody else holds becomes a structure of ours.

So it may be changed like one that the filter made itself: its maker was only called on the host because all that it
was given was known. What somebody else holds is from outside, and frozen.
"""

from __future__ import annotations

import sys
import types

import numpy as np

from ...ir import BY_DTYPE
from ...language.vectors import Vector
from ..values.lattice import Known, Tuple, next_number
from ..values.numbers import elements_of
from .changes import ATOMS, MUTABLE, STATEFUL, STEPPING, is_users, told_by, traceable
from .contents import instance_fields
from .replay import iterate_host

FRESH_LIMIT = 4096  # items of a structure of ours; what is longer stays with the host
SMALL = 256  # elements of an array of ours

_box = [[]]
ALONE = sys.getrefcount(_box[0])  # of what one container holds, and nobody else


def adopt(tracer, holder, key, lent=None, alone: bool = True):
    """holder[key] as an abstract value. `lent` knows what was handed to the host before; `alone` says whether we are
    the only ones to hold the holder."""
    alone = alone and sys.getrefcount(holder[key]) == ALONE
    value = holder[key]
    kind = type(value)
    if kind in ATOMS:
        return Known(value) if lent is None or kind is not types.FunctionType else lent.back(value)
    if lent is not None:
        found = lent.back(value)
        if type(found) is not Known:
            return found
    if kind is tuple:
        items = [adopt(tracer, value, i, lent, alone) for i in range(len(value))]
        return Known(value) if all(type(i) is Known for i in items) else Tuple(items)
    if told_by(kind, "__next__") and told_by(kind, "__iter__") and not isinstance(value, STEPPING):
        return iterate_host(tracer, value)
    if not alone:
        return Known(value)
    if kind in (list, dict, set) and len(value) <= FRESH_LIMIT:
        if kind is list:
            return tracer.new("list", tuple(adopt(tracer, value, i, lent) for i in range(len(value))))
        if kind is dict:
            return tracer.new("dict", {k: adopt(tracer, value, k, lent) for k in value})
        return tracer.new("set", dict.fromkeys(value, Known(None)))
    if kind is np.ndarray and is_small(tracer, value) and (value.base is None or is_own(value)):
        return array_of_ours(tracer, value)
    if isinstance(value, MUTABLE + STATEFUL) or is_users(kind) and not is_ours(kind):
        return noted(tracer, value)
    elif is_ours(kind):
        fields = getattr(value, "__dict__", None) or instance_fields(value)
        return tracer.new("instance", {name: adopt(tracer, fields, name, lent) for name in fields}, kind)
    return Known(value)


def is_small(tracer, array: np.ndarray) -> bool:
    """Whether a new array of numbers is better one of ours, into which pixels may be put. (In a function of whole arrays
    those are fields.)"""
    is_ours = array.dtype.name in BY_DTYPE or array.dtype.kind == "c"
    return is_ours and array.size <= SMALL and array.ndim > 0 and not tracer.of_arrays


def is_own(array: np.ndarray) -> bool:
    """Whether nobody else holds what it is a part of."""
    base = type(array.base) is np.ndarray and array.base.base is None
    return base and sys.getrefcount(array.base) == ALONE


def noted(tracer, value) -> Known:
    """What stays with the host, and was made here: it may be changed there."""
    tracer.made[id(value)] = value, tracer.builder.block, next_number()
    return Known(value)


def array_of_ours(tracer, array: np.ndarray):
    return tracer.new("array", (Known(array.shape), *map(Known, elements_of(array))))


def is_ours(cls: type) -> bool:
    """Whether an instance is nothing but fields with Python's methods, and not the language's own."""
    return traceable(cls) and not issubclass(cls, Vector) and not cls.__module__.startswith("pygpu.")
