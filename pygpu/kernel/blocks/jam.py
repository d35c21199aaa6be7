"""Several pixels, or vectors of them, side by side: what differs between them is done for each.

A statement that speaks of a value with `each`, or of which copy this is, is there once for every copy; what is the same
for all of them stays one. A test whether any lane has something to do asks the lanes of all copies.

Copies may lie in rows below one another, too: then some values are the same for all copies of a row, or for those of a
column.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..statements import Array, Assign, Block, Declare, For, Hold, If, Leave, Let, Loop, Statement, Store, Update
from ..values import ANY, BELOW, BESIDE, COPIED, LOWERED, At, Expr, Gather, Load, Number, Operation, Part, Var, Wish


def jam(body: list[Statement], copies: int, rows: int = 1) -> list[Statement]:
    """The same statements for so many pixels, in each of so many rows."""
    return _Jam(copies, rows).all(body) if copies * rows > 1 else body


def differs(*values: Expr) -> int:
    """Whether copies BESIDE one another, BELOW one another, or both have each their own; 0 if they have it in common."""
    found = 0
    for value in values:
        if isinstance(value, Var):
            found |= value.each
        elif isinstance(value, Operation):
            found |= BESIDE if value is COPIED else BELOW if value is LOWERED else differs(*value.args)
        elif isinstance(value, (At, Load, Gather)):
            found |= differs(value.pointer, value.index)
        elif isinstance(value, Part):
            found |= differs(value.array, *value.indices)
    return found


class _Jam:
    def __init__(self, copies: int, rows: int):
        every = range(copies * rows)
        self.beside = copies
        self.copies = {0: range(1), BESIDE: range(copies), BELOW: every[::copies], BESIDE | BELOW: every}
        self.vars: dict[Var, list[Var]] = {}

    def all(self, body: list[Statement]) -> list[Statement]:
        return [made for statement in body for made in getattr(self, "_" + type(statement).__name__.lower(), self._same)(
            statement)]

    def _same(self, statement: Statement) -> list[Statement]:
        return [statement]

    def _let(self, let: Let) -> list[Statement]:
        if not let.var.each:
            return [let]
        return [Let(self.copy(let.var, i), self.of(let.value, i), let.short, None if i else let.location)
                for i in self.copies[let.var.each]]

    def _declare(self, declare: Declare) -> list[Statement]:
        each = differs(*[var for var, _ in declare.pairs])
        if not each:
            return [declare]
        return [Declare([(self.copy(var, i), value and self.of(value, i)) for var, value in declare.pairs], declare.const,
                        None if i else declare.location) for i in self.copies[each]]

    def _array(self, array: Array) -> list[Statement]:
        return [Array(self.copy(array.var, i), array.extents, array.align) for i in self.copies[array.var.each]]

    def pairs(self, pairs: Iterable[tuple[Var, Expr]]) -> list[tuple[Var, Expr]]:
        return [(self.copy(var, i), self.of(value, i)) for var, value in pairs
                for i in self.copies[var.each]]

    def _assign(self, assign: Assign) -> list[Statement]:
        held = [self.of(value, i) for value in assign.held for i in self.copies[differs(value)]]
        return [Assign(self.pairs(assign.pairs), held)]

    def _update(self, update: Update) -> list[Statement]:
        each = differs(update.var)
        if not each:
            return [update]
        return [Update(self.of(update.var, i), update.operator, self.of(update.value, i)) for i in self.copies[each]]

    def _hold(self, hold: Hold) -> list[Statement]:
        each = differs(hold.var)
        if not each:
            return [hold]
        return [Hold(self.of(hold.var, i), None if i else hold.location) for i in self.copies[each]]

    def _store(self, store: Store) -> list[Statement]:
        each = differs(store.pointer, store.index, store.value)
        if not each:
            return [store]
        return [Store(self.of(store.pointer, i), self.of(store.index, i), self.of(store.value, i), store.lanes,
                      store.aligned, store.stream) for i in self.copies[each]]

    def _block(self, block: Block) -> list[Statement]:
        return [type(block)(self.all(block.body))]

    _section = _line = _block

    def _if(self, branch: If) -> list[Statement]:
        otherwise = None if branch.otherwise is None else self.all(branch.otherwise)
        return [If(self.test(branch.test), self.all(branch.then), otherwise, branch.location)]

    def _for(self, loop: For) -> list[Statement]:
        return [For(loop.var, loop.first, loop.end, loop.step, self.all(loop.body))]

    def _loop(self, loop: Loop) -> list[Statement]:
        return [Loop(self.all(loop.body), loop.unrolled, loop.in_turn)]

    def _leave(self, leave: Leave) -> list[Statement]:
        return [Leave(leave.unless and self.test(leave.unless), self.pairs(leave.pairs))]

    def test(self, test: Expr) -> Expr:
        """A test that is one for all copies."""
        if isinstance(test, Operation) and test.kind is ANY:
            return Operation(ANY, tuple([self.of(test.args[0], i) for i in self.copies[differs(test.args[0])]]), "bool")
        return test

    def copy(self, var: Var, number: int) -> Var:
        if not var.each:
            return var
        if var not in self.vars:
            made = self.vars[var] = [Var(self.wish(var, i), var.type, var.lanes, changes=var.changes)
                                     for i in self.copies[var.each]]
            for i, each in enumerate(made):
                each.group = made, i
        column, row = number % self.beside, number // self.beside
        return self.vars[var][column if var.each == BESIDE else row if var.each == BELOW else number]

    def wish(self, var: Var, number: int) -> Wish:
        base = var.wish
        return (self.of(base[0], number), base[1]) if isinstance(base, tuple) else base

    def of(self, value: Expr, number: int) -> Expr:
        """What an expression is for one copy."""
        if isinstance(value, Var):
            return self.copy(value, number)
        if isinstance(value, Operation):
            if value is COPIED:
                return Number(number % self.beside)
            if value is LOWERED:
                return Number(number // self.beside)
            args = tuple([self.of(arg, number) for arg in value.args])
            return Operation(value.kind, args, value.type, value.lanes, value.how, value.extra)
        if isinstance(value, At):
            return At(self.of(value.pointer, number), self.of(value.index, number))
        if isinstance(value, Load):
            return Load(self.of(value.pointer, number), self.of(value.index, number), value.lanes, value.aligned)
        if isinstance(value, Gather):
            return Gather(self.of(value.pointer, number), self.of(value.index, number), value.count, value.near)
        if isinstance(value, Part):
            array = self.of(value.array, number)
            assert isinstance(array, Var), "an array has a name"
            return Part(array, *[self.of(index, number) for index in value.indices])
        return value
