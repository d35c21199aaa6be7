"""Numbers in order in a rectangle around each pixel: found by counting, how many of them are not above a number that lies
between the least and the greatest that it can still be.

That number is where the place would be if the numbers in between lay evenly, so a handful of counts mostly do; every fourth
one halves what is left, so that they never are very many. Numbers are compared as whole ones of the same order, which have
a middle wherever they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pygpu.ir import BOOL, FLOAT, INT, Block, Builder, Graph, Op, Value, constant, image_of, is_known, known
from pygpu.ir.keys import key, key_type, unkeyed
from pygpu.ir.ops import IF, LOOP, RANKED, READ
from pygpu.ir.orders import THERE, Window

from .counting import nest
from .depends import Roots, roots
from .inline import shifted
from .loops import counted

HALVED = 4  # counts, the last of which halves what is left


class Around(NamedTuple):
    """A window of one channel, and the place around which it is."""

    window: Window
    x: Value
    y: Value


def window(graph: Graph) -> Window | None:
    """The window around each pixel of which all that a graph gives are numbers in order."""
    known_roots = roots(graph)
    if len(graph.outputs) != 1:
        return None
    found: list[Window] = []
    for value in graph.outputs[0].values:
        each = around(graph, value.owner, known_roots) if isinstance(value.owner, Op) else None
        if each is None or each.x is not graph.x or each.y is not graph.y:
            return None
        found.append(each.window)
    if len({each._replace(channels=()) for each in found}) != 1:
        return None
    return found[0]._replace(channels=tuple([each.channels[0] for each in found]))


def around(graph: Graph, op: Op, known_roots: Roots) -> Around | None:
    """The rectangle among whose pixels an operation asks for a place, where its columns, rows and the place are known."""
    if op.kind is not RANKED or dict(op.attributes)["channel"] != THERE or not is_known(op.operands[1]):
        return None
    loop = op.operands[0].owner
    found = nest(loop, known_roots) if isinstance(loop, Op) and loop.kind is LOOP else None
    how = found.how(known_roots) if found is not None else None
    if found is None or how is None or len(found.counters) != 2 or len(how.tallies) != 1 or how.order or how.counts:
        return None
    ((event, *more),) = how.tallies.values()
    read, (down, across) = event.value.owner, found.counters
    if more or event.tests or graph.dimensions != 2 or not isinstance(read, Op) or read.kind is not READ or (
            read.operands != (across.arg, down.arg)):
        return None
    (x, left), (x_end, right), (y, top), (y_end, bottom) = [
        shifted(value) for counter in (across, down) for value in (counter.first, counter.bound)]
    columns, rows, image, place = right - left, bottom - top, image_of(read), int(op.operands[1].value)
    if x is not x_end or y is not y_end or not isinstance(x, Value) or not isinstance(y, Value):
        return None
    if min(columns, rows) < 1 or place < 0 or image.data is not None or image not in graph.images:
        return None
    channel = dict(read.attributes)["channel"]
    return Around(Window(graph.images.index(image), (channel,), left, top, columns, rows,
                         min(place, columns * rows - 1)), x, y)


def selected(builder: Builder, graph: Graph, found: Around) -> Value:
    """The number of a window, by counting."""
    return _Counting(builder, graph, found).number()


class _Counting:
    def __init__(self, builder: Builder, graph: Graph, found: Around):
        self.builder, self.emit = builder, builder.emit
        self.found, self.x, self.y = found
        self.image = graph.images[self.found.image]
        self.type = self.image.pixel.scalar
        self.whole = key_type(self.type)
        self.least, self.most = [known(self.whole, limit) for limit in self.whole.limits]

    def over(self, before: list[Value], turn: Callable[[list[Value], Value], list[Value]]) -> list[Value]:
        """What is carried over all pixels of the window, `turn` by turn."""
        emit, found = self.emit, self.found
        left, top = emit("add", self.x, constant(found.left)), emit("add", self.y, constant(found.top))

        def row(carried: list[Value], down: Value) -> list[Value]:
            y = emit("add", top, down)

            def pixel(carried: list[Value], across: Value) -> list[Value]:
                value = emit("read", emit("add", left, across), y, image=self.image, channel=found.channels[0])
                return turn(carried, key(emit, value))

            return counted(self.builder, carried, constant(0), constant(found.columns), 1, pixel)[1:]

        return counted(self.builder, before, constant(0), constant(found.rows), 1, row)[1:]

    def number(self) -> Value:
        emit, found = self.emit, self.found
        low, high = self.over([self.most, self.least], lambda before, one: [
            emit("min", before[0], one), emit("max", before[1], one)])
        body = Block([self.whole, self.whole, INT, INT, INT])
        with self.builder.inside(body):
            again = emit("lt", body.args[0], body.args[1])
            then, otherwise = Block(), Block()
            with self.builder.inside(then):
                then.results = tuple(self.turn(*body.args))
            otherwise.results = tuple(body.args)
            branch = Op(IF, (again,), (), [value.type for value in body.args], (then, otherwise), self.builder.location)
            body.ops.append(branch)
            body.results = (again, *branch.results)
        assert again.type is BOOL
        count = constant(found.columns * found.rows)
        return unkeyed(emit, self.builder.loop([low, high, constant(0), count, constant(0)], body)[0], self.type)

    def turn(self, low: Value, high: Value, less: Value, most: Value, turns: Value) -> list[Value]:
        """`less` numbers are below `low`, `most` not above `high`: both once more, after a count."""
        emit, place = self.emit, constant(self.found.place)
        half = self.middle(low, high)
        evenly = emit("max", emit("min", self.evenly(low, high, less, most), emit("sub", high, known(self.whole, 1))), low)
        halves = emit("eq", emit("and", turns, constant(HALVED - 1)), constant(HALVED - 1))
        half = emit("select", halves, half, evenly)

        def one(before: list[Value], each: Value) -> list[Value]:
            count, below, above = before
            inside = emit("le", each, half)
            return [emit("add", count, self.builder.convert(inside, INT)),
                    emit("max", below, emit("select", inside, each, below)),
                    emit("min", above, emit("select", inside, above, each))]

        count, below, above = self.over([constant(0), self.least, self.most], one)
        down = emit("gt", count, place)
        return [*[emit("select", down, a, b) for a, b in ((low, above), (below, high), (less, count), (count, most))],
                emit("add", turns, constant(1))]

    def middle(self, low: Value, high: Value) -> Value:
        """Half way, rounded down; their sum might be too large."""
        emit = self.emit
        return emit("add", emit("and", low, high), emit("shr", emit("xor", low, high), known(self.whole, 1)))

    def evenly(self, low: Value, high: Value, less: Value, most: Value) -> Value:
        """The key of the number that lies as far between the two as the place does."""
        emit, type = self.emit, self.type
        if not type.is_float:
            return self.middle(low, high)
        wanted = emit("sub", constant(self.found.place + 0.5), self.builder.convert(less, FLOAT))
        part = emit("div", wanted, self.builder.convert(emit("sub", most, less), FLOAT))
        first, last = unkeyed(emit, low, type), unkeyed(emit, high, type)
        return key(emit, emit("add", first, emit("mul", self.builder.convert(part, type), emit("sub", last, first))))
