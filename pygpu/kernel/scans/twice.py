"""Two scans in one kernel, on a GPU (schedule/scans/twice.py): groups go over the lines of both, stretch after stretch.

What the first one gives stays in the tile, or in registers, and is handed to the next. Where that goes the other way, what
is carried into each stretch is kept in an image of its own, which the same member writes and reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

from ...ir import Graph, ImageParam, Op, Value, image_of
from ...ir.scans import carried
from ...schedule.plans import Ends, Plan, Twice
from ...schedule.scans.twice import pair_of
from ..arrays import kept, taken
from ..blocks.pixels import Reads
from ..frame import Frame
from ..kernels import Between
from ..statements import Assign, Barrier, Code, If, Section, Store
from ..values import Expr, Load, Number, Part, Var, least, long, member
from .crossed import carried_between, places
from .groups import Down, Group, Pieces, stretches
from .lines import along
from .rows import Along, Held, is_handed, is_held


def between(graph: Graph, plan: Twice) -> list[Between]:
    """What is carried into stretches of the first scan's lines."""
    first, then, _ = pair_of(graph)
    if first.scan.axis == then.scan.axis and first.scan.step == then.scan.step:
        return []
    long = plan.lines if plan.ends else plan.length
    return carried_between(first, *(((1, 1), (long, 1)) if first.scan.axis == 0 else ((long, 1), (1, 1))))


def body(made: Frame, plan: Plan) -> Code:
    code = Code()
    if isinstance(plan, Ends):
        _Ends(made, plan, code).write()
        return code
    assert isinstance(plan, Twice)
    first, then, handed = pair_of(made.graph)
    held = is_handed(then, handed) and is_held(first, plan) and is_held(then, plan)
    kinds = (_Squares, _DownThen) if plan.ends else (_DownFirst, _DownThen) if plan.axis else (
        (_PiecesFirst, _PiecesThen) if plan.lines > 1 else (_HeldFirst, _HeldThen) if held else (_AlongFirst, _AlongThen))
    other: Any = kinds[1](replace(made, graph=then), plan, code)
    one: Any = kinds[0](replace(made, graph=first), plan, code, other)
    other.one, other.handed = one, handed
    one.make_room()
    other.make_room([] if plan.ends else one.free())
    if not plan.ends and one.step != other.step:
        one.go_ahead()
    size = made.width if plan.axis == 0 else made.height
    with along(code, "first", size, then.scan.step, plan.length) as start:
        one.begin_at(start)
        for _ in stretches([one, other], start):
            one.fill(start)
            one.go(start)
            code.add(Barrier())
            other.fill(start)
            other.go(start)
            code.add(Barrier())
            other.put(start)
    return code


class Carried:
    """Images of what is carried into stretches, as a kernel's parameters."""

    def __init__(self, made: Frame, graph: Graph, written: bool):
        there = places(made, graph, written)
        self.places = [(carried(graph)[number], start, stride) for (_, number), start, stride in there]

    def store(self, code: Code, x: Expr, y: Expr, given: Sequence[Expr]) -> None:
        for (value, start, stride), each in zip(self.places, given):
            code.add(Store(start + long(y) * stride, x, kept(value, each)))

    def load(self, x: Expr, y: Expr) -> list[Expr]:
        return [taken(value, Load(start + long(y) * stride, x)) for value, start, stride in self.places]


