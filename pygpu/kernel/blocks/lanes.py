"""Vectors of neighbouring pixels: what runs fast on a CPU.

A work-item sweeps a strip a few rows high from left to right, sixteen pixels at a time; each vector serves all rows. Rows
beyond the image are pointers that lead back into it. Only where a vector would reach over an end is it gathered first.
"""

from __future__ import annotations

from typing import Any

from ...ir import ImageParam, Type
from ...schedule.plans import Plan
from ...schedule.stages.kinds import X, taps
from .. import formats
from ..formats import Format
from ..frame import Frame, Sink, Source
from ..reads import leaps, neighbours, quarters, spans
from ..reads.borders import filled, moved, signed, within
from ..reads.reads import Reads
from ..statements import Assign, Block, Code, Declare, If, Line, Return, Section, Seldom, Store, Update
from ..values import (
    ANY,
    WORDS,
    Expr,
    Load,
    Number,
    Operation,
    Var,
    choose,
    expr,
    item,
    least,
    numbers,
    times,
    widen,
)
from ..values import key as key_of
from . import ahead, placing
from .block import NOUGHT, Body, Key, Order, Piece, keys_of, operands, swept, weighted
from .edges import Anywhere, Edge

MANY = 5  # pixels read together: where a border leads them apart, a driver takes a second to put so many reads in place


def body(made: Frame, plan: Plan) -> Code:
    code = Code()
    y = code.let("y", item(1) * plan.rows, True)
    code.add(If(y >= made.height, [Return()]))
    first, end = (Var(name, "int32", 1, True) for name in ("first", "end"))
    code.add(Declare([(first, item(0) * plan.block[0]), (end, least(first + plan.block[0], made.width))], True))
    sweep = Sweep(made, plan, code, y, first, end)
    placing.place(sweep)
    sweep.sweep()
    return code


