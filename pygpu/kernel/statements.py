"""The language of kernels: statements, and how they are put together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from ..location import Location
from .values import Expr, Pointer, Var, Wish, expr


class Statement:
    __slots__ = ()


class Let(Statement):
    """A value. `short` says that it needs no name if it has one already, or if its text is not longer than that: then it
    may stand where it is used, which is in one place (0: in several)."""

    __slots__ = ("location", "short", "value", "var")

    def __init__(self, var: Var, value: Expr, short: int | None = None, location: Location | None = None):
        self.var, self.value, self.short, self.location = var, value, short, location


class Declare(Statement):
    """Variables, each with what it begins with or None; or values (`const`) that belong together."""

    __slots__ = ("const", "location", "pairs")

    def __init__(self, pairs: Sequence[tuple[Var, Expr | None]], const: bool = False, location: Location | None = None):
        self.pairs, self.const, self.location = pairs, const, location


class Assign(Statement):
    """New values of variables, all computed from the old ones; and so are those that are `held`."""

    __slots__ = ("held", "pairs")

    def __init__(self, pairs: Sequence[tuple[Var, Expr]], held: Sequence[Expr] = ()):
        self.pairs, self.held = pairs, held


class Update(Statement):
    """A variable made more by `+`, or less by `&`."""

    __slots__ = ("operator", "value", "var")

    def __init__(self, var: Expr, operator: str, value: Expr):
        self.var, self.operator, self.value = var, operator, value


class Hold(Statement):
    """From here on a value has a name of its own."""

    __slots__ = ("location", "var")

    def __init__(self, var: Expr, location: Location | None = None):
        self.var, self.location = var, location


class Store(Statement):
    """The elements from `pointer + index * lanes` on get a value. `stream`: past the caches where that holds."""

    __slots__ = ("aligned", "index", "lanes", "pointer", "stream", "value")

    def __init__(self, pointer: Expr, index: Expr, value: Expr, lanes: int = 1, aligned: bool = False,
                 stream: Expr | None = None):
        self.pointer, self.index, self.value, self.lanes = pointer, index, value, lanes
        self.aligned, self.stream = aligned, stream


class Fetch(Statement):
    """What lies there is read before long. Memory that is nobody's may be asked for: nothing comes of it."""

    __slots__ = ("pointer",)

    def __init__(self, pointer: Expr):
        self.pointer = pointer


class Atomic(Statement):
    """An element made more (`add`), less or more (`min`, `max`) by many items at once; the order does not matter."""

    __slots__ = ("index", "operator", "pointer", "value")

    def __init__(self, pointer: Expr, index: Expr, operator: str, value: Expr):
        self.pointer, self.index, self.operator, self.value = pointer, index, operator, value


class Join(Statement):
    """The trees of two numbers in a forest become one, whose root is the least number of it; by many items at once."""

    __slots__ = ("one", "other", "pointer")

    def __init__(self, pointer: Expr, one: Expr, other: Expr):
        self.pointer, self.one, self.other = pointer, one, other


class Array(Statement):
    """A place of so many elements along each axis, of its own for each item (private) or group (local)."""

    __slots__ = ("align", "extents", "var")

    def __init__(self, var: Var, extents: tuple[int, ...], align: int = 0):
        self.var, self.extents, self.align = var, extents, align


class Block(Statement):
    """Statements in a scope of their own."""

    __slots__ = ("body",)

    def __init__(self, body: list[Statement]):
        self.body = body


class Section(Block):
    """Part of a kernel written for itself: what it calls its values, the parts beside it may call theirs."""

    __slots__ = ()


class Seldom(Section):
    """One that hardly any item is in: what it costs there is nothing to how long its text keeps a driver."""

    __slots__ = ()


class Line(Block):
    """Short statements that belong together."""

    __slots__ = ()


class If(Statement):
    __slots__ = ("location", "otherwise", "test", "then")

    def __init__(self, test: Expr, then: list[Statement], otherwise: list[Statement] | None = None,
                 location: Location | None = None):
        self.test, self.then, self.otherwise, self.location = test, then, otherwise, location


class For(Statement):
    """`var` from `first` to below `end`, `step` at a time; down to `end`, too, where `step` is negative."""

    __slots__ = ("body", "end", "first", "step", "var")

    def __init__(self, var: Var, first: Expr, end: Expr, step: int, body: list[Statement]):
        self.var, self.first, self.end, self.step, self.body = var, first, end, step, body


class Loop(Statement):
    """Passes until one is left; a few of them may be written out one after the other (`unrolled`). `in_turn`: what one
    writes to memory the next may read, and no compiler is to make vectors of them."""

    __slots__ = ("body", "in_turn", "unrolled")

    def __init__(self, body: list[Statement], unrolled: int = 0, in_turn: bool = False):
        self.body, self.unrolled, self.in_turn = body, unrolled, in_turn


class Leave(Statement):
    """The end of a loop unless a test holds, with these last values of its variables."""

    __slots__ = ("pairs", "unless")

    def __init__(self, unless: Expr | None, pairs: Sequence[tuple[Var, Expr]] = ()):
        self.unless, self.pairs = unless, pairs


class Return(Statement):
    """This item is done."""

    __slots__ = ()


class Barrier(Statement):
    """Items of a group wait for each other: what they wrote to places in this space all of them may read from here on."""

    __slots__ = ("space",)

    def __init__(self, space: str = "local"):
        self.space = space


class Code:
    """Statements being written. `rewrites`: an item goes on working on what it has written to its part of the result.
    `spare`: the lower half of that is room that it may leave as it is."""

    rewrites = spare = False

    def __init__(self, statements: list[Statement] | None = None):
        self.statements: list[Statement] = [] if statements is None else statements
        self.around: list[list[Statement]] = []
        self.add = self.statements.append

    def _into(self, statements: list[Statement]) -> None:
        self.statements, self.add = statements, statements.append

    def let(self, wish: Wish, value: Expr, fixed: bool = False, type: str | Pointer | None = None) -> Var:
        """A value that has a name."""
        var = Var(wish, value.type if type is None else type, value.lanes, fixed)
        self.add(Let(var, value))
        return var

    def begin(self) -> list[Statement]:
        """What is added from here on goes into the list that this gives, until `end`."""
        self.around.append(self.statements)
        self._into([])
        return self.statements

    def end(self) -> None:
        self._into(self.around.pop())

    def inside(self, statement: Block | If | For | Loop | None = None) -> _Inside[None]:
        """`with code.inside(statement):` what is added goes into its (first) body, which must be a list."""
        if statement is None:
            statement = Block([])
        self.add(statement)
        return _Inside(self, statement.then if isinstance(statement, If) else statement.body, None)

    def loop(self, wish: str, first: Expr | int, end: Expr | int, step: int = 1) -> _Inside[Var]:
        """`with code.loop("i", 0, n) as i:`"""
        var = Var(wish, "int32", 1, True)
        statement = For(var, expr(first), expr(end), step, [])
        self.add(statement)
        return _Inside(self, statement.body, var)

    def otherwise(self, statement: If) -> _Inside[None]:
        statement.otherwise = []
        return _Inside(self, statement.otherwise, None)


What = TypeVar("What")


class _Inside(Generic[What]):
    __slots__ = ("body", "code", "what")

    def __init__(self, code: Code, body: list[Statement], what: What):
        self.code, self.body, self.what = code, body, what

    def __enter__(self) -> What:
        self.code.around.append(self.code.statements)
        self.code._into(self.body)
        return self.what

    def __exit__(self, *_: object) -> None:
        self.code.end()
