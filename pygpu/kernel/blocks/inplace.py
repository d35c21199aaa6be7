"""Places in order: one work-item, which reads and writes arrays in memory as the operations stand (ir/inplace.py).

A list of the graph is an address here. What is read of one is a value with a name: it may be asked for after something
else lies there.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...ir import Block, Const, Op, Value, every_op
from ...ir.arrays import element_of, length_of
from ...ir.ops import GET, IF, MEMORY, PUT, SELECT
from ...schedule.plans import Plan
from .. import formats
from ..formats import Format
from ..frame import Frame
from ..statements import Code, If, Let, Return, Section
from ..values import Expr, Number, item
from .columns import either
from .pixels import PixelBody


def body(made: Frame, plan: Plan) -> Code:
    code = Code()
    code.rewrites = True
    x, y = code.let("x", item(0), True), code.let("y", item(1), True)
    code.add(If(either(x >= made.width, y >= made.height), [Return()]))
    with code.inside(Section([])):
        pixel = InPlace(made, code, x, y)
        pixel.on_cpu = plan.target.kind == "cpu"
        pixel.block(made.graph.body)
        for output, sink in zip(made.graph.outputs, made.sinks):
            (value,) = output.values
            if not length_of(value.type):
                formats.store(code, sink.format, value.type, [pixel.value(value)], sink.start, 0)
    return code


class InPlace(PixelBody):
    """Knows of each list where it lies."""

    on_cpu = False

    def __init__(self, made: Frame, code: Code, x: Expr, y: Expr):
        super().__init__(made, code, x, y)
        self.formats: dict[int, Format] = {}  # of what lies at an address

    def op(self, op: Op, block: Block) -> None:
        if op.kind is MEMORY:
            attributes = dict(op.attributes)
            place = self.made.sources.get(attributes["image"]) or self.made.sinks[attributes["number"]]
            self.values[id(op.result)] = place.start
            self.formats[id(place.start)] = place.format
        elif op.kind is PUT:
            place, index, value = map(self.value, op.operands)
            element = element_of(op.result.type)
            formats.store(self.code, self.formats[id(place)], element, [value], place, index)
            self.values[id(op.result)] = place
        elif op.kind is GET:
            if self._uses[id(op.result)]:
                place, index = map(self.value, op.operands)
                value = formats.load(self.formats[id(place)], op.result.type, place, index)
                self.values[id(op.result)] = var = self.var(op.result, op.result.name or "v")
                self.code.add(Let(var, value, None, op.location))
        elif op.kind is SELECT and length_of(op.result.type):
            self.lie(op.results, [next(each for each in op.operands[1:] if each.__class__ is not Const)])
        else:
            super().op(op, block)

    def _if(self, op: Op) -> None:
        super()._if(op)
        self.lie(op.results, [then if otherwise.__class__ is Const else otherwise
                              for then, otherwise in zip(*[block.results for block in op.blocks])])

    def _loop(self, op: Op) -> None:
        super()._loop(op)
        (body,) = op.blocks
        self.lie(op.results, [*body.args, *body.results[1 + len(body.args):]])

    def in_turn(self, op: Op) -> bool:
        """Intel's compiler makes vectors of passes that read what the one before has written, where places are remainders
        (`x = k % 80; a[x] += a[x - 1]`). GPUs' compilers make none."""
        return self.on_cpu and any(each.kind is PUT for each in every_op(op.blocks[0]))

    def lie(self, results: Iterable[Value], values: Iterable[Value]) -> None:
        """Lists lie where others do."""
        for result, value in zip(results, values):
            if length_of(result.type) and self._uses[id(result)]:
                self.values[id(result)] = self.where(value)

    def where(self, value: Value) -> Expr:
        """Where a list lies, which may be what the test at the end of a pass gives: that has no values of its own."""
        if id(value) not in self.values and isinstance(value.owner, Op) and value.owner.kind is IF:
            ends = [block.results[value.owner.results.index(value)] for block in value.owner.blocks]
            return self.where(ends[1] if ends[0].__class__ is Const else ends[0])
        return self.value(value)

    def value(self, value: Value) -> Expr:
        return Number(0) if isinstance(value, Const) and length_of(value.type) else super().value(value)
