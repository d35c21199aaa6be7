"""Blocks of a few columns and rows in registers: what runs fast on a GPU, where work-items are the lanes.

A work-item loads aligned groups of four elements, and takes from them what its block needs; each stage is computed once
for every pixel of the block that asks for it. At the edge, and where rows don't start at a multiple of four elements,
the same code reads its pixels one by one, each coordinate brought back into the image by the border's rule.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager, nullcontext

from ...elements import ELEMENTS
from ...ir import FLOAT, OPS, ImageParam, Type
from ...ir.ops import MAX, MIN
from ...schedule.blocks.aligned import GROUP, Ground, aligned_in
from ...schedule.plans import Plan
from ...schedule.stages.kinds import READ, Taps, taps
from ...schedule.stages.stages import Stages
from ...schedule.stages.web import Node, Use
from .. import formats
from ..frame import Frame, Sink, Source
from ..reads.borders import filled, moved, signed, within
from ..reads.checked import Checked
from ..statements import Array, Assign, Block, Code, Declare, If, Line, Return, Section, Store, Update
from ..values import (
    WORDS,
    At,
    Expr,
    Load,
    Number,
    Operation,
    Pointer,
    Var,
    chosen,
    every,
    expr,
    invert,
    item,
    times,
    vector,
)
from .block import NOUGHT, Access, Body, Key, Order, Piece, added, keys_of
from .inside import Alone, base, beside, lies_inside, loaded_of

Take = Callable[[list[Expr]], None]

MANY = 8   # choices of one of two pixels, from which on it is worth looking for NaN first


def body(made: Frame, plan: Plan) -> Code:
    code = Code()
    columns, rows = plan.block
    x, y = code.let("x", item(0) * columns, True), code.let("y", item(1) * rows, True)
    code.add(If(either(x >= made.width, y >= made.height), [Return()]))
    block(made, plan, code, x, y)
    return code


def either(a: Expr, b: Expr) -> Expr:
    return Operation(OPS["or"], (a, b), "bool")


def block(made: Frame, plan: Plan, code: Code, x: Var, y: Var, take: Take | None = None) -> None:
    """Writes the block of pixels at x, y; what `take`s them is given the values of each."""
    columns, rows = plan.block
    order = Order(plan.found, columns, rows, aligned_in(plan.found, columns, rows) if plan.aligned else None)
    constant = Body(made, order, code, 1, _Pixels(made, plan, code, x, y))
    constant.write(order.constant)
    alone = beside(made, order, columns)
    inside = every(lies_inside(made, plan, order, x, y, alone)) if columns > 1 else None
    if inside is None:
        with code.inside(Section([])):
            _write(order, constant, (_Edge if columns == 1 else _Inside)(made, plan, code, x, y), take)
        return
    numbers = compared(made, plan.found) if take is None else ()
    if numbers:
        code.rewrites = True
        done = Var("done", "bool", changes=True)
        code.add(Declare([(done, inside)]))
        with code.inside(If(done, [])), code.inside(Section([])):
            _write(order, constant, _Numbers(made, plan, code, x, y, alone, numbers, done))
        rest = code.inside(If(invert(done), []))
    else:
        split = If(inside, [])
        with code.inside(split), code.inside(Section([])):
            _write(order, constant, _Inside(made, plan, code, x, y, alone), take)
        rest = code.otherwise(split)
    with rest, code.inside(Section([])):  # not pixel by pixel: that takes 1.4 times as long in all, for a few at the edge
        _write(order, constant, _Edge(made, plan, code, x, y), take)


def compared(made: Frame, found: Stages) -> AbstractSet[Node]:
    """The least and greatest of pixels, and of one another, where there are many: GPUs have a word for those, but one that
    is Python's for numbers only."""
    sources = [made.sources[node.attributes[0]] for node in found.order if node.kind is READ]
    chosen: set[Node] = set()
    for node in found.order:
        if node.kind in (MIN, MAX) and node.type is FLOAT and all(
                use.node.kind is READ or use.node in chosen for use in node.uses):
            chosen.add(node)
    dtypes = [source.format.dtype for source in sources]
    plain = all(dtype == "float32" or ELEMENTS[dtype].kind in "bi" for dtype in dtypes)
    in_memory = not any([each.tile for each in sources] + [each.tile for each in made.sinks])
    return chosen if plain and in_memory and len(chosen) >= MANY else frozenset()


