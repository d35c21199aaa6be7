"""Windows of one weight, and least and greatest values of windows, at a cost that does not grow with the window.

A run is what some neighbours along one axis come to: their sum, the least or the greatest of them. It is a node with a
use for each neighbour, so whoever asks where things are needed sees a sum like any other; but it is computed for whole
lines of a tile at once (kernel/windows/runs.py), in about as many steps for a hundred neighbours as for ten:

    a box of 63 x 63        a run of 63 down, of which a run of 63 across is taken
    min over a square       the same; the chain that it was written as begins with the first pixel, and so may be NaN

Nothing is ever subtracted: what is NaN or infinite spoils the windows that contain it, and no others.
"""

from __future__ import annotations

import numpy as np

from ...ir import OpKind
from ...ir.ops import ADD
from ..stages.kinds import REDUCE, is_sum
from ..stages.stages import Stages
from ..stages.web import Node, Reduce, Use, Way
from ..sums.factors import Taps, eliminated, filled
from ..target import COMMON
from .windows import Windows, along, has_extremes, nothing


def in_runs(found: Stages) -> Stages | None:
    """The stages with their windows as runs; None where they have none."""
    if not has_extremes(found) and not any(is_sum(node) and len(node.uses) >= COMMON.run for node in found.order):
        return None
    made = _Runner(found)
    return made.stages if made.changed else None


class _Runner(Windows):
    order = (1, 0)  # down is cheaper, and what is around a tile's sides is wanted across

    def pays(self, ys: range, xs: range) -> bool:
        return max(len(ys), len(xs)) >= COMMON.run

    def line(self, op: OpKind, inner: Node, axis: int, places: range, node: Node, nan: bool = False) -> Use:
        uses = [Use(inner, *along(axis, i)) for i in range(len(places))]
        start = None if nan else nothing(op, inner.type)
        made = self.web.make(REDUCE, Reduce(op, (1.0,) * len(uses), start, Way.RUN), uses, inner.type)
        made.node.location = made.node.location or node.location
        return made.shifted(*along(axis, places[0]))

    def kernel(self, node: Node, inner: Node, taps: Taps) -> list[tuple[Use, float]]:
        """The boxes among the products of a column and a row that a kernel is, down and then across."""
        plain = super().kernel(node, inner, taps)
        kernel, left, top = filled(taps)
        if max(kernel.shape) < COMMON.run or self.found.graph.exact or kernel.shape[1] == 1 and len(kernel) < COMMON.column:
            return plain
        made: list[tuple[Use, float]] = []
        runs = 0
        for column, row in eliminated(kernel):
            down, runs_down = self._line(node, inner, column, 1)
            inside = self.sum(dict(down), 0.0) if len(down) > 1 else down[0][0]
            across, runs_across = self._line(node, inside.node, row, 0)
            factor = 1.0 if len(down) > 1 else down[0][1]
            dx, dy = left + (inside.dx or 0), top + (inside.dy or 0)
            made += [(use.shifted(dx, dy), weight * factor) for use, weight in across]
            runs += runs_down + runs_across
        if not runs or len(made) >= len(plain):
            return plain
        self.changed = True
        return made

    def _line(self, node: Node, inner: Node, weights: np.ndarray, axis: int) -> tuple[list[tuple[Use, float]], int]:
        """The weighted sum along one axis, with runs where enough neighbours have one weight, and how many these are."""
        found: list[tuple[Use, float]] = []
        steps = np.flatnonzero(~np.isclose(weights[1:], weights[:-1], rtol=1e-7, atol=0.0)) + 1
        ends = [0, *steps.tolist(), len(weights)]
        runs = 0
        for first, end in zip(ends, ends[1:]):
            if not weights[first]:
                continue
            if end - first >= COMMON.run:
                found.append((self.line(ADD, inner, axis, range(first, end), node), float(weights[first])))
                runs += 1
            else:
                found += [(Use(inner, *along(axis, i)), float(weights[i])) for i in range(first, end)]
        return found, runs
