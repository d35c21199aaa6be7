"""Reads at any place: every coordinate is brought back into the image by its border's rule, or meets the border's fill.

For a single pixel, and for as many as there are lanes.
"""

from __future__ import annotations

from contextlib import contextmanager

from ..ir import ImageParam
from . import formats
from .borders import Source, filled, moved
from .expressions import TERNARY, Text, plus, widened
from .names import Names
from .writer import Writer

_MOVED = {"clamp": "clamp({i}, (int{N})0, (int{N})({n} - 1))", "constant": "clamp({i}, (int{N})0, (int{N})({n} - 1))",
          "mirror": "pg_mirror({i}, {n})", "reflect": "pg_reflect({i}, {n})", "wrap": "pg_wrap({i}, {n})"}


class Checked:
    """Writes such reads into one body; what several have in common is written once."""

    def __init__(self, sources: dict[ImageParam, Source], writer: Writer, names: Names):
        self.sources, self.writer, self.names = sources, writer, names
        self._known: dict[tuple, str] = {}

    def __contains__(self, key: tuple) -> bool:
        return key in self._known

    def known(self, key: tuple) -> str:
        return self._known[key]

    def line(self, key: tuple, wish: str, type: str, text: str) -> str:
        """A statement that is written once; gives its name."""
        if key not in self._known:
            self._known[key] = self.names.new(wish)
            self.writer.line(f"{type}{'' if type.endswith('*') else ' '}{self._known[key]} = {text};")
        return self._known[key]

    @contextmanager
    def scope(self):
        """What is written inside a nested block is not seen after it."""
        before = dict(self._known)
        yield
        self._known = before

    def scale(self, image: ImageParam) -> float:
        """What loaded vectors of an image may be left to be multiplied with."""
        return 1.0

    def pixel(self, image: ImageParam, channel: int, x: Text, y: Text) -> Text:
        """One channel of the pixel at a place."""
        source, n = self.sources[image], image.pixel.channels
        name, truths = source.name, []
        for axis, at, size in ((0, x, source.width), (1, y, source.height)):
            if image.border[axis] == "constant":
                truths.append(self.line((name, axis, "in", at), f"{name}_in", "const bool",
                                        f"{at.within(11)} >= 0 && {at.within(11)} < {size}"))
        row = moved(image.border[1], y.within(TERNARY + 1), source.height)
        row = self.line((name, 1, y), f"{name}_row", source.pointer, source.row(row))
        column = moved(image.border[0], x.within(TERNARY + 1), source.width)
        column = self.line((name, 0, x), f"{name}_column", "const int", f"{n} * {column}" if n > 1 else column)
        if source.whole:
            word, text = formats.whole_pixel(source.format, row, column)
            pixel = self.line((name, "pixel", x, y), f"{name}_pixel", f"const {word}", text)
            value = formats.component(source.format, image.pixel.scalar, pixel, channel)
        else:
            value = formats.load(source.format, image.pixel.scalar, row, plus(column, channel))
        if truths:
            value = Text(f"{' && '.join(truths)} ? {value.within(TERNARY + 1)} : {filled(image, channel)}", TERNARY)
        return value

    def pixels(self, image: ImageParam, channel: int, x: Text, y: Text, lanes: int) -> Text:
        """One channel of as many pixels, each at its own place."""
        source, n, vector = self.sources[image], image.pixel.channels, f"const int{lanes}"
        name, truths, moved_to = source.name, [], []
        for axis, at, size in ((0, x, source.width), (1, y, source.height)):
            if image.border[axis] == "constant":
                truths.append(self.line((name, axis, "in", at), f"{name}_in", vector,
                                        f"({at.within(11)} >= 0) & ({at.within(11)} < {size})"))
            moved_to.append(everywhere(image.border[axis], at, size, lanes))
        at = self.line((name, x, y), f"{name}_at", vector,
                       f"{moved_to[1]} * {source.stride} + {moved_to[0]}{f' * {n}' if n > 1 else ''}")
        raw = f"pg_gather_{formats.STORAGE[source.format.dtype]}{lanes}({name}, {plus(at, channel)})"
        value = formats.vector_value(source.format, image.pixel.scalar, raw, lanes)
        if truths:
            fill = widened(filled(image, channel), image.pixel.scalar, lanes)
            value = Text(f"select({fill}, {value}, {' & '.join(truths)})")
        return value


def everywhere(border: str, at: Text, size: str, lanes: int) -> str:
    """Coordinates brought back into an image."""
    return _MOVED[border].format(i=at, n=size, N=lanes)
