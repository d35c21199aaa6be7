"""Squares of numbers, turned so that columns become rows: what lies below one another becomes a vector, and goes back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...ir import Value
from .. import formats
from ..arrays import array, element
from ..formats import FOUR
from ..statements import Code, Section, Store
from ..values import MERGE, Expr, Load, Number, Operation, Part, Var, vector

FEW = 8   # squares of numbers, each turned by lines of its own


@dataclass(frozen=True)
class Square:
    """The rows of numbers of a value, from one on in an array that others of its type may share."""

    rows: Var
    first: int = 0
    all: int = 0  # rows that there are, where they are shared

    def __getitem__(self, row: Expr | int) -> Part:
        return Part(self.rows, row + self.first if self.first else row)


def squares(code: Code, values: Iterable[Value], wish: str, lanes: int, wide: int) -> dict[Value, Square]:
    """Room for a square of each value. Many of a type lie in one array, so that they are turned by one loop: written one
    after the other, Intel's compiler takes minutes over thirty of them."""
    every = list(dict.fromkeys(values))
    count = Counter(map(element, every))
    found: dict[Value, Square] = {}
    shared: dict[str, Var] = {}
    for value in every:
        of = element(value)
        if count[of] <= FEW:
            found[value] = Square(array(code, value, wish, (lanes, wide)))
            continue
        before = sum(element(other) == of for other in found)
        if not before:
            shared[of] = array(code, value, wish, (lanes * count[of], wide))
        found[value] = Square(shared[of], lanes * before, lanes * count[of])
    return found


def turned(code: Code, every: Iterable[Square], at: Expr, lanes: int) -> None:
    """All of these squares turned."""
    for square in every:
        if not square.all:
            turn(code, square, at, lanes)
        elif not square.first:
            with code.loop("square", 0, square.all, lanes) as first, code.inside(Section([])):
                turn(code, square, at, lanes, first)


def turn(code: Code, tile: Square, at: Expr, lanes: int, first: Expr | int = 0) -> None:
    """A square of numbers turned, so that columns become rows."""
    fours = [of_rows(code, tile, at + left, lanes, first) for left in range(0, lanes, FOUR)]
    for i, column in enumerate([column for four in fours for column in woven(code, four)]):
        code.add(Store(tile[first + i] + at, Number(0), column, lanes))


def columns(code: Code, tile: Square, at: Expr, lanes: int) -> Sequence[Expr]:
    """Four columns of as many rows as there are lanes, each a vector."""
    return woven(code, of_rows(code, tile, at, lanes))


def put_columns(code: Code, tile: Square, at: Expr, lanes: int, vectors: Sequence[Expr]) -> None:
    """Four columns put back into their rows."""
    for i, column in enumerate(woven(code, vectors)):
        for row in range(0, lanes, FOUR):
            part = formats.pick(column, (*range(row, row + FOUR),)) if lanes > FOUR else column
            code.add(Store(tile[row + i] + at, Number(0), part, FOUR))


def turned_at_once(code: Code, vectors: Sequence[Expr]) -> list[Expr]:
    """As many vectors as each has lanes, in registers: fours of lanes among vectors, then the lanes of each four."""
    lanes = len(vectors)
    far = lanes // 2
    while far >= FOUR:
        vectors = [code.let("mixed", _fours(vectors[i & ~far], vectors[i | far], far, i & far)) for i in range(lanes)]
        far //= 2
    columns: list[Expr] = [Number(0)] * lanes
    for left in range(0, lanes, FOUR):
        columns[left:left + FOUR] = woven(code, vectors[left:left + FOUR])
    return columns


def _fours(one: Expr, other: Expr, far: int, second: int) -> Expr:
    """Fours of lanes of two vectors, of each `far` of them the first or the second."""
    places = [at & ~far | second for at in range(0, one.lanes, FOUR)]
    parts = [formats.pick(other if at & far else one, (*range(place, place + FOUR),))
             for at, place in zip(range(0, one.lanes, FOUR), places)]
    return vector(parts, one.word, one.lanes)


def of_rows(code: Code, tile: Square, at: Expr, lanes: int, first: Expr | int = 0) -> Sequence[Expr]:
    """Four numbers of each row, those of every fourth row after one another in a vector."""
    found = []
    for i in range(FOUR):
        parts = [Load(tile[first + (row + i)] + at, Number(0), FOUR) for row in range(0, lanes, FOUR)]
        found.append(code.let("fours", vector(parts, parts[0].word, lanes) if len(parts) > 1 else parts[0]))
    return found


def woven(code: Code, vectors: Sequence[Expr]) -> Sequence[Expr]:
    """Four vectors, each four lanes of them turned: what `of_rows` gives becomes columns, and columns become that."""
    return formats.woven(vectors, lambda value: code.let("woven", value))


def shuffled(code: Code, vectors: Sequence[Expr], lanes: int) -> Sequence[Expr]:
    """The columns of rows: shuffled like cards as often as a lane's number has bits."""
    for _ in range(lanes.bit_length() - 1):
        half = lanes // 2
        vectors = [code.let("mixed", Operation(MERGE, (vectors[i], vectors[i + half]), vectors[i].type, lanes, "", side))
                   for i in range(half) for side in (0, 1)]
    return vectors
