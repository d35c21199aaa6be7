"""Where a vector lies inside with all that it reads: how far along a row that is so is found once, before the row is gone
over, so that each vector asks two questions at most, however many pictures it reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from ..statements import Code
from ..values import Expr, Number, every, expr, greatest, key, least, long


class Span:
    """The columns at which vectors begin that lie inside: between bounds of the column, or of so many times the column.
    `shifted`: some begin left of the picture."""

    def __init__(self, shifted: bool) -> None:
        self.shifted = shifted
        self.rows: list[Expr] = []  # what must hold besides, whatever the column
        self.bounds: dict[tuple[int, bool], list[Expr]] = {}  # how many times, and whether it is the last one -> all of them

    def since(self, column: Expr | int, times: int = 1) -> None:
        if self.shifted or times < 0 or not isinstance(column, int) or column > 0:
            self.bounds.setdefault((times, False), []).append(expr(column))

    def until(self, column: Expr, times: int = 1) -> None:
        self.bounds.setdefault((times, True), []).append(column)

    @property
    def is_endless(self) -> bool:
        """Whether all vectors lie inside."""
        return not self.rows and not self.bounds

    def found(self, code: Code) -> Found:
        """The bounds, by names."""
        whole = every(self.rows)
        ends = {at: furthest(columns, at[1]) for at, columns in self.bounds.items()}
        named = {at: end if isinstance(end, Number) else code.let("last" if at[1] else "since", end)
                 for at, end in ends.items()}
        return Found(named, None if whole is None else code.let("whole", whole))


class Found:
    """They are tested for each vector."""

    def __init__(self, bounds: Mapping[tuple[int, bool], Expr], whole: Expr | None):
        self.bounds, self.whole = bounds, whole

    def holds(self, x: Expr) -> Expr | None:
        """That a vector which begins at x lies inside."""
        tests: list[Expr] = [] if self.whole is None else [self.whole]
        tests += [times * x <= bound if is_last else times * x >= bound for (times, is_last), bound in self.bounds.items()]
        return every(tests)


def furthest(columns: list[Expr], is_last: bool) -> Expr:
    """The bound within which all of them are."""
    known = [each.value for each in columns if isinstance(each, Number)]
    told: list[Expr] = [*{key(each): each for each in columns if not isinstance(each, Number)}.values()]
    if known:
        told.append(Number(min(known) if is_last else max(known)))
    if any(each.type == "int64" for each in told):
        told = [each if each.type == "int64" else long(each) for each in told]
    return reduce(least if is_last else greatest, told)