class Sweep:
    """Writes the rows from y on, from column `first` to `end`; `shifted`: the first column may lie left of the picture.
    What the two bodies of a strip share: how far they reach, and the rows they read."""

    def __init__(self, made: Frame, plan: Plan, code: Code, y: Var, first: Var, end: Var, stream: Var | None = None,
                 shifted: bool = False):
        self.made, self.plan, self.code, self.shifted = made, plan, code, shifted
        self.x, self.y, self.first, self.end, self.stream = Var("x", "int32", 1, True), y, first, end, stream
        self.order, sources = swept(plan), made.sources
        self.reads = Reads(self.order, plan, sources)
        self.leaps = leaps.leaps(self.order, plan, sources, shifted)
        self.turned = quarters.quarters(self.order, plan, sources)
        self.neighbours = neighbours.neighbours(self.order, sources, self.leaps)
        self.further: dict[Key, Var | None] = {}
        self.names: dict[object, Var] = {}
        self.late: placing.Late | None = None  # what is written later than it is computed
        self.next: list[ahead.Next] | None = None  # what is asked for; None: what comes next along the rows

    def sweep(self) -> None:
        made, lanes, code = self.made, self.plan.lanes, self.code
        constant = Body(made, self.order, code, lanes, Anywhere(self))
        constant.write(self.order.constant)
        pointers = self.pointers()
        if self.next is None and self.plan.rows == 1:
            self.next = ahead.along([(made.sources[image], row) for (image, _), row in pointers.items()])
        access = _Inside(self, pointers)
        level = self.level(constant, access) if self.leaps or self.turned else constant
        further = {**self.leaps, **{square.first: square.down for square, _ in self.turned.values()}}
        self.further = {key: self.named(made.further(level.pieces)) for key, made in further.items()}
        access.level = level
        if self.in_tile:
            access.into = {sink.start: code.let((sink.start, "_into"), sink.row(self.y)) for sink in made.sinks}
        self.swept(constant, level, access)
        if self.late:
            self.late.end()

    def swept(self, constant: Body, level: Body, access: _Inside) -> None:
        code, span = self.code, self.inside(level)
        straight = span.is_endless or self.from_tiles and not self.leaps and not self.turned
        access.partly = straight and not span.is_endless
        bounds = None if straight else span.found(code)
        with code.loop("x", self.first, self.end, self.plan.lanes) as self.x:
            access.x = self.x
            inside = bounds and bounds.holds(self.x)
            if not inside:
                with code.inside(Section([])):
                    self.write(level, self.order, access)
                return
            split = If(inside, [])
            with code.inside(split), code.inside(Section([])):
                self.write(level, self.order, access)
                if self.late:
                    self.late.turn()
            with code.otherwise(split), code.inside(Seldom([])):
                edge = Edge(self)
                edge.gather_tiles()
                with code.loop("row", 0, self.last_rows()) as edge.row:
                    self.write(constant, Order(self.plan.found, 1, 1), edge)

    def named(self, further: Expr | None) -> Var | None:
        """How much further a read leaps, by a name; what several leap is one."""
        key = key_of(further) if further is not None else None
        if further is not None and key not in self.names:
            self.names[key] = self.code.let("further", further)
        return self.names.get(key)

    def pointers(self) -> dict[tuple[ImageParam, int], Var]:
        """Each row that is read, by image and offset from the strip's first."""
        found = {}
        for image, row in sorted(self.reads.rows, key=lambda k: (self.made.graph.images.index(k[0]), k[1])):
            source = self.made.sources[image]
            at = self.y + row if source.tile else moved(image.border[1], self.y + row, source.height)
            found[image, row] = self.code.let((source.start, signed(row) or "_p0"), source.row(at), type=source.pointer)
        return found

    def level(self, constant: Body, access: _Inside) -> Body:
        """What is the same along a row, and where the rows begin in which reads leap."""
        level = Body(self.made, self.order, self.code, self.plan.lanes, access, constant.pieces)
        loops = self.plan.found.loops
        level.write([key for row in self.order.rows for key in row if key.x is None and key.node not in loops])
        for key in self.leaps:
            access.line(key.node.attributes[0], level.pieces[self.order.operands[key][1]].value)
        return level

    @property
    def in_tile(self) -> bool:
        """Whether what is written has room for whole vectors and all rows."""
        return all(sink.tile for sink in self.made.sinks)

    @property
    def from_tiles(self) -> bool:
        """Whether all that is read lies in tiles, which have it for whole vectors and all rows."""
        return all(self.made.sources[image].tile for image in self.reads.extents)

    def last_rows(self) -> Expr:
        return expr(self.plan.rows) if self.in_tile else least(self.plan.rows, self.made.height - self.y)

    def inside(self, level: Body) -> spans.Span:
        """Where a vector and all it reads lie inside."""
        span, y, lanes = spans.Span(self.shifted), self.y, self.plan.lanes
        if not self.in_tile:
            span.since(0)
            span.until(self.made.width - lanes)
        for image, (left, top, right, bottom) in self.reads.extents.items():
            source = self.made.sources[image]
            if source.tile or image in self.reads.scattered:
                continue
            span.since(-left)
            span.until(source.width - (lanes + right))
            if 1 in image.open_axes:
                span.rows += [*[y >= -top] * (top < 0), y + bottom < source.height]
        for key, made in self.leaps.items():
            leaps.inside(span, made.leap, self.further[key], lanes, self.made.sources[key.node.attributes[0]])
        for square in dict.fromkeys([square for square, _ in self.turned.values()]):
            quarters.inside(span, square, level.pieces[square.across].value, self.further[square.first], lanes,
                            self.made.sources[square.image])
        return span

    def write(self, constant: Body, order: Order, access: _Inside | Edge) -> None:
        """All rows of one vector of columns."""
        made, lanes, outputs = self.made, self.plan.lanes, self.plan.found.outputs
        if isinstance(access, _Inside):
            ahead.ask(self.code, self.next or (), self.x, lanes)
        body = Body(made, order, self.code, lanes, access, constant.pieces)
        body.write(order.constant)  # an edge knows less of its rows: what was another's value there is a constant of its own
        if any(k.node.kind is X for row in order.rows for k in row):
            access.columns = self.code.let("columns", self.x + numbers(lanes), True)
        for row, keys in enumerate(order.rows):
            body.write(keys)
            found = [[body.pieces[order.first(keys_of(use, 0, row))].value for use in uses] for uses in outputs]
            self.give([[v if v.lanes > 1 else widen(v, lanes) for v in values] for values in found], access, row)

    def give(self, found: list[list[Expr]], access: _Inside | Edge, row: int) -> None:
        """What becomes of the results of a row."""
        for values, output, sink in zip(found, self.made.graph.outputs, self.made.sinks):
            access.store(sink, output.values[0].type, values, row)


Known = dict[tuple[Any, ...], list[Var]]  # what is loaded, by image and place


