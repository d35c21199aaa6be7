"""Fields: whole arrays of NumPy's as values of a graph. Their shape and dtype are known, their elements are computed.

    u: float32[4, 6] = field Given u
    t: float32[4, 4] = field Sliced u             what it is made of, and how (tracing/whole/elements.py)
    n: float32[]     = field Reduced t
    m: Float         = item n                     the one number of a field without dimensions

They stand in the graph of a function of whole arrays, which no device runs as it stands: its operations are put together to
graphs of one element each (tracing/whole/kernels.py), its loops and branches are followed by the host
(calls/engines/arrays.py).
"""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from .types import BOOL, BY_DTYPE, FLOAT, INT, Type

IMAGINARY = "{}.imag"  # what the other part of an argument of complex numbers is called


class ShapesWanted(Exception):
    """Something is done with an Array that takes a whole one: the function is to be traced for arrays of known shapes.
    `error` is why it is no value of single elements, where that was what is wrong; it is one if only the dtypes of what is
    returned are not known by elements."""

    def __init__(self, error: Exception | None = None, of_dtypes: bool = False):
        super().__init__()
        self.error, self.of_dtypes = error, of_dtypes


class FieldType:
    """Each dtype and shape has one. `element` is the type that its elements are computed in."""

    __slots__ = ("dtype", "shape", "element", "value")

    kind, bits, python = "", 0, None
    is_whole = is_float = is_signed = is_narrow = False

    def __init__(self, dtype: np.dtype[Any], shape: tuple[int, ...]):
        self.dtype, self.shape, self.element = dtype, shape, computed_in(dtype)
        self.value = f"{dtype}{list(shape)}"

    def __repr__(self) -> str:
        return self.value


@functools.lru_cache(4096)
def field_of(dtype: np.dtype[Any], shape: tuple[int, ...]) -> FieldType:
    """The type of an array."""
    return FieldType(dtype, shape)


def in_memory(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The shape in which an array lies in memory: of more than three axes all but the last two are one."""
    return shape if len(shape) <= 3 else (math.prod(shape[:-2]), *shape[-2:])


def computed_in(dtype: np.dtype[Any]) -> Type:
    """The type for elements of a dtype: floats of any length are Floats, whole numbers what they are."""
    return FLOAT if dtype.kind == "f" else BOOL if dtype.kind == "b" else BY_DTYPE[dtype.name]


def read_as(type: Type) -> Type:
    """The type that a stored element is read as: one of 8 or 16 bits is an Int."""
    return INT if type.is_narrow else type


def is_field(value: Any) -> bool:
    return value.type.__class__ is FieldType
