"""What is a number among the values, of which type, and which host values are interchangeable."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from ...ir import BOOL, BY_DTYPE, FLOAT, INT, INT64, UINT32, UINT64, Const, Op, Type, Value, common, is_undefined
from ...ir.ops import IF
from ...language.vectors import Vector
from ...library.many.wholes import UNSET
from .lattice import BOOLS, INTS, NUMBERS, Known, Record, Tuple

NUMBER = "(number)"  # what an object of a class made from float or int holds beside its fields: no name of an attribute
DEEP = 24  # operations that about() follows

# Host numbers that keep a type of their own. The others are Python's numbers, or come from arrays of these.
TYPED = {np.dtype(name).type: type for name, type in BY_DTYPE.items() if type.is_narrow or type.kind == "u"}


OWN = {bool: BOOL, int: INT, float: FLOAT, **TYPED}


def type_of(value) -> Type:
    """The graph's type of a number, known or not."""
    if isinstance(value, Value):
        return value.type
    found = OWN.get(type(value.value))
    if found is not None:
        return found
    return BOOL if isinstance(value.value, BOOLS) else INT if isinstance(value.value, INTS) else FLOAT


def class_of(type: Type) -> type[Any]:
    """The class of a number of a type in plain Python."""
    return type.python if type not in TYPED.values() else np.dtype(type.stored).type


def int_of(type: Type) -> Type:
    """The type of what int() makes of a number: an Int, unless that may be too small."""
    return UINT64 if type is UINT64 else INT64 if type.bits == 64 or type is UINT32 else INT


def numbers_of(value: Value) -> tuple | None:
    """The known numbers of which a value is one, as an element of an array."""
    op = value.owner
    while op.__class__ is Op and op.kind.name == "select" and op.operands[1] is op.operands[2]:  # kinds/numpys.py
        op = op.operands[1].owner
    return dict(op.attributes)["values"] if op.__class__ is Op and op.kind.name == "table" else None


def int_from(value: Value) -> Type:
    """The type of what int() makes of a value: as wide as it may well have to be, if it is a float."""
    if value.type is UINT64 and (known := numbers_of(value)) is not None:
        return INT64 if max(known) <= INT64.limits[1] else UINT64
    return INT64 if value.type.is_float and about(value, {}) >= 2 ** 31 else int_of(value.type)


def about(value: Value, found: dict[Value, float], depth: int = 0) -> float:
    """How large a number is, about: a product with a large constant is. A Float that is not made here counts as 1, an Int
    as 1000."""
    if type(value) is Const:
        return min(abs(value.value or 0), 1e30)
    op = value.owner
    if op.__class__ is not Op or op.kind.name not in GROWING or depth > DEEP:
        return 1000.0 if value.type.is_whole else 1.0
    if value not in found:
        found[value] = GROWING[op.kind.name](*[about(each, found, depth + 1) for each in op.operands])
    return found[value]


def data_decide(value: Value, depth: int = 0) -> bool:
    """Whether a number follows from what is in a picture, so that it may well be small, whatever its type holds."""
    op = value.owner
    if op.__class__ is not Op or depth > DEEP:
        return False
    return bool(op.blocks) or op.kind.name in ("read", "call") or any([data_decide(each, depth + 1) for each in op.operands])


def is_of_the_call(tracer, condition) -> bool:
    """Whether a condition is the same for all pixels: a call whose variable has no value raises what Python raises."""
    return tracer.shaped or isinstance(condition, Value) and follows_from(
        condition, {each.value for each in tracer.graph.scalars})


def follows_from(value: Value, numbers: set[Value], depth: int = 0) -> bool:
    """Whether a value is computed of such numbers, those of the call, and of known ones alone: no pixel has a say."""
    if value.__class__ is Const or value in numbers:
        return True
    op = value.owner
    return op.__class__ is Op and depth < DEEP and not op.blocks and op.kind.name not in ("read", "call") and bool(
        op.operands) and all([follows_from(each, numbers, depth + 1) for each in op.operands])


GROWING: dict[str, Callable[..., float]] = {
    "add": operator.add, "sub": operator.add, "mul": operator.mul, "div": lambda one, other: one / (other or 1.0),
    "select": lambda test, *either: max(either), "max": max, "min": min,
    **dict.fromkeys(("neg", "abs", "rint", "floor", "ceil", "trunc", "float_of_int", "float_of_int64"), lambda one: one)}


def common_type(numbers) -> Type:
    """The type in which numbers are computed together. A known int that no Int holds makes it one of 64 bits: so x is
    masked as Python's ints are, by 0xFFFFFFFF."""
    numbers = list(numbers)
    found = common(map(type_of, numbers))
    if found is INT or found is INT64:
        for number in numbers:
            host = number.value if type(number) is Known else 0
            if isinstance(host, INTS) and not fits(host, found):
                found = INT64 if fits(host, INT64) else UINT64
    return found


