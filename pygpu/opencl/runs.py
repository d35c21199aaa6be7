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

from ..schedule.nodes import Node
from ..schedule.windows import EXTREMES
from .expressions import float_literal, plus
from .frame import Frame
from .writer import Writer


def sweep(made: Frame, run: Node, source, target, offset: tuple[int, int], lanes: int, across: int, down: int,
          columns: int, writer: Writer) -> None:
    """Writes a run over the region of a tile that is wider by `across` and higher by `down`; `columns` is the most that
    it may have. `offset` is where the first neighbour lies."""
    emitter = _Run(made, run, source, target, offset, lanes, columns, writer)
    with writer.block(""):
        writer.line(f"const int columns = {plus('right - left', across)}, end = {plus('bottom - top', down)};")
        (emitter.down if run.attributes[1] else emitter.across)()


class _Run:
    def __init__(self, made, run, source, target, offset, lanes, columns, writer):
        self.made, self.source, self.target, self.writer = made, source, target, writer
        self.lanes, self.columns = lanes, columns
        (self.kind, _, self.nan), self.length, (self.dx, self.dy) = run.attributes, len(run.uses), offset

    def both(self, a: str, b: str) -> str:
        return f"{a} + {b}" if self.kind == "sum" else f"pg_{self.kind}({a}, {b})"

    @property
    def start(self) -> str:
        """What comes of no neighbours."""
        return f"(float{self.lanes})({float_literal(EXTREMES.get(self.kind, 0.0))})"

    def line(self, name: str, extra: int = 0) -> str:
        """Declares an array for one line of the tile."""
        name = self.made.names.new(name)
        self.writer.line(f"float {name}[{self.columns + extra}] __attribute__((aligned(64)));")
        return name

    def load(self, row: str, further: int = 0) -> str:
        return f"vload{self.lanes}(0, {row} + x{f' + {further}' if further else ''})"

    def along(self, text: str, end: str = "columns") -> None:
        with self.writer.block(f"for (int x = 0; x < {end}; x += {self.lanes})"):
            for line in text.splitlines():
                self.writer.line(line)

    def row_of(self, tile, y: str, dx: int = 0) -> str:
        return f"{tile.name} + ({y}) * {tile.pitch}{f' + {dx}' if dx else ''}"

    def down(self) -> None:
        writer, n, lanes = self.writer, self.length, self.lanes
        before, into, v = self.line("before"), self.made.names.new("into"), self.made.names.new("v")
        source = lambda y: self.row_of(self.source, f"{y} + {self.dy}" if self.dy else y, self.dx)
        target = lambda y: self.row_of(self.target, y)
        with writer.block(f"for (int block = 0; block < end; block += {n})"):
            self.along(f"vstore{lanes}({self.start}, 0, {before} + x);")
            with writer.block(f"for (int y = block + {n - 1}; y >= block; y--)"):
                writer.line(f"const float *const row = {source('y')};")
                writer.line(f"float *const {into} = {target('y')};")
                with writer.block("if (y < end)"):
                    first = self.both(self.load("row"), v) if self.nan else v
                    self.along(f"const float{lanes} {v} = {self.both(self.load(before), self.load('row'))};\n"
                               f"vstore{lanes}({v}, 0, {before} + x);\nvstore{lanes}({first}, 0, {into} + x);")
                    writer.otherwise()
                    self.along(f"vstore{lanes}({self.both(self.load(before), self.load('row'))}, 0, {before} + x);")
            self.along(f"vstore{lanes}({self.start}, 0, {before} + x);")
            with writer.block(f"for (int y = block + 1; y < min(block + {n}, end); y++)"):
                writer.line(f"const float *const row = {source(f'y + {n - 1}')};")
                writer.line(f"float *const {into} = {target('y')};")
                self.along(f"const float{lanes} {v} = {self.both(self.load(before), self.load('row'))};\n"
                           f"vstore{lanes}({v}, 0, {before} + x);\n"
                           f"vstore{lanes}({self.both(self.load(into), v)}, 0, {into} + x);")

    def across(self) -> None:
        writer, n, lanes = self.writer, self.length, self.lanes
        lengths = [1 << i for i in range(1, n.bit_length())]
        lines = {m: self.line(f"{self.kind}_of_{m}", n + lanes) for m in lengths}
        with writer.block("for (int y = 0; y < end; y++)"):
            y = f"y + {self.dy}" if self.dy else "y"
            writer.line(f"const float *const row = {self.row_of(self.source, y, self.dx)};")
            lines[1] = "row"
            for m in lengths:
                first = self.load(lines[m // 2])
                if m == 2 and self.kind != "sum":
                    first = self.both(self.start, first)  # no NaN from here on
                self.along(f"vstore{lanes}({self.both(first, self.load(lines[m // 2], m // 2))}, 0, {lines[m]} + x);",
                           f"columns + {n - m}" if n > m else "columns")
            parts = self.parts(lengths)
            text = self.load(lines[parts[0][0]], parts[0][1])
            if self.nan:
                text = self.both(self.load("row"), text)
            for m, at in parts[1:]:
                text = self.both(text, self.load(lines[m], at))
            self.along(f"vstore{lanes}({text}, 0, {self.row_of(self.target, 'y')} + x);")

    def parts(self, lengths: list[int]) -> list[tuple[int, int]]:
        """(length, place) of the runs that make the whole one. Of a sum they lie side by side; otherwise the two longest
        may overlap."""
        n, longest = self.length, lengths[-1]
        if self.kind != "sum":
            return [(longest, 0)] + [(longest, n - longest)] * (n > longest)
        found, at = [], 0
        for m in (*reversed(lengths), 1):
            if at + m <= n:
                found.append((m, at))
                at += m
        return found
