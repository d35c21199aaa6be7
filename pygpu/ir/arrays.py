"""Arrays: lists of numbers of a known length, one of which is read or written where an index says that is only known in a
kernel.

    t: Int[256] = array 0                 256 times the same number, or 256 of them
    n: Int = get t, i                     an index is brought between the ends
    u: Int[256] = put t, i, n+1           t as it is, but for one number
    v: Int[256] = kept counts             what a function of an index gives: a table that is computed once

They are there while a graph is traced and made better. Those that a loop over a picture fills are tallies then (tallies.py),
those that no pixel changes functions of their index; what is left is written as choices between numbers (passes/choices.py).
"""

from __future__ import annotations

import functools
from typing import Any

from .types import Type


class ArrayType:
    """Each element and length has one."""

    __slots__ = ("element", "length", "value")

    kind, bits, python = "", 0, None
    is_whole = is_float = is_signed = is_narrow = False

    def __init__(self, element: Type, length: int):
        self.element, self.length = element, length
        self.value = f"{element.value}[{length}]"

    def __repr__(self) -> str:
        return self.value

    @property
    def numpy(self) -> type[Any]:
        return self.element.numpy


@functools.lru_cache(None)
def array_of(element: Type, length: int) -> ArrayType:
    """The type of a list of so many numbers."""
    return ArrayType(element, length)


def element_of(type: object) -> Type:
    """What the numbers of a list are."""
    assert isinstance(type, ArrayType)
    return type.element


def length_of(type: object) -> int:
    """How many numbers a value of this type holds; 0 for a single one."""
    return type.length if type.__class__ is ArrayType else 0