def meeting_type(numbers) -> Type:
    """The type of what is one of several numbers, and holds each. (With an operator, an Int takes the type that a number of
    NumPy's has; where paths meet it stays what it is.)"""
    numbers = list(numbers)
    found = common_type(numbers)
    if found.is_float and not any([type_of(each).is_float for each in numbers]):  # of int64 and uint64 NumPy makes floats
        return UINT64
    if found in TYPED.values() and found is not UINT64 and any(
            type_of(each) is INT and (isinstance(each, Value) or not fits(plain(each.value), found)) for each in numbers):
        return INT if found.is_narrow else INT64
    return found


def fits(number: int, type: Type) -> bool:
    """Whether a type of whole numbers has this one."""
    return type.limits[0] <= number <= type.limits[1]


def numeric(value) -> bool:
    return isinstance(value, Value) or type(value) is Known and isinstance(value.value, NUMBERS)


def of_one_kind(a, b) -> bool:
    """Whether two numbers are both floats, both ints or both bools."""
    one, other = type_of(a), type_of(b)
    return one.is_float == other.is_float and (one is BOOL) == (other is BOOL)


def merges(value) -> bool:
    """Whether a number is no more than that: a member of an IntEnum, or of a class made from float, is something else
    than its value when paths meet."""
    return isinstance(value, Value) or type(value) is Known and isinstance(value.value, NUMBERS) and (
        type(value.value) in (bool, int, float) or isinstance(value.value, np.generic))


def same(a, b) -> bool:
    """Whether two values are one, or known and interchangeable."""
    return a is b or type(a) is Known and type(b) is Known and same_known(a.value, b.value)


class Described:
    """What is nothing but what it says: two that say the same are one."""


def same_known(a, b) -> bool:
    """Whether two host values are interchangeable: the same object, or equal plain data of one type."""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if type(a) in (int, bool, str, bytes, type(None), slice, range):
        return a == b
    if isinstance(a, np.number):
        return a.tobytes() == b.tobytes()
    if type(a) is float:
        return a == b and str(a) == str(b) or a != a and b != b
    if type(a) in (tuple, frozenset) and len(a) == len(b):
        return type(a) is tuple and all(map(same_known, a, b)) or type(a) is frozenset and a == b
    if hasattr(a, "__func__") and hasattr(a, "__self__"):  # bound methods are made anew at each look
        return a.__self__ is getattr(b, "__self__", b) and a.__func__ is getattr(b, "__func__", b)
    return isinstance(a, Described) and a == b


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


def elements_of(array: np.ndarray) -> list:
    """The numbers in an array: Python's, except where NumPy's have fewer bits, or no sign, and wrap."""
    return list(array.ravel()) if array.dtype.type in TYPED else array.ravel().tolist()


def plain(number):
    """A host number as Python's own bool, int or float."""
    if type(number) in (bool, int, float):
        return number
    return number.item() if hasattr(number, "item") else (
        bool(number) if isinstance(number, bool) else int(number) if isinstance(number, int) else float(number))


def too_large(number, type: Type = INT) -> bool:
    """Whether an int of the host is none of a type's."""
    return isinstance(number, int) and type.is_whole and not fits(number, type)


def set_like(value, other):
    """What is not set yet, nobody looks at: where it is to meet a number, it is one."""
    if type(value) is Known and value.value is UNSET and numeric(other) and merges(other):
        return Known(type_of(other).python(0))
    return value


def same_number(a, b) -> bool:
    """Whether two numbers are surely the same."""
    if type(a) is Known or type(b) is Known:
        return type(a) is type(b) and a.value == b.value
    if a is not b and a.owner.__class__ is Op and a.owner.kind is IF:  # whichever way was gone that has it
        ways = [block.results[a.owner.results.index(a)] for block in a.owner.blocks]
        return all([is_undefined(each) or same_number(each, b) for each in ways])
    return a is b or a.owner.__class__ is Op and b.owner.__class__ is Op and a.owner.kind is b.owner.kind and (
        a.owner.attributes == b.owner.attributes and not a.owner.blocks and all(map(same_number, *(
            each.owner.operands for each in (a, b)))))


def opened(value, other):
    """A known tuple or vector as a structure, where it is to meet one."""
    if type(value) is Known and isinstance(value.value, (Vector, complex)):
        return open_vector(value)
    if type(value) is Known and type(value.value) is tuple and (
            type(other) is Tuple or type(other) is Known and type(other.value) is tuple
            and len(other.value) == len(value.value)):
        return Tuple(Known(v) for v in value.value)
    return value
