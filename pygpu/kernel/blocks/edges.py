"""Where vectors of pixels reach over an end of the picture: they are gathered in a tile first (lanes.py)."""

from __future__ import annotations

from typing import Protocol

from ...ir import BOOL, ImageParam, Type
from ...schedule.plans import Plan
from ...schedule.stages.kinds import of_fractions, taps
from .. import formats
from ..frame import Frame, Sink
from ..reads.borders import filled, moved, within
from ..reads.reads import Reads
from ..statements import Array, Assign, Code, Declare, If, Seldom, Store, Update
from ..values import (
    WORDS,
    Expr,
    Load,
    Number,
    Part,
    Pointer,
    Var,
    beyond,
    choose,
    every,
    greatest,
    least,
    numbers,
    times,
)
from .block import NOUGHT, Access, Body, Key, Piece


class Sweep(Protocol):
    """What is asked of a sweep (lanes.py)."""

    made: Frame
    plan: Plan
    code: Code
    x: Var
    y: Var
    shifted: bool
    reads: Reads


class Anywhere(Access):
    """Reads whose place depends on data."""

    columns: Expr  # of the vector's pixels, where something asks for them

    def __init__(self, sweep: Sweep):
        super().__init__(sweep.made.sources, sweep.code)
        self.sweep, self.made, self.lanes, self.x, self.y = sweep, sweep.made, sweep.plan.lanes, sweep.x, sweep.y

    def scale(self, image: ImageParam) -> float:
        scattered = image in self.sweep.reads.scattered
        return super().scale(image) if scattered else formats.scale(self.made.sources[image].format, image.pixel.scalar)

    def gather(self, body: Body, key: Key, x: Expr, y: Expr) -> Expr:
        image, channel = key.node.attributes
        if x.lanes == y.lanes == 1:
            return self.pixel(image, channel, x, y)
        return self.pixels(image, channel, x, y, self.lanes, not of_fractions(key.node.uses[0].node))

    def alone(self, image: ImageParam, x: Expr, y: Expr, row: Expr) -> Expr:
        """The vector at a place, if it lies inside; otherwise its pixels, each where its border says."""
        source, lanes, code = self.made.sources[image], self.lanes, self.code
        value = Var((source.start, "_found"), WORDS[image.pixel.scalar], lanes, changes=True)
        code.add(Declare([(value, None)]))
        here = (x >= 0) & (x + lanes <= source.width)
        split = If(here & within(y, source.height) if 1 in image.open_axes else here, [])
        with code.inside(split), self.scope():
            code.add(Assign([(value, formats.decoded(source.format, image.pixel.scalar, Load(row + x, Number(0), lanes)))]))
        with code.otherwise(split), code.inside(Seldom([])), self.scope():
            code.add(Assign([(value, self.pixels(image, 0, x + numbers(lanes), y, lanes))]))
        return value

    def parts(self, sink: Sink, values: list[Expr], y: Expr) -> None:
        """Results one by one, as far as the picture goes."""
        code, n, lanes, x = self.code, len(values), self.lanes, self.x
        part = Var((sink.start, "_part"), Pointer(values[0].word, "private", False))
        code.add(Array(part, (n, lanes)))
        for number, value in enumerate(values):
            code.add(Store(Part(part, number), Number(0), value, lanes))
        line = code.let((sink.start, "_row"), sink.row(y) + n * x)
        with code.loop("i", greatest(0, 0 - x) if self.sweep.shifted else 0, least(lanes, self.made.width - x)) as i:
            for channel in range(n):
                code.add(Store(line, n * i + channel, Load(Part(part, channel), i)))


