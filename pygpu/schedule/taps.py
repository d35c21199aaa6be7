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
from .target import COMMON, Target


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
        return self.width * self.height >= COMMON.loop_always


def looped(found: Stages, target: Target) -> Stages:
    """The same stages with large kernels as loops, where these pay: a GPU's instructions hold the weights, a CPU's vectors
    have few registers."""
    if not any(node.kind == "sum" and len(node.uses) >= min(target.loop_from, target.line_from or target.loop_from)
               for node in found.order):
        return found
    return _Looper(found, target).stages


class _Looper(Rewriter):
    def __init__(self, found: Stages, target: Target):
        self.target = target
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
        if len(taps) >= COMMON.loop_always:
            return True
        if min(len(ys), len(xs)) == 1 and len({*taps.values()}) == 1 and self.target.line_from:
            return len(taps) >= self.target.line_from  # what neighbours have in common is added up once
        return len(taps) >= self.target.loop_from and len(ys) > 1 and len(xs) >= COMMON.loop_turns


def _whole(ys: list[int], xs: list[int], taps: dict[tuple, float]) -> bool:
    return len(taps) == (xs[-1] - xs[0] + 1) * (ys[-1] - ys[0] + 1) and all(taps.values())
