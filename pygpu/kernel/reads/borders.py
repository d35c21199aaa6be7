"""Reading images: the address of a pixel, and what stands beyond an image's edge.

A read splits into a row and a column, each written once wherever several reads share it. Where the work-item is known
to lie inside, they are plain sums; elsewhere the border's rule moves each coordinate back into the image, and a
constant border chooses its fill instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from typing import Any, TypeVar

from ...ir import Graph, ImageParam, Op, Value, image_of
from ...schedule.stages.footprint import Coordinate, coordinate
from .. import formats
from ..frame import Source
from ..statements import Code
from ..values import BORDER, WORDS, Expr, Number, Operation, Texel, Var, Wish, chosen, key

Made = TypeVar("Made")


def moved(border: str, index: Expr, size: Expr) -> Expr:
    """A coordinate brought back into an image by the rule of its border."""
    return Operation(BORDER, (index, size), "int32", index.lanes, "", border)


def filled(image: ImageParam, channel: int, scale: float = 1.0) -> Expr:
    """What stands beyond an open border, among numbers that are still to be multiplied with a scale."""
    value = image.fill[channel] if channel < len(image.fill) else image.fill[0]
    scalar = image.pixel.scalar
    return Number(scalar.number(value if scale == 1.0 else value / scale), scalar.word)


def within(index: Expr, size: Expr) -> Expr:
    """The test that a coordinate lies inside."""
    return (index >= 0) & (index < size)


class Reader:
    """Writes the reads of one body. `inside` names the images whose reads at known offsets need no checks."""

    def __init__(self, graph: Graph, sources: dict[ImageParam, Source], code: Code, value: Callable[[Value], Expr],
                 inside: AbstractSet[ImageParam] = frozenset()):
        self.graph, self.sources, self.code, self.inside = graph, sources, code, inside
        self.value = value  # of the graph, as an expression
        self._known: list[dict[tuple[Any, ...], Any]] = [{}]

    @contextmanager
    def scope(self) -> Iterator[None]:
        """What is written inside a nested block is not seen after it."""
        self._known.append({})
        yield
        self._known.pop()

    def read(self, op: Op) -> Expr:
        source = self.sources[image_of(op)]
        channel, scalar = dict(op.attributes).get("channel", 0), source.param.pixel.scalar
        column, in_x = self._part(source, 0, op.operands[0])
        row, in_y = self._part(source, 1, op.operands[1])
        if source.format.memory == "image":
            pixel: Expr = Texel(source.start, column, row, channel, WORDS[scalar])
        elif source.whole:
            pixel = formats.component(source.format, scalar, self._whole(source, row, column), channel)
        else:
            pixel = formats.load(source.format, scalar, row, column + channel)
        return chosen((truth for truth in (in_x, in_y) if truth is not None), pixel, filled(source.param, channel))

    def _part(self, source: Source, axis: int, value: Value) -> tuple[Expr, Expr | None]:
        """A column's index (or a row's pointer), and the truth that it is inside, where that matters."""
        at = coordinate(self.graph, value)
        return self._once((source, axis, at or id(value)), lambda: self._write_part(source, axis, at, value))

    def _whole(self, source: Source, row: Expr, column: Expr) -> Expr:
        """All channels of a pixel, read at once."""
        return self._once((source, row, key(column)), lambda: self.let(
            (source.start, "_pixel"), formats.whole_pixel(source.format, row, column)))

    def _once(self, key: tuple[Any, ...], write: Callable[[], Made]) -> Made:
        """What is written the first time it is asked for."""
        for known in reversed(self._known):
            if key in known:
                found: Made = known[key]
                return found
        written = self._known[-1][key] = write()
        return written

    def _write_part(self, source: Source, axis: int, at: Coordinate | None, value: Value) -> tuple[Expr, Expr | None]:
        size, border, base = (source.width, source.height)[axis], source.param.border[axis], "xy"[axis]
        offset = at.offset if at is not None and at.base == base else None
        unchecked = offset is not None and source.param in self.inside
        index = self.position(at) if at is not None else self.value(value)
        wish = f"_{base}" + ("_at" if offset is None else signed(offset))
        truth = None
        if not unchecked:
            if axis in source.param.open_axes:
                truth = self.let((source.start, wish + "_in"), within(index, size))
            index = moved(border, index, size)
        if axis and source.format.memory == "buffer":
            return self.let((source.start, wish), source.row(index)), truth
        many = source.format.channels > 1 and source.format.memory == "buffer"
        if many:
            index = source.format.channels * index
        if unchecked and not many:
            return index, truth
        return self.let((source.start, wish), index), truth

    def let(self, wish: Wish, value: Expr) -> Var:
        """A value that has a name of its own."""
        return self.code.let(wish, value)

    def position(self, at: Coordinate) -> Expr:
        """A coordinate that is known from the pixel's own."""
        return self.value(getattr(self.graph, at.base)) + at.offset if at.base else Number(at.offset)


def signed(offset: int) -> str:
    """An offset as part of a name: _p1 to the right or below, _m1 to the left or above."""
    return "" if offset == 0 else f"_p{offset}" if offset > 0 else f"_m{-offset}"
