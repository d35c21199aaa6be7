"""Reads at any place: every coordinate is brought back into the image by its border's rule, or meets the border's fill.

For a single pixel, and for as many as there are lanes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...ir import ImageParam
from .. import formats
from ..frame import Source
from ..statements import Code
from ..values import Expr, Gather, Pointer, Var, Wish, chosen, key, widen
from .borders import filled, moved, within


class Checked:
    """Writes such reads into one body; what several have in common is written once."""

    def __init__(self, sources: dict[ImageParam, Source], code: Code):
        self.sources, self.code = sources, code
        self.known: dict[tuple[Any, ...], Var] = {}

    def once(self, at: tuple[Any, ...], wish: Wish, value: Expr, type: str | Pointer | None = None) -> Var:
        """A value that is written once."""
        if at not in self.known:
            self.known[at] = self.let(wish, value, type)
        return self.known[at]

    def let(self, wish: Wish, value: Expr, type: str | Pointer | None = None) -> Var:
        return self.code.let(wish, value, type=type)

    @contextmanager
    def scope(self) -> Iterator[None]:
        """What is written inside a nested block is not seen after it."""
        before = dict(self.known)
        yield
        self.known = before

    def scale(self, image: ImageParam) -> float:
        """What loaded vectors of an image may be left to be multiplied with."""
        return 1.0

    def pixel(self, image: ImageParam, channel: int, x: Expr, y: Expr) -> Expr:
        """One channel of the pixel at a place."""
        source, n = self.sources[image], image.pixel.channels
        start, column_key, row_key = source.start, key(x), key(y)
        truths = self._inside(image, x, y)
        row = self.line(image, y)
        column = self.once((start, 0, column_key), (start, "_column"), n * moved(image.border[0], x, source.width))
        if source.whole:
            pixel = self.once((start, "pixel", column_key, row_key), (start, "_pixel"),
                              formats.whole_pixel(source.format, row, column))
            value = formats.component(source.format, image.pixel.scalar, pixel, channel)
        else:
            value = formats.load(source.format, image.pixel.scalar, row, column + channel)
        return chosen(truths, value, filled(image, channel))

    def line(self, image: ImageParam, y: Expr) -> Var:
        """Where a row begins."""
        source = self.sources[image]
        return self.once((source.start, 1, key(y)), (source.start, "_row"),
                         source.row(moved(image.border[1], y, source.height)), source.pointer)

    def _inside(self, image: ImageParam, x: Expr, y: Expr) -> list[Var]:
        """Along each axis that is open, that a place does not lie beyond it."""
        source = self.sources[image]
        return [self.once((source.start, axis, "in", key(at)), (source.start, "_in"), within(at, size))
                for axis, at, size in ((0, x, source.width), (1, y, source.height)) if axis in image.open_axes]

    def pixels(self, image: ImageParam, channel: int, x: Expr, y: Expr, lanes: int, follow: bool = True) -> Expr:
        """One channel of as many pixels, each at its own place; or all in one row, where y is one number: there places often
        `follow` one another."""
        start, at = self.leading_to(image, x, y, lanes)
        near = follow and y.lanes == 1 and image.pixel.channels == 1
        return self.bordered(image, channel, x, y, Gather(start, at + channel, near=near))

    def leading_to(self, image: ImageParam, x: Expr, y: Expr, lanes: int,
                   inside: tuple[bool, bool] = (False, False)) -> tuple[Var, Var]:
        """Where such pixels begin: so many elements from there on. `inside`: along which axes they lie in the picture."""
        source, n = self.sources[image], image.pixel.channels
        x = x if x.lanes > 1 else widen(x, lanes)
        column = x if inside[0] else moved(image.border[0], x, source.width)
        if y.lanes == 1:
            return self.line(image, y), self.once((source.start, key(x), inside), (source.start, "_at"), column * n)
        row, start = y if inside[1] else moved(image.border[1], y, source.height), source.start
        return start, self.once((start, key(x), key(y), inside), (start, "_at"), row * source.stride + column * n)

    def bordered(self, image: ImageParam, channel: int, x: Expr, y: Expr, raw: Expr) -> Expr:
        """What is read there, of what was loaded: the border's fill beyond an edge that is open."""
        lanes = raw.lanes
        wide = [each if each.lanes > 1 else widen(each, lanes) for each in (x, y)]
        value = formats.decoded(self.sources[image].format, image.pixel.scalar, raw)
        return chosen(self._inside(image, *wide), value, widen(filled(image, channel), lanes))
