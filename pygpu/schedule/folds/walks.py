"""The loops of a fold's parts."""

from __future__ import annotations

from dataclasses import dataclass

from ...ir import Block, Builder, Const, Function, Value, constant
from ...ir.folds import How, identities, together
from ...passes.loops import counted


@dataclass
class Walk:
    """Writes the loops of a part: `columns` from `x` on, `step` at a time, of the rows from `y` on to below `y_end`,
    `y_step` at a time. Without a number it is the one column, or row. Where the columns are shared among `step` parts,
    this is part `of` them: neighbouring parts take neighbouring columns, turn by turn together. `before` is what rows above
    have given."""

    builder: Builder
    value: Function
    how: How
    x: Value
    columns: Value | None
    step: int | None
    y: Value
    y_end: Value | None
    y_step: int = 1
    of: Value | None = None
    before: list[Value] | None = None
    apart: bool = False  # whether one asks before the rest of a row if any part has some: for most widths none has

    @property
    def start(self) -> list[Value]:
        return identities(self.how, [value.type for value in self.value.results[:len(self.how)]])

    def all(self) -> list[Value]:
        if self.y_end is None:
            return self.row(self.start, self.y)
        return counted(self.builder, self.before or self.start, self.y, self.y_end, self.y_step, self.row_after)[1:]

    def row_after(self, before: list[Value], y: Value) -> list[Value]:
        """A row by itself first: so numbers of about one size are added up."""
        if self.columns is None or not {"add", "mul"}.intersection(self.how):
            return self.row(before, y)
        return together(self.builder.emit, self.how, before, self.row(self.start, y))

    def row(self, before: list[Value], y: Value) -> list[Value]:
        if self.columns is None:
            return self.at(before, self.x, y)
        emit, step = self.builder.emit, self.step or 1
        first = self.x if self.of is None else emit("add", self.x, self.of)
        whole = self.columns if self.of is None else emit("sub", self.columns, constant(step - 1))

        def turn(found: list[Value], at: Value) -> list[Value]:
            return self.at(found, emit("add", first, at), y)

        at, *found = counted(self.builder, before, constant(0), whole, step, turn)
        if self.of is None or self.columns.__class__ is Const and self.columns.value % step == 0:
            return found
        own, columns, otherwise = self.of, self.columns, Block()

        def rest(found: list[Value], at: Value) -> list[Value]:
            left, then, otherwise.results = emit("lt", emit("add", own, at), columns), Block(), tuple(found)
            with self.builder.inside(then):
                then.results = tuple(turn(found, at))
            return list(self.builder.branch(left, then, otherwise))

        return counted(self.builder, found, at, columns, step, rest)[1:] if self.apart else rest(found, at)

    def at(self, before: list[Value], x: Value, y: Value) -> list[Value]:
        emit = self.builder.emit
        here = [emit("call", x, y, function=self.value, channel=i) for i in range(len(self.how))]
        return together(emit, self.how, before, here)
