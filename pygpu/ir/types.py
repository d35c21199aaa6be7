"""The three types a value in the graph can have, and what a pixel is made of."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

import numpy as np


class Type(enum.Enum):
    """BOOL, INT (32 bit, wraps) and FLOAT (32 bit). Colours, positions and objects exist only while tracing.

    Each is called as users write it, and says what it is in Python, to the evaluator, and in memory as it stands.
    """

    python: type[Any]
    numpy: type[Any]
    stored: str  # a Format's dtype

    BOOL = "Bool", bool, np.bool_, "bool"
    INT = "Int", int, np.int32, "int32"
    FLOAT = "Float", float, np.float32, "float32"

    def __new__(cls, name: str, python: type[Any], numpy: type[Any], stored: str) -> Type:
        member = object.__new__(cls)
        member._value_, member.python, member.numpy, member.stored = name, python, numpy, stored
        return member

    def __repr__(self) -> str:
        return str(self.value)


BOOL, INT, FLOAT = Type.BOOL, Type.INT, Type.FLOAT


@dataclass(frozen=True, slots=True)
class PixelType:
    """What one pixel of an image is: a number of channels, all of one type."""

    scalar: Type
    channels: int

    def __str__(self) -> str:
        return self.scalar.value if self.channels == 1 else f"{self.scalar.value}×{self.channels}"


def join(a: Type, b: Type) -> Type | None:
    """The type that can hold both without changing what they mean to Python; None where there is none.

    An int and a float meet as a float, as in Python arithmetic. A bool meets an int as an int.
    """
    if a is b:
        return a
    if FLOAT in (a, b) and BOOL not in (a, b):
        return FLOAT
    if BOOL in (a, b) and INT in (a, b):
        return INT
    return FLOAT if FLOAT in (a, b) else None
