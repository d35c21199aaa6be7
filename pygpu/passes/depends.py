"""What values depend on: the pixel's column or row, or what a loop around them carries."""

from __future__ import annotations

from pygpu.ir import Block, Graph, Value
from pygpu.ir.ops import PRIOR

from .rewrite import captured, used

Roots = dict[Value, frozenset[Value]]


def roots(graph: Graph) -> Roots:
    """Of each value, the coordinates and the arguments of loops around it that it depends on."""
    found: Roots = {axis: frozenset({axis}) for axis in (graph.x, graph.y, graph.z)}

    def walk(block: Block) -> None:
        for op in block.ops:
            for inner in op.blocks:
                found.update({arg: frozenset({arg}) for arg in inner.args})
                walk(inner)
            depends = frozenset().union(*[look(found, value) for value in (captured(op) if op.blocks else op.operands)])
            if op.kind is PRIOR:  # what a scan gave before this pixel
                depends = frozenset({graph.x, graph.y, graph.z})
            found.update(dict.fromkeys(op.results, depends))

    walk(graph.body)
    return found


def is_still(graph: Graph) -> bool:
    """Whether a graph is the same for all pixels."""
    return graph.scan is None and used(graph).isdisjoint(graph.coordinates)


def look(found: Roots, value: Value) -> frozenset[Value]:
    return found.get(value, frozenset())
