"""How pairs of numbers are joined to trees (ir/forests.py): some of the pairs for each work-item, all in one forest."""

from __future__ import annotations

from collections.abc import Sequence

from ...ir import Graph
from ..plans import Forests, Plan
from ..target import Stored, Target

PAIRS = 1 << 14  # of a row, and
ROWS = 16        # of them for a work-item on a CPU: neighbours in pictures are near one another, so few work-items meet


def plan_forest(graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target) -> Plan:
    return every_forest(graph, inputs, outputs, target)[0]


def every_forest(graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target) -> list[Plan]:
    """All plans of a forest, the best first."""
    on_gpu = target.kind == "gpu"
    block, local = ((1, 1), (target.fold_group, 1)) if on_gpu else ((PAIRS, ROWS), (1, 1))
    return [Forests(target=target, inputs=tuple(inputs), outputs=tuple(outputs), block=block, local=local, lanes=lanes)
            for lanes in ((1,) if on_gpu else dict.fromkeys((target.lanes, 1)))]
