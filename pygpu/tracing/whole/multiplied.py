"""Products of matrices that have a kernel of their own on a GPU (opencl/product.py)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...ir import Value
from .elements import Element

LEAST, NARROW = 1 << 20, 2  # multiplications, and columns, from which on it is worth it


@dataclass(frozen=True)
class Multiplied(Element):
    """The product of two matrices of float32."""

    by_itself = True

    @property
    def both(self):
        return self

    def __str__(self):
        return "product"

    def kernel(self, tracer, wanted: list[Value]):
        return Multiplying(wanted[0])


class Multiplying:
    """What multiplies two matrices, as the host wants to know it."""

    graph, by, numbers, scalars, told = None, "product", 0, (), "a product of matrices"

    def __init__(self, result: Value):
        self.images, self.size = [*result.owner.operands], result.type.shape[::-1]

    @property
    def key(self) -> tuple:
        """Equal for those with the same kernel."""
        return self.told, self.size


def is_worth_it(left: Value, right: Value, shape: tuple[int, ...]) -> bool:
    return len(shape) == 2 and left.type.dtype == right.type.dtype == np.float32 and (
        shape[1] >= NARROW and shape[0] * shape[1] * left.type.shape[-1] >= LEAST)
