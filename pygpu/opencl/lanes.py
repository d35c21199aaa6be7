"""Vectors of neighbouring pixels: what runs fast on a CPU.

A work-item sweeps a strip a few rows high from left to right, sixteen pixels at a time. Each vector that is loaded
serves all rows that need it. Rows beyond the image cost nothing: their pointers lead back into it by the border's rule.
Only where a vector would reach over the left or right end are its pixels gathered one by one into a small tile first,
from which the same code then reads.
"""

from __future__ import annotations

from ..ir import BOOL, INT, ImageParam
from ..schedule.plans import Plan
from . import formats
from .block import Body, Key, Order, Piece, keys_of
from .borders import Source, filled, moved, signed
from .checked import Checked
from .expressions import TERNARY, Text, c_type, moved_by, plus, widened
from .frame import Frame
from .writer import Writer

CACHED = 4 << 20  # bytes: a larger result is written past the caches


def body(made: Frame, plan: Plan) -> Writer:
    writer = Writer(1)
    writer.line(f"const int y = get_global_id(1) * {plan.rows};")
    writer.line(f"const int first = get_global_id(0) * {plan.block[0]}, end = min(first + {plan.block[0]}, width);")
    streamed(made, writer)
    sweep(made, plan, writer)
    return writer


def streamed(made: Frame, writer: Writer) -> None:
    size = sum(formats.SIZES[t.format.dtype] * t.format.channels for t in made.targets)
    writer.line(f"const bool stream = (long)width * height > {CACHED // size};")


def sweep(made: Frame, plan: Plan, writer: Writer, shifted: bool = False) -> None:
    """Writes the rows from y on, from column `first` to `end`. `shifted`: the first column may lie left of the picture."""
    lanes, rows = plan.lanes, plan.rows
    order = Order(plan.stages, 1, rows)
    constant = Body(made, order, writer, made.names, lanes, _Anywhere(made, lanes, writer, made.names))
    constant.write(order.constant)
    sweep = _Sweep(made, plan, order, shifted)
    pointers = sweep.pointers(writer)
    inside = sweep.inside()
    with writer.block(f"for (int x = first; x < end; x += {lanes})"):
        if not inside or sweep.from_tiles:
            sweep.write(writer, constant, order, _Inside(made, lanes, writer, made.names.copy(), pointers, bool(inside)))
            return
        with writer.block(f"if ({inside})"):
            sweep.write(writer, constant, order, _Inside(made, lanes, writer, made.names.copy(), pointers))
            writer.otherwise()
            edge = _Edge(made, lanes, writer, made.names, sweep)
            edge.gather_tiles(writer)
            with writer.block(f"for (int row = 0; row < {sweep.last_rows()}; row++)"):
                sweep.write(writer, constant, Order(plan.stages, 1, 1), edge)


