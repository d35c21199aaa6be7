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

LEAST = 49  # weights: a smaller kernel is written out


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


def looped(found: Stages) -> Stages:
    """The same stages with large kernels as loops."""
    if not any(node.kind == "sum" and len(node.uses) >= LEAST for node in found.order):
        return found
    return _Looper(found).stages


class _Looper(Rewriter):
    def kernel(self, node: Node, inner: Node, taps: dict[tuple, float]) -> list[tuple[Use, float]]:
        """As it is, or as a loop."""
        if inner.kind != "read" or not _whole(taps):
            return super().kernel(node, inner, taps)
        self.changed = True
        ys, xs = sorted({y for y, _ in taps}), sorted({x for _, x in taps})
        columns = tuple(tuple(taps[y, x] for y in ys) for x in xs)
        return [(self.web.leaf("taps", Taps(*inner.attributes, columns), FLOAT, (True, True), xs[0], ys[0]), 1.0)]


def _whole(taps: dict[tuple, float]) -> bool:
    rows, columns = {y for y, _ in taps}, {x for _, x in taps}
    box = (max(columns) - min(columns) + 1) * (max(rows) - min(rows) + 1)
    return len(taps) == box >= LEAST and all(taps.values())
