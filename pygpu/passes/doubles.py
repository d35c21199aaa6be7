"""The same filter in numbers of 64 bits, as precision="double" asks for.

This is no step of making a graph better, but of making it what the call asked for: it comes after all others. What
a filter computes on by itself becomes wider, Floats float64 and Ints int64; numbers of NumPy's types stay what they
are. A position is two Ints still, and so is a place that is read: what of its arithmetic needs no more bits gets none
(ir/words.py).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pygpu.ir import (
    BITS,
    DOUBLE,
    FLOAT,
    INT,
    INT64,
    Block,
    Const,
    Function,
    Graph,
    ImageParam,
    Op,
    PixelType,
    ScalarParam,
    Type,
    Value,
    functions,
    known,
)
from pygpu.ir.arrays import ArrayType, array_of
from pygpu.ir.ops import CONVERT, GET, PUT

from .dead import dead
from .rewrite import Rewriter

WIDER = {FLOAT: DOUBLE, INT: INT64}
PLACES = ("read", "call", "fold", "tally", "order", "table")  # whose operands are places, which are Ints
CONVERSIONS = {kind: to for (_, to), kind in CONVERT.items()}
OF_BITS = {kind: given for (given, _), kind in BITS.items()}


def doubled(graph: Graph) -> Graph:
    """
    before  r: Float = read im x+1 y;  s: Float = mul r, 0.1
    Every Float and Int becomes one of 64 bits; images and numbers that are given are read as these.
    after   r: float64 = read im x+1 y;  s: float64 = mul r, 0.1
    """
    program = _Doubled(graph)
    for function in functions(graph):  # those that are called come before those that call them
        program.functions[function] = function.with_graph(dead(_Doubled(function.graph, program).run()))
    return dead(program.run())


class _Doubled(Rewriter):
    """Of a program, or of a function of one."""

    def __init__(self, graph: Graph, program: _Doubled | None = None):
        super().__init__(graph)
        self.changed = True
        self.functions: dict[Function, Function] = program.functions if program else {}
        self.images: dict[ImageParam, ImageParam] = program.images if program else {
            image: wider_image(image) for image in graph.images}
        self.graph.images = program.graph.images if program else list(self.images.values())
        self.graph.scalars = program.graph.scalars if program else [wider_scalar(scalar) for scalar in graph.scalars]
        self.new.update((old.value, new.value) for old, new in zip(graph.scalars, self.graph.scalars))
        if graph.scan is not None:
            self.graph.scan = graph.scan.with_images(self.images)

    def value(self, old: Value) -> Value:
        if old.__class__ is Const:
            wanted = wider(old.type)
            return old if wanted is old.type else Const(wanted, None) if old.value is None else known(wanted, old.value)
        new = super().value(old)
        return self.builder.convert(new, wider(new.type))  # the position, where it is a number

    def narrow(self, old: Value, type: Type) -> Value:
        """An operand of what takes numbers of 32 bits."""
        return old if old.__class__ is Const else self.builder.convert(self.value(old), type)

    def plain(self, op: Op) -> Value:
        kind, attributes = op.kind, dict(op.attributes)
        if kind in CONVERSIONS:
            return self.builder.convert(self.value(op.operands[0]), wider(CONVERSIONS[kind]))
        if kind in OF_BITS:
            found = self.builder.append(kind, (self.narrow(op.operands[0], OF_BITS[kind]),))
            return self.builder.convert(found, wider(found.type))
        if attributes.get("image") is not None:
            attributes["image"] = self.images[attributes["image"]]
        if "function" in attributes:
            attributes["function"] = self.functions[attributes["function"]]
        if "type" in attributes:
            attributes["type"] = wider(attributes["type"])
        places = (1,) if kind in (GET, PUT) else range(len(op.operands)) if kind.name in PLACES else ()
        operands = [self.narrow(operand, INT) if number in places else self.value(operand)
                    for number, operand in enumerate(op.operands)]
        found = self.builder.append(kind, tuple(operands), tuple(sorted(attributes.items())))
        return self.builder.convert(found, wider(found.type))

    def loop_block(self, types: list[Type]) -> Block:
        return Block([wider(type) for type in types])


def wider(type: Any) -> Any:
    if isinstance(type, ArrayType):
        return array_of(wider(type.element), type.length)
    return WIDER.get(type, type)


def wider_image(image: ImageParam) -> ImageParam:
    return replace(image, pixel=PixelType(wider(image.pixel.scalar), image.pixel.channels))


def wider_scalar(scalar: ScalarParam) -> ScalarParam:
    value = scalar.value
    return ScalarParam(scalar.name, Value(wider(value.type), None, value.name))