class _Sweep:
    """What the two bodies of a strip share: how far they reach, and the rows they read."""

    def __init__(self, made: Frame, plan: Plan, order: Order, shifted: bool = False):
        self.made, self.plan, self.order, self.shifted = made, plan, order, shifted
        self.extents: dict[ImageParam, tuple[int, int, int, int]] = {}   # first and last column and row needed
        self.channels: dict[ImageParam, set[int]] = {}
        self.rows: set[tuple[ImageParam, int]] = set()
        for image, channel, left, top, right, bottom in order.reads():
            a, b, c, d = self.extents.get(image, (left, top, right, bottom))
            self.extents[image] = (min(a, left), min(b, top), max(c, right), max(d, bottom))
            self.channels.setdefault(image, set()).add(channel)
            self.rows.update((image, row) for row in range(top, bottom + 1))

    def pointers(self, writer: Writer) -> dict[tuple, str]:
        """Each row that is read, by image and offset from the strip's first."""
        found = {}
        for image, row in sorted(self.rows, key=lambda k: (self.made.graph.images.index(k[0]), k[1])):
            source = self.made.sources[image]
            name = found[image, row] = self.made.names.new(f"{source.name}{signed(row) or '_p0'}")
            at = moved_by("y", row) if source.tile else moved(image.border[1], plus("y", row), source.height)
            writer.line(f"{source.pointer}{name} = {source.row(at)};")
        return found

    @property
    def in_tile(self) -> bool:
        """Whether what is written has room for whole vectors and all rows."""
        return all(target.tile for target in self.made.targets)

    @property
    def from_tiles(self) -> bool:
        """Whether all that is read lies in tiles, which have it for whole vectors and all rows."""
        return all(self.made.sources[image].tile for image in self.extents)

    def last_rows(self) -> str:
        return f"{self.plan.rows}" if self.in_tile else f"min({self.plan.rows}, height - y)"

    def inside(self) -> str:
        """The test that a vector and all it reads lie inside; nothing where that is always so."""
        lanes = self.plan.lanes
        tests = [] if self.in_tile else [f"x + {lanes} <= width"]
        for image, (left, top, right, bottom) in self.extents.items():
            source = self.made.sources[image]
            if source.tile:
                continue
            if left < 0 or self.shifted:
                tests.append(f"x >= {-left}")
            tests.append(f"{plus('x', lanes + right)} <= {source.width}")
            if image.border[1] == "constant":
                tests += [f"y >= {-top}"] if top < 0 else []
                tests.append(f"{plus('y', bottom)} < {source.height}")
        return " && ".join(dict.fromkeys(tests))

    def write(self, writer: Writer, constant: Body, order: Order, access) -> None:
        """All rows of one vector of columns."""
        made, lanes = self.made, self.plan.lanes
        body = Body(made, order, writer, access.names, lanes, access, constant.pieces)
        if any(k.node.kind == "x" for row in order.rows for k in row):
            numbers = ", ".join(str(i) for i in range(lanes))
            writer.line(f"const int{lanes} columns = x + (int{lanes})({numbers});")
        for row, keys in enumerate(order.rows):
            body.write(keys)
            for uses, output, target in zip(self.plan.stages.outputs, made.graph.outputs, made.targets):
                pieces = [body.pieces[keys_of(use, 0, row)] for use in uses]
                texts = [p.text if p.lanes > 1 else widened(p.text, u.node.type, lanes) for p, u in zip(pieces, uses)]
                access.store(writer, target, output.values[0].type, texts, row)


class _Anywhere(Checked):
    """Reads whose place depends on data."""

    def __init__(self, made: Frame, lanes: int, writer: Writer, names):
        super().__init__(made.sources, writer, names)
        self.made, self.lanes = made, lanes

    def gather(self, body: Body, image: ImageParam, channel: int, x: Piece, y: Piece) -> Text:
        if x.lanes == y.lanes == 1:
            return self.pixel(image, channel, x.text, y.text)
        x, y = (p.text if p.lanes > 1 else widened(p.text, INT, self.lanes) for p in (x, y))
        return self.pixels(image, channel, x, y, self.lanes)

    def parts(self, writer: Writer, target, values: list[Text], y: str) -> None:
        """Results one by one, as far as the picture goes."""
        format, n = target.format, len(values)
        part, line = self.names.new(f"{target.name}_part"), self.names.new(f"{target.name}_row")
        writer.line(f"{_word(format)} {part}[{n}][{self.lanes}];")
        for i, value in enumerate(values):
            writer.line(f"vstore{self.lanes}({value}, 0, {part}[{i}]);")
        writer.line(f"{target.pointer}{line} = {target.row(y)} + {f'{n} * x' if n > 1 else 'x'};")
        with writer.block(f"for (int i = 0; i < min({self.lanes}, width - x); i++)"):
            for i in range(n):
                at = f"{n} * i + {i}" if n > 1 else "i"
                writer.line(f"vstore_half_rte({part}[{i}][i], {at}, {line});" if format.dtype == "float16"
                            else f"{line}[{at}] = {part}[{i}][i];")