def _write(order: Order, constant: Body, access: _Inside | _Edge, take: Take | None = None) -> None:
    made, plan, code = access.made, access.plan, access.code
    text = Body(made, order, code, 1, access, constant.pieces)
    text.abreast()
    def value(use: Use, column: int, row: int) -> Expr:
        return text.pieces[order.first(keys_of(use, column, row))].value

    for row, keys in enumerate(order.rows):
        text.write(keys)
        access.begun(row)
        if take is not None:
            for column in range(plan.block[0]):
                with access.there(column, row):
                    take([value(use, column, row) for uses in plan.found.outputs for use in uses])
            continue
        for uses, output, sink in zip(plan.found.outputs, made.graph.outputs, made.sinks):
            pixels = [[value(use, column, row) for use in uses] for column in range(plan.block[0])]
            access.store(sink, output.values[0].type, pixels, row)


class _Pixels(Access):
    """What does not differ between inside and edge; and reads at a place that is the same for all pixels."""

    def __init__(self, made: Frame, plan: Plan, code: Code, x: Expr, y: Expr):
        super().__init__(made.sources, code)
        self.made, self.plan, self.x, self.y = made, plan, x, y

    def begun(self, row: int) -> None:
        """What is computed for this row is there, but not stored."""

    def hold(self, sink: Sink, pixels: list[list[Expr]], row: int) -> None:
        self.code.add(Assign([(sink.held[column, row], value) for column, (value,) in enumerate(pixels)]))

    def position(self, axis: str, offset: int) -> Expr:
        return (self.x if axis == "x" else self.y) + offset

    def gather(self, body: Body, key: Key, x: Expr, y: Expr) -> Expr:
        image, channel = key.node.attributes
        return self.pixel(image, channel, x, y)

    def base(self, axis: bool, step: int) -> Expr:
        """Where the block's places count from."""
        start, side = (self.x, self.y)[axis], self.plan.block[axis]
        made = base(step, start, side)
        return made if step in (0, side) else self.once((axis, step), f"{'xy'[axis]}_from", made)

    def on_ground(self, image: ImageParam, channel: int, place: Ground) -> Expr:
        x = self.base(False, place.column.across) + place.column.further
        return self.pixel(image, channel, x, self.base(True, place.row.down) + place.row.further)

    def places(self, body: Body, key: Key) -> list[Key]:
        """The columns and rows of the block, beginning with this, in which a kernel is needed."""
        columns = {k.at[0] for row in body.order.rows for k in row if k.node is key.node}
        xs = sorted(x for x in columns if 0 <= x - key.at[0] < GROUP)
        return [Key(key.node, x, y) for x in xs for y in body.order.heights(key.node, x)]

    def row(self, source: Source, y: int) -> Var:
        """Where a row begins at the block's first column."""
        return self.once((source, y), (source.start, signed(y) or "_p0"),
                         At(source.row(self.y + y), source.param.pixel.channels * self.x), source.pointer)


