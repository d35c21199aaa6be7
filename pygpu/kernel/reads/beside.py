"""Reads for vectors of pixels side by side: beside one another where they are, else each at its own place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import permutations
from typing import Protocol

from ...ir import OPS, Graph, ImageParam, Op, Value, image_of, op_of
from ...ir.graph import made_by
from ...schedule.stages.footprint import coordinate, footprints, reads
from ...schedule.stages.varying import Varying
from .. import formats
from ..blocks.jam import differs
from ..frame import Frame, Source
from ..statements import Assign, Code, Declare, If, Let
from ..values import (
    BESIDE,
    COPIED,
    Expr,
    Gather,
    Number,
    Operation,
    Pointer,
    Var,
    Wish,
    chosen,
    every,
    key,
    loaded,
    long,
    widen,
)
from .borders import filled, moved, within
from .checked import Checked


class Beside(Protocol):
    """What is asked of a body that computes neighbours in lanes."""

    graph: Graph
    code: Code
    lanes: int

    @property
    def x(self) -> Expr: ...
    @property
    def y(self) -> Expr: ...
    @property
    def wide(self) -> int: ...
    @property
    def start(self) -> Expr: ...
    @property
    def columns(self) -> Expr: ...
    @property
    def varying(self) -> Varying: ...
    @property
    def below(self) -> Varying | None: ...
    def value(self, value: Value) -> Expr: ...


def extents(graph: Graph) -> dict[ImageParam, tuple[int, int]]:
    """How many columns to the left and to the right images are read of which vectors are."""
    known = {image_of(op) for op in reads(graph) if getattr(coordinate(graph, op.operands[0]), "base", "") == "x"}
    return {image: (extent[0], extent[2]) for image, (extent, _) in footprints(graph).items() if image in known}


def tests(made: Frame, x: Expr, wide: int, images: Iterable[ImageParam],
          alike: bool = False) -> list[Expr]:
    """Whether pixels from a column on, and the vectors beside them, lie inside images. (Where lanes do `alike`, those past
    the end of the result may be anywhere inside.)"""
    found = []
    for image in images:
        left, right = extents(made.graph)[image]
        found += [] if alike else [x + wide <= made.width]
        found += [*([x >= left] if left else []), x + (wide + right) <= made.sources[image].width]
    return found


class Reader:
    def __init__(self, body: Beside, made: Frame, whole: bool = False):
        """`whole` says that the vectors beside the pixels' lie inside all images."""
        self.body, self.made, self.code = body, made, body.code
        self.checked = _Checked(made.sources, body.code)
        self._inside: dict[ImageParam, Expr] = {}
        for image in extents(made.graph):
            if whole:
                self._inside[image] = Number(True, "bool")
                continue
            inside = every(tests(made, body.x, body.wide, [image], body.below is not None))
            assert inside is not None
            self._inside[image] = body.code.let((made.sources[image].start, "_inside"), inside)

    @contextmanager
    def scope(self) -> Iterator[None]:
        """What is written inside a nested block is not seen after it."""
        with self.checked.scope():
            yield

    def read(self, op: Op) -> Expr:
        image, channel = image_of(op), dict(op.attributes).get("channel", 0)
        x, y = op.operands
        body, checked = self.body, self.checked
        places = [self._coordinate(v) for v in op.operands]
        if x not in body.varying and y not in body.varying:
            return checked.pixel(image, channel, *places)
        at = coordinate(body.graph, x)
        if y not in body.varying:
            if at is not None and at.base == "x":
                return self._beside(image, channel, body.start + at.offset, self._inside[image], *places)
            shift = self._shift(x)
            if shift is not None:
                return self._beside(image, channel, *self._shifted(image, shift), *places)
        across, down = places
        if y in body.varying and x not in body.varying:
            across = widen(across, body.lanes)
        return checked.pixels(image, channel, across, down, body.lanes)

    def _coordinate(self, value: Value) -> Expr:
        at = coordinate(self.body.graph, value)
        if at is None or not at.base:
            return self.body.value(value) if at is None else Number(at.offset)
        return (self.body.columns if at.base == "x" else self.body.y) + at.offset

    def _shift(self, x: Value) -> list[tuple[str, Expr]] | None:
        """What is added to the column of the pixels that are computed (or taken from it), where that is the same for all
        of them."""
        if x is self.body.graph.x:
            return []
        for name in ("add", "sub"):
            for base, by in permutations(made_by(x, name) or (), 2):
                if by not in self.body.varying and (name == "add" or by is op_of(x).operands[1]):
                    before = self._shift(base)
                    return None if before is None else [*before, (name, self.body.value(by))]
        return None

    def _shifted(self, image: ImageParam, shift: list[tuple[str, Expr]]) -> tuple[Expr, Var]:
        """Where a vector so far away begins, and whether all of them lie inside. (Reckoned in longs, which hold any two
        of the integers that are added.)"""
        checked, source, wide = self.checked, self.made.sources[image], self.body.wide
        column, named = long(self.body.x), tuple([(name, key(by)) for name, by in shift])
        for name, by in shift:
            column = Operation(OPS[name], (column, by), "int64", 1, "exact")
        first = checked.once(("first", named), "first", column)
        near = (first >= 0) & (first + wide <= source.width)
        if self.body.below is None:
            near = near & (self.body.x + wide <= self.made.width)
        inside = checked.once((source, "inside", named), (source.start, "_inside"), near)
        return (first if wide == self.body.lanes else first + self.body.lanes * COPIED), inside

    def _beside(self, image: ImageParam, channel: int, start: Expr, inside: Expr, x: Expr, y: Expr) -> Expr:
        """Pixels of one row, beginning at `start`."""
        source, lanes, checked = self.made.sources[image], self.body.lanes, self.checked
        row = checked.once((source.start, 1, key(y)), (source.start, "_row"),
                           source.row(moved(image.border[1], y, source.height)))
        raw = self._raw(image, source, row, start, inside, x, y)
        value = formats.decoded(source.format, image.pixel.scalar, raw[channel])
        if not image.open_axes:
            return value
        truths = []
        for axis, at, size in ((0, x, source.width), (1, y, source.height)):
            if axis in image.open_axes:
                test = within(at, size)
                truths.append(checked.once((source.start, axis, "all in", key(at)), (source.start, "_in"),
                                           widen(test, lanes) if axis else test))
        return chosen(truths, value, widen(filled(image, channel), lanes))

    def _raw(self, image: ImageParam, source: Source, row: Var, start: Expr, inside: Expr, x: Expr, y: Expr) -> list[Var]:
        """All channels as they are stored; written once for each place."""
        lanes, known, code = self.body.lanes, self.checked.known, self.code
        place, n, element = (source, key(start), key(y), "raw"), source.format.channels, loaded(source.format.dtype)
        if (place, 0) not in known:
            whole = isinstance(inside, Number)
            each = BESIDE | differs(row, start)
            raw = [Var((source.start, "_raw"), element, lanes, changes=not whole, each=each) for _ in range(n)]
            known.update({(place, i): var for i, var in enumerate(raw)})
            if whole:
                code.add(Declare([*zip(raw, self._loaded(source, row, start))], True))
                return raw
            code.add(Declare([(var, None) for var in raw]))
            split = If(inside, [])
            with code.inside(split):
                for var, vector in zip(raw, self._loaded(source, row, start)):
                    code.add(Assign([(var, vector)]))
            with code.otherwise(split):
                at = Var((source.start, "_at"), "int32", lanes, each=True)
                code.add(Let(at, moved(image.border[0], x, source.width) * n))
                for i, var in enumerate(raw):
                    code.add(Assign([(var, Gather(row, at + i, near=n == 1))]))
        return [known[place, i] for i in range(n)]

    def _loaded(self, source: Source, row: Var, start: Expr) -> list[Expr]:
        """All channels of neighbours that lie inside."""
        format, lanes, n = source.format, self.body.lanes, source.format.channels
        first, element = row + n * start, loaded(source.format.dtype)
        vectors = formats.pixels(format, first, lanes)
        if n == 1:
            return vectors
        each = BESIDE | differs(row, start)
        parts = [Var((source.start, "_part"), element, lanes, each=each) for _ in range(n)]
        self.code.add(Declare([*zip(parts, vectors)], True))
        return [formats.picked(format, parts, i, lanes) for i in range(n)]


class _Checked(Checked):
    """Such reads, where what they are made of may differ between copies."""

    def let(self, wish: Wish, value: Expr, type: str | Pointer | None = None) -> Var:
        var = Var(wish, value.type, value.lanes, each=differs(value))
        self.code.add(Let(var, value))
        return var