class Edge(Anywhere):
    """Vectors from a tile that was gathered pixel by pixel, one row of the strip after another; results written one
    by one."""

    row: Expr  # of the strip

    def __init__(self, sweep: Sweep):
        super().__init__(sweep)
        self.tiles: dict[ImageParam, tuple[Var, list[int]]] = {}

    def position(self, axis: str, offset: int) -> Expr:
        return (self.columns if axis == "x" else self.y + self.row) + offset

    def gather_tiles(self) -> None:
        code = self.code
        for image, (left, top, right, bottom) in self.sweep.reads.extents.items():
            source, channels = self.made.sources[image], sorted(self.sweep.reads.channels[image])
            if source.tile or image in self.sweep.reads.alone:
                continue
            columns, rows = self.lanes + right - left, bottom - top + 1
            scalar = image.pixel.scalar
            element = "mask" if scalar is BOOL else WORDS[scalar]
            tile = Var((source.start, "_tile"), Pointer(element, "private", False))
            self.tiles[image] = tile, channels
            code.add(Array(tile, (len(channels), rows, columns)))
            near = min(max(left, 0), right)  # where most of what is read is a vector inside
            with code.loop("j", 0, rows) as j:
                y = self.y + top + j
                line = code.let("line", source.row(moved(image.border[1], y, source.height)), True)
                if source.format.channels > 1 or scalar is BOOL or image.open_axes:
                    self.gather_row(image, line, y, j, 0, columns)
                    continue
                x = self.x + near
                split = If((x >= 0) & (x + self.lanes <= source.width), [])
                with code.inside(split):
                    value = self.stored(image, 0, Load(line + x, Number(0), self.lanes))
                    code.add(Store(Part(tile, 0, j) + (near - left), Number(0), value, self.lanes))
                    self.gather_row(image, line, y, j, 0, near - left)
                    self.gather_row(image, line, y, j, near - left + self.lanes, columns)
                with code.otherwise(split):
                    self.gather_row(image, line, y, j, 0, columns)

    def gather_row(self, image: ImageParam, line: Var, y: Expr, j: Var, first: int, end: int) -> None:
        """Some columns of a row of a tile, pixel by pixel."""
        code, source, (tile, channels) = self.code, self.made.sources[image], self.tiles[image]
        if first == end:
            return
        with code.loop("i", first, end) as i:
            x = self.x + self.sweep.reads.extents[image][0] + i
            at = code.let("at", source.format.channels * moved(image.border[0], x, source.width), True)
            tests = every(within((x, y)[axis], (source.width, source.height)[axis]) for axis in image.open_axes)
            for k, channel in enumerate(channels):
                value = self.stored(image, channel, Load(line, at + channel))
                value = value if tests is None else choose(tests, value, filled(image, channel, self.scaled(image, channel)))
                code.add(Store(Part(tile, k, j), i, value))

    def scaled(self, image: ImageParam, channel: int) -> float:
        return self.scale(image) if (image, channel) in self.sweep.reads.as_stored else 1.0

    def stored(self, image: ImageParam, channel: int, value: Expr) -> Expr:
        """What is read, as it is in a tile."""
        format = self.made.sources[image].format
        return formats.decoded(format, image.pixel.scalar, value, self.scaled(image, channel) != 1.0)

    def load(self, body: Body, image: ImageParam, channel: int, x: int, y: int, scale: float = 1.0,
             further: Expr | None = None) -> Expr:
        if image in self.sweep.reads.alone:
            across, down = self.x + x, self.y + self.row + y
            if self.sweep.reads.as_vectors(image):
                return self.alone(image, across, down, self.line(image, down))
            return self.pixels(image, channel, across + numbers(self.lanes), down, self.lanes)
        return self._loaded(image, channel, x, y, further)

    def _loaded(self, image: ImageParam, channel: int, x: int, y: int, i: Expr | None = None, j: Expr | None = None) -> Expr:
        """The vector at an offset, and as much further on as the variables i and j say."""
        source = self.made.sources[image]
        if source.tile:
            return Load(source.row(beyond(self.y + self.row + y, j)) + beyond(self.x + x, i), Number(0), self.lanes)
        tile, channels = self.tiles[image]
        left, top, _, _ = self.sweep.reads.extents[image]
        row = Part(tile, channels.index(channel), beyond(self.row + (y - top), j))
        return Load(beyond(row + (x - left), i), Number(0), self.lanes)

    def taps(self, body: Body, key: Key) -> dict[Key, Piece]:
        kernel, total, code = taps(key.node), body.total(), self.code
        table = self.made.taps(kernel.weights)
        code.add(Declare([(total, NOUGHT)]))
        with code.loop("i", 0, kernel.width) as i, code.loop("j", 0, kernel.height) as j:
            value = self._loaded(kernel.image, kernel.channel, *key.at, i, j)
            code.add(Update(total, "+", times(value, Load(table, i * kernel.height + j))))
        return {key: Piece(total)}

    def store(self, sink: Sink, scalar: Type, values: list[Expr], row: int) -> None:
        format = sink.format
        values = [formats.encoded(format, scalar, value) for value in values]
        if sink.tile:
            self.code.add(Store(sink.row(self.y + self.row) + self.x, Number(0), values[0], self.lanes))
            return
        x, y, code = self.x, self.y + self.row, self.code
        if len(values) > 1:
            self.parts(sink, values, y)
            return
        here = x + self.lanes <= self.made.width
        split = If((x >= 0) & here if self.sweep.shifted else here, [])
        with code.inside(split):
            code.add(Store(sink.row(y) + x, Number(0), values[0], self.lanes))
        with code.otherwise(split):
            self.parts(sink, values, y)
