"""How values are put together lot by lot (ir/folds.py): a work-item has a lot, block after block of it, and nothing but what
that comes to leaves its registers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...ir import Graph
from ..blocks.blocks import anywhere, fitting
from ..plans import SIZELESS, Lots, Plan
from ..price import price
from ..strategies import Case, against_blocks
from ..target import Stored, Target
from .tallies import Split, split


def plan_lot(graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target) -> Plan:
    *blocks, one_by_one = every_lot(graph, inputs, outputs, target)
    return min(blocks, key=lambda made: price(made.inner or made), default=one_by_one)


def every_lot(graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target) -> list[Lots]:
    """All plans: with blocks of each height that fits into a lot, and last pixel by pixel."""
    case, lot, blocks = Case(divided(graph).place, inputs, outputs, target), graph.lot, list[Plan]()
    if not against_blocks(case):
        heights = sorted({rows for some in target.heights for rows in some if lot.rows % rows == 0})
        blocks = [anywhere(each) for each in fitting(case.found, target, heights)]
    given: dict[str, Any] = dict(lot=(lot.columns, lot.rows), target=target, inputs=tuple(inputs), outputs=tuple(outputs))
    if lot.beside:  # a team is a group: its members lie below one another
        given.update(beside=lot.beside, block=(1, SIZELESS))
    local = (1, lot.beside[0] * lot.beside[1]) if lot.beside else None
    return [*[Lots(stages=inner.stages, inner=inner, local=local or inner.local, lanes=inner.lanes, **given)
              for inner in blocks], Lots(inner=None, local=local or target.pixel_group, **given)]


def divided(graph: Graph) -> Split:
    """The graph of the rectangle, and that of the values at a place of it."""
    rectangle, place = split(graph)
    return Split(rectangle, replace(place, outputs=place.outputs[1:]))