class _Inside(_Anywhere):
    """Vectors straight from and to memory."""

    def __init__(self, made: Frame, lanes: int, writer: Writer, names, pointers: dict[tuple, str], partly=False):
        super().__init__(made, lanes, writer, names)
        self.pointers, self.partly = pointers, partly  # whether the last vector of a row may be cut off
        self._raw: dict[tuple, list[str]] = {}

    def position(self, axis: str, offset: int) -> Text:
        return Text(plus("columns" if axis == "x" else "y", offset), 12 if offset else 20)

    def scale(self, image: ImageParam) -> float:
        return formats.scale(self.made.sources[image].format, image.pixel.scalar)

    def load(self, body: Body, image: ImageParam, channel: int, x: int, y: int, scale: float = 1.0,
             further: str = "") -> Text:
        at = plus("x", x) + (f" + {further}" if further else "")
        return self._loaded(body, image, channel, at, y, self._raw, scale)

    def _loaded(self, body: Body, image: ImageParam, channel: int, x: str, y: int, known: dict, scale: float = 1.0) -> Text:
        source, lanes = self.made.sources[image], self.lanes
        channels, row = source.format.channels, self.pointers[image, y]
        if channels == 1:
            raw = formats.vector(source.format, f"0, {row} + {x}", lanes)
        else:
            raw = formats.picked(source.format, self._vectors(body, source, row, x, y, known), channel, lanes)
        return formats.vector_value(source.format, image.pixel.scalar, raw, lanes, scale != 1.0)

    def taps(self, body: Body, key: Key) -> dict[Key, Piece]:
        """A kernel over all rows that need it: one column of weights in each pass."""
        taps, writer, lanes = key.node.attributes, self.writer, self.lanes
        rows = body.order.heights(key.node, key.x)
        totals = [self.names.new("total") for _ in rows]
        table = self.made.taps(taps.columns)
        writer.line(f"float{lanes} {', '.join(f'{name} = 0.0f' for name in totals)};")
        with writer.block(f"for (int i = 0; i < {taps.width}; i++)"):
            known: dict = {}
            writer.line(f"__constant const float *w = {table} + i * {taps.height};")
            for y in range(rows[0], rows[-1] + taps.height):
                value = self._loaded(body, taps.image, taps.channel, f"{plus('x', key.x)} + i", y, known)
                name = self.names.new("v")
                writer.line(f"const float{lanes} {name} = {value};")
                writer.line(" ".join(f"{total} += {name} * w[{y - row}];" for row, total in zip(rows, totals)
                                     if 0 <= y - row < taps.height))
        return {Key(key.node, key.x, y): Piece(Text(total), lanes) for y, total in zip(rows, totals)}

    def _vectors(self, body: Body, source: Source, row: str, x: str, y: int, known: dict) -> list[str]:
        """The interleaved pixels at a place, in as many vectors as they have channels, or in one of words."""
        key = (source.name, x, y)
        if key not in known:
            format, n, lanes = source.format, source.format.channels, self.lanes
            start = f"{row} + {n} * {x if x.isidentifier() else f'({x})'}"
            places = [f"{i}, {start}" for i in range(n)]
            if formats.in_words(format, lanes):
                places = [f"0, {plus(start, at)}" for at in formats.word_places(format)]
            names = known[key] = [body.names.new(f"{source.name}_raw") for _ in places]
            for name, place in zip(names, places):
                body.writer.line(f"const {_word(format)}{lanes} {name} = {formats.vector(format, place, lanes)};")
            if formats.in_words(format, lanes):
                known[key] = [body.names.new(f"{source.name}_words")]
                body.writer.line(f"const uint{lanes} {known[key][0]} = {formats.words(format, names)};")
        return known[key]

    def store(self, writer: Writer, target, scalar, texts: list[Text], row: int) -> None:
        format, n, lanes = target.format, len(texts), self.lanes
        place = f"{target.row(moved_by('y', row))} + {f'{n} * x' if n > 1 else 'x'}"
        values = [formats.converted(format, scalar, text, lanes) for text in texts]
        if target.tile:
            writer.line(f"vstore{lanes}({values[0]}, 0, {place});")
            return
        guard = f"if ({plus('y', row)} < height)" if row else ""
        if n == 1 and not self.partly:
            if guard:
                writer.line(guard)
            writer.line(("    " if guard else "") + self._put(format, values[0].text, place))
            return
        with writer.block(guard):
            if not self.partly:
                self._whole(writer, format, values, place)
                return
            with writer.block(f"if (x + {lanes} <= width)"):
                self._whole(writer, format, values, place)
                writer.otherwise()
                self.parts(writer, target, values, moved_by("y", row))

    def _whole(self, writer: Writer, format, values: list[Text], place: str) -> None:
        """Vectors of the channels, interleaved."""
        if len(values) == 1:
            writer.line(self._put(format, values[0].text, place))
            return
        if formats.in_words(format, self.lanes):
            writer.line(f"const uint16 words = {formats.into_words(values)};")
            vectors = formats.out_of_words("words", len(values))
        else:
            word = f"{_word(format)}{self.lanes}"
            writer.line(f"const {word} " + ", ".join(f"c{i} = {v}" for i, v in enumerate(values)) + ";")
            vectors = formats.interleaved([f"c{i}" for i in range(len(values))], word, self.lanes)
        for i, mixed in enumerate(vectors):
            writer.line(self._put(format, mixed, f"{place} + {i * self.lanes}"))

    def _put(self, format, value: str, place: str) -> str:
        if format.dtype == "float16":
            return f"vstore_half{self.lanes}_rte({value}, 0, {place});"
        return f"pg_stream({formats.STORAGE[format.dtype]}{self.lanes}, {value}, {place});"


