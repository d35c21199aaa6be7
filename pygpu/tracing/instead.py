"""What stands before a loop in place of what is there, since it is of another kind after a pass."""

from __future__ import annotations

import numpy as np

from ..library.many.wholes import UNSET
from .first_pass import has_identity
from .kinds.vectors import make_vector, vector_parts
from .values.lattice import STRUCTURES, Choice, Known, Record, Ref, parts, rebuilt
from .values.numbers import numeric, type_of
from .whole.fields import as_made, new, of_host


def in_place_of(a, b):
    """How what is `a` before a loop may be of the kind that `b` is after a pass: as a function of it, or None.

    A number is a vector of so many (`t = 0` before `t += im(q)` of a coloured picture), and what is not set is anything.
    """
    if type(a) is Known and a.value is UNSET:
        while type(b) is Choice:
            b = b.b if type(b.a) is Known and b.a.value is UNSET else b.a
        return None if has_identity(b) else lambda value: nothing_like(b)
    parts = vector_parts(b)
    if numeric(a) and parts is not None:
        return lambda value: make_vector(b.cls, [value] * len(parts), b)
    if numeric(a) and type(b) is Record and b.cls is complex:
        return lambda value: Record(complex, {"real": value, "imag": Known(0.0)})
    return None


def nothing_like(value):
    """The same structure of zeros."""
    if numeric(value):
        return Known(type_of(value).python(0))
    return rebuilt(value, map(nothing_like, parts(value))) if type(value) in STRUCTURES else value


def is_known_array(tracer, value) -> bool:
    return tracer.shaped and type(value) is Known and type(value.value) is np.ndarray and as_made(tracer, value) is not value


def as_whole(tracer, heap, value: Known) -> Ref:
    """A known array, which is another one in each pass."""
    found = as_made(tracer, value)
    dict.__setitem__(heap, found, tracer.heap[found])
    return found


def chosen_of_all(tracer, heap, axes: int, ref: Ref) -> Ref:
    """All elements of an array, or rows of it, as those that a mask chooses: `y = y[np.abs(y - m) < s]`, again and again."""
    whole = new(tracer, heap[ref][0])
    found = tracer.subscript(whole, new(tracer, of_host(tracer, np.ones(heap[ref][0].type.shape[:axes], bool))))
    dict.__setitem__(heap, found, tracer.heap[found])
    return found
