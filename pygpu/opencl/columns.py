"""Blocks of a few columns and rows in registers: what runs fast on a GPU, where work-items are the lanes.

A work-item loads aligned groups of four elements, and takes from them what its block needs; each stage is computed once
for every pixel of the block that asks for it. At the edge, and where rows don't start at a multiple of four elements,
the same code reads its pixels one by one, each coordinate brought back into the image by the border's rule.
"""

from __future__ import annotations

from ..ir import FLOAT, ImageParam
from ..schedule.plans import Plan
from ..schedule.taps import Taps
from . import formats
from .block import Body, Key, Order, Piece, keys_of
from .borders import signed
from .checked import Checked
from .expressions import Text, float_literal, moved_by, plus
from .frame import Frame
from .writer import Writer

GROUP = 4  # elements in one load


def body(made: Frame, plan: Plan) -> Writer:
    writer = Writer(1)
    columns, rows = plan.block
    writer.line(f"const int x = get_global_id(0) * {columns};")
    writer.line(f"const int y = get_global_id(1) * {rows};")
    writer.line("if (x >= width || y >= height)")
    writer.line("    return;")
    block(made, plan, writer)
    return writer


def block(made: Frame, plan: Plan, writer: Writer) -> None:
    """Writes the block of pixels at x, y."""
    columns, rows = plan.block
    order = Order(plan.stages, columns, rows)
    constant = Body(made, order, writer, made.names, 1, _Constant(made, plan, writer))
    constant.write(order.constant)
    if columns == 1:
        _write(made, plan, order, writer, constant, _Edge(made, plan, writer))
        return
    inside = _inside(made, plan, order)
    if not inside:
        _write(made, plan, order, writer, constant, _Inside(made, plan, writer))
        return
    with writer.block(f"if ({inside})"):
        _write(made, plan, order, writer, constant, _Inside(made, plan, writer))
        writer.otherwise()
        _write(made, plan, order, writer, constant, _Edge(made, plan, writer))


def _write(made: Frame, plan: Plan, order: Order, writer: Writer, constant: Body, access) -> None:
    text = Body(made, order, writer, access.names, 1, access, constant.pieces)
    for row, keys in enumerate(order.rows):
        text.write(keys)
        for uses, output, target in zip(plan.stages.outputs, made.graph.outputs, made.targets):
            pixels = [[text.pieces[keys_of(use, column, row)].text for use in uses] for column in range(plan.block[0])]
            access.store(target, output.values[0].type, pixels, row)