class _Inside(_Pixels):
    """Groups of elements straight from and to memory; all of it at `x`. What is `alone` on a side is loaded by itself."""

    def __init__(self, made: Frame, plan: Plan, code: Code, x: Expr, y: Expr, alone: Alone = frozenset()):
        super().__init__(made, plan, code, x, y)
        self.alone = alone

    def load(self, body: Body, image: ImageParam, channel: int, x: int, y: int, scale: float = 1.0,
             further: Expr | None = None) -> Expr:
        source, n = self.sources[image], image.pixel.channels
        if source.held:
            return source.held[x, y]
        element = n * x + channel
        group = element // GROUP
        row = self.row(source, y)
        if not 0 <= x < self.plan.block[0] and (image, x < 0) in self.alone:
            return self.beside(image, row, x)
        loaded = self.once((source, y, group), (row, f"_m{-group}" if group < 0 else f"_{group}"),
                           Load(row + group * GROUP, Number(0), GROUP, True))
        return formats.decoded(source.format, image.pixel.scalar, formats.pick(loaded, (element % GROUP,)))

    def beside(self, image: ImageParam, row: Var, x: int) -> Expr:
        """A pixel beside the block that may lie beyond the picture."""
        source, place = self.sources[image], self.x + x
        column = moved(image.border[0], place, source.width)
        at = self.once((source, "beside", x), (source.start, "_beside"), column - self.x)
        truths = [self.once((source, "in", x), (source.start, "_in"), within(place, source.width))
                  for axis in image.open_axes if axis == 0]
        return chosen(truths, formats.load(source.format, image.pixel.scalar, row, at), filled(image, 0))

    def on_ground(self, image: ImageParam, channel: int, place: Ground) -> Expr:
        source, n, (column, row) = self.sources[image], image.pixel.channels, place
        size, element = loaded_of(image, column.across), n * column.further + channel
        known = source, column.across, row.down, row.further
        start = self.once(known, (source.start, "_row"), At(source.row(self.base(True, row.down) + row.further),
                                                           n * self.base(False, column.across)), source.pointer)
        if size == 1:
            return formats.load(source.format, image.pixel.scalar, start, Number(element))
        group = element // size
        loaded = self.once((*known, group), (start, f"_m{-group}" if group < 0 else f"_{group}"),
                           Load(start + group * size, Number(0), size, True))
        return formats.decoded(source.format, image.pixel.scalar, formats.pick(loaded, (element % size,)))

    def there(self, column: int, row: int) -> AbstractContextManager[None]:
        return nullcontext()

    def taps(self, body: Body, key: Key) -> dict[Key, Piece]:
        """A kernel over up to four columns and all their rows: four columns of weights in each pass, those first that
        make whole groups of what is read from then on."""
        kernel, found, code = taps(key.node), self.places(body, key), self.code
        totals = {place: body.total() for place in found}
        code.add(Declare([(total, NOUGHT) for total in totals.values()]))
        if kernel.even:
            self._line(body, kernel, totals)
            return {place: Piece(total) for place, total in totals.items()}
        x = key.at[0]
        table, start = self.made.taps(kernel.weights), first_group(kernel, x)
        whole = (kernel.width - start) // GROUP * GROUP
        with code.inside(), code.inside(Section([])):
            self._columns(body, kernel, totals, self.x, x, start, table)
        if whole:
            with code.loop("i", 0, whole, GROUP) as i, code.inside(Section([])):
                self._columns(body, kernel, totals, self.x + i, x + start, GROUP, table + (i + start) * kernel.height)
        done = start + whole
        with code.inside(), code.inside(Section([])):
            self._columns(body, kernel, totals, self.x, x + done, kernel.width - done, table + done * kernel.height)
        return {place: Piece(total) for place, total in totals.items()}

    def _line(self, body: Body, kernel: Taps, totals: dict[Key, Var]) -> None:
        """Neighbours of one weight, across or down: what all places of the block in a line have in common is added up
        once, and then for each what comes before and after it."""
        down = kernel.width == 1
        length = kernel.height if down else kernel.width
        lines: dict[int, dict[int, Var]] = {}  # places by what they share, and where along the line they begin
        for place, total in totals.items():
            line, at = place.at if down else place.at[::-1]
            lines.setdefault(line, {})[at] = total
        first, last = min(map(min, lines.values())), max(map(max, lines.values()))
        code = self.code
        common, values = Var("common", "float32", 1, changes=True), {}
        with code.inside():
            inner = _Inside(self.made, self.plan, code, self.x, self.y)
            # Of each sum four parts, so that additions wait less for one another.
            parts = [[Var((common, f"{i}{part}"), "float32", 1, True, True) for part in "abcd"] for i in range(len(lines))]
            code.add(Declare([(var, NOUGHT) for vars in parts for var in vars]))
            for at in range(first, last + length):
                for i, line in enumerate(lines):
                    value = inner.load(body, kernel.image, kernel.channel, *((line, at) if down else (at, line)))
                    if last <= at < first + length:
                        code.add(Update(parts[i][at % 4], "+", value))
                    values[line, at] = value
            weight = Number(kernel.weights[0], "float32")
            for (a, b, c, d), (line, places) in zip(parts, lines.items()):
                for start, total in places.items():
                    around = [values[line, at] for at in range(start, start + length) if not last <= at < first + length]
                    shared = plus(plus(a, b), plus(c, d))
                    code.add(Assign([(total, times(added([(False, term) for term in (shared, *around)]), weight))]))

    def _columns(self, body: Body, kernel: Taps, totals: dict[Key, Var], at: Expr, x: int, count: int,
                 weights: Expr) -> None:
        """Some columns of weights, the first one over the pixel x beyond `at`."""
        if not count:
            return
        w = self.code.let("w", weights, True)
        xs, rows = {place.at[0] for place in totals}, {place.at[1] for place in totals}
        first, wide = min(xs), max(xs) - min(xs) + count
        inner = _Inside(self.made, self.plan, self.code, at, self.y)
        for y in range(min(rows), max(rows) + kernel.height):
            values = [inner.load(body, kernel.image, kernel.channel, x + c, y) for c in range(wide)]
            for place, total in totals.items():
                left, top = place.at
                if 0 <= y - top < kernel.height:
                    terms = [times(values[left - first + c], Load(w, Number(c * kernel.height + y - top)))
                             for c in range(count)]
                    self.code.add(Update(total, "+", added([(False, term) for term in terms])))

    def store(self, sink: Sink, scalar: Type, pixels: list[list[Expr]], row: int) -> None:
        if sink.held:
            self.hold(sink, pixels, row)
            return
        n = len(pixels[0])
        elements = [value for pixel in pixels for value in pixel]
        place = sink.row(self.y + row) + n * self.x
        for start in range(0, len(elements), GROUP):
            value = formats.encoded(sink.format, scalar, vector(elements[start:start + GROUP], WORDS[scalar], GROUP))
            self.code.add(Store(place + start, Number(0), value, GROUP, True))


