"""Scans on a GPU: lines of which a group of work-items has several, in order or in pieces (scans.py)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from ..ir import Const, Graph, Value
from ..ir.scans import reaching, shown, starts
from ..schedule.laws import law_of
from ..schedule.plans import Scans
from ..schedule.scans import part, split
from . import formats
from .arrays import array, kept, taken
from .frame import Frame
from .lines import Variables, alike, along
from .pixels import PixelBody
from .statements import Assign, Barrier, Code, Declare, If, Section, Store
from .values import (
    WORDS,
    Expr,
    Load,
    Number,
    Part,
    Var,
    least,
    member,
    origin,
)


class Group:
    """Each line in order."""

    def __init__(self, made: Frame, plan: Scans, code: Code):
        self.made, self.plan, self.code, self.graph = made, plan, code, made.graph
        self.axis, self.step = made.graph.scan.axis, made.graph.scan.step
        self.parts, self.chunks = split(made.graph), made.graph.scan.chunks
        first = origin(0) if self.axis else origin(1) * plan.block[1]
        if self.chunks is not None:
            first = origin(0) * (plan.lines // plan.length)
        self.line = code.let("line", first, True)  # the first one
        self.same = alike(made, code, self.parts)
        self.number = code.let("number", member(1) * plan.local[0] + member(0), True)
        self.begin()

    def begin(self) -> None:
        self.states = Variables(self.code, self.graph, 1, self.begun())

    def write(self) -> None:
        made, plan, code, graph = self.made, self.plan, self.code, self.graph
        size = (made.width, made.height)
        extents = plan.length, plan.lines + 1
        self.tiles = {value: array(code, value, "fed", extents, "local") for value in self.parts.feeds}
        self.results = {value: array(code, value, "given", extents, "local")
                        for output in shown(graph) for value in output.values}
        length = size[self.axis] if self.chunks is None else self.chunks.length
        with along(code, "first", length, self.step, plan.length) as first:
            if self.tiles:
                with self.shared() as j, code.inside(Section([])):
                    at, line = self.member(j)
                    for tile, given in self.feeds(first + at, line):
                        code.add(Store(Part(tile, at), line, given))
                code.add(Barrier())
            self.go(first)
            code.add(Barrier())
            self.carry()
            with self.shared() as j, code.inside(Section([])):
                at, line = self.member(j)
                across, down = self.at(first + at, line)
                with code.inside(If((across < made.width) & (down < made.height), [])):
                    for output, sink in zip(shown(graph), made.sinks):
                        values = [taken(value, Load(Part(self.results[value], at), line)) for value in output.values]
                        row = code.let((sink.start, "_row"), sink.row(down))
                        formats.store(code, sink.format, output.values[0].type, values, row, across, sink.whole)

    def feeds(self, at: Expr, line: Expr) -> list[tuple[Var, Expr]]:
        """Where what the law takes at a place is kept, and what that is."""
        pixels = PixelBody(replace(self.made, graph=self.parts.before), self.code, *self.place(at, line))
        pixels.values.update(self.same)
        pixels.block(self.parts.before.body)
        return [(tile, kept(value, pixels.value(value))) for value, tile in self.tiles.items()]

    def go(self, first: Var) -> None:
        """Over the places of a tile."""
        with self.code.inside(If(self.number < self.plan.lines, [])):
            with along(self.code, "i", self.plan.length, self.step) as i, self.code.inside(Section([])):
                self.law(first, i, i, self.number, self.states)

    def carry(self) -> None:
        """To the next tile."""

    def law(self, first: Var, i: Expr, at: Expr, line: Expr, states: Variables) -> None:
        """At one place of a line, the ith that this member goes over."""
        law = PixelBody(replace(self.made, graph=self.parts.law), self.code, *self.place(first + at, line))
        law.before = states.known
        law.values.update(self.same)
        for value, tile in self.tiles.items():
            law.values[id(value)] = self.fed(value, tile, i, at, line)
        law.block(self.parts.law.body)
        self.give(law, first, at, line)
        states.shift(law.value)

    def fed(self, value: Value, tile: Var, i: Expr, at: Expr, line: Expr) -> Expr:
        return self.loaded(value, tile, at, line)

    def loaded(self, value: Value, place: Var, at: Expr, line: Expr) -> Expr:
        return self.code.let(value.name or "fed", taken(value, Load(Part(place, at), line)))

    def give(self, law: PixelBody, first: Var, at: Expr, line: Expr) -> None:
        """What the law gives at a place."""
        for value, tile in self.results.items():
            self.code.add(Store(Part(tile, at), line, kept(value, law.value(value))))

    def shared(self) -> AbstractContextManager[Var]:
        """All pixels of the tile, so many at a time as the group has members."""
        wide, high = self.plan.local
        return self.code.loop("j", 0, (self.plan.lines if self.axis == 0 else self.plan.length), high)

    def member(self, j: Expr) -> tuple[Expr, Expr]:
        """Which place of which line this member has to do with."""
        column, row = self.code.let("column", member(0), True), self.code.let("row", member(1) + j, True)
        return (column, row) if self.axis == 0 else (row, column)

    def place(self, at: Expr, line: Expr) -> tuple[Var, Var]:
        """The pixel at a place of a line; the nearest one of the picture."""
        x, y = self.at(at, line)
        return (self.code.let("x", least(x, self.made.width - 1), True),
                self.code.let("y", least(y, self.made.height - 1), True))

    def at(self, at: Expr, line: Expr) -> tuple[Expr, Expr]:
        if self.chunks is not None:
            return (self.line + line) * self.chunks.length + at, Number(0)
        return (at, self.line + line) if self.axis == 0 else (self.line + line, at)

    def begun(self) -> dict[tuple[int, int], Expr]:
        """What was before the first place of this member's chunk."""
        if self.chunks is None:
            return {}
        given = starts(self.graph)
        law = replace(self.made, graph=part(self.graph, reaching(self.graph.body, given), given))
        pixels = PixelBody(law, self.code, *self.place(Number(0), least(self.number, self.plan.lines - 1)))
        pixels.values.update(self.same)
        pixels.block(law.graph.body)
        return dict(zip(self.chunks.slots, map(pixels.value, given)))


