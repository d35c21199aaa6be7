"""Runs over a tile: what a number of neighbours come to, for all places of a line at once.

Down, rows are taken in blocks as high as the run is long. From a block's last row upwards each row becomes what it and
those below it come to; then the rows of the next block are added up from the first one downwards, and where the two meet
is a run: three steps a row, however long the run is.

    rows of the block   a b c d    upwards     abcd  bcd   cd    d
    of the next one     e f g      downwards         e     ef    efg
                                   together    abcd  bcde  cdef  defg

Across, where a vector holds neighbours, runs of two make runs of four, and so on; the longest ones together make the run.
"""

from __future__ import annotations

from contextlib import AbstractContextManager

from ...ir.ops import ADD
from ...schedule.stages.kinds import is_down
from ...schedule.stages.web import Node
from ...schedule.windows.windows import nothing
from ..frame import Sink, Source
from ..statements import Array, Code, If, Store
from ..values import Expr, Load, Number, Operation, Pointer, Var, least, widen


def sweep(code: Code, run: Node, source: Source, sink: Sink, offset: tuple[int, int], lanes: int, columns: int,
          wide: Var, end: Var) -> None:
    """Writes a run over the region of a tile, `wide` x `end`; `columns` is the most that it may have. `offset` is where
    the first neighbour lies."""
    made = _Run(code, run, source, sink, offset, lanes, columns, wide, end)
    (made.down if is_down(run) else made.across)()


class _Run:
    def __init__(self, code: Code, run: Node, source: Source, sink: Sink, offset: tuple[int, int], lanes: int,
                 columns: int, wide: Var, end: Var):
        self.code, self.source, self.sink, self.lanes, self.columns = code, source, sink, lanes, columns
        self.wide, self.end = wide, end
        self.op, self.nan, self.word = run.attributes.op, run.attributes.start is None, run.type.word
        self.writes = Pointer(self.word, "private", False)
        self.reads = self.writes._replace(const=True)
        self.length, (self.dx, self.dy), self.type = len(run.uses), offset, run.type

    def both(self, a: Expr, b: Expr) -> Expr:
        return Operation(self.op, (a, b), self.word, self.lanes)

    @property
    def start(self) -> Expr:
        """What comes of no neighbours."""
        return widen(Number(nothing(self.op, self.type), self.word), self.lanes)

    def line(self, name: str, extra: int = 0) -> Var:
        """Declares an array for one line of the tile."""
        var = Var(name, self.writes)
        self.code.add(Array(var, (self.columns + extra,), 64))
        return var

    def load(self, row: Expr, x: Expr, further: int = 0) -> Expr:
        return Load(row + x + further, Number(0), self.lanes)

    def store(self, row: Expr, x: Expr, value: Expr) -> None:
        self.code.add(Store(row + x, Number(0), value, self.lanes))

    def along(self, end: Expr | None = None) -> AbstractContextManager[Var]:
        """A loop over the vectors of a line."""
        return self.code.loop("x", 0, self.wide if end is None else end, self.lanes)

    def rows(self, y: Expr, further: int = 0) -> tuple[Var, Var]:
        """Where the rows begin that a row of the tile is taken of, and itself."""
        row = self.code.let("row", self.row_of(self.source, y + further + self.dy, self.dx), True, self.reads)
        return row, self.code.let("into", self.row_of(self.sink, y))

    def row_of(self, tile: Source | Sink, y: Expr, dx: int = 0) -> Expr:
        return tile.start + y * tile.pitch + dx

    def clear(self, line: Var) -> None:
        with self.along() as x:
            self.store(line, x, self.start)

    def down(self) -> None:
        code, n, end = self.code, self.length, self.end
        before = self.line("before")
        with code.loop("block", 0, end, n) as block:
            self.clear(before)
            with code.loop("y", block + (n - 1), block, -1) as y:
                row, into = self.rows(y)
                inside = If(y < end, [])
                with code.inside(inside), self.along() as x:
                    v = code.let("v", self.both(self.load(before, x), self.load(row, x)))
                    self.store(before, x, v)
                    self.store(into, x, self.both(self.load(row, x), v) if self.nan else v)
                with code.otherwise(inside), self.along() as x:
                    self.store(before, x, self.both(self.load(before, x), self.load(row, x)))
            self.clear(before)
            with code.loop("y", block + 1, least(block + n, end)) as y:
                row, into = self.rows(y, n - 1)
                with self.along() as x:
                    v = code.let("v", self.both(self.load(before, x), self.load(row, x)))
                    self.store(before, x, v)
                    self.store(into, x, self.both(self.load(into, x), v))

    def across(self) -> None:
        code, n, wide = self.code, self.length, self.wide
        lengths = [1 << i for i in range(1, n.bit_length())]
        name = "sum" if self.op is ADD else self.op.name
        lines = {m: self.line(f"{name}_of_{m}", n + self.lanes) for m in lengths}
        with code.loop("y", 0, self.end) as y:
            row = lines[1] = code.let("row", self.row_of(self.source, y + self.dy, self.dx), True, self.reads)
            for m in lengths:
                with self.along(wide + (n - m)) as x:
                    first = self.load(lines[m // 2], x)
                    if m == 2 and self.op is not ADD:
                        first = self.both(self.start, first)  # no NaN from here on
                    self.store(lines[m], x, self.both(first, self.load(lines[m // 2], x, m // 2)))
            with self.along() as x:
                parts = [self.load(lines[m], x, at) for m, at in self.parts(lengths)]
                value = self.both(self.load(row, x), parts[0]) if self.nan else parts[0]
                for part in parts[1:]:
                    value = self.both(value, part)
                self.store(self.row_of(self.sink, y), x, value)

    def parts(self, lengths: list[int]) -> list[tuple[int, int]]:
        """(length, place) of the runs that make the whole one. Of a sum they lie side by side; otherwise the two longest
        may overlap."""
        n, longest = self.length, lengths[-1]
        if self.op is not ADD:
            return [(longest, 0)] + [(longest, n - longest)] * (n > longest)
        found, at = [], 0
        for m in (*reversed(lengths), 1):
            if at + m <= n:
                found.append((m, at))
                at += m
        return found
