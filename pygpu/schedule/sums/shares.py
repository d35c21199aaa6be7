"""The results of one filter divided among work-items, where together they carry more through a loop than registers hold.

A bank of filters is the case: each of its results sums on its own, over the same pixels. A share is a few results that
one work-item computes; on a GPU the shares also keep the device busy where the picture is small.
"""

from __future__ import annotations

from dataclasses import replace

from ...ir import Graph, Op, Value, every_op, loops
from ...passes.dead import dead, needed
from ..cost import single
from ..target import COMMON, Target


def shares(graph: Graph, target: Target) -> tuple[tuple[int, ...], ...]:
    """Which results make a share each; nothing where one work-item does best to compute them all."""
    around = list(loops(graph.body))
    if not around or len(graph.outputs) < 2 or graph.dimensions == 3:  # planes stand behind one another already
        return ()
    found: list[tuple[list[int], set[Value]]] = []
    for index, output in enumerate(graph.outputs):
        live = needed(graph, [output])
        if found and _carried(around, found[-1][1] | live) <= target.carried + 1:  # and a counter
            found[-1][0].append(index)
            found[-1][1].update(live)
        else:
            found.append(([index], live))
    apart, together = sum(_cost(graph, live) for _, live in found), _cost(graph, set().union(*(live for _, live in found)))
    return tuple(tuple(indices) for indices, _ in found) if len(found) > 1 and apart <= COMMON.dearer * together else ()


def share(graph: Graph, outputs: tuple[int, ...]) -> Graph:
    """The graph of some of the results."""
    return dead(replace(graph, outputs=[graph.outputs[i] for i in outputs]))


def _carried(around: list[Op], live: set[Value]) -> int:
    return max(sum(result in live for result in loop.results) for loop in around)


def _cost(graph: Graph, live: set[Value]) -> float:
    return sum(single(op) for op in every_op(graph.body) if not op.blocks and op.result in live)
