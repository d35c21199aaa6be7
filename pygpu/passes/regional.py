"""A filter for a part of its result, given parts of its pictures.

No step of making a graph better: what a call asked for that computes a region. A pixel of it knows two places: its own
in the part (x, y), where it reads those images of which a part is given, and that in the whole result, which is what the
filter means by its position.
"""

from __future__ import annotations

from pygpu.ir import INT, Graph, Op, ScalarParam, Value, constant, every_op

from .dead import dead
from .rewrite import Rewriter

AXES = {"width": 0, "height": 1}


def regional(graph: Graph, cut: tuple[bool, bool]) -> Graph:
    """
    before  r = read im x+1 y;  s = add x, r;  w = width im
    The position is told where the part begins along the axes that are `cut`, and how large the whole is.
    after   r = read im x+1 y;  s = add (x + left), r;  w = width

    A filter that asks for nothing but its neighbours is the same anywhere, and stays as it is.
    """
    made = dead(_Regional(graph, cut).run())
    told = {scalar.value for scalar in made.scalars[len(graph.scalars):]}
    return made if told & used(made) else graph


def used(graph: Graph) -> set[Value]:
    """All values that anything is made of."""
    found = {value for output in graph.outputs for value in output.values}
    for op in every_op(graph.body):
        found.update(op.operands, *(block.results for block in op.blocks))
    return found


def coordinate(value: Value, base: Value) -> int | None:
    """The number that is added to the pixel's own coordinate; None for any other."""
    if value is base:
        return 0
    op = value.owner
    if isinstance(op, Op) and op.kind.name == "add" and op.operands[0] is base and hasattr(op.operands[1], "value"):
        return op.operands[1].value
    return None


class _Regional(Rewriter):
    def __init__(self, graph: Graph, cut: tuple[bool, bool]):
        super().__init__(graph)
        self.graph.exact, self.graph.scalars = graph.exact, list(graph.scalars)
        self.cut, self.changed = cut, True
        self.here = graph.x, graph.y  # in the part
        self.sizes: list = [None, None]
        for axis, (begin, length) in enumerate((("left", "width"), ("top", "height"))):
            if cut[axis]:
                self.new[self.here[axis]] = self.builder.emit("add", self.here[axis], self.number(begin))
                self.sizes[axis] = self.number(length)

    def number(self, name: str) -> Value:
        value = Value(INT, None, name)
        self.graph.scalars.append(ScalarParam(name, value))
        return value

    def plain(self, op: Op) -> Value:
        image = dict(op.attributes).get("image")
        if image is None or image.data is not None:
            return super().plain(op)
        if op.kind.name != "read":
            return self.sizes[AXES[op.kind.name]] or super().plain(op)
        places = [self.builder.emit("add", base, constant(coordinate(operand, base))) if cut else self.value(operand)
                  for operand, base, cut in zip(op.operands, self.here, self.cut)]
        return self.builder.append(op.kind, tuple(places), op.attributes)
