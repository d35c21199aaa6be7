"""Where a strip's vectors begin and when they are written, in a result that may lie anywhere: what is given as `out=`.

Memory of ours begins at a cache line, and elsewhere in a page than what is read. NumPy's large arrays all begin 16 bytes
behind a page's start. Then no vector is a whole line, as what is written past the caches must be: so a strip begins as many
columns further left as make each of them one. And a processor compares only an address' place in its page at first: what is
read waits until what was written before it at such a place has left for memory. So where that would be, vectors wait for two
turns in the first cache before they are written. (4096 x 4096 float32 in fresh results: Sobel 0.98 for
1.86, box 5x5 0.98 for 1.87, median 3x3 1.0 for 1.7.)
"""

from __future__ import annotations

from itertools import groupby
from typing import Any, Protocol

from ...elements import ELEMENTS
from ...schedule.plans import Plan
from ...schedule.stages.kinds import GATHER, X
from ..formats import Format
from ..frame import Frame, Sink
from ..reads.reads import Reads
from ..statements import Array, Assign, Code, Declare, If, Statement, Store
from ..values import (
    BEYOND,
    MEETS,
    OPS,
    RARELY,
    Expr,
    Load,
    Number,
    Operation,
    Part,
    Pointer,
    Var,
    choose,
    greatest,
    invert,
    least,
    loaded,
    long,
)
from .block import Order

CACHED = 4 << 20  # bytes: a larger result is written past the caches
WAITING = 128     # bytes of a row's result that wait to be written


class Sweep(Protocol):
    """What is asked of one here (lanes.py)."""

    made: Frame
    plan: Plan
    code: Code
    order: Order
    reads: Reads
    leaps: Any
    x: Var
    y: Var
    first: Var
    end: Var
    stream: Var | None
    shifted: bool
    late: Late | None

    def last_rows(self) -> Expr: ...


def place(sweep: Sweep) -> None:
    """Says of a sweep over a picture where its vectors begin, and when and how they are written."""
    made, code = sweep.made, sweep.code
    if not reads_neighbours(sweep) or any(made.margin):
        sweep.stream = streamed(made, code)
        return
    crowded = in_the_way(sweep)
    # Bytes that are put in order are so quick that asking for each vector whether it waits takes a tenth longer.
    is_light = any(ELEMENTS[output.values[0].type.stored].size < 4 for output in made.graph.outputs)
    sweep.stream = streamed(made, code, crowded if is_light else None)
    shift = code.let("shift", beyond_a_line(made.sinks[0], sweep.y, sweep.plan.lanes))
    end, sweep.first = sweep.end, code.let("begin", sweep.first - shift)
    sweep.end = code.let("stop", choose(end < made.width, end - shift, end))
    sweep.shifted = True
    # Colours as floats gain by whole lines, and no more by waiting: a turn of them is several lines.
    if crowded is not None and not is_light and max(size_of(sink.format) for sink in made.sinks) <= 4:
        sweep.late = Late(sweep, crowded, code)


def streamed(made: Frame, code: Code, unless: Expr | None = None, cached: int = CACHED) -> Var:
    """Whether results are written past the caches: those that are larger than so many bytes."""
    size = sum(size_of(sink.format) for sink in made.sinks)
    pixels = long(made.width) * made.height
    deep = next((source.depth for source in made.sources.values() if source.depth is not None), None)
    is_large = (pixels if deep is None else pixels * deep) > cached // size
    return code.let("stream", is_large if unless is None else is_large & invert(unless), True)


def size_of(format: Format) -> int:
    """A pixel's bytes."""
    return ELEMENTS[format.dtype].size * format.channels


def reads_neighbours(sweep: Sweep) -> bool:
    """Whether pixels around each are read, and nothing where data lead, or that asks for its column: which is none to the
    left of the picture. (Where only a pixel itself is read, the vector that is cut off costs more than whole lines gain:
    gamma 1.1 times as long.)"""
    kinds = {key.node.kind for row in sweep.order.rows for key in row}
    plain = not (sweep.leaps or sweep.reads.scattered or kinds & {GATHER, X})
    return plain and any(any(extent) for extent in sweep.reads.extents.values())