def _inside(made: Frame, plan: Plan, order: Order) -> str:
    """The test that a block, and all groups of elements that it reads, lie inside and are aligned; nothing where that
    is always so."""
    columns, rows = plan.block
    tests = []
    if not all(target.tile for target in made.targets):
        tests = [f"x + {columns} <= width", f"y + {rows} <= height"]
        tests += [f"({t.stride} & {GROUP - 1}) == 0" for t in made.targets]
    for image, (left, top, right, bottom) in _extents(order).items():
        source, n = made.sources[image], image.pixel.channels
        if source.tile:
            continue
        before, after = -(n * left // GROUP * GROUP), (n * (right + 1) + GROUP - 1) // GROUP * GROUP
        at = f"{n} * x" if n > 1 else "x"
        tests += [f"{at} >= {before}"] if before > 0 else []
        tests += [f"y >= {-top}"] if top < 0 else []
        tests.append(f"{plus(at, after)} <= {f'{n} * ' if n > 1 else ''}{source.width}")
        tests.append(f"{plus('y', bottom)} < {source.height}")
        tests.append(f"({source.stride} & {GROUP - 1}) == 0")
    return " && ".join(dict.fromkeys(tests))


def _extents(order: Order) -> dict[ImageParam, tuple[int, int, int, int]]:
    """The first and last column and row that a block reads of each image."""
    found: dict[ImageParam, tuple] = {}
    for image, _, left, top, right, bottom in order.reads():
        a, b, c, d = found.get(image, (left, top, right, bottom))
        found[image] = (min(a, left), min(b, top), max(c, right), max(d, bottom))
    return found


class _Pixels(Checked):
    """What does not differ between inside and edge."""

    def __init__(self, made: Frame, plan: Plan, writer: Writer):
        super().__init__(made.sources, writer, made.names.copy())
        self.made, self.plan, self.columns = made, plan, plan.block[0]

    def position(self, axis: str, offset: int) -> Text:
        return Text(plus(axis, offset), 12 if offset else 20)

    def gather(self, body: Body, image: ImageParam, channel: int, x: Piece, y: Piece) -> Text:
        return self.pixel(image, channel, x.text, y.text)

    def places(self, body: Body, key: Key) -> list[Key]:
        """The columns and rows of the block, beginning with this, in which a kernel is needed."""
        xs = sorted({k.x for row in body.order.rows for k in row if k.node is key.node and 0 <= k.x - key.x < GROUP})
        return [Key(key.node, x, y) for x in xs for y in body.order.heights(key.node, x)]


class _Constant(_Pixels):
    """Reads at a place that is the same for all pixels."""


class _Inside(_Pixels):
    """Groups of elements straight from and to memory; all of it at `x`."""

    def __init__(self, made: Frame, plan: Plan, writer: Writer, x: str = "x"):
        super().__init__(made, plan, writer)
        self.x = x

    def load(self, body: Body, image: ImageParam, channel: int, x: int, y: int, scale: float = 1.0) -> Text:
        source, n = self.sources[image], image.pixel.channels
        element = n * x + channel
        group = element // GROUP
        at = f"{n} * {self.x}" if n > 1 else self.x
        row = self.line((source.name, y), f"{source.name}{signed(y) or '_p0'}", source.pointer,
                        f"{source.row(moved_by('y', y))} + {at}")
        storage = formats.STORAGE[source.format.dtype]
        if source.format.dtype == "float16":
            loaded, word = f"vloada_half{GROUP}(0, {plus(row, group * GROUP)})", f"float{GROUP}"
        else:
            wide = source.pointer.replace(storage, f"{storage}{GROUP}")
            loaded, word = f"*({wide})({plus(row, group * GROUP)})", f"{storage}{GROUP}"
        name = self.line((source.name, y, group), f"{row}_{f'm{-group}' if group < 0 else group}",
                         f"const {word}", loaded)
        return formats.element_value(source.format, image.pixel.scalar, f"{name}.{'xyzw'[element % GROUP]}")

    def taps(self, body: Body, key: Key) -> dict[Key, Piece]:
        """A kernel over up to four columns and all their rows: four columns of weights in each pass, those first that
        make whole groups of what is read from then on."""
        taps, found = key.node.attributes, self.places(body, key)
        totals = {place: self.names.new("total") for place in found}
        self.writer.line(f"float {', '.join(f'{name} = 0.0f' for name in totals.values())};")
        if taps.even:
            self._line(taps, totals)
            return {place: Piece(Text(name), 1) for place, name in totals.items()}
        table, start = self.made.taps(taps.columns), min(-key.x % GROUP, taps.width)
        whole = (taps.width - start) // GROUP * GROUP
        with self.writer.block(""):
            self._columns(taps, totals, "x", key.x, start, table)
        if whole:
            with self.writer.block(f"for (int i = 0; i < {whole}; i += {GROUP})"):
                self._columns(taps, totals, "(x + i)", key.x + start, GROUP, f"{table} + (i + {start}) * {taps.height}")
        done = start + whole
        with self.writer.block(""):
            self._columns(taps, totals, "x", key.x + done, taps.width - done, f"{table} + {done * taps.height}")
        return {place: Piece(Text(name), 1) for place, name in totals.items()}

    def _line(self, taps: Taps, totals: dict[Key, str]) -> None:
        """Neighbours of one weight, across or down: what all places of the block in a line have in common is added up
        once, and then for each what comes before and after it."""
        down = taps.width == 1
        length = taps.height if down else taps.width
        lines: dict[int, dict[int, str]] = {}  # places by what they share, and where along the line they begin
        for place, total in totals.items():
            line, at = (place.x, place.y) if down else (place.y, place.x)
            lines.setdefault(line, {})[at] = total
        first, last = min(map(min, lines.values())), max(map(max, lines.values()))
        common, values = self.names.new("common"), {}
        with self.writer.block(""):
            inner = _Inside(self.made, self.plan, self.writer, self.x)
            # Of each sum four parts, so that additions wait less for one another.
            parts = [[f"{common}{i}{part}" for part in "abcd"] for i in range(len(lines))]
            self.writer.line(f"float {', '.join(f'{name} = 0.0f' for names in parts for name in names)};")
            for at in range(first, last + length):
                for i, line in enumerate(lines):
                    value = inner.load(None, taps.image, taps.channel, *((line, at) if down else (at, line))).within(12)
                    if last <= at < first + length:
                        self.writer.line(f"{parts[i][at % 4]} += {value};")
                    values[line, at] = value
            weight = float_literal(taps.columns[0][0])
            for (a, b, c, d), (line, places) in zip(parts, lines.items()):
                for start, total in places.items():
                    around = [at for at in range(start, start + length) if not last <= at < first + length]
                    terms = [f"(({a} + {b}) + ({c} + {d}))", *(values[line, at] for at in around)]
                    self.writer.line(f"{total} = ({' + '.join(terms)}) * {weight};")

    def _columns(self, taps: Taps, totals: dict[Key, str], at: str, x: int, count: int, weights: str) -> None:
        """Some columns of weights, the first one over the pixel x beyond `at`."""
        if not count:
            return
        self.writer.line(f"__constant const float *w = {weights};")
        first, rows = min(place.x for place in totals), {place.y for place in totals}
        wide = max(place.x for place in totals) - first + count
        inner = _Inside(self.made, self.plan, self.writer, at)
        for y in range(min(rows), max(rows) + taps.height):
            values = [inner.load(None, taps.image, taps.channel, x + c, y).within(13) for c in range(wide)]
            for place, total in totals.items():
                if 0 <= y - place.y < taps.height:
                    terms = [f"{values[place.x - first + c]} * w[{c * taps.height + y - place.y}]" for c in range(count)]
                    self.writer.line(f"{total} += {' + '.join(terms)};")

    def store(self, target, scalar, pixels: list[list[Text]], row: int) -> None:
        n = len(pixels[0])
        elements = [text for pixel in pixels for text in pixel]
        storage, word = formats.STORAGE[target.format.dtype], "float" if scalar is FLOAT else "int"
        place = f"{target.row(moved_by('y', row))} + {f'{n} * x' if n > 1 else 'x'}"
        for start in range(0, len(elements), GROUP):
            texts = ", ".join(f"-({t})" if scalar.value == "Bool" else str(t) for t in elements[start:start + GROUP])
            value = formats.converted(target.format, scalar, Text(f"({word}{GROUP})({texts})"), GROUP)
            at = plus(place, start)
            if target.format.dtype == "float16":
                self.writer.line(f"vstorea_half{GROUP}_rte({value}, 0, {at});")
            else:
                self.writer.line(f"*({target.pointer.replace(storage, f'{storage}{GROUP}')})({at}) = {value};")


class _Edge(_Pixels):
    """Pixels one by one."""

    def load(self, body: Body, image: ImageParam, channel: int, x: int, y: int, scale: float = 1.0,
             further: str = "") -> Text:
        source = self.sources[image]
        if source.tile:
            row = self.line((source.name, y), f"{source.name}{signed(y) or '_p0'}", source.pointer,
                            f"{source.row(moved_by('y', y))} + x")
            return Text(f"{row}[{plus(further, x) if further else x}]")
        return self.pixel(image, channel, self.position("x", x), self.position("y", y))

    def taps(self, body: Body, key: Key) -> dict[Key, Piece]:
        taps, found = key.node.attributes, self.places(body, key)
        xs, ys = (range(min(at), max(at) + 1) for at in ([k.x for k in found], [k.y for k in found]))
        name, writer = self.names.new("total"), self.writer
        writer.line(f"float {name}[{len(xs) * len(ys)}];")
        with writer.block(f"for (int k = 0; k < {len(xs) * len(ys)}; k++)"):
            writer.line(f"const int column = {plus('x', key.x)} + k / {len(ys)}, row = {plus('y', ys[0])} + k % {len(ys)};")
            writer.line(f"{name}[k] = 0.0f;")
            with writer.block(f"for (int i = 0; i < {taps.width}; i++)"):
                with writer.block(f"for (int j = 0; j < {taps.height}; j++)"):
                    value = self._anywhere(taps.image, taps.channel)
                    writer.line(f"{name}[k] += {value.within(13)} * {self.made.taps(taps.columns)}[i * {taps.height} + j];")
        return {place: Piece(Text(f"{name}[{(place.x - key.x) * len(ys) + place.y - ys[0]}]"), 1) for place in found}

    def _anywhere(self, image: ImageParam, channel: int) -> Text:
        """The pixel at column + i, row + j."""
        source = self.sources[image]
        if source.tile:
            return Text(f"({source.row('(row + j)')})[column + i]")
        return Checked(self.sources, self.writer, self.made.names.copy()).pixel(
            image, channel, Text("column + i", 12), Text("row + j", 12))

    def store(self, target, scalar, pixels: list[list[Text]], row: int) -> None:
        with self.writer.block("" if target.tile else f"if ({plus('y', row)} < height)"):
            line = self.names.new(f"{target.name}_row")
            self.writer.line(f"{target.pointer}{line} = {target.row(moved_by('y', row))};")
            for column, pixel in enumerate(pixels):
                guarded = column and not target.tile
                if guarded:
                    self.writer.line(f"if ({plus('x', column)} < width)")
                self.writer.line(("    " if guarded else "")
                                 + formats.store(target.format, scalar, pixel, line, plus("x", column), target.whole))
