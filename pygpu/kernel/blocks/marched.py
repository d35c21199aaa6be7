"""All passes of a filter in one kernel, which a group goes down a strip of the picture with, a row of each pass at a time.

What a pass computes of a row stays in a work-item's registers as long as others read it, and those above it move on. Columns
that lie beside a work-item's own are handed on by the items that have them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...schedule.plans import Plan
from ...schedule.stages.kinds import READ
from ...schedule.stages.web import Node
from ...schedule.tiles.marched import COLUMNS, Marched
from ...schedule.tiles.passes import Pass
from ..formats import kept
from ..frame import Frame, Sink, Source
from ..statements import Array, Assign, Barrier, Code, Declare, If, Return, Section, Store
from ..values import Expr, Load, Number, Part, Pointer, Var, greatest, least, member, origin
from . import columns
from .columns import either
from .tiles import NO_STRIDE


@dataclass(frozen=True)
class HeldSource(Source):
    """A stage that is read by another pass."""

    tile = True


@dataclass(frozen=True)
class HeldSink(Sink):
    """One that is written by its pass."""

    tile = True


class Stage:
    """The rows of a stage that a work-item keeps: the last one first, each with the columns beside its own. Pixels are read
    a row before they are asked for: by then those that are `coming` are there."""

    def __init__(self, node: Node, name: str, number: int, rows: int, beside: int):
        word = node.type.word
        self.node, self.number, self.beside = node, number, beside
        self.rows = [[Var(f"{name}_{row}_{column}", word, 1, changes=True) for column in range(COLUMNS + beside)]
                     for row in range(rows)]
        self.coming = [Var(f"{name}_coming_{column}", word, 1, changes=True) for column in range(COLUMNS)]
        self.is_read = node.kind is READ
        self.handed = Var(f"{name}_beside", Pointer(word, "local", False))

    def declare(self, code: Code, items: int) -> None:
        kept = [var for row in [*self.rows, self.coming[:COLUMNS * self.is_read]] for var in row]
        code.add(Declare([(var, Number(0, self.node.type.word)) for var in kept]))
        if self.beside:
            code.add(Array(self.handed, (min(self.beside, COLUMNS), items - (-self.beside // COLUMNS))))

    def move_on(self, code: Code) -> None:
        """Each row is one further above."""
        moved = [(old, new) for above, below in zip(self.rows[:0:-1], self.rows[-2::-1]) for old, new in zip(above, below)]
        moved += zip(self.rows[0], self.coming) if self.is_read else ()
        if moved:
            code.add(Assign(moved))

    @property
    def written(self) -> list[Var]:
        """Where its pass writes a row."""
        return self.coming if self.is_read else self.rows[0]

    def give(self, code: Code) -> None:
        for column in range(min(self.beside, COLUMNS)):
            code.add(Store(Part(self.handed, column), member(0), self.rows[0][column]))

    def take(self, code: Code) -> None:
        code.add(Assign([(self.rows[0][COLUMNS + column], Load(Part(self.handed, column % COLUMNS),
                                                               member(0) + (1 + column // COLUMNS)))
                         for column in range(self.beside)]))


def body(made: Frame, plan: Plan) -> Code:
    assert isinstance(plan, Marched)
    code, tile, (items, _) = Code(), plan.tile, plan.local
    left = code.let("left", origin(0) // items * tile.width, True)
    rows = code.let("rows", greatest((made.height + (plan.most - 1)) // plan.most, Number(plan.rows)), True)
    top = code.let("top", origin(1) * rows, True)  # a group is one row
    code.add(If(either(left >= made.width, top >= made.height), [Return()]))
    x, bottom = code.let("x", left + member(0) * COLUMNS, True), code.let("bottom", least(top + rows, made.height), True)
    stages = [[Stage(node, f"{node.name or 's'}{number}", number, ring.rows, beside) for node in part.stages]
              for number, ((part, _), ring, beside) in enumerate(zip(plan.passes, tile.rings, tile.beside))]
    every = [stage for its in stages for stage in its]
    for stage in every:
        stage.declare(code, items)
    first = code.let("first", top - tile.lead, True)
    for number, its in enumerate(stages):
        if its and its[0].is_read:
            _row(made, plan, number, every, its, code, x, first + tile.rings[number].ahead)
    steps = _steps(plan, every, stages)
    with code.loop("y", first, bottom) as y:
        for asked, numbers in steps:
            _hand_on(code, asked)
            for number in numbers:
                its = stages[number]
                if its:
                    for stage in its:
                        stage.move_on(code)
                    _row(made, plan, number, every, its, code, x, y + (tile.rings[number].ahead + its[0].is_read))
                else:
                    with code.inside(If((y >= top) & (x < left + tile.width) & (x < made.width), [])):
                        _row(made, plan, number, every, its, code, x, y)
        if len(steps) == 2:  # where they wait more than once, none gives what comes next before all have taken what there is
            code.add(Barrier())
    return code


def _steps(plan: Marched, every: list[Stage], stages: list[list[Stage]]) -> list[tuple[list[Stage], list[int]]]:
    """The passes up to where one asks for what lies beside a work-item's own columns, and what that is of before each."""
    steps: list[tuple[list[Stage], list[int]]] = [([], [])]
    waiting: list[Stage] = []
    for number, (part, _) in enumerate(plan.passes):
        if any(every[read] in waiting for read in part.reads if read is not None):
            steps.append((waiting, []))
            waiting = []
        steps[-1][1].append(number)
        waiting = [*waiting, *[stage for stage in stages[number] if stage.beside]]
    return [*steps, (waiting, [])] if waiting else steps


def _hand_on(code: Code, stages: list[Stage]) -> None:
    if stages:
        for stage in stages:
            stage.give(code)
        code.add(Barrier())
        for stage in stages:
            stage.take(code)


def _row(made: Frame, plan: Marched, number: int, every: list[Stage], its: list[Stage], code: Code, x: Var, y: Expr) -> None:
    """A row of a pass."""
    part, own = plan.passes[number]
    with code.inside(), code.inside(Section([])):
        # (above the first strip nobody asks for what is read, and a block is never above the picture)
        at = code.let("at", greatest(y, Number(0)) if its and its[0].is_read else y, True)
        columns.block(_frame(made, plan, number, part, every, its), own, code, x, at)


def _frame(made: Frame, plan: Marched, number: int, part: Pass, every: list[Stage], its: list[Stage]) -> Frame:
    """The frame of one pass."""
    sources, rings = dict(made.sources), plan.tile.rings
    for image, read in zip(part.graph.images, part.reads):
        if read is not None:
            stage = every[read]
            # The last row is as far ahead as its pass is, or one less before that has come to its next.
            last = rings[stage.number].ahead - rings[number].ahead - (stage.number > number)
            held = {(column, last - above): var for above, row in enumerate(stage.rows) for column, var in enumerate(row)}
            sources[image] = HeldSource(image, kept(image.pixel.scalar), stage.rows[0][0], held=held)
    sinks: list[Sink] = made.sinks
    if its:
        sinks = [HeldSink(stage.rows[0][0], NO_STRIDE, kept(stage.node.type),
                          held={(column, 0): var for column, var in enumerate(stage.written)}) for stage in its]
    return replace(made, graph=part.graph, sources=sources, sinks=sinks)
