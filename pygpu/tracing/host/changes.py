"""Things of the host that can be changed: which they are, and who may change them."""

from __future__ import annotations

import csv
import enum
import functools
import io
import random
import sys
import types
from array import array
from collections import deque

import numpy as np

from ..values.refusals import article

ATOMS = {int, float, bool, str, bytes, complex, type(None), types.FunctionType, types.ModuleType, type}
MUTABLE = (list, dict, set, bytearray, deque, array, np.ndarray)
CHANGING = {"append", "appendleft", "extend", "extendleft", "insert", "pop", "popleft", "popitem", "clear", "reverse",
            "rotate", "sort", "remove", "setdefault", "update", "subtract", "move_to_end", "add", "discard",
            "intersection_update", "difference_update", "symmetric_difference_update", "fill", "put", "itemset", "resize",
            "partition", "setflags", "byteswap", "__setitem__", "__delitem__", "__iadd__", "__imul__"}

STANDARD = {*sys.stdlib_module_names, "numpy", "scipy", "pygpu"} - {"__main__"}
STEPPING = (io.IOBase, type(csv.reader(())))  # iterators that say where they are, and so are the host's own
STATEFUL = (*STEPPING, random.Random, np.random.RandomState, np.random.Generator)

NOUNS = {np.ndarray: "an array", types.CellType: "a variable of a function", random.Random: "the random generator",
         np.random.RandomState: "the random generator", np.random.Generator: "a random generator"}


@functools.lru_cache(maxsize=4096)
def is_users(cls: type) -> bool:
    """Made by a class statement of the user's, or of a library that is not one of the usual. Enums keep their own books."""
    of_python = bool(cls.__flags__ & (1 << 9))  # Py_TPFLAGS_HEAPTYPE
    return of_python and library(cls) not in STANDARD and not issubclass(cls, enum.Enum)


def library(cls: type) -> str:
    """The name of the library that a class is of. (One of Cython's classes of classes does not say.)"""
    return cls.__module__.partition(".")[0] if isinstance(cls.__module__, str) else "numpy"


def traceable(cls: type) -> bool:
    """Whether making one is nothing but running Python code: no compiled base with a life of its own."""
    if cls.__module__.partition(".")[0] in ("numpy", "decimal", "itertools", "functools"):
        return False
    if type(cls) is not type and type(cls).__module__ not in ("abc", "typing") and not is_users(type(cls)):
        return False
    if cls.__module__ == "builtins" or issubclass(cls, (BaseException, enum.Enum, tuple, list, dict, set, str, int,
                                                        float)):
        return False
    if cls.__new__ is not object.__new__ or cls.__init__ is object.__init__ and not is_plain_python(cls):
        return False
    return all(is_plain_python(base) for base in cls.__mro__[:-1])


def makes_itself(cls: type) -> bool:
    """Whether a class has a __new__ of Python's, which says what an instance is."""
    if issubclass(cls, np.ndarray) and not is_array_class(cls):
        return False
    return isinstance(cls.__new__, types.FunctionType) and not issubclass(cls, (enum.Enum, BaseException)) and (
        not getattr(cls.__new__, "__globals__", {}).get("__name__", "").startswith(("namedtuple_", "numpy", "typing")))


# What NumPy asks of its arrays while it works on them, too.
ASKED_WITHIN = {"__getitem__", "__setitem__", "__iter__", "__len__", "__array_ufunc__", "__array_function__",
                "__getattribute__"}


@functools.lru_cache(maxsize=1024)
def is_array_class(cls: type) -> bool:
    """Whether a class is made from np.ndarray by nothing but Python code, and leaves to that how its elements are found."""
    order = cls.__mro__
    own = order[:order.index(np.ndarray)] if np.ndarray in order else ()
    return bool(own) and is_users(cls) and all(map(is_plain_python, own)) and not any(
        ASKED_WITHIN & vars(base).keys() for base in own)


def extends(cls: type, base: type) -> bool:
    """Whether a class is made from a dict or a list by nothing but Python code."""
    order = cls.__mro__
    return cls is not base and base in order and all(is_plain_python(each) for each in order[:order.index(base)]) and (
        cls.__new__ is base.__new__)


def is_plain_python(cls: type) -> bool:
    """Made by a class statement, not in C: instances then have fields and nothing hidden."""
    of_python = cls.__flags__ & (1 << 9)  # Py_TPFLAGS_HEAPTYPE, which classes of C modules (re.Match) may have too
    return bool(of_python) and not any(map(is_of_c, vars(cls).values()))


def is_of_c(attribute) -> bool:
    """Whether a class attribute is C code for instances with something hidden in them. (A class of Python's may take one
    of object's for its own, or of a container's: __getattr__ = dict.__getitem__.)"""
    return isinstance(attribute, (types.MethodDescriptorType, types.WrapperDescriptorType)) and (
        attribute.__objclass__ not in (object, dict, list, set))


def made_here(tracer, value):
    """Where a known container was made, if that was here; a part of an array is where the array was."""
    if isinstance(value, np.ndarray) and id(value) not in tracer.made:
        value = value.base
    return tracer.made.get(id(value))


def may_change(tracer, value) -> bool:
    """Whether the host may change a known container now: it was made here, on all paths alike."""
    made = made_here(tracer, value)
    if made is None or made[1] is not tracer.builder.block:
        return False
    tracer.host_changes += 1
    tracer.changed_then.append(made[2])
    return True


def told_by(value, name: str):
    """An attribute of a callable, as far as no code of a user's says what it is; else None."""
    return None if is_users(type(value)) and hasattr(type(value), "__getattr__") else getattr(value, name, None)


def describe_known(value) -> str:
    is_named = isinstance(value, (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType))  # (no attribute of
    name = value.__name__ if is_named else None                                     # an object that is half made is asked)
    return f"'{name}'" if name else f"a {type(value).__name__}"


def refuse_change(tracer, value, what: str):
    """`what` is done to something of the host, which must not be."""
    noun = (f"the {'class' if isinstance(value, type) else 'module'} {value.__name__}"
            if isinstance(value, (type, types.ModuleType)) else
            NOUNS.get(type(value)) or article(type(value).__name__))
    if made_here(tracer, value) is not None:
        tracer.unmade |= tracer.shaped and isinstance(value, np.ndarray)
        return tracer.refuse("symbolic-host", f"{what} {noun} where that depends on a pixel", instead="use a list")
    return tracer.refuse("writes-outside", f"{what} {noun} from outside the filter")
