"""Sums over several rows as one row added to what the rows above it came to: who goes down rows keeps that much of each sum,
and none of the rows that it was made of.

    s(q) = a(q - (0, 1)) + b(q) + c(q + (0, 1))    is    above(q) = a(q),  both(q) = above(q - (0, 1)) + b(q),
                                                         s(q - (0, 1)) = both(q - (0, 1)) + c(q)
"""

from __future__ import annotations

from ...ir import FLOAT
from ..stages.kinds import REDUCE, summed
from ..stages.stages import Stages
from ..stages.web import Node, Use
from .factors import Rewriter


class RowByRow(Rewriter):
    """Stages with such sums; `carried` is what the rows so far came to."""

    def __init__(self, found: Stages):
        self.carried: list[Node] = []
        super().__init__(found)

    def sum(self, terms: dict[Use, float], constant: float) -> Use:
        rows: dict[int, dict[Use, float]] = {}
        for use in sorted(terms, key=lambda use: use.place):
            if terms[use] and use.dy is not None:
                rows.setdefault(use.dy, {})[use] = terms[use]
        if len(rows) < 2:
            return super().sum(terms, constant)
        self.changed = True
        still = {use: weight for use, weight in terms.items() if use.dy is None}
        *before, last = rows
        above: dict[Use, float] = {}
        for row in before:
            total = self._total(above | rows[row], 0.0)
            self.carried.append(total.node)
            above = {total: 1.0}
        return self._total(above | rows[last] | still, constant)

    def _total(self, terms: dict[Use, float], constant: float) -> Use:
        return self.web.make(REDUCE, summed((*terms.values(),), constant), terms, FLOAT)


def row_by_row(found: Stages) -> tuple[Stages, list[Node]]:
    """The same stages, and what is carried from row to row."""
    made = RowByRow(found)
    return made.stages, [node for node in made.stages.order if node in set(made.carried)]
