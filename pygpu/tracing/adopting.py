"""What comes back from the host: a list, dict, set or object that nobody else holds becomes a structure of ours.

So it may be changed like one that the filter made itself: its maker was only called on the host because all that it
was given was known. What somebody else holds is from outside, and frozen.
"""

from __future__ import annotations

import enum
import functools
import io
import random
import sys
import types
from array import array
from collections import deque

import numpy as np

from ..language.vectors import Vector
from .contents import instance_fields
from .values import Known, Tuple

FRESH_LIMIT = 4096  # items of a structure of ours; what is longer stays with the host
ATOMS = {int, float, bool, str, bytes, complex, type(None), types.FunctionType, types.ModuleType, type}
MUTABLE = (list, dict, set, bytearray, deque, array, np.ndarray)
CHANGING = {"append", "appendleft", "extend", "extendleft", "insert", "pop", "popleft", "popitem", "clear", "reverse",
            "rotate", "sort", "remove", "setdefault", "update", "subtract", "move_to_end", "add", "discard",
            "intersection_update", "difference_update", "symmetric_difference_update", "fill", "put", "itemset", "resize",
            "partition", "setflags", "byteswap", "__setitem__", "__delitem__", "__iadd__", "__imul__"}

STANDARD = {*sys.stdlib_module_names, "numpy", "scipy", "pygpu"} - {"__main__"}
STATEFUL = (io.IOBase, random.Random, np.random.RandomState, np.random.Generator)

NOUNS = {np.ndarray: "an array", types.CellType: "a variable of a function", random.Random: "the random generator",
         np.random.RandomState: "the random generator", np.random.Generator: "a random generator"}

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
    if hasattr(kind, "__next__") and hasattr(kind, "__iter__") and not isinstance(value, io.IOBase):
        from .iteration import iterate_host

        return iterate_host(tracer, value)
    if not alone:
        return Known(value)
    if kind in (list, dict, set) and len(value) <= FRESH_LIMIT:
        if kind is list:
            return tracer.new("list", tuple(adopt(tracer, value, i, lent) for i in range(len(value))))
        if kind is dict:
            return tracer.new("dict", {k: adopt(tracer, value, k, lent) for k in value})
        return tracer.new("set", dict.fromkeys(value, Known(None)))
    if isinstance(value, MUTABLE + STATEFUL) or is_users(kind) and not is_ours(kind):
        tracer.made[id(value)] = value, tracer.builder.block
    elif is_ours(kind):
        fields = getattr(value, "__dict__", None) or instance_fields(value)
        return tracer.new("instance", {name: adopt(tracer, fields, name, lent) for name in fields}, kind)
    return Known(value)


@functools.lru_cache(maxsize=4096)
def is_users(cls: type) -> bool:
    """Made by a class statement of the user's, or of a library that is not one of the usual. Enums keep their own books."""
    of_python = bool(cls.__flags__ & (1 << 9))  # Py_TPFLAGS_HEAPTYPE
    return of_python and cls.__module__.partition(".")[0] not in STANDARD and not issubclass(cls, enum.Enum)


def is_ours(cls: type) -> bool:
    """Whether an instance is nothing but fields with Python's methods, and not the language's own."""
    from .instances import traceable

    return traceable(cls) and not issubclass(cls, Vector) and not cls.__module__.startswith("pygpu.")


def may_change(tracer, value) -> bool:
    """Whether the host may change a known container now: it was made here, on all paths alike."""
    made = tracer.made.get(id(value))
    if made is None or made[1] is not tracer.builder.block:
        return False
    tracer.host_changes += 1
    return True


def refuse_change(tracer, value, what: str):
    """`what` is done to something of the host, which must not be."""
    noun = (f"the {'class' if isinstance(value, type) else 'module'} {value.__name__}"
            if isinstance(value, (type, types.ModuleType)) else
            NOUNS.get(type(value)) or article(type(value).__name__))
    if id(value) in tracer.made:
        return tracer.refuse("symbolic-host", f"{what} {noun} where that depends on a pixel", instead="use a list")
    return tracer.refuse("writes-outside", f"{what} {noun} from outside the filter")


def article(noun: str) -> str:
    return f"{'an' if noun[0] in 'AEIOUaeiou' else 'a'} {noun}"

