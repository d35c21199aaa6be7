"""What holds of every kernel, whatever it is given; `interpret` finds what depends on that.

Every value is there before it is used, in a block around it; lanes and elements fit where they go; a loop is left from
inside; only what changes is assigned to; and a barrier does not stand where some items of a group may not come.
"""

from __future__ import annotations

from collections.abc import Iterable

from .kernels import Kernel
from .statements import (
    Array,
    Assign,
    Atomic,
    Barrier,
    Block,
    Declare,
    Fetch,
    For,
    Hold,
    If,
    Join,
    Leave,
    Let,
    Loop,
    Return,
    Statement,
    Store,
    Update,
)
from .values import COPY, ITEM, MEMBER, At, Expr, Gather, Load, Machine, Operation, Part, Pointer, Texel, Var


class Malformed(Exception):
    """A kernel that means nothing."""


def verify(kernel: Kernel) -> None:
    """Raises Malformed where a kernel is."""
    known = {var for parameter in kernel.parameters for var in parameter.vars} | {table.var for table in kernel.tables}
    _Verifier(set()).block(kernel.body, known, False, False)


class _Verifier:
    def __init__(self, apart: set[Var]):
        self.apart = apart  # values in which the items of a group may differ

    def block(self, body: Iterable[Statement], known: set[Var], in_loop: bool, apart: bool) -> None:
        """`apart`: that some items of a group may be here, and others not."""
        known = set(known)
        for statement in body:
            self.statement(statement, known, in_loop, apart)

    def statement(self, statement: Statement, known: set[Var], in_loop: bool, apart: bool) -> None:
        if isinstance(statement, Let):
            self.value(statement.var, statement.value, known)
            known.add(statement.var)
        elif isinstance(statement, Declare):
            for var, value in statement.pairs:
                if value is not None:
                    self.value(var, value, known)
                known.add(var)
        elif isinstance(statement, Assign):
            self.pairs(statement.pairs, known)
        elif isinstance(statement, Update):
            self.uses(statement.var, known)
            self.uses(statement.value, known)
        elif isinstance(statement, Hold):
            self.uses(statement.var, known)
        elif isinstance(statement, (Store, Atomic)):
            self.stored(statement, known)
        elif isinstance(statement, Fetch):
            self.uses(statement.pointer, known)
        elif isinstance(statement, Join):
            for number in (statement.one, statement.other):
                self.stored(Atomic(statement.pointer, number, "min", number), known)
        elif isinstance(statement, Array):
            if statement.var.leads.space not in ("private", "local") or min(statement.extents) < 1:
                raise Malformed(f"an array {statement.extents} in {statement.var.leads.space} memory")
            known.add(statement.var)
        elif isinstance(statement, If):
            self.truth(statement.test, known)
            differs = apart or self.differs(statement.test)
            for arm in (statement.then, statement.otherwise or ()):
                self.block(arm, known, in_loop, differs)
        elif isinstance(statement, For):
            self.uses(statement.first, known)
            self.uses(statement.end, known)
            differs = self.differs(statement.first) or self.differs(statement.end)
            if differs:
                self.apart.add(statement.var)
            self.block(statement.body, known | {statement.var}, in_loop, apart or differs)
        elif isinstance(statement, Loop):
            self.block(statement.body, known, True, True)
        elif isinstance(statement, Leave):
            if not in_loop:
                raise Malformed("no loop is left here")
            if statement.unless is not None:
                self.truth(statement.unless, known)
            self.pairs(statement.pairs, known)
        elif isinstance(statement, Barrier):
            if apart:
                raise Malformed("not all items of a group come to this barrier")
        elif isinstance(statement, Block):
            # What a section declares, the statements after it do not see.
            self.block(statement.body, known, in_loop, apart)
        elif not isinstance(statement, Return):
            raise Malformed(f"no statement: {statement!r}")

    def pairs(self, pairs: Iterable[tuple[Var, Expr]], known: set[Var]) -> None:
        for var, value in pairs:
            self.uses(var, known)
            if not var.changes:
                raise Malformed(f"{var.wish} does not change")
            self.value(var, value, known)

    def value(self, var: Var, value: Expr, known: set[Var]) -> None:
        self.uses(value, known)
        if value.lanes not in (1, var.lanes):
            raise Malformed(f"{var.wish} of {var.lanes} lanes becomes what has {value.lanes}")
        if (var.type.__class__ is Pointer) is not (value.type.__class__ is Pointer):
            raise Malformed(f"{var.wish} becomes {value.type}")
        if self.differs(value):
            self.apart.add(var)

    def stored(self, store: Store | Atomic, known: set[Var]) -> None:
        for part in (store.pointer, store.index, store.value):
            self.uses(part, known)
        type = store.pointer.type
        if not isinstance(type, Pointer) or type.const or type.space == "constant":
            raise Malformed(f"nothing can be written to {type}")
        lanes = store.lanes if isinstance(store, Store) else 1
        if store.value.lanes not in (1, lanes):
            raise Malformed(f"{store.value.lanes} lanes go where {lanes} belong")

    def truth(self, test: Expr, known: set[Var]) -> None:
        self.uses(test, known)
        if test.type != "bool" or test.lanes != 1:
            raise Malformed(f"a test is {test.type}, of {test.lanes} lanes")

    def uses(self, value: Expr, known: set[Var]) -> None:
        """That all values in it are there."""
        if isinstance(value, Var) and value not in known:
            raise Malformed(f"{value.wish} is not there")
        if isinstance(value, Operation) and value.kind is COPY:
            raise Malformed("which copy this is, is not known any more")
        for part in parts(value):
            self.uses(part, known)

    def differs(self, value: Expr) -> bool:
        """Whether the items of a group may have another value each."""
        if isinstance(value, Var):
            return value in self.apart or value.changes
        if isinstance(value, Operation) and isinstance(value.kind, Machine) and value.kind in (ITEM, MEMBER):
            return True
        return isinstance(value, (Load, Gather, Texel)) or any(map(self.differs, parts(value)))


def parts(value: Expr) -> tuple[Expr, ...]:
    """What an expression is made of."""
    if isinstance(value, Operation):
        return value.args
    if isinstance(value, (At, Load, Gather)):
        return value.pointer, value.index
    if isinstance(value, Part):
        return value.array, *value.indices
    return (value.picture, value.x, value.y) if isinstance(value, Texel) else ()
