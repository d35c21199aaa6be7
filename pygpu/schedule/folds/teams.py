"""How the members of teams lie in groups (ir/folds.py): those of one value side by side along their axis, and beside them
the teams of other values, where a group has room for some."""

from __future__ import annotations

from collections.abc import Sequence

from ...ir import Graph, Value
from ...ir.folds import How, together
from ...passes.copying import Copy
from ..plans import SIZELESS, Plan, Teams
from ..target import Stored, Target


def plan_team(graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target) -> Plan:
    members, axis = graph.team.members, graph.team.axis
    if target.kind == "cpu":
        return Teams(block=(SIZELESS, 1), local=(1, 1), members=members, lanes=min(target.lanes, members),
                     most=target.fold_rows, target=target, inputs=tuple(inputs), outputs=tuple(outputs))
    beside = max(1, target.fold_group // members)
    local = (members, beside) if axis == 0 else (beside, members)
    block = (SIZELESS, 1) if axis == 0 else (1, SIZELESS)
    return Teams(block=block, local=local, members=members, target=target, inputs=tuple(inputs), outputs=tuple(outputs))


def joining(graph: Graph, how: How, values: list[Value]) -> tuple[Graph, list[Value], list[Value]]:
    """What two parts are together, as a graph of both."""
    copy = Copy(graph.name, graph)
    before, after = ([Value(value.type, None) for value in values] for _ in range(2))
    return copy.gives(together(copy.builder.emit, how, before, after)), before, after
