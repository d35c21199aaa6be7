"""The types that a value in the graph can have, each declared once: what it computes on, and how it is stored.

    Float  Int  Bool          Python's numbers, of 32 bits: what a filter computes on unless it says otherwise
    float64 int64             of 64 bits: Python's numbers with precision="double", or asked for by np.float64(x)
    uint32  uint64            wrap as NumPy's do: np.uint32(x), x & 0xFFFFFFFF
    int8 uint8 int16 uint16   computed as an Int that is brought back between their ends after each step
    byte short                a Float of a picture as the number that is stored, 0..255 or 0..65535 for 0..1: what is only
                              put in order stays what it is (passes/ordered.py)
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..elements import ELEMENTS


class Type(enum.Enum):
    """A type of the graph, called as users write it.

    `python` is what stands for it in Python; `stored` the element that it is in memory as it stands; `word` the one it is
    computed on, which is wider for numbers of 8 and 16 bits.
    """

    python: type[Any]
    stored: str
    word: str

    BOOL = "Bool", bool, "bool"
    INT = "Int", int, "int32"
    FLOAT = "Float", float, "float32"
    INT8 = "int8", int, "int8"
    UINT8 = "uint8", int, "uint8"
    INT16 = "int16", int, "int16"
    UINT16 = "uint16", int, "uint16"
    UINT32 = "uint32", int, "uint32"
    INT64 = "int64", int, "int64"
    UINT64 = "uint64", int, "uint64"
    DOUBLE = "float64", float, "float64"
    BYTE = "byte", float, "uint8"
    SHORT = "short", float, "uint16"

    kind: str              # NumPy's letter
    bits: int
    limits: tuple[int, int]
    is_whole: bool
    is_signed: bool        # whole, and may be negative
    is_narrow: bool        # whole, of 8 or 16 bits
    is_float: bool
    numpy: type[Any]       # what the evaluators compute on
    name_in_ops: str

    def __new__(cls, name: str, python: type[Any], stored: str) -> Type:
        member = object.__new__(cls)
        member._value_, member.python, member.stored = name, python, stored
        element = ELEMENTS[stored]
        member.kind, member.bits, member.limits = element.kind, element.bits, element.limits
        member.is_whole, member.is_float = element.kind in "iu", element.kind == "f"
        member.is_signed = element.kind == "i"
        member.is_narrow = member.is_whole and element.bits < 32 and python is int
        member.word = "int32" if member.is_narrow else stored
        member.numpy = np.dtype(member.word).type
        member.name_in_ops = name.lower()
        return member

    __hash__ = object.__hash__  # each is there once

    def __repr__(self) -> str:
        return str(self.value)

    def wrap(self, number: int) -> int:
        """A whole number as it is with so many bits."""
        lowest, highest = self.limits
        return number if lowest <= number <= highest else ELEMENTS[self.stored].wrap(number)

    def number(self, value: Any) -> bool | int | float:
        """A known number as the one of this type that stands for it: wrapped, or a whole one as a float."""
        if self.kind == "b":
            return bool(value)
        return float(value) if self.is_float else self.wrap(int(value))


BOOL, INT, FLOAT = Type.BOOL, Type.INT, Type.FLOAT
INT8, UINT8, INT16, UINT16 = Type.INT8, Type.UINT8, Type.INT16, Type.UINT16
UINT32, INT64, UINT64, DOUBLE = Type.UINT32, Type.INT64, Type.UINT64, Type.DOUBLE
BYTE, SHORT = Type.BYTE, Type.SHORT
AS_STORED = BYTE, SHORT       # which are only put in order
LEVELS = FLOAT, *AS_STORED    # what Floats of pictures can be
# How an array of whole numbers, or of doubles, is read as it stands.
BY_DTYPE = {type.stored: type for type in Type if type not in AS_STORED}


@dataclass(frozen=True, slots=True)
class PixelType:
    """What one pixel of an image is: a number of channels, all of one type."""

    scalar: Type
    channels: int
    dimensions = 2

    def __str__(self) -> str:
        return self.scalar.value if self.channels == 1 else f"{self.scalar.value}×{self.channels}"


@dataclass(frozen=True, slots=True)
class GridType(PixelType):
    """The same of an array or a volume, and how many dimensions it has."""

    dimensions: int


@dataclass(frozen=True, slots=True)
class ShapedType(GridType):
    """The same of an array whose shape is known, and which dtype of NumPy's it has."""

    shape: tuple[int, ...] = ()
    dtype: str = "float32"


def of_dimensions(pixel: PixelType, dimensions: int) -> PixelType:
    """The pixels of an image, an array or a volume."""
    return pixel if dimensions == 2 else GridType(pixel.scalar, pixel.channels, dimensions)


def join(a: Type, b: Type) -> Type:
    """The type that can hold both, and in which they are computed together: NumPy's, where Int and Float stand for Python's
    own numbers, which take the other's. A Float and whole numbers make a Float, whatever these are; a Bool counts as 0 or 1.
    """
    if a is b:
        return a
    if DOUBLE in (a, b) or FLOAT in (a, b):
        return DOUBLE if DOUBLE in (a, b) else FLOAT
    for one, other in ((a, b), (b, a)):
        if one is BOOL or one is INT and other is not BOOL:
            return other
    return BY_DTYPE[np.promote_types(a.stored, b.stored).name]


def common(types: Iterable[Type]) -> Type:
    """The type that can hold all of them."""
    return functools.reduce(join, types)
