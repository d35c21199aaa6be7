"""Large kernels as loops over a table of their weights, where straight code would be thousands of statements.

A weighted sum of all pixels of a rectangle becomes a Reduce of its own, of which a loop takes the terms column by column.
Only whole rectangles do: a weight of zero must not meet a pixel that the filter never reads.
"""

from __future__ import annotations

from ...ir import FLOAT
from ..stages.kinds import READ, REDUCE, is_sum, summed
from ..stages.stages import Stages
from ..stages.web import Node, Use, Way
from ..target import COMMON, Target
from .factors import Rewriter, Taps


def looped(found: Stages, target: Target) -> Stages:
    """The same stages with large kernels as loops, where these pay: a GPU's instructions hold the weights, a CPU's vectors
    have few registers."""
    if not any(is_sum(node) and len(node.uses) >= min(target.loop_from, target.line_from or target.loop_from)
               for node in found.order):
        return found
    return _Looper(found, target).stages


class _Looper(Rewriter):
    def __init__(self, found: Stages, target: Target):
        self.target = target
        super().__init__(found)

    def kernel(self, node: Node, inner: Node, taps: Taps) -> list[tuple[Use, float]]:
        """As it is, or as a loop."""
        ys, xs = sorted({y for y, _ in taps}), sorted({x for _, x in taps})
        if inner.kind is not READ or not _whole(ys, xs, taps) or not self._enough(ys, xs, taps):
            return super().kernel(node, inner, taps)
        self.changed = True
        places = [(y, x) for x in xs for y in ys]
        total = summed(tuple(taps[place] for place in places), way=Way.LOOP)
        return [(self.web.make(REDUCE, total, [Use(inner, x, y) for y, x in places], FLOAT), 1.0)]

    def _enough(self, ys: list[int], xs: list[int], taps: Taps) -> bool:
        if min(len(ys), len(xs)) == 1 and len({*taps.values()}) > 1 and self.target.lanes > 1:
            return len(taps) >= COMMON.line_always  # vectors add a shorter one up term by term
        if len(taps) >= COMMON.loop_always:
            return True
        if min(len(ys), len(xs)) == 1 and len({*taps.values()}) == 1 and self.target.line_from:
            return len(taps) >= self.target.line_from  # what neighbours have in common is added up once
        return len(taps) >= self.target.loop_from and len(ys) > 1 and len(xs) >= COMMON.loop_turns


def _whole(ys: list[int], xs: list[int], taps: Taps) -> bool:
    return len(taps) == (xs[-1] - xs[0] + 1) * (ys[-1] - ys[0] + 1) and all(taps.values())
