"""One random filter with what it is called with, and what the writers of filters choose from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import numpy as np

from .pictures import BORDERS, picture

SIZES = (1, 2, 3, 5, 9, 16, 17, 23, 33, 40, 65)


@dataclass
class Case:
    source: str
    args: list
    options: dict = field(default_factory=dict)
    finite: bool = True
    in_parts: bool = True
    exact: bool = False             # whole numbers: the same ones, of the same type
    compiled: dict = field(default_factory=dict)  # what is known to the compiler
    plain: Callable | None = None   # gives all of what is expected, where the function is not one of a pixel
    call: Callable = lambda filter, *args, **options: filter(*args, **options)


class Chance(Random):
    """What the writers of filters choose from."""

    def border(self) -> str:
        one = self.choice(BORDERS)
        return f"border={(one, self.choice(BORDERS)) if self.random() < 0.2 else one!r}, fill=0.5"

    def weight(self) -> float:
        return self.choice((0.5, -0.25, 0.125, 1, -1, 2, 0.75, 0.3))

    def numbers(self, shape: tuple, dtypes: tuple = ("float32", "float32", "uint8", "uint16")) -> np.ndarray:
        dtype = self.choice(dtypes)
        finite = self.random() < 0.85
        self.finite &= finite
        return picture(dtype, shape, finite, np.random.default_rng(self.randrange(1 << 30)))

    def size(self, most: int = 65) -> tuple[int, int]:
        return self.choice([n for n in SIZES if n <= min(most, 33)]), self.choice([n for n in SIZES if n <= most])

    def near(self, far: int = 2) -> str:
        return f"({self.randint(-far, far)}, {self.randint(-far, far)})"