def beyond_a_line(sink: Sink, y: Expr, lanes: int) -> Expr:
    """How many columns further left than the picture a vector begins that is whole cache lines."""
    channels = sink.format.channels
    beyond = Operation(BEYOND, (sink.row(y),), "int32", 1, "", lanes)
    if channels == 1:
        return beyond
    # Of pixels of an odd number of elements, each sixteenth begins a line; of two or four, if any does, more of them.
    together = channels & -channels
    inverse = pow(channels // together, -1, lanes)
    first = beyond // together if together > 1 else beyond
    return first * inverse % (lanes // together)


def in_the_way(sweep: Sweep) -> Expr | None:
    """Whether what is written is in the way of what is read next; None where it never is for long: no picture that is read
    goes on as the results do."""
    tests: list[Expr] = []
    for source in [sweep.made.sources[image] for image in sweep.reads.extents]:
        for sink in sweep.made.sinks:
            if size_of(source.format) == size_of(sink.format):
                tests.append(Operation(MEETS, (sink.row(sweep.y), source.row(sweep.y)), "bool"))
    found = None
    for test in tests:
        found = test if found is None else Operation(OPS["or"], (found, test), "bool")
    return found


class Late:
    """The vectors of a sweep that wait to be written, where that is needed."""

    def __init__(self, sweep: Sweep, test: Expr, code: Code):
        self.sweep, self.code, self.lanes = sweep, code, sweep.plan.lanes
        self.test = code.let("late", test)
        self.far = far(sweep.made.sinks, self.lanes)
        self.every: list[tuple[Sink, int, int, Expr]] = []  # of a turn: results, rows, vectors of a pixel's elements, values
        self.arrays: dict[Var, Var] = {}
        for sink in sweep.made.sinks:
            array = Var((sink.start, "_held"), Pointer(loaded(sink.format.dtype), "private", False))
            code.add(Array(array, (sweep.plan.rows, sink.format.channels, self.far), 64))
            self.arrays[sink.start] = array
        self.since, self.until = (Var(name, "int32", 1, changes=True) for name in ("since", "until"))
        code.add(Declare([(self.since, sweep.end), (self.until, sweep.first)]))

    def put(self, vectors: list[Expr], sink: Sink, row: int) -> None:
        """A row of this turn."""
        for part, value in enumerate(vectors):
            value = value if isinstance(value, Var) else self.code.let((sink.start, "_value"), value)
            self.every.append((sink, row, part, value))

    def turn(self) -> None:
        """Writes the vectors of a turn, or those that have waited instead of them. Those turns are beside one another."""
        x, code, every = self.sweep.x, self.code, self.every
        self.every = []
        split = If(Operation(RARELY, (self.test,), "bool"), [])
        with code.inside(split):
            code.add(Assign([(self.since, least(self.since, x)), (self.until, x + self.lanes)]))
            turn = code.let("turn", (x - self.sweep.first) % self.far)
            with code.inside(If(x >= self.since + self.far, [])):
                self.write(x - self.far, turn)
            for sink, row, part, value in every:
                code.add(Store(Part(self.arrays[sink.start], row, part) + turn, Number(0), value, self.lanes))
        with code.otherwise(split):
            for (_, row), group in groupby(every, key=lambda each: each[:2]):
                stores: list[Statement] = [self.stored(sink, row, part, x, value) for sink, row, part, value in group]
                if row:
                    code.add(If(self.sweep.y + row < self.sweep.made.height, stores))
                else:
                    for store in stores:
                        code.add(store)

    def stored(self, sink: Sink, row: Expr | int, part: int, x: Expr, value: Expr) -> Store:
        place = sink.row(self.sweep.y + row) + sink.format.channels * x + part * self.lanes
        return Store(place, Number(0), value, self.lanes, stream=self.sweep.stream)

    def write(self, x: Expr, turn: Expr) -> None:
        """Those of a turn that wait."""
        code = self.code
        with code.loop("row", 0, self.sweep.last_rows()) as row:
            for sink in self.sweep.made.sinks:
                for part in range(sink.format.channels):
                    held = Load(Part(self.arrays[sink.start], row, part) + turn, Number(0), self.lanes)
                    code.add(self.stored(sink, row, part, x, held))

    def end(self) -> None:
        """Writes what still waits."""
        code, first = self.code, greatest(self.since, self.until - self.far)
        with code.inside(If(self.test, [])), code.loop("x", first, self.until, self.lanes) as x:
            self.write(x, code.let("turn", (x - self.sweep.first) % self.far))


def far(sinks: list[Sink], lanes: int) -> int:
    """The columns that a vector waits: so many bytes of the result whose pixels are smallest."""
    size = min(size_of(sink.format) for sink in sinks)
    return max(lanes, 1 << (WAITING // size).bit_length() - 1)
