"""What is a number among the values, of which type, and which host values are interchangeable."""

from __future__ import annotations

import numpy as np

from ...ir import BOOL, FLOAT, INT, Type, Value
from ...language.vectors import Vector
from .lattice import BOOLS, INTS, NUMBERS, Known, Record


def type_of(value) -> Type:
    """The graph's type of a number, known or not."""
    if isinstance(value, Value):
        return value.type
    if isinstance(value.value, BOOLS):
        return BOOL
    return INT if isinstance(value.value, INTS) else FLOAT


def numeric(value) -> bool:
    return isinstance(value, Value) or type(value) is Known and isinstance(value.value, NUMBERS)


def merges(value) -> bool:
    """Whether a number is no more than that: a member of an IntEnum, or of a class made from float, is something else
    than its value when paths meet."""
    return isinstance(value, Value) or type(value) is Known and isinstance(value.value, NUMBERS) and (
        type(value.value) in (bool, int, float) or isinstance(value.value, np.generic))


def same_known(a, b) -> bool:
    """Whether two host values are interchangeable: the same object, or equal plain data of one type."""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if type(a) in (int, bool, str, bytes, type(None), slice, range):
        return a == b
    if type(a) is float:
        return a == b and str(a) == str(b) or a != a and b != b
    if type(a) in (tuple, frozenset) and len(a) == len(b):
        return type(a) is tuple and all(map(same_known, a, b)) or type(a) is frozenset and a == b
    if hasattr(a, "__func__") and hasattr(a, "__self__"):  # bound methods are made anew at each look
        return a.__self__ is getattr(b, "__self__", b) and a.__func__ is getattr(b, "__func__", b)
    return False


def open_vector(value):
    """A known vector or complex number as a record, so that it can meet symbols."""
    if type(value) is Known and isinstance(value.value, complex):
        return Record(complex, {"real": Known(value.value.real), "imag": Known(value.value.imag)})
    if type(value) is Known and isinstance(value.value, Vector):
        host = value.value
        fields = {name: Known(getattr(host, name)) for base in reversed(type(host).__mro__)
                  for name in getattr(base, "__slots__", ())}
        return Record(type(host), fields)
    return value


def plain(number):
    """A host number as Python's own bool, int or float."""
    if type(number) in (bool, int, float):
        return number
    return number.item() if hasattr(number, "item") else (
        bool(number) if isinstance(number, bool) else int(number) if isinstance(number, int) else float(number))


def too_large(number) -> bool:
    """Whether an int of the host is none of the kernel's."""
    return isinstance(number, int) and not -1 << 31 <= number < 1 << 31
