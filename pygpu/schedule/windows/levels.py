"""What each pixel, or each of its channels, makes of a byte alone: computed once for each of the 256 that there are, and
looked up for each pixel.

On a CPU a pixel is looked up in about a cycle, where sixteen of them at once take as many operations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...ir import Block, Const, Graph, ImageParam, Op, Output, Value, every_op, image_of
from ...ir.ops import READ, SIZES, TABLE
from ...ir.scans import used
from ..cost import weight
from ..plans import SIZELESS, Levels
from ..target import Stored, Target

RESULTS = 4  # tables that the first cache holds beside the pixels


class Split(NamedTuple):
    """The graph of what is the `same` for all pixels, and of what is each one's `own`, made of bytes in an image: which of
    its `channels`, says each value of the results."""

    same: Graph
    own: Graph
    image: ImageParam
    channels: tuple[int, ...]


def every_level(graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target) -> list[Levels]:
    """The plan, if there is one."""
    if target.kind != "cpu" or target.lanes == 1 or graph.dimensions != 2 or graph.rows > 1 or (
            any(format.memory == "image" for format in inputs)):
        return []
    if sum(len(output.values) for output in graph.outputs) > RESULTS or split(graph, inputs) is None:
        return []
    return [Levels(target=target, inputs=tuple(inputs), outputs=tuple(outputs), lanes=target.lanes,
                   block=(SIZELESS, target.level_rows))]


def is_worth(graph: Graph, inputs: Sequence[Stored], target: Target) -> bool:
    """Whether a table takes less than sixteen pixels at once."""
    parts = split(graph, inputs)
    if parts is None:
        return False
    looks = any(op.kind is TABLE or op.kind is READ and image_of(op) is not parts.image for op in every_op(parts.own.body))
    return looks or weight(parts.own.body) >= target.level_cost * len(parts.channels)


def split(graph: Graph, inputs: Sequence[Stored]) -> Split | None:
    """None where it is not a byte alone that each value depends on."""
    if not any(format.dtype == "uint8" for format in inputs):
        return None
    here = graph.x, graph.y
    moving: dict[Value, set[int]] = {value: set() for value in here}  # by which channels
    own: dict[Op, None] = {}
    for op in graph.body.ops:
        if not moving.keys().isdisjoint(used(op)):
            own[op] = None
            channels = {dict(each.attributes)["channel"] for each in every_op(Block(ops=[op]))
                        if each.kind is READ and each.operands == here}
            moving.update(dict.fromkeys(op.results, channels.union(*[moving.get(value, ()) for value in used(op)])))
    mine = [inner for op in own for inner in every_op(Block(ops=[op]))]
    reads = {op for op in mine if op.kind is READ and op.operands == here}
    images = {image_of(op) for op in reads}
    if len(images) != 1:
        return None
    (image,) = images
    stored = dict(zip(graph.images, inputs)).get(image)
    if stored is None or (stored.dtype, stored.memory) != ("uint8", "buffer") or image.dimensions != 2 or image.plane:
        return None
    if any(op not in reads and (not set(here).isdisjoint(used(op)) or op.kind in (READ, *SIZES) and image_of(op) is image)
           for op in mine if not op.blocks):
        return None
    wanted = [value for output in graph.outputs for value in output.values]
    results = [value for op in mine for block in op.blocks for value in block.results]
    if not set(here).isdisjoint([*wanted, *results]):
        return None
    decide = [moving.get(value) or {0} for value in wanted]
    if any(len(each) > 1 for each in decide):
        return None
    same = [op for op in graph.body.ops if op not in own]
    asked = dict.fromkeys([*[value for op in own for value in used(op)], *wanted])
    known = {value for op in same for value in op.results}
    shared = [value for value in asked if value in known and value.__class__ is not Const]
    return Split(_part(graph, same, [Output((value,), value.type.value) for value in shared]),
                 _part(graph, [*own], graph.outputs), image, tuple([min(each) for each in decide]))


def _part(graph: Graph, ops: list[Op], outputs: list[Output]) -> Graph:
    return Graph(graph.name, graph.images, graph.scalars, graph.x, graph.y, Block(ops=ops), outputs, graph.exact)