class _Numbers(_Inside):
    """Of pixels as if none of them was NaN: `done` says whether that was so."""

    def __init__(self, made: Frame, plan: Plan, code: Code, x: Expr, y: Expr, alone: Alone, numbers: AbstractSet[Node],
                 done: Var):
        super().__init__(made, plan, code, x, y, alone)
        self.numbers, self.done = numbers, done
        self.seen: dict[tuple[object, ...], Expr] = {}  # pixels -> those that were not yet looked at

    def load(self, body: Body, image: ImageParam, channel: int, x: int, y: int, scale: float = 1.0,
             further: Expr | None = None) -> Expr:
        value = super().load(body, image, channel, x, y, scale, further)
        if self.sources[image].format.dtype == "float32":
            self.seen[image, channel, x, y] = value
        return value

    def begun(self, row: int) -> None:
        for value in self.seen.values():
            self.code.add(Update(self.done, "&", Operation(OPS["eq"], (value, value), "bool")))
        self.seen.clear()


class _Edge(_Pixels):
    """Pixels one by one."""

    def load(self, body: Body, image: ImageParam, channel: int, x: int, y: int, scale: float = 1.0,
             further: Expr | None = None) -> Expr:
        source = self.sources[image]
        if source.held:
            return source.held[x, y]
        if source.own:
            return Load(source.start, Number(y * source.own + x))
        if source.tile:
            return Load(self.row(source, y), Number(x) if further is None else further + x)
        return self.pixel(image, channel, self.position("x", x), self.position("y", y))

    def taps(self, body: Body, key: Key) -> dict[Key, Piece]:
        kernel, found, code = taps(key.node), self.places(body, key), self.code
        xs, ys = (range(min(at), max(at) + 1) for at in zip(*[place.at for place in found]))
        x, _ = key.at
        count = len(xs) * len(ys)
        totals = Var("total", Pointer("float32", "private", False))
        code.add(Array(totals, (count,)))
        at = {place: (place.at[0] - x) * len(ys) + place.at[1] - ys[0] for place in found}
        if kernel.even:
            self._line(kernel, totals, xs, ys)
            return {place: Piece(Load(totals, Number(number))) for place, number in at.items()}
        table = self.made.taps(kernel.weights)
        with code.loop("k", 0, count) as k:
            column, row = (Var(name, "int32", 1, True) for name in ("column", "row"))
            code.add(Declare([(column, self.x + x + k // len(ys)), (row, self.y + ys[0] + k % len(ys))], True))
            code.add(Store(totals, k, NOUGHT))
            self._columns(kernel, Load(totals, k), column, row, first_group(kernel, x), table)
        return {place: Piece(Load(totals, Number(number))) for place, number in at.items()}

    def _line(self, kernel: Taps, totals: Var, xs: range, ys: range) -> None:
        """Line after line of the block, each added up as inside: first what all its places have in common."""
        code, down = self.code, kernel.width == 1
        length, lines, places = (kernel.height, xs, ys) if down else (kernel.width, ys, xs)
        first, last = places[0], places[-1]
        parts = [Var(f"common_{part}", "float32", 1, changes=True) for part in "abcd"]
        with code.loop("k", 0, len(lines)) as k:
            code.add(Declare([(part, NOUGHT) for part in parts]))
            line = k + lines[0]

            def read(i: Expr) -> Expr:
                x, y = (self.x + line, self.y + i) if down else (self.x + i, self.y + line)
                return self._anywhere(kernel.image, kernel.channel, x, y)

            whole = max(0, first + length - last) // len(parts) * len(parts)
            with code.loop("i", last, last + whole, len(parts)) as i:
                for n in range(len(parts)):
                    code.add(Update(parts[(last + n) % len(parts)], "+", read(i + n)))
            for n in range(last + whole, first + length):
                code.add(Update(parts[n % len(parts)], "+", read(Number(n))))
            alone = [n for n in range(first, last + length) if not last <= n < first + length]
            values = {n: code.let("v", read(Number(n))) for n in alone}
            a, b, c, d = parts
            for number, start in enumerate(places):
                around = [values[n] for n in range(start, start + length) if n in values]
                value = times(added([(False, term) for term in (plus(plus(a, b), plus(c, d)), *around)]),
                              Number(kernel.weights[0], "float32"))
                place = k * len(places) + number if down else k + number * len(lines)
                code.add(Store(totals, place, value))

    def _columns(self, kernel: Taps, total: Load, column: Var, row: Var, start: int, table: Expr) -> None:
        """Added up in the order of the inside: group after group of columns, each from above."""
        code, whole = self.code, (kernel.width - start) // GROUP * GROUP

        def group(i: Expr | int, count: int) -> None:
            with code.loop("j", 0, kernel.height) as j:
                terms = [times(self._anywhere(kernel.image, kernel.channel, column + (expr(i) + c), row + j),
                               Load(table, (expr(i) + c) * kernel.height + j)) for c in range(count)]
                code.add(Update(total, "+", added([(False, term) for term in terms])))

        if start:
            group(0, start)
        if whole:
            with code.loop("i", start, start + whole, GROUP) as i:
                group(i, GROUP)
        if start + whole < kernel.width:
            group(start + whole, kernel.width - start - whole)

    def _anywhere(self, image: ImageParam, channel: int, x: Expr, y: Expr) -> Expr:
        source = self.sources[image]
        return Load(source.row(y), x) if source.tile else Checked(self.sources, self.code).pixel(image, channel, x, y)

    def there(self, column: int, row: int) -> AbstractContextManager[None]:
        """Where it is part of the picture."""
        return self.code.inside(If((self.x + column < self.made.width) & (self.y + row < self.made.height), []))

    def store(self, sink: Sink, scalar: Type, pixels: list[list[Expr]], row: int) -> None:
        y, code = self.y + row, self.code
        if sink.held:
            self.hold(sink, pixels, row)
            return
        if sink.own:
            for column, pixel in enumerate(pixels):
                formats.store(code, sink.format, scalar, pixel, sink.start, row * sink.own + column)
            return
        with code.inside(Block([]) if sink.tile else If(y < self.made.height, [])):
            line = code.let((sink.start, "_row"), sink.row(y))
            for column, pixel in enumerate(pixels):
                x = self.x + column
                with code.inside(If(x < self.made.width, []) if column and not sink.tile else Line([])):
                    formats.store(code, sink.format, scalar, pixel, line, x, sink.whole)


def first_group(kernel: Taps, x: int) -> int:
    """How many columns of a kernel that begins over the pixel x come before whole groups of what is read."""
    return min(-x % GROUP, kernel.width)


def plus(a: Expr, b: Expr) -> Expr:
    """The sum of two floats."""
    return Operation(OPS["add"], (a, b), "float32")
