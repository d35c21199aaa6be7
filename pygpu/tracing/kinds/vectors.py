"""Vectors, positions and colours as the tracer sees them: a Record of one of the language's classes, with its parts."""

from __future__ import annotations

from ...language.vectors import Vector
from ..values.lattice import Known, Record, Tuple
from ..values.numbers import numeric, open_vector


def vector_parts(value):
    if type(value) is Record and issubclass(value.cls, Vector):
        return [f for f in value.fields.values() if not (type(f) is Known and f.value is None)]
    return None


def vector_items(value):
    return vector_parts(open_vector(value))


def make_vector(cls, parts, like: Record) -> Record:
    names = list(like.fields)
    if "_alpha" in names and len(parts) == 3:
        return Record(cls, {**dict(zip(names, parts)), "_alpha": Known(None)})
    return Record(cls, dict(zip(names, parts)))


def spread(value, count: int):
    if numeric(value):
        return [value] * count
    if type(value) is Tuple:
        return list(value.items)
    if type(value) is Known and isinstance(value.value, (tuple, list)):
        return [Known(v) for v in value.value]
    return None


def vector_binary(tracer, symbol, a, b):
    """Arithmetic of two vectors, or of one and a number, as Vector.combine does it, without walking its code."""
    if symbol in ("@", "&", "|", "^", "<<", ">>"):
        return None
    a, b = open_vector(a), open_vector(b)
    left, right = vector_parts(a), vector_parts(b)
    if left is None and right is None:
        return None
    like = b if left is None or right is not None and issubclass(b.cls, a.cls) else a
    if left is None:
        left = spread(a, len(right))
    elif right is None:
        right = spread(b, len(left))
    if left is None or right is None or len(left) != len(right):
        return None  # the class itself says what is wrong with it
    return make_vector(like.cls, [tracer.binary(symbol, x, y) for x, y in zip(left, right)], like)
