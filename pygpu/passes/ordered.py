"""What is only put in order stays the whole number that is stored: medians, erosions, dilations of pictures of bytes.

Sixteen bytes are a quarter of sixteen floats, the smaller of two is one instruction, and nothing is converted. The result is
the same to the last bit: what scales, rounds and saturates a Float on its way out keeps the order of any two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pygpu.ir import AS_STORED, FLOAT, Const, Graph, ImageParam, Op, PixelType, Type, Value, image_of
from pygpu.ir.ops import MAX, MIN, READ

from .levels import in_levels
from .rewrite import Rewriter

STORED = {type.stored: type for type in AS_STORED}
KINDS = [{(stored, "buffer", 1)} for stored in STORED]  # taking colours apart takes longer than a Float of each


def ordered(graph: Graph, inputs: Sequence[Any], outputs: Sequence[Any]) -> Graph:
    """
    before  a: Float = read im x y;  b: Float = read im x+1 y;  max a, b, 0.5      of pictures of bytes
    after   a: byte = read im x y;   b: byte = read im x+1 y;   max a, b, 128
    """
    formats = dict(zip(graph.images, inputs))
    read = {image_of(op) for op in graph.body.ops if op.kind is READ}
    stored = [format for output, format in zip(graph.outputs, outputs) if any([v.type is FLOAT for v in output.values])]
    kinds = {(format.dtype, format.memory, format.channels) for format in (*stored, *map(formats.get, read))}
    if kinds not in KINDS or graph.scan or graph.tally or graph.team or graph.lot or graph.order or graph.forest:
        return graph
    [(dtype, *_)] = kinds
    type = STORED[dtype]
    results = [value for output in graph.outputs for value in output.values]
    if all(map(only_orders, graph.body.ops)) and all(map(can_stand, results)):
        return _Ordered(graph, type).run()
    return in_levels(graph, type)


def only_orders(op: Op) -> bool:
    """Whether it is a number that was read, the smaller or the larger of two; or has to do with places alone."""
    if op.blocks:
        return False
    if op.results[0].type is FLOAT:
        return op.kind is READ or op.kind in (MIN, MAX) and all(map(can_stand, op.operands))
    return all(operand.type is not FLOAT for operand in op.operands)


def can_stand(value: Value) -> bool:
    """Whether it is a Float of a picture, or has a place among them."""
    if value.type is not FLOAT:
        return False
    if isinstance(value, Const):
        return value.value is not None and value.value == value.value
    return value.owner is not None


class _Ordered(Rewriter):
    def __init__(self, graph: Graph, type: Type):
        super().__init__(graph)
        self.changed, self.type = True, type
        self.images = {image: self.image(image) for image in graph.images}
        self.graph.images = list(self.images.values())

    def image(self, image: ImageParam) -> ImageParam:
        if image.pixel.scalar is not FLOAT:
            return image
        return replace(image, pixel=PixelType(self.type, image.pixel.channels), fill=tuple(map(self.level, image.fill)))

    def level(self, number: float) -> int:
        """A Float as it is stored."""
        return round(min(max(number, 0.0), 1.0) * self.type.limits[1])

    def value(self, old: Value) -> Value:
        if isinstance(old, Const) and old.type is FLOAT:
            return Const(self.type, self.level(old.value))
        return super().value(old)

    def plain(self, op: Op) -> Value:
        attributes = dict(op.attributes)
        if "image" in attributes:
            attributes["image"] = self.images[attributes["image"]]
        return self.builder.append(op.kind, self.values(op.operands), tuple(sorted(attributes.items())))
