"""A filter for a part of its result, given parts of its pictures.

No step of making a graph better: what a call asked for that computes a region. A pixel of it knows two places: its own
in the part (x, y), where it reads those images of which a part is given, and that in the whole result, which is what the
filter means by its position. Functions of the program are called at places in the part, and know the two places too.
"""

from __future__ import annotations

from pygpu.ir import INT, Const, Function, Graph, Op, ScalarParam, Value, constant, every_graph, functions
from pygpu.ir.ops import ADD, CALL, READ

from .dead import dead
from .rewrite import Rewriter, used

AXES = {"width": 0, "height": 1}


def regional(graph: Graph, cut: tuple[bool, bool]) -> Graph:
    """
    before  r = read im x+1 y;  s = add x+1, r;  w = width im
    The position is told where the part begins along the axes that are `cut`, and how large the whole is.
    after   r = read im x+1 y;  s = add (x+1 + left), r;  w = width

    A filter that asks for nothing but its neighbours is the same anywhere, and stays as it is. Of what is left over each
    value of the whole has one here, at the same offset from the pixel: sums are then added in the same order, and no bit
    of a result tells how it was cut.
    """
    told = [tuple([_number(name) if is_cut else None for name in names]) for names, is_cut in zip(TOLD, cut)]
    numbers = [value for axis in told for value in axis if value is not None]
    scalars = [*graph.scalars, *[ScalarParam(value.name or "", value) for value in numbers]]
    moved: dict[Function, Function] = {}
    for function in functions(graph):
        moved[function] = function.with_graph(function.graph)
        moved[function].graph = dead(_Regional(function.graph, told, scalars, moved).run())
    made = dead(_Regional(graph, told, scalars, moved).run())
    return made if used_anywhere(made) & {*numbers} else graph


TOLD = ("left", "width"), ("top", "height")


def _number(name: str) -> Value:
    return Value(INT, None, name)


def used_anywhere(graph: Graph) -> set[Value]:
    """All values that anything is made of, in the functions of the program too."""
    found: set[Value] = set()
    return found.union(*map(used, every_graph(graph)))


def coordinate(value: Value, base: Value) -> int | None:
    """The number that is added to the pixel's own coordinate; None for any other."""
    if value is base:
        return 0
    op = value.owner
    if isinstance(op, Op) and op.kind is ADD and op.operands[0] is base and isinstance(op.operands[1], Const):
        number: int | None = op.operands[1].value
        return number
    return None


class _Regional(Rewriter):
    def __init__(self, graph: Graph, told: list[tuple[Value | None, ...]], scalars: list[ScalarParam],
                 moved: dict[Function, Function]):
        super().__init__(graph)
        self.graph.exact, self.graph.scalars = graph.exact, scalars
        self.moved, self.changed = moved, True
        self.here = graph.x, graph.y              # in the part
        self.begins, self.sizes = zip(*told)      # None along an axis that is not cut
        for here, begin in zip(self.here, self.begins):
            if begin is not None:
                self.new[here] = self.builder.emit("add", here, begin)

    def plain(self, op: Op) -> Value:
        attributes = dict(op.attributes)
        if op.kind is CALL:
            function = self.moved[attributes["function"]]
            return self.builder.emit(op.kind, *self.places(op), channel=attributes["channel"], function=function)
        image = attributes.get("image")
        if image is not None and image.data is None:
            if op.kind is READ:
                return self.builder.append(op.kind, self.places(op), op.attributes)
            return self.sizes[AXES[op.kind.name]] or super().plain(op)
        for here, begin in zip(self.here, self.begins):
            offset = None if begin is None else coordinate(op.results[0], here)
            if offset is not None:
                return self.builder.emit("add", self.builder.emit("add", here, constant(offset)), begin)
        return super().plain(op)

    def places(self, op: Op) -> tuple[Value, ...]:
        """Where something is read or called: in the part."""
        places = []
        for operand, here, begin in zip(op.operands, self.here, self.begins):
            if begin is None:
                places.append(self.value(operand))
            else:
                places.append(self.builder.emit("add", here, constant(coordinate(operand, here) or 0)))
        return tuple(places)