class _Ends(Along):
    """A row in pieces, of which nothing is written but what it carries into each strip."""

    plan: Ends

    def first_line(self) -> Expr:
        """The last first: what was read last lies in caches still where the other scan goes down from (H200, integral of
        8192 x 8192: both kernels 0.2226 ms for 0.2254)."""
        return self.made.height - 1 - super().first_line()

    def write(self) -> None:
        code, made = self.code, self.made
        self.into = Carried(made, self.graph, True)
        self.tiles = self.arrays(self.parts.feeds, "fed", ())
        with along(code, "first", made.width, self.step, self.plan.length) as first:
            self.fill(first)
            for _ in self.where_beyond(first):
                self.find(first)
                at = first + self.piece * self.long
                with code.inside(If((at < made.width) & (at % self.plan.strip < 1), [])):
                    self.into.store(code, at // self.plan.strip, self.line, self.before)
            code.add(Barrier())


# --- the scan that is first ------------------------------------------------------------------------------------------

class _First(Pieces):
    """A scan whose results are handed on. Where they are taken from the other end, it goes over all of its lines before, to
    see what is carried into each stretch."""

    into: Carried | None = None

    def make_room(self, there: Iterable[Var] = ()) -> None:
        """What it gives at a place stays where it took what that is made of: so more groups have room."""
        self.tiles = self.arrays(self.parts.feeds, "fed", there)
        self.results = self.arrays(self.given, "given", self.tiles.values())

    def go_ahead(self) -> None:
        code, made = self.code, self.made
        self.into = Carried(made, self.graph, True)
        with along(code, "first", (made.width, made.height)[self.axis], self.step, self.plan.length) as first:
            with code.inside(If(self.begins(), [])):
                self.into.store(code, *self.stretch(first), self.carried)
            with code.inside(If(self.is_followed(first), [])):
                for _ in stretches([self], first):
                    self.fill(first)
                    for _ in self.where_beyond(first):
                        self.find(first)
                code.add(Barrier())

    def is_followed(self, first: Var) -> Expr:
        """Whether there is a stretch after this one, into which something is carried."""
        size = (self.made.width, self.made.height)[self.axis]
        return first + self.plan.length < size if self.step > 0 else first > 0

    def begin_at(self, first: Var) -> None:
        """Knows what is carried into a stretch."""
        if self.into is not None:
            with self.code.inside(If(self.begins(), [])):
                self.code.add(Assign(list(zip(self.carried, self.into.load(*self.stretch(first))))))

    def begins(self) -> Expr:
        """Whether this member goes over the first piece of a line of the picture."""
        line, size = self.line + self.mine, (self.made.height, self.made.width)[self.axis]
        return (self.piece < 1) & (line < size)

    def stretch(self, first: Var) -> tuple[Expr, Expr]:
        place, line = first // self.plan.length, self.line + self.mine
        return (line, place) if self.axis else (place, line)


class _AlongFirst(_First, Along):
    pass


class _HeldFirst(Held, _First):
    pass


class _PiecesFirst(_First):
    pass


class _DownFirst(_First, Down):
    def give(self, found: Mapping[Value, Expr], first: Var, i: Expr, at: Expr, line: Expr) -> None:
        Group.give(self, found, first, i, at, line)


class _Squares(_First):
    """Rows of a strip of columns, each in pieces: how each begins, a kernel before has found."""

    apart = True

    def __init__(self, made: Frame, plan: Twice, code: Code, beside: Group):
        self.left, self.high = beside.line, plan.local[1]
        self.starts = Carried(made, made.graph, False)
        pieces = plan.pieces * plan.lines // plan.length
        super().__init__(made, replace(plan, lines=plan.length, length=plan.lines, pieces=pieces), code, beside)

    def begin_at(self, first: Var) -> None:
        self.line = first
        row = least(first + self.mine, self.made.height - 1)
        begun = self.starts.load(self.left // self.plan.length, row)
        self.code.add(Assign(list(zip(self.carried, begun))))

    def rectangle(self, first: Var) -> tuple[Expr, Expr, Expr, Expr]:
        return first, self.line, first + self.plan.length, self.line + self.plan.lines

    def extents(self) -> tuple[int, ...]:
        return self.plan.lines, self.plan.length + 1

    def cell(self, tile: Var, at: Expr, line: Expr, mine: Expr) -> tuple[Expr, Expr]:
        return Part(tile, line), at

    def each(self) -> AbstractContextManager[Var]:
        return self.code.loop("j", 0, self.plan.lines, self.high)

    def member(self, j: Expr) -> tuple[Expr, Expr]:
        return self.code.let("column", member(0), True), self.code.let("row", member(1) + j, True)

    def tests_inside(self, first: Var) -> list[Expr]:
        return super().tests_inside(self.left)

    def tests_beyond(self, first: Var) -> list[Expr]:
        return super().tests_beyond(self.left)

    def fill(self, first: Var) -> None:
        super().fill(self.left)

    def go(self, first: Var) -> None:
        super().go(self.left)


# --- the scan that takes it ------------------------------------------------------------------------------------------

class _Then(Pieces):
    """A scan that finds what another one gives in a tile, or in registers."""

    one: Group
    handed: dict[ImageParam, Value]

    def reads(self, reader: Reads, at: Expr, line: Expr, mine: Expr) -> Reads:
        there = {image: self.one.cell(self.one.results[value], *self.there(at, line), mine)
                 for image, value in self.handed.items()}
        # (With a name: where it lies, something else may be kept next.)
        return _Handed(reader, {image: self.code.let(image.name, taken(self.handed[image], Load(*place)))
                                for image, place in there.items()})

    def there(self, at: Expr, line: Expr) -> tuple[Expr, Expr]:
        """A place of a line, as the other scan calls it."""
        return (line, at) if self.one.axis != self.axis else (at, line)


class _AlongThen(_Then, Along):
    pass


class _HeldThen(_Then, Held):
    def make_room(self, there: Iterable[Var] = ()) -> None:
        """What it takes is in the registers of those who take it already."""
        self.make_registers(there)

    def fill(self, first: Var) -> None:
        with self.code.loop("k", 0, self.long) as k, self.code.inside(Section([])):
            self.take(first, self.place_in_order(k), Number(0), k)

    def fed_at(self, at: Expr, line: Expr, mine: Expr) -> dict[Value, tuple[Expr, Expr]]:
        return Group.fed_at(self, at, line, mine)


class _PiecesThen(_Then):
    pass


class _DownThen(_Then, Down):
    pass


class _Handed:
    """Reads of images that are no images."""

    def __init__(self, reader: Reads, images: Mapping[ImageParam, Expr]):
        self.reader, self.images = reader, images

    def read(self, op: Op) -> Expr:
        given = self.images.get(image_of(op))
        return self.reader.read(op) if given is None else given

    def scope(self) -> AbstractContextManager[None]:
        return self.reader.scope()
