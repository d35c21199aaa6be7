"""Reading images: the address of a pixel, and what stands beyond an image's edge.

A read splits into a row and a column, each written once wherever several reads share it. Where the work-item is known
to lie inside, they are plain sums; elsewhere the border's rule moves each coordinate back into the image, and a
constant border chooses its fill instead.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass

from ..ir import FLOAT, Const, Graph, ImageParam, Op
from ..schedule.footprint import Coordinate, coordinate, image_of
from . import formats
from .expressions import ATOM, TERNARY, UNARY, Text, literal
from .names import Names
from .program import Format
from .writer import Writer

_MOVED = {"clamp": "clamp({i}, 0, {n} - 1)", "constant": "clamp({i}, 0, {n} - 1)", "mirror": "pg_mirror({i}, {n})",
          "reflect": "pg_reflect({i}, {n})", "wrap": "pg_wrap({i}, {n})"}


@dataclass(frozen=True)
class Source:
    """An image as the kernel's parameters name it."""

    param: ImageParam
    format: Format
    name: str
    width: str
    height: str
    stride: str = ""
    whole: bool = False  # a pixel is one vector of the C language, at a multiple of its size
    tile = False

    @property
    def pointer(self) -> str:
        return f"__global const {formats.STORAGE[self.format.dtype]} *"

    def row(self, y: str) -> str:
        """Where a row starts; `y` binds like a product."""
        return f"{self.name} + (long){y} * {self.stride}"


def moved(border: str, index: str, size: str) -> str:
    """A coordinate brought back into an image by the rule of its border."""
    return _MOVED[border].format(i=index, n=size)


def filled(image: ImageParam, channel: int) -> Text:
    """What stands beyond a constant border."""
    value = image.fill[channel] if channel < len(image.fill) else image.fill[0]
    return literal(Const(image.pixel.scalar, float(value) if image.pixel.scalar is FLOAT else int(value)))


class Reader:
    """Writes the reads of one body. `inside` names the images whose reads at known offsets need no checks."""

    def __init__(self, graph: Graph, sources: dict[ImageParam, Source], writer: Writer, names: Names, text,
                 inside=frozenset()):
        self.graph, self.sources, self.writer, self.names, self.inside = graph, sources, writer, names, inside
        self.text = text  # what a value of the graph is called
        self._known: list[dict] = [{}]

    @contextmanager
    def scope(self):
        """What is written inside a nested block is not seen after it."""
        self._known.append({})
        yield
        self._known.pop()

    def read(self, op: Op) -> Text:
        source = self.sources[image_of(op)]
        channel, scalar = dict(op.attributes).get("channel", 0), source.param.pixel.scalar
        column, in_x = self._part(source, 0, op.operands[0])
        row, in_y = self._part(source, 1, op.operands[1])
        if source.format.memory == "image":
            pixel = formats.texel(source.format, scalar, channel, source.name, column, row)
        elif source.whole:
            pixel = formats.component(source.format, scalar, self._whole(source, row, column), channel)
        else:
            pixel = formats.load(source.format, scalar, row, f"{column} + {channel}" if channel else column)
        inside = " && ".join(name for name in (in_x, in_y) if name)
        if not inside:
            return pixel
        return Text(f"{inside} ? {pixel.within(TERNARY + 1)} : {filled(source.param, channel)}", TERNARY)

    def _part(self, source: Source, axis: int, value) -> tuple[str, str]:
        """A column's index (or a row's pointer), and the truth that it is inside, where that matters."""
        at = coordinate(self.graph, value)
        return self._once((source.name, axis, at or id(value)), lambda: self._write_part(source, axis, at, value))

    def _whole(self, source: Source, row: str, column: str) -> str:
        """All channels of a pixel, read at once."""
        def write() -> str:
            word, text = formats.whole_pixel(source.format, row, column)
            name = self.named(f"{source.name}_pixel", text)
            self.writer.line(f"const {word} {name} = {text};")
            return name

        return self._once((source.name, row, column), write)

    def _once(self, key: tuple, write):
        """What is written the first time it is asked for."""
        for known in reversed(self._known):
            if key in known:
                return known[key]
        written = self._known[-1][key] = write()
        return written

    def _write_part(self, source: Source, axis: int, at: Coordinate | None, value) -> tuple[str, str]:
        size, border, base = (source.width, source.height)[axis], source.param.border[axis], "xy"[axis]
        relative = at is not None and at.base == base
        unchecked = relative and source.param in self.inside
        index = self.position(at) if at is not None else self.text(value)
        wish = f"{source.name}_{base}" + (signed(at.offset) if relative else "_at")
        truth = ""
        if not unchecked:
            if border == "constant":
                test = f"{index.within(11)} >= 0 && {index.within(11)} < {size}"
                truth = self.named(wish + "_in", test)
                self.writer.line(f"const bool {truth} = {test};")
            index = Text(moved(border, index.within(TERNARY + 1), size))
        if axis and source.format.memory == "buffer":
            name = self.named(wish, index.text)
            self.writer.line(f"{source.pointer}{name} = {source.row(index.within(ATOM))};")
            return name, truth
        if source.format.channels > 1 and source.format.memory == "buffer":
            index = Text(f"{source.format.channels} * {index.within(UNARY)}", 13)
        if unchecked and index.binds != 13:
            return index.text, truth
        name = self.named(wish, index.text)
        self.writer.line(f"const int {name} = {index};")
        return name, truth

    def named(self, wish: str, text: str) -> str:
        """A name for what this text gives."""
        return self.names.new(wish)

    def position(self, at: Coordinate) -> Text:
        """A coordinate that is known from the pixel's own."""
        if not at.base:
            return Text(str(at.offset), ATOM if at.offset >= 0 else UNARY)
        base = self.text(getattr(self.graph, at.base)).text
        if not at.offset:
            return Text(base)
        return Text(f"{base} {'+' if at.offset > 0 else '-'} {abs(at.offset)}", 12)


def signed(offset: int) -> str:
    """An offset as part of a name: _p1 to the right or below, _m1 to the left or above."""
    return "" if offset == 0 else f"_p{offset}" if offset > 0 else f"_m{-offset}"
