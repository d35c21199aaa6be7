"""Rows in pieces (groups.py): along a tile that the group shares, or held in registers.

Memory likes members beside one another to read pixels beside one another; the law wants each to have a piece of its own. So
what is read passes through a tile that the group shares, and what is given passes back through it. A member that holds its
piece goes over it in between as often as it must without asking for it again, and hands it to a scan that follows, whichever
way that goes.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager

from ...ir import Graph, ImageParam, Value, every_op, image_of
from ...ir.ops import READ
from ...schedule.plans import Scans
from ...schedule.scans.scans import LINES, split
from ..statements import Barrier, Store
from ..values import Expr, Load, Number, Var
from .groups import Own, Pieces

MOST = 48  # numbers of a piece: more leave too few registers for groups that wait for one another's memory


def is_held(graph: Graph, plan: Scans) -> bool:
    """Whether pieces of a graph's rows have room in registers."""
    given = {value for output in graph.outputs for value in output.values}
    return plan.lines == 1 and plan.length // plan.pieces * max(len(split(graph).feeds), len(given)) <= MOST


def is_handed(graph: Graph, images: Iterable[ImageParam]) -> bool:
    """Whether what a scan takes is made of nothing that is read but what another one hands it."""
    images = {*images}
    return all(image_of(op) in images for op in every_op(split(graph).before.body) if op.kind is READ)


class Along(Pieces):
    """A row in pieces, in a tile of which each has its own banks of memory."""

    def extents(self) -> tuple[int, ...]:
        return (self.plan.length + self.plan.length // LINES,)

    def cell(self, tile: Var, at: Expr, line: Expr, mine: Expr) -> tuple[Expr, Expr]:
        return tile, at + at // LINES

    def each(self) -> AbstractContextManager[Var]:
        return self.code.loop("j", 0, self.plan.length, self.plan.local[0])

    def member(self, j: Expr) -> tuple[Expr, Expr]:
        return self.code.let("column", j + self.number, True), Number(0)


class Held(Own, Along):
    def make_room(self, there: Iterable[Var] = ()) -> None:
        """The tile is free again as soon as all have taken their pieces."""
        self.staged = self.arrays_of(Along.extents(self), "local", self.parts.feeds, "fed", there)
        self.make_registers(self.staged.values())

    def make_registers(self, there: Iterable[Var]) -> None:
        self.tiles = self.arrays(self.parts.feeds, "held", ())
        self.results = self.arrays(self.given, "given", self.tiles.values())
        self.put_from = self.arrays_of(Along.extents(self), "local", self.given, "given", there)

    def free(self) -> Iterable[Var]:
        return self.staged.values()

    def fed_at(self, at: Expr, line: Expr, mine: Expr) -> dict[Value, tuple[Expr, Expr]]:
        return {value: Along.cell(self, tile, at, line, mine) for value, tile in self.staged.items()}

    def given_at(self, at: Expr, line: Expr, mine: Expr) -> dict[Value, tuple[Expr, Expr]]:
        return {value: Along.cell(self, tile, at, line, mine) for value, tile in self.put_from.items()}

    def place_in_order(self, k: Expr) -> Var:
        """The kth place of this member's piece, from the left."""
        return self.code.let("at", self.number * self.long + k, True)

    def fill(self, first: Var) -> None:
        super().fill(first)
        with self.code.loop("k", 0, self.long) as k:
            for value, place in self.fed_at(self.place_in_order(k), Number(0), k).items():
                self.code.add(Store(self.tiles[value], k, Load(*place)))

    def put(self, first: Var) -> None:
        with self.code.loop("k", 0, self.long) as k:
            for value, place in self.given_at(self.place_in_order(k), Number(0), k).items():
                self.code.add(Store(*place, Load(self.results[value], k)))
        self.code.add(Barrier())
        super().put(first)
        self.code.add(Barrier())  # what comes next is kept there, too
