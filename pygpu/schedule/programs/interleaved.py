"""Which results of a function lie beside one another in memory: those that are always asked for together, and elsewhere.

A work-item of a GPU reads two or four numbers that lie beside one another as it reads one. Where neighbours read at 2*x or
where data leads, nothing else makes reads fewer.
"""

from __future__ import annotations

from typing import Any

from ...ir import Function, Graph, called, calls, every_graph
from ...passes.inline import offset
from ..target import Target


def interleaved(graph: Graph, channels: dict[Function, list[int]], target: Target) -> dict[Function, list[tuple[int, ...]]]:
    """Of each function that is kept its results that anyone asks for: those of one picture together."""
    found: dict[Function, list[tuple[int, ...]]] = {function: [(n,) for n in each] for function, each in channels.items()}
    wide = {function for function, each in channels.items() if len(each) in target.interleaved and is_alike(function, each)}
    if not wide:
        return found
    elsewhere: set[Function] = set()
    for inner in every_graph(graph):
        asked: dict[tuple[Any, ...], set[int]] = {}
        for op in calls(inner.body):
            if called(op) in wide:
                place = offset(inner, op)
                asked.setdefault((called(op), *place), set()).add(op.attributes[0][1])
                if place[0] is not None:
                    elsewhere.add(called(op))
        for (function, *_), some in asked.items():
            if len(some) < len(channels[function]):
                wide.discard(function)
    found.update({function: [tuple(channels[function])] for function in wide & elsewhere})
    return found


def is_alike(function: Function, channels: list[int]) -> bool:
    """Whether its results are numbers of one type of a picture's places."""
    inner = function.graph
    plain = not any((inner.scan, inner.tally, inner.team, inner.lot, inner.order)) and inner.dimensions == 2
    return plain and len({function.results[channel].type for channel in channels}) == 1
