"""Filters as values: sent to other processes, copied, compared. Hides how a function goes along.

What travels is what a filter was made of: its function, the known values, the options. It is traced and built again where
it arrives; nothing of a device goes along. A function goes by its name where it has one that can be imported there, as
pickle has it; a lambda, a closure or a notebook's cell goes as code, which needs the package cloudpickle.
"""

from __future__ import annotations

import pickle
import sys
import types

import numpy as np

from . import chains


def packed(function, known: dict) -> tuple:
    """How a function and known values travel: (what was done, what is sent)."""
    chain = getattr(function, "chain", None)
    if chain is not None:
        return "chain", (*chain, known)
    named = wrapped_as(function)
    if named is not None:
        return "wrapped", (named, known)
    try:
        pickle.dumps((function, known))
        return "by name", (function, known)
    except Exception as error:  # whatever something inside says to being pickled
        try:
            import cloudpickle
        except ImportError:
            raise pickle.PicklingError(f"this filter's function, or what it knows, has no name that another process could "
                                       f"import ({error}): pip install cloudpickle, and it is sent as code") from error
        return "as code", cloudpickle.dumps((function, known))


def unpacked(how: str, sent) -> tuple:
    """(function, known values) of what was packed."""
    if how == "chain":
        first, then, exact, known = sent
        return chains.chained(first, then, exact), known
    if how == "as code":
        return pickle.loads(sent)  # noqa: S301 - from the pickle that it came in
    if how == "wrapped":
        named, known = sent
        return named.__wrapped__, known
    return sent


def wrapped_as(function):
    """What stands in the module under the function's name, where that is a wrapper of it (a ready filter)."""
    found = sys.modules.get(getattr(function, "__module__", None))
    for name in getattr(function, "__qualname__", "").split("."):
        found = getattr(found, name, None)
    return found if found is not function and getattr(found, "__wrapped__", None) is function else None


def is_same(one, other, depth: int = 0) -> bool:
    """Whether two values, functions among them, are the same to a filter."""
    if one is other:
        return True
    if type(one) is not type(other) or depth > 20:
        return False
    deeper = depth + 1
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(is_same(a, b, deeper) for a, b in zip(one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key], deeper) for key in one)
    if isinstance(one, types.FunctionType):
        return is_same_function(one, other, deeper)
    if isinstance(one, types.MethodType):
        return is_same(one.__func__, other.__func__, deeper) and is_same(one.__self__, other.__self__, deeper)
    if isinstance(one, float):
        return repr(one) == repr(other)
    if type(one).__eq__ is object.__eq__:
        fields = [getattr(each, "__dict__", None) for each in (one, other)]
        return None not in fields and is_same(*fields, deeper)
    return bool(one == other)


def is_same_function(one, other, depth: int) -> bool:
    chain = getattr(one, "chain", None)
    if chain is not None:
        return is_same(chain, getattr(other, "chain", None), depth)
    if one.__code__ != other.__code__ or one.__module__ != other.__module__:
        return False
    if not is_same((one.__defaults__, one.__kwdefaults__), (other.__defaults__, other.__kwdefaults__), depth):
        return False
    cells = [[cell.cell_contents for cell in each.__closure__ or ()] for each in (one, other)]
    if not is_same(*cells, depth):
        return False
    here, there = one.__globals__, other.__globals__
    return here is there or all(is_same(here.get(name), there.get(name), depth) for name in one.__code__.co_names)