class _Inside(Anywhere):
    """Vectors straight from and to memory."""

    sweep: Sweep
    level: Body  # what is the same along a row

    def __init__(self, sweep: Sweep, pointers: dict[tuple[ImageParam, int], Var], partly: bool = False):
        super().__init__(sweep)
        self.pointers, self.partly = pointers, partly  # whether the last vector of a row may be cut off
        self.into: dict[Var, Var] = {}  # where the first row goes of each result in a tile; those below it follow
        self._raw: Known = {}
        self.together: dict[Key, Var] = {}  # reads of neighbours that were made with one before
        self.squares: dict[quarters.Square, list[Expr]] = {}

    def position(self, axis: str, offset: int) -> Expr:
        return (self.columns if axis == "x" else self.y) + offset

    def gather(self, body: Body, key: Key, x: Expr, y: Expr) -> Expr:
        if key in self.sweep.neighbours and key not in self.together:
            self._read_together(body, self.sweep.neighbours[key])
        if key in self.together:
            return self.together[key]
        if key in self.sweep.turned:
            return self._turned(key)
        if key not in self.sweep.leaps:
            return super().gather(body, key, x, y)
        made, (image, channel), lanes = self.sweep.leaps[key].leap, key.node.attributes, self.lanes
        format, found = self.made.sources[image].format, self._leaping(key, y)
        value = formats.decoded(format, image.pixel.scalar, leaps.picked(made, found, channel, lanes, format))
        if 1 in image.open_axes:
            inside = within(widen(y, lanes), self.made.sources[image].height)
            value = choose(inside, value, widen(filled(image, channel), lanes))
        return value

    def _turned(self, key: Key) -> Expr:
        (square, number), (image, channel) = self.sweep.turned[key], key.node.attributes
        source, further = self.made.sources[image], self.sweep.further[square.first]
        if square not in self.squares:
            across = self.level.pieces[square.across].value
            self.squares[square] = quarters.loaded(self.code, square, self.x, across, further, self.lanes, source, channel)
        return formats.decoded(source.format, image.pixel.scalar, self.squares[square][number])

    def _leaping(self, key: Key, y: Expr) -> list[Var]:
        """What is loaded for a read that leaps."""
        made, further, (image, channel) = self.sweep.leaps[key].leap, self.sweep.further[key], key.node.attributes
        source, row = self.made.sources[image], self.line(image, y)
        start, elements = leaps.stretch(made, row, self.x, further, self.lanes, source.format)
        if self.sweep.plan.rows == 1 and not source.tile:
            ahead.ask_once(self, source, row, start, elements)
        return [self.once((row, key_of(each)), (source.start, "_raw"), each)
                for each in leaps.vectors(made, start, elements, channel, self.lanes, source.format)]

    def can_add(self, key: Key) -> bool:
        image = key.node.attributes[0]
        format = self.made.sources[image].format
        as_it_is = format.dtype == "float32" and format.memory == "buffer"
        return key in self.sweep.leaps and as_it_is and 1 not in image.open_axes

    def column(self, body: Body, weights: tuple[float, ...], keys: list[Key]) -> Expr:
        made, (image, channel) = self.sweep.leaps[keys[0]].leap, keys[0].node.attributes
        source, inner = self.made.sources[image], self.sweep.order.operands
        rows = [self._leaping(key, body.pieces[inner[key][1]].value) for key in keys]
        sums = [self.once((*each, weights), (source.start, "_sum"), weighted(weights, 0.0, [*map(Piece, each)]))
                for each in zip(*rows)]
        return leaps.picked(made, sums, channel, self.lanes, source.format)

    def _read_together(self, body: Body, group: neighbours.Group) -> None:
        """Pixels beside one another; one by one where a border leads any of them apart."""
        body.write([key for at in (*group.columns, *group.rows) for key in (*operands(at), at)])
        image, lanes, code = group.reads[0][0].node.attributes[0], self.lanes, self.code
        source, scalar = self.made.sources[image], image.pixel.scalar
        columns, rows = [[body.pieces[at].value for at in every] for every in group[:2]]
        found = [Var((source.start, "_found"), WORDS[scalar], lanes, changes=True) for _ in group.reads]
        code.add(Declare([(value, None) for value in found]))

        def assigned(values: list[Expr]) -> None:
            for value, raw, (_, column, row, channel) in zip(found, values, group.reads):
                code.add(Assign([(value, self.bordered(image, channel, columns[column], rows[row], raw))]))

        def together() -> None:
            inside = neighbours.clamped(image.border[0], columns), neighbours.clamped(image.border[1], rows)
            assigned(neighbours.loaded(code, group, *self.leading_to(image, columns[0], rows[0], lanes, inside), source))

        apart = neighbours.led_apart(image, source, columns, rows)
        if not apart:
            together()
        else:
            split = If(Operation(ANY, tuple(apart), "bool"), [])
            few = len(found) < MANY  # and then it is not seldom: a turned picture has corners
            with code.inside(split), code.inside(Section([]) if few else Seldom([])), self.scope():
                for value, (_, column, row, channel) in zip(found, group.reads):
                    code.add(Assign([(value, self.pixels(image, channel, columns[column], rows[row], lanes))]))
            with code.otherwise(split), self.scope():
                together()
        self.together.update(zip([read[0] for read in group.reads], found))

    def load(self, body: Body, image: ImageParam, channel: int, x: int, y: int, scale: float = 1.0,
             further: Expr | None = None) -> Expr:
        at = self.x + x
        if image in self.sweep.reads.scattered:
            return self.alone(image, at, self.y + y, self.pointers[image, y])
        return self._loaded(image, channel, at if further is None else at + further, y, self._raw, scale)

    def _loaded(self, image: ImageParam, channel: int, x: Expr, y: int, known: Known, scale: float = 1.0) -> Expr:
        source, lanes = self.made.sources[image], self.lanes
        row = self.pointers[image, y]
        if source.format.channels == 1:
            raw: Expr = Load(row + x, Number(0), lanes)
        else:
            raw = formats.picked(source.format, self._vectors(source, row, x, y, known), channel, lanes)
        return formats.decoded(source.format, image.pixel.scalar, raw, scale != 1.0)

    def taps(self, body: Body, key: Key) -> dict[Key, Piece]:
        """A kernel over all rows that need it: one column of weights in each pass."""
        kernel, code = taps(key.node), self.code
        rows = body.order.heights(key.node, key.at[0])
        totals = [body.total() for _ in rows]
        table = self.made.taps(kernel.weights)
        code.add(Declare([(total, NOUGHT) for total in totals]))
        with code.loop("i", 0, kernel.width) as i:
            known: Known = {}
            w = code.let("w", table + i * kernel.height, True)
            for y in range(rows[0], rows[-1] + kernel.height):
                value = code.let("v", self._loaded(kernel.image, kernel.channel, self.x + key.at[0] + i, y, known))
                code.add(Line([Update(total, "+", times(value, Load(w, Number(y - row)))) for row, total in zip(rows, totals)
                               if 0 <= y - row < kernel.height]))
        return {Key(key.node, key.x, y): Piece(total) for y, total in zip(rows, totals)}

    def _vectors(self, source: Source, row: Var, x: Expr, y: int, known: Known) -> list[Var]:
        """The interleaved pixels at a place, in as many vectors as they have channels, or in one of words."""
        at = (source, key_of(x), y)
        if at not in known:
            format, n, lanes = source.format, source.format.channels, self.lanes
            start = row + n * x
            places = formats.pixels(format, start, lanes)
            if formats.in_words(format, lanes):
                places = [Load(start + place, Number(0), lanes) for place in formats.word_places(format)]
            found = [self.code.let((source.start, "_raw"), place) for place in places]
            if formats.in_words(format, lanes):
                found = [self.code.let((source.start, "_words"), formats.words(format, found))]
            known[at] = found
        return known[at]

    def store(self, sink: Sink, scalar: Type, values: list[Expr], row: int) -> None:
        format, n, code = sink.format, len(values), self.code
        y = self.y + row
        place = (self.into[sink.start] + row * sink.pitch if sink.tile else sink.row(y)) + n * self.x
        values = [formats.encoded(format, scalar, value) for value in values]
        if sink.tile:
            code.add(Store(place, Number(0), values[0], self.lanes))
            return
        if self.sweep.late:
            self.sweep.late.put(self._vectors_of(format, values), sink, row)
            return
        guard = If(y < self.made.height, []) if row else None
        if n == 1 and not self.partly and guard is None:
            self._put(values, format, place)
            return
        with code.inside(guard or Block([])):
            if not self.partly:
                self._put(values, format, place)
                return
            split = If(self.x + self.lanes <= self.made.width, [])
            with code.inside(split):
                self._put(values, format, place)
            with code.otherwise(split):
                self.parts(sink, values, y)

    def _vectors_of(self, format: Format, values: list[Expr]) -> list[Expr]:
        """Vectors of the channels, interleaved."""
        code, lanes, n, fixed = self.code, self.lanes, len(values), not self.sweep.late
        if n == 1:
            return values
        if formats.in_words(format, lanes):
            return formats.out_of_words(code.let("words", formats.into_words(values), fixed), n)
        channels = [Var(f"c{i}", value.type, lanes, fixed) for i, value in enumerate(values)]
        code.add(Declare([*zip(channels, values)], True))
        return formats.interleaved(format, channels, lanes, lambda value: code.let("mixed", value))

    def _put(self, values: list[Expr], format: Format, place: Expr) -> None:
        for i, vector in enumerate(self._vectors_of(format, values)):
            self.code.add(Store(place + i * self.lanes, Number(0), vector, self.lanes, stream=self.sweep.stream))
