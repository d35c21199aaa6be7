"""Functions that are beyond a picture's edge what they are inside it, at the place to which its border leads.

What reads a picture in its own column, `im(x, 2*y + 1)`, is in column -3 what it is in column 2 if the picture's border is
`reflect`. So it needs to be computed as wide as the picture is, and no further, however far away it is asked for.
"""

from __future__ import annotations

from typing import NamedTuple

from .functions import called, functions, image_of
from .graph import Function, Graph, ImageParam, every_op


class Echo(NamedTuple):
    """The picture, and its border along this axis."""

    image: ImageParam
    border: str


def echoes(graph: Graph) -> dict[Function, tuple[Echo | None, Echo | None]]:
    """For each function, along x and along y."""
    found: dict[Function, tuple[Echo | None, Echo | None]] = {}
    for function in functions(graph):  # callees come first
        across, down = (_echo(function.graph, axis, found) for axis in (0, 1))
        found[function] = across, down
    return found


def _echo(graph: Graph, axis: int, known: dict[Function, tuple[Echo | None, Echo | None]]) -> Echo | None:
    own = (graph.x, graph.y)[axis]
    if graph.tally or graph.team or graph.lot or graph.order or graph.scan is not None and graph.scan.goes_along(axis):
        return None  # tables are no pictures, and a sum goes on growing
    found: set[Echo | None] = set()
    for op in every_op(graph.body):
        if any(own is result for block in op.blocks for result in block.results):
            return None
        places = [number for number, operand in enumerate(op.operands) if operand is own]
        if not places:
            continue
        if places != [axis] or op.kind.name not in ("read", "call"):
            return None
        if op.kind.name == "read":
            image = image_of(op)
            found.add(Echo(image, image.border[axis]) if axis not in image.open_axes else None)
        else:
            found.add(known[called(op)][axis])
    if len(found) != 1 or any(value is own for output in graph.outputs for value in output.values):
        return None
    return found.pop()
