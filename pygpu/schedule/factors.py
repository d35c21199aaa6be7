"""Two-dimensional weighted sums as sums along x of which sums along y are taken, where that costs less.

A kernel of rank one, most blurs and derivatives, is a column times a row: n x n weights become n + n. Others are a few
such products. They are found by elimination: the largest weight left is the pivot, and its row and column, divided by
it, are taken off; what is then left is the next product's. The weights stay small whole numbers where they were, and
what is left in the end, under a millionth of the largest, is dropped: the same order as float32's own rounding.
"""

from __future__ import annotations

import numpy as np

from ..ir import FLOAT
from .nodes import Node, Use, Web
from .stages import Stages

DROPPED = 1e-6   # of the largest weight
WORTH = 0.85     # of the direct sum's cost: what a factored one may cost


def factored(found: Stages, rows: int) -> Stages:
    """The same stages with their kernels factored where a block of so many rows gains by it."""
    maker = _Factorer(rows)
    for node in found.order:
        maker.copy(node)
    if not maker.changed:
        return found
    return Stages(found.graph, [tuple(maker.use(use) for use in output) for output in found.outputs])


def eliminated(kernel: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """(column, row) products that add up to a kernel."""
    left, products = kernel.astype(np.float64).copy(), []
    smallest = DROPPED * np.abs(kernel).max()
    while np.abs(left).max() > smallest:
        y, x = np.unravel_index(np.argmax(np.abs(left)), left.shape)
        row = left[y] / left[y, x]
        column = left[:, x].copy()
        left = left - np.outer(column, row)
        left[y], left[:, x] = 0.0, 0.0
        products.append((column, row))
    return products


class _Factorer:
    def __init__(self, rows: int):
        self.web, self.rows, self.changed = Web(), rows, False
        self._made: dict[Node, Use] = {}

    def use(self, use: Use) -> Use:
        return self._made[use.node].shifted(use.dx, use.dy)

    def copy(self, node: Node) -> None:
        if not node.uses:
            new = self.web.leaf(node.kind, node.attributes, node.type, node.moves)
        elif node.kind == "sum":
            new = self._sum(node)
        else:
            new = self.web.make(node.kind, node.attributes, [self.use(u) for u in node.uses], node.type)
        new.node.exact = node.exact
        new.node.location = new.node.location or node.location
        if new.node.name is None and node.name:
            new.node.name, new.node.home = node.name, (node.home[0] + (new.dx or 0), node.home[1] + (new.dy or 0))
        self._made[node] = new

    def _sum(self, node: Node) -> Use:
        weights, constant = node.attributes
        kernels: dict[Node, dict[tuple, float]] = {}
        total: dict[Use, float] = {}
        for weight, use in zip(weights, node.uses):
            use = self.use(use)
            if all(use.node.moves):
                kernels.setdefault(use.node, {})[use.dy, use.dx] = weight
            else:
                total[use] = total.get(use, 0.0) + weight
        for inner, taps in kernels.items():
            for use, weight in self._kernel(inner, taps):
                total[use] = total.get(use, 0.0) + weight
        uses = sorted(total, key=lambda u: u.place)
        return self.web.make("sum", (tuple(total[u] for u in uses), constant), uses, FLOAT)

    def _kernel(self, inner: Node, taps: dict[tuple, float]) -> list[tuple[Use, float]]:
        """One node's weights at many offsets: as they are, or along x first and then along y."""
        plain = [(Use(inner, dx, dy), weight) for (dy, dx), weight in taps.items()]
        ys, xs = sorted({dy for dy, _ in taps}), sorted({dx for _, dx in taps})
        if len(ys) < 2 or len(xs) < 2 or len(taps) < 6:
            return plain
        kernel = np.array([[taps.get((y, x), 0.0) for x in xs] for y in ys])
        products = eliminated(kernel)
        again = (self.rows + ys[-1] - ys[0]) / self.rows  # rows of the inner sum for each row of the block
        cost = sum(again * max(np.count_nonzero(row) - 1, 0.5) + np.count_nonzero(column) for column, row in products)
        if cost > WORTH * len(taps):
            return plain
        self.changed = True
        outer = []
        for column, row in products:
            terms = {Use(inner, x, 0): float(w) for x, w in zip(xs, row) if w}
            uses = sorted(terms, key=lambda u: u.place)
            line = self.web.make("sum", (tuple(terms[u] for u in uses), 0.0), uses, FLOAT)
            if len(uses) == 1 and terms[uses[0]] == 1.0:
                line = uses[0]
            outer += [(line.shifted(0, y), float(w)) for y, w in zip(ys, column) if w]
        return outer