class Pieces(Group):
    """Each line in pieces that members go over side by side: first as if there were nothing before them, to see what they
    make of what was before; then, when that is known, again."""

    def begin(self) -> None:
        law, code, plan = law_of(self.graph), self.code, self.plan
        assert law is not None
        self.slots, self.long = law.slots, plan.length // plan.pieces
        self.shared_by_all = [value for output in self.parts.same.outputs for value in output.values]
        self.steps = law.steps([*self.parts.feeds, *self.shared_by_all])
        count = len(self.slots)
        self.ends = [array(code, value, "ends", (plan.pieces, plan.lines + 1), "local") for value in self.steps.carried]
        self.carried = [array(code, value, "carried", (plan.lines + 1,), "local") for value in self.steps.before]
        self.mine = code.let("line_of_tile", self.number % plan.lines, True)
        self.piece = code.let("piece", self.number // plan.lines, True)
        with code.inside(If(self.piece < 1, [])):
            for value, place, start in zip(self.steps.before, self.carried, self.steps.start[:count]):
                code.add(Store(place, self.mine, kept(value, constant_of(start))))

    def go(self, first: Var) -> None:
        code, steps = self.code, self.steps
        found = variables(code, steps.carried, [constant_of(value) for value in steps.start])
        with code.loop("i", 0, self.long) as i, code.inside(Section([])):
            at = self.place_of(i)
            pixels = PixelBody(replace(self.made, graph=steps.turn), code, *self.place(first + at, self.mine))
            for value, given in zip([*self.tiles], steps.given):
                pixels.values[id(given)] = self.fed(value, self.tiles[value], i, at, self.mine)
            for value, given in zip(self.shared_by_all, steps.given[len(self.tiles):]):
                pixels.values[id(given)] = self.same[id(value)]
            pixels.values.update({id(value): var for value, var in zip(steps.carried, found)})
            pixels.block(steps.turn.body)
            self.change(found, steps.turn, pixels)
        for value, place, var in zip(steps.carried, self.ends, found):
            code.add(Store(Part(place, self.piece), self.mine, kept(value, var)))
        code.add(Barrier())
        self.before = variables(code, steps.before, [taken(value, Load(place, self.mine))
                                                     for value, place in zip(steps.before, self.carried)])
        with code.loop("i", 0, self.plan.pieces - 1) as i, code.inside(If(i < self.piece, [])):
            pixels = PixelBody(replace(self.made, graph=steps.after), code, Number(0), Number(0))
            pixels.values.update({id(value): var for value, var in zip(steps.before, self.before)})
            for value, end, place in zip(steps.carried, steps.ends, self.ends):
                pixels.values[id(end)] = self.loaded(value, place, i, self.mine)
            pixels.block(steps.after.body)
            self.change(self.before, steps.after, pixels)
        self.states = Variables(code, self.graph, 1, dict(zip(self.slots, self.before)))
        with code.loop("i", 0, self.long) as i, code.inside(Section([])):
            self.law(first, i, self.place_of(i), self.mine, self.states)

    def carry(self) -> None:
        with self.code.inside(If(self.piece >= self.plan.pieces - 1, [])):
            for slot, value, place in zip(self.slots, self.steps.before, self.carried):
                self.code.add(Store(place, self.mine, kept(value, self.states.known[slot])))

    def change(self, variables: list[Var], graph: Graph, pixels: PixelBody) -> None:
        new = [pixels.value(value) for output in graph.outputs for value in output.values]
        self.code.add(Assign(list(zip(variables, new))))

    def place_of(self, i: Expr) -> Var:
        """The place in the tile of the ith of this piece."""
        at = self.piece * self.long + i
        return self.code.let("at", at if self.step > 0 else self.plan.length - 1 - at, True)


class Down(Pieces):
    """Columns in pieces: members beside one another go down columns beside one another, as memory likes it. So each reads
    the places of its pieces itself, and writes them."""

    def write(self) -> None:
        code = self.code
        self.tiles = {value: array(code, value, "fed", (self.long,)) for value in self.parts.feeds}
        with along(code, "first", self.made.height, self.step, self.plan.length) as first:
            with code.loop("i", 0, self.long) as i, code.inside(Section([])):
                for tile, given in self.feeds(first + self.place_of(i), self.mine):
                    code.add(Store(tile, i, given))
            self.go(first)
            code.add(Barrier())
            self.carry()

    def fed(self, value: Value, tile: Var, i: Expr, at: Expr, line: Expr) -> Expr:
        return self.code.let(value.name or "fed", taken(value, Load(tile, i)))

    def give(self, law: PixelBody, first: Var, at: Expr, line: Expr) -> None:
        x, y = self.at(first + at, line)
        with self.code.inside(If((x < self.made.width) & (y < self.made.height), [])):
            for output, sink in zip(shown(self.graph), self.made.sinks):
                values = [law.value(value) for value in output.values]
                row = self.code.let((sink.start, "_row"), sink.row(y))
                formats.store(self.code, sink.format, output.values[0].type, values, row, x, sink.whole)


def variables(code: Code, values: Sequence[Value], begin: Sequence[Expr]) -> list[Var]:
    """Variables for values, each with what it begins with."""
    made = [Var(value.name or "carried", WORDS[value.type], changes=True) for value in values]
    for pair in zip(made, begin):
        code.add(Declare([pair]))
    return made


def constant_of(value: Value) -> Number:
    assert isinstance(value, Const)
    return Number(value.value, WORDS[value.type])
