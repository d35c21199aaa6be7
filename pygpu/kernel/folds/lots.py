"""Lots: a work-item computes block after block of its lot, and keeps what all of them come to (schedule/folds/folds.py)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...ir import FLOAT, Graph, Op, Value
from ...ir.folds import Lot, nothing
from ...ir.ops import MAX, MIN
from ...ir.scans import shown
from ...schedule.folds.lots import divided
from ...schedule.folds.teams import joining
from ...schedule.plans import Lots, Plan
from .. import formats
from ..arrays import array, kept, taken
from ..blocks import columns, edges, lanes
from ..blocks.pixels import PixelBody, Waiting
from ..frame import Frame
from ..statements import Assign, Block, Code, Declare, If, Return, Section, Store
from ..values import WORDS, Expr, Load, Number, Operation, Var, choose, greatest, item, least, member, numbers, widen
from .teams import give, put_together


def body(made: Frame, plan: Plan) -> Code:
    assert isinstance(plan, Lots)
    code, inner = Code(), plan.inner
    rectangle, place = divided(made.graph)
    if plan.beside:
        width, height = _size(made, rectangle, code)
        team = code.let("team", made.width - 1 - item(0))
        column, row = _in_team(made.graph.lot, team, width, code)
    else:
        column, row = code.let("lot_x", item(0)), code.let("lot_y", item(1))
        code.add(If(columns.either(column >= made.width, row >= made.height), [Return()]))
        width, height = _size(made, rectangle, code)
    (wide, high), lot = plan.lot, _Lot(made, code, inner.lanes if inner else 1, plan.target.kind == "gpu")
    left, top = code.let("left", column * wide), code.let("top", row * high)
    right, bottom = code.let("right", least(left + wide, width)), code.let("bottom", least(top + high, height))
    _all_blocks(lot, replace(made, graph=place, width=width, height=height, sinks=[]), plan, (left, top, right, bottom))
    if plan.beside:
        mine = member(1)
        found = put_together(made, code, made.graph.lot.how, lot.values, lot.found(), (Number(0), 1), (mine, plan.local[1]))
        with code.inside(If((mine < 1) & (team >= 0), [])), code.inside(Section([])):
            give(made, code, lot.values, found, team, Number(0))
        return code
    for total, value, sink in zip(lot.found(), lot.values, made.sinks):
        line = code.let((sink.start, "_row"), sink.row(row))
        formats.store(code, sink.format, value.type, [total], line, column, sink.whole)
    return code


def _all_blocks(lot: _Lot, made: Frame, plan: Lots, area: tuple[Var, Var, Var, Var]) -> None:
    """What a lot takes, row by row of its blocks."""
    code, inner, (left, top, right, bottom) = lot.code, plan.inner, area
    with code.loop("y", top, bottom, inner.rows if inner else 1) as y, code.inside(Section([])):
        if inner and inner.lanes > 1:
            _Sweep(lot, made, inner, code, y, left, right).sweep()
            return
        with code.loop("x", left, right, inner.block[0] if inner else 1) as x, code.inside(Section([])):
            if inner:
                columns.block(made, inner, code, x, y, lot.take)
                return
            pixel = Waiting(made, code, x, y)
            pixel.block(made.graph.body)
            lot.take([pixel.value(value) for output in made.graph.outputs for value in output.values])


def _in_team(lot: Lot, team: Var, width: Var, code: Code) -> tuple[Var, Var]:
    """Which lot is a member's: teams lie row by row, and so do the members of each. (The last team comes first: what was
    read last, the upper rows, is what the next kernel begins with.)"""
    assert lot.beside
    (wide, _), (across, down), mine = lot.area, lot.beside, member(1)
    teams = code.let("teams", greatest((width + (wide - 1)) // wide, 1))
    column, row = team % teams, team // teams
    return code.let("lot_x", column * across + mine % across), code.let("lot_y", row * down + mine // across)


def _size(made: Frame, rectangle: Graph, code: Code) -> tuple[Var, Var]:
    """Of the rectangle, which no pixel changes."""
    found = PixelBody(replace(made, graph=rectangle), code, Number(0), Number(0))
    found.block(rectangle.body)
    wide, high = [found.value(output.values[0]) for output in rectangle.outputs[2:]]
    return code.let("all_columns", wide), code.let("all_rows", high)


class _Lot:
    """What the values of a lot have come to so far; of lanes each by itself."""

    def __init__(self, made: Frame, code: Code, lanes: int, is_gpu: bool):
        self.made, self.code, self.lanes, self.is_gpu, how = made, code, lanes, is_gpu, made.graph.lot.how
        self.values: list[Value] = [value for output in shown(made.graph) for value in output.values]
        self.nothing = [Number(nothing(kind, each.type), WORDS[each.type]) for kind, each in zip(how, self.values)]
        self.totals = self.begun(lanes)
        self.joint, self.before, self.after = joining(made.graph, how, self.values)

    def begun(self, lanes: int) -> list[Var]:
        totals = [Var(value.name or "total", WORDS[value.type], lanes, changes=True) for value in self.values]
        for total, start in zip(totals, self.nothing):
            self.code.add(Declare([(total, widen(start, lanes) if lanes > 1 else start)]))
        return totals

    def take(self, values: Sequence[Expr], there: Expr | None = None) -> None:
        """Those of one pixel more, or of a vector of which some are `there`."""
        if there is not None:
            values = [choose(there, value, widen(none, self.lanes)) for value, none in zip(values, self.nothing)]
        self.put(self.totals, values)

    def put(self, totals: Sequence[Var], values: Sequence[Expr]) -> None:
        both = _Both(replace(self.made, graph=self.joint), self.code, totals[0].lanes, self.is_gpu)
        for given, total, after, value in zip(self.before, totals, self.after, values):
            both.values[id(given)] = total
            both.values[id(after)] = value if isinstance(value, (Var, Number)) else both.define(after, value)
        both.block(self.joint.body)
        self.code.add(Assign([(total, both.value(output.values[0])) for total, output in zip(totals, self.joint.outputs)]))

    def found(self) -> list[Var]:
        """What all lanes come to."""
        if self.lanes == 1:
            return self.totals
        code, together = self.code, self.begun(1)
        parts = [array(code, value, "parts", (self.lanes,)) for value in self.values]
        for value, part, total in zip(self.values, parts, self.totals):
            code.add(Store(part, Number(0), kept(value, total), self.lanes))
        with code.loop("i", 0, self.lanes) as i, code.inside(Section([])):
            self.put(together, [taken(value, Load(part, i)) for value, part in zip(self.values, parts)])
        return together


class _Both(PixelBody):
    """What two parts come to together. As what there is so far is never NaN, GPUs have a word for the least or greatest."""

    def __init__(self, made: Frame, code: Code, lanes: int, is_gpu: bool):
        super().__init__(made, code, Number(0), Number(0))
        self.lanes, self.is_gpu = lanes, is_gpu

    def _expression(self, op: Op) -> Expr:
        made = super()._expression(op)
        if self.is_gpu and op.kind in (MIN, MAX) and op.result.type is FLOAT:
            assert isinstance(made, Operation)
            return Operation(made.kind, made.args, made.type, made.lanes, "numbers")
        return made

    def var(self, value: Value, wish: str, changes: bool = False) -> Var:
        return Var(wish, WORDS[value.type], self.lanes, changes=changes)


class _Sweep(lanes.Sweep):
    """A block's rows, whose results a lot takes."""

    in_tile = False

    def __init__(self, lot: _Lot, made: Frame, plan: Plan, code: Code, y: Var, first: Var, end: Var):
        super().__init__(made, plan, code, y, first, end, first)
        self.lot = lot

    def give(self, found: list[list[Expr]], access: lanes._Inside | edges.Edge, row: int) -> None:
        values = [value for each in found for value in each]
        if isinstance(access, edges.Edge):
            self.lot.take(values, self.there())
            return
        with self.code.inside(If(self.y + row < self.made.height, []) if row else Block([])):
            self.lot.take(values, self.there() if access.partly else None)

    def there(self) -> Expr:
        """Which numbers of a vector lie inside."""
        return self.x + numbers(self.lot.lanes) < widen(self.made.width, self.lot.lanes)
