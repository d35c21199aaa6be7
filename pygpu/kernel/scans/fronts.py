"""Scans aslant: what a place asks for lies in the row before, also beside its own column (ir/scans.py).

One group of work-items does it all, so that each can wait for the others. Where a row asks only for rows before, its places
are done side by side. Where it asks for its own row too, each item has a row, and is so many columns behind the one above
that all it asks for is there: a front goes over the rows of a band, one band after the other. An item alone does place after
place, of a few rows by turns: then one need not wait for the one before it. What was before is read from the results, where
others have written it.
"""

from __future__ import annotations

import operator
from dataclasses import replace
from functools import reduce

from ...ir import Block, Op, Value
from ...ir.ops import PRIOR
from ...ir.scans import back, beside, carried, channel, priors, shown
from ...schedule.plans import Fronts, Plan
from ...schedule.scans.scans import split
from .. import formats
from ..blocks.pixels import PixelBody
from ..frame import Frame, Sink
from ..statements import Assign, Barrier, Code, Declare, If, Section
from ..values import WORDS, Expr, Load, Number, Var, member
from .scans import alike

NOTHING = {"bool": False, "float32": 0.0, "float64": 0.0}


def body(made: Frame, plan: Plan) -> Code:
    assert isinstance(plan, Fronts)
    code = Code()
    _Fronts(made, plan, code).write()
    return code


class _Fronts:
    def __init__(self, made: Frame, plan: Fronts, code: Code):
        self.code, self.scan, self.items = code, made.graph.scan, plan.local[0]
        self.turns = plan.turns
        parts = split(made.graph)
        self.same = alike(made, code, parts)
        self.made = replace(made, graph=parts.is_left)
        sizes = made.width, made.height
        self.last: dict[int, Var] = {}
        self.columns, self.rows = sizes[1 - self.scan.axis], sizes[self.scan.axis]

    def write(self) -> None:
        code, order, slope, items = self.code, self.scan.slant.order, self.scan.slant.slope, self.items
        mine = code.let("mine", member(0)) if items > 1 else Number(0)
        if self.turns > 1:
            self.by_turns()
            return
        if not order or items == 1:
            with code.loop("n", 0, self.rows) as row:
                self.keep_last()
                with code.loop("m", mine, self.columns, items) as column, code.inside(Section([])):
                    self.place(column, row)
                self.wait()
            return
        with code.loop("band", 0, self.rows, items) as band:
            with code.loop("front", 0, self.columns + slope * (items - 1)) as front:
                column, row = code.let("m", front - mine * slope), code.let("n", band + mine)
                with code.inside(If((column >= 0) & (column < self.columns) & (row < self.rows), [])):
                    self.place(column, row)
                self.wait()

    def by_turns(self) -> None:
        """An item alone does a front of a few places, which need not wait for one another, after the other."""
        code, slope, turns = self.code, self.scan.slant.slope, self.turns
        with code.loop("band", 0, self.rows, turns) as band:
            lasts = []
            for _ in range(turns):
                self.keep_last()
                lasts.append(self.last)
            with code.loop("front", 0, self.columns + slope * (turns - 1)) as front:
                for turn, self.last in enumerate(lasts):
                    with code.inside(), code.inside(Section([])):
                        column, row = code.let("m", front - turn * slope), code.let("n", band + turn)
                        with code.inside(If((column >= 0) & (column < self.columns) & (row < self.rows), [])):
                            self.place(column, row)

    def keep_last(self) -> None:
        """An item that goes along a row alone knows what it gave last."""
        self.last = {}
        for op in priors(self.made.graph) if self.items == 1 else ():
            if not back(op) and beside(op) == -self.scan.slant.order and channel(op) not in self.last:
                self.last[channel(op)] = self.variable("last", op)

    def variable(self, wish: str, op: Op) -> Var:
        word = WORDS[op.result.type]
        var = Var(wish, word, changes=True)
        self.code.add(Declare([(var, Number(NOTHING.get(word, 0), word))]))
        return var

    def wait(self) -> None:
        if self.items > 1:
            self.code.add(Barrier("global"))

    def place(self, column: Expr, row: Expr) -> None:
        """One place, counted in the order of the scan."""
        code, scan = self.code, self.scan
        row = row if scan.step > 0 else self.rows - 1 - row
        column = column if scan.slant.order >= 0 else self.columns - 1 - column
        x, y = (code.let(name, at, True) for name, at in zip("xy", (column, row) if scan.axis else (row, column)))
        pixels = _Place(self.made, code, x, y)
        pixels.values.update(self.same)
        for op in priors(self.made.graph):
            is_last = not back(op) and beside(op) == -scan.slant.order and channel(op) in self.last
            pixels.values[id(op.result)] = self.last[channel(op)] if is_last else self.before(op, (x, y))
        pixels.block(self.made.graph.body)
        for output, sink in zip(shown(self.made.graph), self.made.sinks):
            values = [pixels.value(value) for value in output.values]
            formats.store(code, sink.format, output.values[0].type, values, self.line(sink, y), x, sink.whole)
        if self.last:
            given = carried(self.made.graph)
            code.add(Assign([(var, pixels.value(given[number])) for number, var in self.last.items()]))

    def line(self, sink: Sink, y: Expr) -> Var:
        return self.code.let((sink.start, "_row"), sink.row(y))

    def before(self, op: Op, place: tuple[Expr, Expr]) -> Var:
        """What was given at the place that an operation asks for; outside, where nobody asks, nothing."""
        code, axis, step = self.code, self.scan.axis, self.scan.step
        at: list[Expr] = list(place)
        inside: list[Expr] = []
        for along, by in ((axis, -back(op) * step), (1 - axis, beside(op))):
            if by:
                at[along] = code.let("xy"[along] + "_before", at[along] + by)
                inside.append(at[along] >= 0 if by < 0 else at[along] < (self.made.width, self.made.height)[along])
        var = self.variable("before", op)
        sink = self.sink(carried(self.made.graph)[channel(op)])
        with code.inside(If(reduce(operator.and_, inside), [])):
            raw = Load(self.line(sink, at[1]), at[0])
            code.add(Assign([(var, formats.decoded(sink.format, op.result.type, raw))]))
        return var

    def sink(self, value: Value) -> Sink:
        """Where what is carried is kept."""
        return next(sink for output, sink in zip(shown(self.made.graph), self.made.sinks) if output.values == (value,))


class _Place(PixelBody):
    """A place of which is known what was before."""

    def op(self, op: Op, block: Block) -> None:
        if op.kind is not PRIOR:
            super().op(op, block)
