"""What a block of pixels knows of its own place: its first column is a multiple of its width, its first row of its height.

So `p.x % 2` is a number in each of its columns, and a choice by it is one of the two; and pixels at 2*x + 1 or x // 2 lie
so far from where the block begins, whatever that is: those that several pixels of it read are read once.

    aligned = aligned_in(stages, 4, 2)    None where nothing is gained by it
    aligned.number((node, 1, 0))          what a node is in the second column: a number or a truth; None where it depends
    aligned.ground((node, 1, 0))          where what a node reads elsewhere lies
    aligned.inner((node, 1, 0))           what it is made of there, as far as that does not follow from its place
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ...ir import BOOL, INT, OpKind
from ...ir.ops import (
    ADD,
    AND,
    EQ,
    FLOORDIV,
    GE,
    GT,
    LE,
    LT,
    MAX,
    MIN,
    MOD,
    MUL,
    NE,
    NEG,
    NOT,
    OR,
    SELECT,
    SHR,
    SUB,
    XOR,
)
from ..stages.kinds import CONST, GATHER, X, Y
from ..stages.stages import Stages
from ..stages.web import Node, Use

Taken = tuple[Node, int | None, int | None]  # a node at a column and a row of a block, as a Use is at an offset

GROUP = 4             # columns of a block
LARGEST = 1 << 24     # no column is so far away that 32 bits would not do
TALLEST = 16          # a block whose rows are what comes again and again
SHARED = 0.75         # so much at most of what rows read elsewhere differs (H200: halves of 4 x 4 pixels, two in a
# work-item, 0.81 to 0.87 of the time; four rows or four columns were no better, interpolation 0.96)
PLAIN = {ADD, SUB, MUL, NEG, AND, OR, XOR, NOT, SHR, MOD, FLOORDIV, MIN, MAX, EQ, NE, LT, LE, GT, GE, SELECT}


class Place(NamedTuple):
    """`across` for each block to the left, `down` for each above, and `further`."""

    across: int
    down: int
    further: int

    @property
    def is_number(self) -> bool:
        return not self.across and not self.down

    def of(self, kind: object, other: Place) -> Place | None:
        """A sum, a difference, a product or a quotient of the two; what divides has to divide what differs from block to
        block."""
        if kind in (ADD, SUB):
            sign = 1 if kind is ADD else -1
            return Place(*[a + sign * b for a, b in zip(self, other)])
        if kind is MUL and (self.is_number or other.is_number):
            factor, place = (self.further, other) if self.is_number else (other.further, self)
            return Place(*[factor * each for each in place])
        by = other.further
        if kind is AND and self.is_number:
            return other.of(kind, self) if not other.is_number else None
        if not other.is_number or kind not in (SHR, FLOORDIV, MOD, AND) or kind is SHR and not 0 <= by < 16:
            return None
        by = 1 << by if kind is SHR else by + 1 if kind is AND else by
        if by <= 0 or self.across % by or self.down % by or kind is AND and by & (by - 1):
            return None
        return Place(0, 0, self.further % by) if kind in (MOD, AND) else Place(*[each // by for each in self])


class Ground(NamedTuple):
    """The column and the row of what is read elsewhere: of those the place across, of these that down."""

    column: Place
    row: Place


class Aligned:
    def __init__(self, stages: Stages, columns: int, rows: int):
        self.sides = columns, rows
        self.plain = plain(stages)
        self._places: dict[Taken, Place | None] = {}

    def place(self, taken: Taken) -> Place | None:
        """What a whole number is, so far on in the block."""
        if taken[0] not in self.plain:
            return None
        if taken not in self._places:
            made = self._place(taken)
            self._places[taken] = made if made and max(map(abs, made)) < LARGEST else None
        return self._places[taken]

    def _place(self, taken: Taken) -> Place | None:
        node, x, y = taken
        if node.kind is CONST:
            return Place(0, 0, node.attributes[0])
        if node.kind in (X, Y):
            columns, rows = self.sides
            return Place(columns, 0, x or 0) if node.kind is X else Place(0, rows, y or 0)
        inner = operands(taken)
        if node.kind is SELECT:
            truth = self.number(inner[0])
            return None if truth is None else self.place(inner[1 if truth else 2])
        found = [place for each in inner if (place := self.place(each)) is not None]
        if len(found) < len(inner):
            return None
        made = found[0].of(node.kind, found[1]) if len(found) == 2 and node.type is INT else None
        if made is None and all(each.is_number for each in found) and not (
                node.kind in (MOD, FLOORDIV) and not found[1].further):
            assert isinstance(node.kind, OpKind) and node.kind.evaluate
            value = node.kind.evaluate(*[each.further for each in found])
            return Place(0, 0, bool(value) if node.type is BOOL else int(value))
        return made

    def number(self, taken: Taken) -> int | None:
        place = self.place(taken)
        return place.further if place is not None and place.is_number else None

    def ground(self, taken: Taken) -> Ground | None:
        if taken[0].kind is not GATHER:
            return None
        column, row = map(self.place, operands(taken))
        if column is None or row is None or column.down or row.across or min(column.across, row.down) < 0:
            return None
        return Ground(column, row)

    def inner(self, taken: Taken) -> list[Use]:
        found = operands(taken)
        truth = self.number(found[0]) if taken[0].kind is SELECT else None
        if truth is not None:
            return [found[1 if truth else 2]]
        return found if self.number(taken) is None and self.ground(taken) is None else []


def operands(taken: Taken) -> list[Use]:
    node, x, y = taken
    return [use.shifted(x, y) for use in node.operands]


def plain(stages: Stages) -> set[Node]:
    """What follows from the place alone."""
    found: set[Node] = set()
    for node in stages.order:
        if node.type in (INT, BOOL) and (node.kind in (X, Y, CONST) or node.kind in PLAIN and all(
                use.node in found for use in node.operands)):
            found.add(node)
    return found


def aligned_in(stages: Stages, columns: int, rows: int) -> Aligned | None:
    """For blocks so large."""
    key = "aligned", columns, rows
    if key not in stages.forms:
        made = Aligned(stages, columns, rows)
        gains = not stages.loops and any(len(made.inner((node, 0, 0))) < len(node.operands) for node in stages.order
                                         if node.kind in (GATHER, SELECT))
        stages.forms[key] = made if gains else None
    found: Aligned | None = stages.forms[key]
    return found


def width(stages: Stages) -> int | None:
    """How many pixels wide blocks are that share what they read elsewhere: four, or one where that lies farther apart than
    pixels do, but is the same in several rows. None where neither shares any."""
    if "width" not in stages.forms:
        stages.forms["width"] = next((wide for wide in (GROUP, 1) if shares(stages, wide)), None)
    found: int | None = stages.forms["width"]
    return found


def columns(stages: Stages) -> int:
    """How wide blocks are in any case."""
    return width(stages) or GROUP


def shares(stages: Stages, wide: int) -> bool:
    """Whether pixels of blocks so wide share what is read elsewhere, if anything is: it has to be known where that is, and
    places must not lie farther apart than pixels do. But for one pixel beside others it does not matter how far, where it is
    the same in several rows, or a good part of it is."""
    gathers = [node for node in stages.order if node.kind is GATHER and all(node.moves)]
    for rows in heights(stages, wide) if gathers else ():
        aligned = aligned_in(stages, wide, rows)
        reads = [(node.attributes, aligned.ground((node, 0, row)) if aligned else None)
                 for node in gathers for row in range(rows)]
        places = [place for _, place in reads if place]
        if len(places) < len(reads):
            continue
        if wide > 1:
            shared = all(place.column.across <= wide and place.row.down <= rows for place in places)
        else:
            shared = all(place.row.down < rows for place in places) or len(set(reads)) <= SHARED * len(reads)
        if shared:
            return True
    return not gathers


def heights(stages: Stages, wide: int) -> tuple[int, ...]:
    """Of blocks that gain by knowing their place: as many rows as what comes again and again has, or few, since each reads
    from many."""
    elsewhere = any(node.kind is GATHER and all(node.moves) for node in stages.order)
    return tuple([rows for rows in (*turns(stages), 2 if elsewhere else 4) if aligned_in(stages, wide, rows) is not None])


def turns(stages: Stages) -> list[int]:
    """After how many rows something comes again, where that is no power of two."""
    found = {inner.attributes[0] for node in plain(stages) if node.kind in (MOD, FLOORDIV) and node.moves[1]
             for inner, *_ in node.operands[1:] if inner.kind is CONST}
    return sorted(turn for turn in found if 4 < turn <= TALLEST and turn & (turn - 1))


class Names:
    """Which values of a block are the same: `of(taken, inner)` is the first that is made of the same, `taken` or another."""

    def __init__(self, aligned: Aligned):
        self.aligned = aligned
        self.seen: dict[object, Taken] = {}

    def of(self, taken: Taken, inner: Sequence[Taken]) -> Taken:
        node = taken[0]
        if node.kind is SELECT and len(inner) == 1:
            return inner[0]
        if (number := self.aligned.number(taken)) is not None:
            made: object = node.type, number
        elif (ground := self.aligned.ground(taken)) is not None:
            made = node.attributes, ground
        elif inner:
            made = node.kind, node.attributes, node.type, node.exact, tuple(inner)
        else:
            made = taken
        return self.seen.setdefault(made, taken)


def times(stages: Stages, columns: int, rows: int) -> Counter[Node] | None:
    """How often a block evaluates each node, where it knows of its place. None where it gains nothing."""
    key = "times", columns, rows
    if key not in stages.forms:
        aligned = aligned_in(stages, columns, rows)
        stages.forms[key] = _times(stages, aligned) if aligned else None
    found: Counter[Node] | None = stages.forms[key]
    return found


def _times(stages: Stages, aligned: Aligned) -> Counter[Node]:
    names, same, found = Names(aligned), dict[Taken, Taken](), Counter[Node]()
    waiting: list[tuple[Taken, bool]] = [(use.shifted(x, y), False) for use in stages.roots
                                         for x in range(aligned.sides[0]) for y in range(aligned.sides[1])]
    while waiting:
        taken, ready = waiting.pop()
        if taken in same and not ready:
            continue
        inner = aligned.inner(taken)
        if not ready:
            same[taken] = taken
            waiting += [(taken, True), *[(each, False) for each in inner]]
        else:
            same[taken] = names.of(taken, [same[each] for each in inner])
            found[taken[0]] += same[taken] == taken
    return found
