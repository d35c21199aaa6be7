"""Large kernels as loops over a table of their weights, where straight code would be thousands of statements.

A weighted sum of all pixels of a rectangle becomes one node, `taps`: a leaf that knows its image and its weights, column
by column. Only whole rectangles do: a weight of zero must not meet a pixel that the filter never reads.
"""

from __future__ import annotations

from typing import NamedTuple

from ..ir import FLOAT, ImageParam
from .factors import Rewriter
from .nodes import Node, Use
from .stages import Stages

MANY = 49    # weights: so many are always a loop,
FEW = 20     # so many in several rows on a CPU, whose vectors have few registers; a GPU's instructions hold the weights
TURNS = 4    # but not where the loop would be shorter
LINE = 36    # and so many of one weight, in a line, on a GPU: what neighbours have in common is added up once


class Taps(NamedTuple):
    """The attributes of a node: `columns` of weights, the first one over the pixel where the node is taken."""

    image: ImageParam
    channel: int
    columns: tuple[tuple[float, ...], ...]

    @property
    def width(self) -> int:
        return len(self.columns)

    @property
    def height(self) -> int:
        return len(self.columns[0])

    @property
    def even(self) -> bool:
        """Whether it is a line of one weight."""
        return min(self.width, self.height) == 1 and len({weight for column in self.columns for weight in column}) == 1

    @property
    def large(self) -> bool:
        """Whether it reads so many rows that a copy of them, near the processor, pays."""
        return self.width * self.height >= MANY


def looped(found: Stages, kind: str) -> Stages:
    """The same stages with large kernels as loops, for a kind of device."""
    if not any(node.kind == "sum" and len(node.uses) >= (FEW if kind == "cpu" else LINE) for node in found.order):
        return found
    return _Looper(found, kind).stages


class _Looper(Rewriter):
    def __init__(self, found: Stages, kind: str):
        self.on_cpu = kind == "cpu"
        super().__init__(found)

    def kernel(self, node: Node, inner: Node, taps: dict[tuple, float]) -> list[tuple[Use, float]]:
        """As it is, or as a loop."""
        ys, xs = sorted({y for y, _ in taps}), sorted({x for _, x in taps})
        if inner.kind != "read" or not _whole(ys, xs, taps) or not self._enough(ys, xs, taps):
            return super().kernel(node, inner, taps)
        self.changed = True
        columns = tuple(tuple(taps[y, x] for y in ys) for x in xs)
        return [(self.web.leaf("taps", Taps(*inner.attributes, columns), FLOAT, (True, True), xs[0], ys[0]), 1.0)]


    def _enough(self, ys: list[int], xs: list[int], taps: dict[tuple, float]) -> bool:
        if self.on_cpu:
            return len(taps) >= MANY or len(taps) >= FEW and len(ys) > 1 and len(xs) >= TURNS
        return len(taps) >= MANY or len(taps) >= LINE and 1 in (len(ys), len(xs)) and len({*taps.values()}) == 1


def _whole(ys: list[int], xs: list[int], taps: dict[tuple, float]) -> bool:
    return len(taps) == (xs[-1] - xs[0] + 1) * (ys[-1] - ys[0] + 1) and all(taps.values())
