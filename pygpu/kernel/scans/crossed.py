"""A scan down of a scan across, a strip of columns at a time (schedule/scans/strips.py).

A first kernel goes across and writes what is carried into each strip: sixteen rows beside one another, for each number that
is. The second goes down strips, sixteen rows of each at a time: squares are turned, gone across and turned back, and then
gone down row by row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...ir import Function, Graph, Output, Value, callees, calls, given_by
from ...ir.scans import carried, shown, slots
from ...schedule.plans import Crossed, Plan
from ...schedule.scans.scans import split
from ..arrays import element, kept, taken
from ..blocks import masks
from ..blocks.masks import Lanes
from ..blocks.squares import Square
from ..formats import Format
from ..frame import Frame, Sink
from ..kernels import Between, Parameter
from ..statements import Code, If, Section, Store
from ..values import Expr, Load, Number, Pointer, Var, greatest, item, least, long
from .abreast import Abreast, Below
from .lines import Carried, Variables, alike, along, without_choices

Slot = tuple[int, int]  # how far back, and which of what is carried


def across(graph: Graph) -> Function:
    """The scan that goes across."""
    (function,) = callees(graph)
    return function


def between(graph: Graph, plan: Crossed) -> list[Between]:
    """What is carried into strips."""
    return carried_between(across(graph).graph, (plan.lanes, 1), (plan.strips[0], plan.lanes))


def carried_between(graph: Graph, pieces: tuple[int, int], across: tuple[int, int]) -> list[Between]:
    """What a scan carries, an image for each number."""
    values = carried(graph)
    return [Between(Format(element(values[number]), 1), pieces=pieces, across=across) for _, number in slots(graph)]


def body(made: Frame, plan: Plan) -> Code:
    assert isinstance(plan, Crossed)
    code = Code()
    if plan.ends:
        _across(made, plan, code)
    else:
        _down(made, plan, code)
    return code


def places(made: Frame, graph: Graph, written: bool) -> list[tuple[Slot, Var, Var]]:
    """Where what is carried into strips lies, as a kernel's parameters: (which it is, the first, how far rows lie apart)."""
    found: list[tuple[Slot, Var, Var]] = []
    for number, slot in enumerate(slots(graph)):
        start = Var("into", Pointer(element(carried(graph)[slot[1]]), "global", not written))
        stride = Var((start, "_stride"), "int32")
        sizes = () if written else (Var((start, "_w"), "int32"), Var((start, "_h"), "int32"))
        made.parameters.append(Parameter("output" if written else "image", number, (start, *sizes, stride), True))
        found.append((slot, start, stride))
    return found


def _across(made: Frame, plan: Crossed, code: Code) -> None:
    parts = split(made.graph)
    same = alike(made, code, parts)
    _Ends(made, plan, code, parts, Below(made, plan.lanes, code), same).write()


