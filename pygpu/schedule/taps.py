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
    def terms(self, node: Node) -> dict[Use, float]:
        kernels: dict[tuple, dict[tuple, float]] = {}
        total: dict[Use, float] = {}
        for weight, use in zip(node.attributes[0], node.uses):
            use = self.use(use)
            if use.node.kind == "read":
                kernels.setdefault(use.node.attributes, {})[use.dx, use.dy] = weight
            else:
                total[use] = total.get(use, 0.0) + weight
        for attributes, taps in kernels.items():
            if _whole(taps):
                self.changed = True
                total[self._leaf(*attributes, taps)] = 1.0
            else:
                total |= {self.web.leaf("read", attributes, FLOAT, (True, True), *at): w for at, w in taps.items()}
        return total

    def _leaf(self, image: ImageParam, channel: int, taps: dict[tuple, float]) -> Use:
        xs, ys = sorted({x for x, _ in taps}), sorted({y for _, y in taps})
        columns = tuple(tuple(taps[x, y] for y in ys) for x in xs)
        return self.web.leaf("taps", Taps(image, channel, columns), FLOAT, (True, True), xs[0], ys[0])


def _whole(taps: dict[tuple, float]) -> bool:
    columns, rows = {x for x, _ in taps}, {y for _, y in taps}
    box = (max(columns) - min(columns) + 1) * (max(rows) - min(rows) + 1)
    return len(taps) == box >= LEAST and all(taps.values())
