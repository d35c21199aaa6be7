"""How tables are made (ir/tallies.py): the places are divided among work-items, each with a table of its own, or among
groups that share one in local memory. Where a byte decides what a place puts there, bytes are counted. What they have is
put together entry by entry afterwards (folds.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...ir import INT, Block, Const, Graph, ImageParam, Op, Output, Value, every_op, image_of
from ...ir.graph import needs
from ...ir.ops import HEIGHT, READ, SIZES, WIDTH
from ...ir.scans import shown
from ...passes.copying import made_of
from ..plans import SIZELESS, Plan, Tables
from ..target import Stored, Target

ATOMIC = {"add", "min", "max"}
WARP = 32
BYTES = 256
# Tables of bytes of a group. H200, 8192 x 8192: noise 36 us with 16, 33 with 32, one gray 32 and 33, where reading takes 20;
# by hand 30 in groups of 512 over the whole memory, 61 in bytes of a work-item's own. One by one 83 (H100).
BANKS = 16


class Split(NamedTuple):
    """The graph of the rectangle (left, top, columns, rows), the same for all places; and that of the entry and values."""

    rectangle: Graph
    place: Graph


def plan_tally(graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target) -> Plan:
    return every_tally(graph, inputs, outputs, target)[0]


def every_tally(graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target) -> list[Plan]:
    """All plans of a tally, the best first."""
    how, length = graph.tally
    given = dict(target=target, inputs=tuple(inputs), outputs=tuple(outputs), length=length)
    found: list[Plan] = []
    image = counted_bytes(graph, inputs)
    if target.kind == "gpu":
        if image is not None and 4 * (BANKS * BYTES + length * len(how)) + BYTES <= target.local_memory:
            found.append(Tables(block=(SIZELESS, 1), local=(target.fold_group, 1), copies=BANKS, counted=image, **given))
        room = target.local_memory // 2 // (4 * length * len(how))
        if shareable(graph) and room:
            copies = max(1, min(room, target.fold_group // WARP))
            found.append(Tables(block=(SIZELESS, 1), local=(target.fold_group, 1), copies=copies, **given))
    else:
        if image is not None:
            found.append(Tables(block=(SIZELESS, 1), counted=image, **given))
        if target.lanes > 1 and not any(format.memory == "image" for format in inputs):
            found.append(Tables(block=(SIZELESS, 1), lanes=target.lanes, **given))
    found.append(Tables(block=(SIZELESS, 1), **given))
    return found


def shareable(graph: Graph) -> bool:
    """Whether many work-items may have one table: then the order in which they come must not matter."""
    return ATOMIC.issuperset(graph.tally.how) and all(
        value.type is INT for output in shown(graph) for value in output.values)


def counted_bytes(graph: Graph, inputs: Sequence[Stored]) -> ImageParam | None:
    """The picture of bytes, all of it gone over, whose byte at a place is all that its entry and values depend on."""
    rectangle, place = split(graph)
    images = {image_of(op) for op in every_op(place.body) if op.kind is READ}
    if len(images) != 1 or not shareable(graph):
        return None
    (image,) = images
    stored = inputs[graph.images.index(image)]
    if image.dimensions != 2 or image.plane or (stored.dtype, stored.channels, stored.memory) != ("uint8", 1, "buffer"):
        return None
    left, top, *sizes = [output.values[0] for output in rectangle.outputs]
    whole = all(value.__class__ is Const and value.value == 0 for value in (left, top)) and all(
        size.owner.__class__ is Op and size.owner.kind is kind and image_of(size.owner) is image
        for size, kind in zip(sizes, (WIDTH, HEIGHT)))
    here = place.x, place.y
    if whole and not any(output.values[0] in here for output in place.outputs) and all(
            op.operands == here if op.kind is READ else op.kind not in SIZES and not set(here) & set(needs(op))
            for op in every_op(place.body)):
        return image
    return None


def split(graph: Graph) -> Split:
    entry, *rectangle = graph.outputs[-1].values
    values = [value for output in shown(graph) for value in output.values]
    return Split(_part(graph, rectangle), _part(graph, [entry, *values]))


def _part(graph: Graph, values: Sequence[Value]) -> Graph:
    """A graph that shares its operations with another."""
    outputs = [Output((value,), value.type.value) for value in values]
    return Graph(graph.name, graph.images, graph.scalars, graph.x, graph.y, Block(ops=made_of(values)), outputs, graph.exact)
