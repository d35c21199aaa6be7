"""Arrays of classes that are made from np.ndarray by nothing but Python code: the vectors and points of packages.

Such an array is a view of another one, with a class and attributes of its own.
"""

from __future__ import annotations

import types

from ..host.changes import is_array_class
from ..values.lattice import NONE, Builtin, Known, Ref
from .arrays import viewed


def as_class(tracer, array: Ref, cls: type, source=NONE) -> Ref:
    """The same elements as an array of the class, which may have something to say of each new one."""
    found = viewed(tracer, array, lambda host: host[...], always=True)
    found.cls, found.fields = cls, tracer.new("instance", {}, cls)
    if isinstance(cls.__array_finalize__, types.FunctionType):
        tracer.call(Known(cls.__array_finalize__), [found, source], {})
    return found


def without_class(tracer, value):
    """The same elements, as an array of NumPy's own class."""
    has_one = type(value) is Ref and value.kind == "array" and value.cls is not None
    return viewed(tracer, value, lambda host: host[...], always=True) if has_one else value


def of_array(tracer, value: Ref, found):
    """What an attribute of np.ndarray's is of an array of a class: of the arrays that it gives, the class goes on."""
    if type(found) is Builtin:
        return Builtin(lambda tracer, receiver, *args, **kwargs: like(
            tracer, found.meaning(tracer, receiver, *args, **kwargs), receiver), value, found.name)
    return like(tracer, found, value)


def class_among(operands) -> tuple:
    """(the class that one of several operands has, that operand), or (None, None)."""
    for each in operands:
        cls = each.cls if type(each) is Ref and each.kind == "array" else type(each.value) if type(each) is Known else None
        if cls is not None and is_array_class(cls):
            return cls, each
    return None, None


def like(tracer, result, *operands):
    """What an operator gives: an array of the class that one of its operands has."""
    cls, source = class_among(operands)
    if cls is None or type(result) is not Ref or result.kind != "array" or result.cls is not None:
        return result
    return as_class(tracer, result, cls, source)
