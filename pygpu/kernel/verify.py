"""What holds of every kernel, whatever it is given; `interpret` finds what depends on that.

Every value is there before it is used, in a block around it; lanes and elements fit where they go; a loop is left from
inside; only what changes is assigned to; and a barrier does not stand where some items of a group may not come.
"""

from __future__ import annotations

from .kernels import Kernel
from .statements import (
    Array,
    Assign,
    Atomic,
    Barrier,
    Block,
    Declare,
    For,
    Hold,
    If,
    Leave,
    Let,
    Loop,
    Return,
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

    def block(self, body, known: set[Var], in_loop: bool, apart: bool) -> None:
        """`apart`: that some items of a group may be here, and others not."""
        known = set(known)
        for statement in body:
            self.statement(statement, known, in_loop, apart)

    def statement(self, statement, known: set[Var], in_loop: bool, apart: bool) -> None:
        of = statement.__class__
        if of is Let:
            self.value(statement.var, statement.value, known)
            known.add(statement.var)
        elif of is Declare:
            for var, value in statement.pairs:
                if value is not None:
                    self.value(var, value, known)
                known.add(var)
        elif of is Assign:
            self.pairs(statement.pairs, known)
        elif of is Update:
            self.uses(statement.var, known)
            self.uses(statement.value, known)
        elif of is Hold:
            self.uses(statement.var, known)
        elif of in (Store, Atomic):
            self.stored(statement, known)
        elif of is Array:
            if statement.var.type.space not in ("private", "local") or min(statement.extents) < 1:
                raise Malformed(f"an array {statement.extents} in {statement.var.type.space} memory")
            known.add(statement.var)
        elif of is If:
            self.truth(statement.test, known)
            differs = apart or self.differs(statement.test)
            for arm in (statement.then, statement.otherwise or ()):
                self.block(arm, known, in_loop, differs)
        elif of is For:
            self.uses(statement.first, known)
            self.uses(statement.end, known)
            differs = self.differs(statement.first) or self.differs(statement.end)
            if differs:
                self.apart.add(statement.var)
            self.block(statement.body, known | {statement.var}, in_loop, apart or differs)
        elif of is Loop:
            self.block(statement.body, known, True, True)
        elif of is Leave:
            if not in_loop:
                raise Malformed("no loop is left here")
            if statement.unless is not None:
                self.truth(statement.unless, known)
            self.pairs(statement.pairs, known)
        elif of is Barrier:
            if apart:
                raise Malformed("not all items of a group come to this barrier")
        elif isinstance(statement, Block):
            # What a section declares, the statements after it do not see.
            self.block(statement.body, known, in_loop, apart)
        elif of is not Return:
            raise Malformed(f"no statement: {statement!r}")

    def pairs(self, pairs, known: set[Var]) -> None:
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
        if type.__class__ is not Pointer or type.const or type.space == "constant":
            raise Malformed(f"nothing can be written to {type}")
        if store.value.lanes not in (1, getattr(store, "lanes", 1)):
            raise Malformed(f"{store.value.lanes} lanes go where {store.lanes} belong")

    def truth(self, test: Expr, known: set[Var]) -> None:
        self.uses(test, known)
        if test.type != "bool" or test.lanes != 1:
            raise Malformed(f"a test is {test.type}, of {test.lanes} lanes")

    def uses(self, value: Expr, known: set[Var]) -> None:
        """That all values in it are there."""
        if value.__class__ is Var and value not in known:
            raise Malformed(f"{value.wish} is not there")
        if value.__class__ is Operation and value.kind is COPY:
            raise Malformed("which copy this is, is not known any more")
        for part in parts(value):
            self.uses(part, known)

    def differs(self, value: Expr) -> bool:
        """Whether the items of a group may have another value each."""
        if value.__class__ is Var:
            return value in self.apart or value.changes
        if value.__class__ is Operation and value.kind.__class__ is Machine and value.kind in (ITEM, MEMBER):
            return True
        return value.__class__ in (Load, Gather, Texel) or any(map(self.differs, parts(value)))


def parts(value: Expr) -> tuple[Expr, ...]:
    """What an expression is made of."""
    of = value.__class__
    if of is Operation:
        return value.args
    if of in (At, Load, Gather):
        return value.pointer, value.index
    if of is Part:
        return value.array, *value.indices
    return (value.picture, value.x, value.y) if of is Texel else ()