class _Edge(_Anywhere):
    """Vectors from a tile that was gathered pixel by pixel, one row of the strip after another; results written one
    by one."""

    def __init__(self, made: Frame, lanes: int, writer: Writer, names, sweep: _Sweep):
        super().__init__(made, lanes, writer, names)
        self.sweep = sweep
        self.tiles: dict[ImageParam, tuple[str, list[int]]] = {}

    def position(self, axis: str, offset: int) -> Text:
        return Text(plus("columns" if axis == "x" else "y + row", offset), 12 if offset or axis == "y" else 20)

    def gather_tiles(self, writer: Writer) -> None:
        for image, (left, top, right, bottom) in self.sweep.extents.items():
            source, channels = self.made.sources[image], sorted(self.sweep.channels[image])
            if source.tile:
                continue
            name = self.made.names.new(f"{source.name}_tile")
            self.tiles[image] = (name, channels)
            columns, rows = self.lanes + right - left, bottom - top + 1
            scalar = image.pixel.scalar
            writer.line(f"{c_type(scalar, 1) if scalar is not BOOL else 'int'} {name}[{len(channels)}][{rows}][{columns}];")
            with writer.block(f"for (int j = 0; j < {rows}; j++)"):
                at = moved(image.border[1], f"{plus('y', top)} + j", source.height)
                writer.line(f"{source.pointer}line = {source.row(at)};")
                with writer.block(f"for (int i = 0; i < {columns}; i++)"):
                    at = moved(image.border[0], f"{plus('x', left)} + i", source.width)
                    n = source.format.channels
                    writer.line(f"const int at = {f'{n} * ' if n > 1 else ''}{at};")
                    tests = [f"{plus(b, o)} + {i} >= 0 && {plus(b, o)} + {i} < {size}"
                             for b, o, i, size, border in (("x", left, "i", source.width, image.border[0]),
                                                           ("y", top, "j", source.height, image.border[1]))
                             if border == "constant"]
                    for k, channel in enumerate(channels):
                        place = f"at + {channel}" if channel else "at"
                        value = formats.load(source.format, scalar, "line", place)
                        if tests:
                            fill = filled(image, channel)
                            value = Text(f"{' && '.join(tests)} ? {value.within(TERNARY + 1)} : {fill}", TERNARY)
                        text = f"-({value})" if scalar is BOOL else value.text
                        writer.line(f"{name}[{k}][j][i] = {text};")

    def load(self, body: Body, image: ImageParam, channel: int, x: int, y: int, scale: float = 1.0,
             further: str = "") -> Text:
        return self._loaded(image, channel, x, y, f" + {further}" if further else "")

    def _loaded(self, image: ImageParam, channel: int, x: int, y: int, i: str = "", j: str = "") -> Text:
        """The vector at an offset, and as much further on as the variables i and j say."""
        source = self.made.sources[image]
        if source.tile:
            row = source.row(f"({plus('y + row', y)}{j})")
            return Text(f"vload{self.lanes}(0, {row} + {plus('x', x)}{i})")
        name, channels = self.tiles[image]
        left, top, _, _ = self.sweep.extents[image]
        row = f"{name}[{channels.index(channel)}][{plus('row', y - top)}{j}]"
        return Text(f"vload{self.lanes}(0, {plus(row, x - left)}{i})")

    def taps(self, body: Body, key: Key) -> dict[Key, Piece]:
        taps, total = key.node.attributes, self.names.new("total")
        table = self.made.taps(taps.columns)
        self.writer.line(f"float{self.lanes} {total} = 0.0f;")
        with self.writer.block(f"for (int i = 0; i < {taps.width}; i++)"):
            with self.writer.block(f"for (int j = 0; j < {taps.height}; j++)"):
                value = self._loaded(taps.image, taps.channel, key.x, key.y, " + i", " + j")
                self.writer.line(f"{total} += {value} * {table}[i * {taps.height} + j];")
        return {key: Piece(Text(total), self.lanes)}

    def store(self, writer: Writer, target, scalar, texts: list[Text], row: int) -> None:
        format, lanes = target.format, self.lanes
        if target.tile:
            value = formats.converted(format, scalar, texts[0], lanes)
            writer.line(f"vstore{lanes}({value}, 0, {target.row('(y + row)')} + x);")
            return
        self.parts(writer, target, [formats.converted(format, scalar, text, lanes) for text in texts], "(y + row)")


def _word(format) -> str:
    """What one channel is loaded and stored as."""
    return "float" if format.dtype == "float16" else formats.STORAGE[format.dtype]