def strip_of(made: Frame, plan: Crossed, code: Code) -> Expr:
    """The columns of a strip."""
    at_least, at_most, parts = plan.strips
    part = parts * plan.length
    wide = greatest(at_least, (made.width + (part - 1)) // part * plan.length)
    return code.let("strip", least(wide, at_most), True)


class _Ends(Abreast):
    """Goes across up to the last strip, and writes what it carries into each."""

    def write(self) -> None:
        assert isinstance(self.plan, Crossed)
        self.into_strips = places(self.made, self.graph, True)
        self.strip = strip_of(self.made, self.plan, self.code)
        self.last = self.code.let("last", (self.made.width - 1) // self.strip * self.strip, True)
        self.lines.length = self.last + 1
        super().write()

    def go_over(self, first: Var) -> None:
        code, values = self.code, carried(self.graph)
        with code.inside(If(first % self.strip < 1, [])):
            for slot, start, stride in self.into_strips:
                row = start + long(item(1)) * stride
                vector = kept(values[slot[1]], self.states.known[slot])
                code.add(Store(row + first // self.strip * self.lanes, Number(0), vector, self.lanes))
        with code.inside(If(first < self.last, [])):
            super().go_over(first)


def _down(made: Frame, plan: Crossed, code: Code) -> None:
    graph, lanes = made.graph, plan.lanes
    inner = across(graph).graph
    each = replace(made, graph=inner)
    into = places(made, inner, False)
    same = alike(each, code, split(inner)), alike(made, code, split(graph))
    strip = strip_of(made, plan, code)
    left = code.let("left", item(0) * strip, True)
    end = code.let("end", least(left + strip, made.width), True)
    states = Carried(code, graph, lanes, plan.strips[1])
    values = carried(inner)
    with along(code, "top", made.height, graph.scan.step, lanes) as top, code.inside(Section([])):
        lines = Below(each, lanes, code, top)
        for slot, start, stride in into:
            row = start + long(top // lanes) * stride
            lines.begun[slot] = taken(values[slot[1]], Load(row + item(0) * lanes, Number(0), lanes))
        _Squares(each, plan, code, lines, same, made, states, (left, end)).write()


class _Squares(Abreast):
    """Goes across squares of a strip, and down what that gives."""

    def __init__(self, made: Frame, plan: Crossed, code: Code, lines: Below, same: tuple[dict[int, Expr], dict[int, Expr]],
                 outer: Frame, states: Carried, ends: tuple[Var, Var]):
        super().__init__(made, plan, code, split(made.graph), lines, same[0])
        self.outer, self.carried, self.ends, self.same_down = outer, states, ends, same[1]
        is_left, self.choices_down = without_choices(split(outer.graph).is_left, outer.graph)
        self.left_over = replace(outer, graph=is_left)
        self.calls = {op.result: given_by(op) for op in calls(outer.graph.body)}
        self.results = tuple(dict.fromkeys(self.calls.values()))

    def write(self) -> None:
        with self.code.loop("first", *self.ends, self.wide) as first:
            self.go_over(first)

    @property
    def sinks(self) -> list[tuple[Output, Sink]]:
        return list(zip(shown(self.outer.graph), self.outer.sinks))

    def end(self, first: Var) -> Expr:
        return least(self.wide, self.ends[1] - first)

    def give(self, first: Var, rows: Mapping[Value, list[Expr]]) -> None:
        """Down with what goes across, row by row: so memory is written as it lies."""
        carry = self.carried.before(first - self.ends[0])
        for j in range(self.lanes)[::self.outer.graph.scan.step]:
            y = self.code.let("y", self.lines.row(Number(j)))
            self.down(first, y, carry, {value: vectors[j] for value, vectors in rows.items()}, True)
        self.carried.keep(carry, first - self.ends[0])

    def give_squares(self, first: Var, tiles: Mapping[Value, Square]) -> None:
        code, lanes = self.code, self.lanes
        with code.loop("k", 0, self.end(first), lanes) as k, code.inside(Section([])):
            x = code.let("x", first + k)
            carry = self.carried.before(x - self.ends[0])
            with along(code, "j", least(lanes, self.lines.count), self.outer.graph.scan.step) as j, code.inside(Section([])):
                y = code.let("y", self.lines.row(j))
                self.down(x, y, carry, {value: Load(tile[j] + k, Number(0), lanes) for value, tile in tiles.items()})
            self.carried.keep(carry, x - self.ends[0])

    def down(self, x: Var, y: Expr, carry: Variables, across: Mapping[Value, Expr], whole: bool = False) -> None:
        """What is made in a row of what goes `across`, and carried on."""
        pixels = Lanes(self.left_over, self.lanes, self.code, x, y, 1, [*self.calls, *self.choices_down])
        pixels.values.update(self.same_down)
        pixels.values.update({id(mine): taken(its, across[its]) for mine, its in self.calls.items()})
        pixels.before = carry.known
        pixels.values.update({id(value): carry.known[slot] for value, slot in self.choices_down.items()})
        pixels.block(self.left_over.graph.body)
        for output, sink in self.sinks:
            masks.store_output(pixels, sink, output, self.stream, whole)
        carry.shift(pixels.widened)
