"""Arithmetic that writes itself down: what Python computes with numbers of a kernel becomes lines of it, one a step."""

from __future__ import annotations

from cmath import exp
from math import pi
from typing import Any, Protocol

Pair = tuple[Any, Any]  # the parts of a complex number: of the kernel's, or a known one's


class Kernel(Protocol):
    """Who writes: a number as C, and a line that computes one."""

    def told(self, value: Any) -> str: ...
    def number(self, text: str) -> Number: ...


class Number:
    """A number of the kernel, or what is computed with it: each step a line of its own."""

    def __init__(self, kernel: Kernel, name: str):
        self.kernel, self.name = kernel, name

    def _of(self, text: str) -> Number:
        return self.kernel.number(text)

    def __add__(self, other: Any) -> Number:
        return self if is_number(other, 0.0) else self._of(f"{self.name} + {self.kernel.told(other)}")

    __radd__ = __add__

    def __sub__(self, other: Any) -> Number:
        return self if is_number(other, 0.0) else self._of(f"{self.name} - {self.kernel.told(other)}")

    def __rsub__(self, other: Any) -> Number:
        return -self if is_number(other, 0.0) else self._of(f"{self.kernel.told(other)} - {self.name}")

    def __mul__(self, other: Any) -> Number | float:
        if is_number(other, 0.0):
            return 0.0
        return self if is_number(other, 1.0) else self._of(f"{self.name} * {self.kernel.told(other)}")

    __rmul__ = __mul__

    def __neg__(self) -> Number:
        """(As -x, Intel's run time forgets the sign at the next barrier where x goes beyond it, too.)"""
        return self._of(f"{self.kernel.told(0.0)} - {self.name}")


def is_number(value: Any, number: float) -> bool:
    return not isinstance(value, Number) and value == number


def product(z: Pair, w: Pair) -> Pair:
    return z[0] * w[0] - z[1] * w[1], z[0] * w[1] + z[1] * w[0]


def root(number: int, parts: int) -> Pair:
    """exp(-2j * pi * number / parts)."""
    z = exp(-2j * pi * number / parts)
    return 0.0 if abs(z.real) < 1e-15 else z.real, 0.0 if abs(z.imag) < 1e-15 else z.imag
