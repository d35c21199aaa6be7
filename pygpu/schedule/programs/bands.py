"""Values of a picture that comes band by band: a few rows at a time, and no more of it has to be in memory.

    fold     its parts (folds.py) are begun with the first band, and each band goes on with them: so numbers are added up in
             the order in which they are when all is computed at once, and have the same bits
    tally    the tables of all bands are put together, where that may be done in any order
    order    tables again, one for each digit (orders.py)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...ir import (
    INT,
    Builder,
    Function,
    Graph,
    ImageParam,
    Op,
    PixelType,
    ScalarParam,
    Type,
    Value,
    functions,
    results_at,
)
from ...ir.folds import How, nothing
from ...ir.orders import orders
from ...passes.copying import Copy
from ...passes.depends import look, roots
from ..folds.folds import _Unfolder, apart, chunks, kept, of_parts, placed, team_of
from ..folds.walks import Walk
from ..target import Target

TOLD = "left", "top", "columns", "rows", "begin", "end", "from_x", "from_y"  # a band's last numbers


class Parts(NamedTuple):
    """What a band does for a fold: `going_on` has an image for each result of the fold's parts so far, which are as many as
    `size` says, and gives them anew, from `start` on; `together` makes of them what the fold gives."""

    going_on: Graph
    together: Graph
    start: list[bool | int | float]
    size: tuple[int, int]


def parts_of_fold(value: Graph, how: How, images: int, target: Target) -> Parts:
    """`value` is the graph of a part of what is folded (passes/regional.py), which has so many images of a call's."""
    each, numbers = apart(Function("each", value)), told(value)
    types = [result.type for result in placed(each, how)[0].results]
    before = [ImageParam(f"before_{i}", PixelType(type, 1)) for i, type in enumerate(types)]
    like = Graph(value.name, [*value.images[:images], *before, *value.images[images:]],
                 [*value.scalars, *numbers.values()], exact=value.exact)
    left, top, columns, rows, begin, end, *_ = [numbers[name].value for name in TOLD]
    each, wide = placed(moved(each, like, numbers), how)
    across, down = target.fold_parts
    copy = Copy("going_on", like)
    emit, (x, y) = copy.builder.emit, copy.graph.coordinates
    chunk = chunks(emit, rows, down)
    first = emit("add", top, emit("mul", y, chunk))
    last = emit("min", emit("add", first, chunk), emit("add", top, rows))
    walk = Walk(copy.builder, each, wide, left, columns, across, emit("max", first, begin), emit("min", last, end), of=x,
                before=read(copy, before, x, y))
    together = put_together(like, types, how, wide, target)
    return Parts(copy.gives(walk.all()), together, [nothing(*each) for each in zip(wide, types)], (across, down))


def put_together(like: Graph, types: Sequence[Type], how: How, wide: How, target: Target) -> Graph:
    old = Graph(like.name, [ImageParam(f"part_{i}", PixelType(type, 1)) for i, type in enumerate(types)], exact=like.exact)
    copy, result = Copy("parts", old), Copy(like.name, old)
    values = read(copy, old.images, copy.graph.x, copy.graph.y)
    team = team_of(wide, target)
    part = copy.function(values, False) if team is None else _Unfolder.part(copy, values, "parts", team)
    found = of_parts(result.builder, old, part, wide, target)
    return result.gives([found[i] for i in kept(how)])


def tables_of_tally(value: Graph, how: How, length: int) -> Graph:
    """The tables of a band, as rows."""
    numbers = told(value)
    like = Graph(value.name, value.images, [*value.scalars, *numbers.values()], exact=value.exact)
    left, _, columns, _, begin, end, *_ = [numbers[name].value for name in TOLD]
    each, copy = moved(Function("each", value), like, numbers), Copy("table", like)
    emit = copy.builder.emit
    place = left, begin, columns, emit("sub", end, begin), copy.graph.x
    return copy.gives([emit("tally", *place, function=each, channel=i, how=how, length=length) for i in range(len(how))])


def told(value: Graph) -> dict[str, ScalarParam]:
    return {name: ScalarParam(name, Value(INT, None, name)) for name in TOLD}


def moved(each: Function, like: Graph, numbers: dict[str, ScalarParam]) -> Function:
    """What a function gives at a place of the whole: its own places are those of the band."""
    copy = Copy("each", like)
    places = [copy.builder.emit("sub", at, numbers[name].value) for at, name in zip(copy.graph.coordinates, TOLD[6:])]
    return copy.function(results_at(copy.builder.emit, each, *places), False)


def read(copy: Copy, images: Sequence[ImageParam], x: Value, y: Value) -> list[Value]:
    return [copy.builder.emit("read", x, y, image=image, channel=0) for image in images]


def counted(graph: Graph) -> Graph:
    """The same program, whose numbers in order are found by tables, where one place is asked for."""
    if not any(orders(each.body) for each in (graph, *[function.graph for function in functions(graph)])):
        return graph
    new: dict[Function, Function] = {}
    known: dict[object, Function] = {}
    for function in functions(graph):
        new[function] = function.with_graph(_Counter(function.graph, new, known).run())
    return _Counter(graph, new, known).run()


class _Counter(_Unfolder):
    """Writes tallies and folds as they are."""

    def __init__(self, graph: Graph, new: dict[Function, Function], known: dict[object, Function]):
        super().__init__(graph, Target("cpu"), new, known)

    def fold(self, value: Function, how: How, place: Sequence[Value]) -> list[Value]:
        return [self.builder.emit("fold", *place, function=value, channel=i, how=how) for i in range(len(how))]

    all_over = fold

    def tables(self, value: Function, how: How, length: int, place: Sequence[Value], builder: Builder,
               entry: Value) -> list[Value]:
        return [builder.emit("tally", *place, entry, function=value, channel=i, how=how, length=length)
                for i in range(len(how))]

    def order(self, op: Op) -> Value:
        if not any(look(roots(self.old), operand) for operand in op.operands):
            return super().order(op)
        (_, channel), (_, function) = op.attributes
        return self.builder.emit("order", *self.values(op.operands), function=self.functions[function], channel=channel)
