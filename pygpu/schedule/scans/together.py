"""The plans of scans that call others at their own place: what strips.py has joined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...ir import Graph, callees
from ..plans import SIZELESS, Crossed, Plan, Strips
from ..target import Stored, Target
from .twice import plan_twice


def plan_together(graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target) -> Plan:
    if target.kind == "gpu":
        made = plan_twice(graph, target, inputs, outputs)
        assert made is not None, "scans that no kernel can do together"
        return made
    told = [function.graph.scan.told for function in callees(graph)]
    how: dict[str, Any] = dict(target=target, inputs=tuple(inputs), outputs=tuple(outputs), lanes=target.lanes,
                               length=target.scan_length)
    if graph.scan.axis == 0:
        return Strips(block=(SIZELESS, target.scan_together), told=(*told, graph.scan.told), **how)
    strips = target.scan_strips
    return Crossed(block=(strips[0], SIZELESS), strips=strips, told=(told[0], graph.scan.told), **how)
