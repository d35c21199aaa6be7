"""Numbers that are more than numbers: objects of a class that is made from float or int, with methods of its own.

Such an object is an instance, and holds its number beside its fields. What its class does not say in Python is done with
the number, and gives a plain one, as in Python.
"""

from __future__ import annotations

import enum
import types

import numpy as np

from ...library.standard.flags import Flags
from ..host.changes import is_plain_python
from ..values.assumptions import decide
from ..values.lattice import Choice, Known, Ref
from ..values.numbers import NUMBER, merges, numeric, plain

BASES = (float, int)
TAKING = (abs, round, divmod, pow, float, int, complex, range, chr, bin, hex, oct)
COMPILED = (types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType, np.ufunc)


def base_of(cls: type) -> type | None:
    """float or int, where a class is made from it by nothing but Python code."""
    base = next((base for base in BASES if issubclass(cls, base)), None)
    if base is None or cls is base or issubclass(cls, (bool, enum.Enum)):
        return None
    order = cls.__mro__
    return base if all(is_plain_python(each) for each in order[:order.index(base)]) else None


def has_a_class(value) -> bool:
    """Whether it is a known number of a class that may say in Python what its operators do."""
    return type(value) is Known and not merges(value) and not isinstance(value.value, enum.Flag)


def new_number(tracer, cls: type, args) -> Ref:
    """float.__new__(cls, *args)"""
    return tracer.new("instance", {NUMBER: tracer.call(Known(base_of(cls)), list(args), {})}, cls)


def number_in(tracer, value):
    """The number that such an object is; None of anything else. (Of an IntFlag its value.)"""
    if has_a_class(value):
        return Known(plain(value.value)) if numeric(value) else None
    if type(value) is not Ref or value.kind != "instance" or value.cls is None:
        return None
    found = tracer.heap[value].get(NUMBER)
    if found is None and value.cls is Flags and issubclass(tracer.heap[value]["kind"].value, int):
        found = tracer.heap[value]["value"]
    return None if found is None else decide(tracer, found)


def number_like(tracer, value):
    """The same; and the number in an array without axes (boxes.py)."""
    if type(value) is Ref and value.kind == "array" and not tracer.heap[value][0].value:
        return tracer.heap[value][1]
    return number_in(tracer, value)


def as_numbers(tracer, *values) -> tuple | None:
    """Values with each such object as its number; None where there is none."""
    found = [number_in(tracer, value) for value in values]
    if not any([number is not None for number in found]):
        return None
    return tuple([value if number is None else number for value, number in zip(values, found)])


def plainly(tracer, value):
    """A result with each such object as its number."""
    if type(value) is Choice:
        return Choice(value.condition, plainly(tracer, value.a), plainly(tracer, value.b), value.list)
    number = number_like(tracer, value)
    return value if number is None else number


def numbers_for(tracer, function, args) -> list:
    """The arguments of compiled code that takes numbers, unless their class says in Python what it is to give (__abs__)."""
    compiled = isinstance(function, COMPILED)
    of_base = compiled and getattr(function, "__objclass__", None) in BASES  # float.__add__(x, y)
    takes = of_base or compiled and getattr(function, "__module__", None) in ("math", "cmath", "numpy")
    if not takes and not any([function is each for each in TAKING]):
        return args
    own = f"__{function.__name__}__"
    return [value if number is None or not of_base and is_said(value, own) else number
            for value, number in zip(args, [number_like(tracer, value) for value in args])]


def is_said(value, name: str) -> bool:
    """Whether the class of such an object has a special method of Python's."""
    return type(value) is Ref and isinstance(getattr(value.cls, name, None), types.FunctionType)
