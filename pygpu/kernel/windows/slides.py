"""Numbers in order around each pixel, from tables of how many bytes there are of each value (schedule/windows/slides.py).

A work-item goes down a strip. Each of its columns has a table of the bytes that the window's rows have there; with a row,
one byte comes into each table and one leaves it. Along the row the window's table gets that of the column that comes in,
and loses that of the one that leaves it, sixteen numbers at a time. The first digit of a byte has a table of its own, so the
byte at a place is found by looking at 16 numbers and at 16 more. (S. Perreault and P. Hebert's way, 2007.)
"""

from __future__ import annotations

from collections.abc import Callable

from ...ir import FLOAT, OPS
from ...ir.orders import Window
from ...schedule.plans import Plan
from ...schedule.windows.slides import DIGIT, LEVELS, count_of
from .. import formats
from ..frame import Frame, Source
from ..reads.borders import moved
from ..statements import Array, Assign, Code, Declare, Store
from ..values import DECODE, EXACT, Expr, Load, Number, Operation, Pointer, Var, choose, item, least

Stored = tuple[Expr, Expr, Expr]  # an array, from which element on, what


def body(made: Frame, plan: Plan) -> Code:
    code = Code()
    window: Window = made.graph.window
    x, y = code.let("left", item(0) * plan.block[0], True), code.let("top", item(1) * plan.block[1], True)
    end, bottom = [code.let(name, least(first + side, whole), True) for name, first, side, whole in (
        ("right", x, plan.block[0], made.width), ("bottom", y, plan.block[1], made.height))]
    strip = _Strip(made, plan, code, window)
    for number, channel in enumerate(window.channels):
        strip.write(number, channel, x, y, end, bottom)
    return code


class _Strip:
    def __init__(self, made: Frame, plan: Plan, code: Code, window: Window):
        self.made, self.code, self.window = made, code, window
        self.lanes, self.count = plan.lanes, count_of(window).stored
        self.source: Source = made.sources[made.graph.images[window.image]]
        self.wide = plan.block[0] + window.columns - 1
        self.places = self.array("places", self.wide, "int32")
        self.columns = self.array("columns", self.wide * LEVELS)           # the tables of the columns,
        self.column_digits = self.array("column_digits", self.wide * DIGIT)
        self.first = self.array("first", LEVELS)                           # of the strip's first window,
        self.first_digits = self.array("first_digits", DIGIT)
        self.counts = self.array("counts", LEVELS)                         # and of the one that slides
        self.digits = self.array("digits", DIGIT)

    def array(self, name: str, length: int, element: str = "") -> Var:
        array = Var(name, Pointer(element or self.count, "private", False))
        self.code.add(Array(array, (length,), 64))
        return array

    def write(self, number: int, channel: int, left: Var, top: Var, right: Var, bottom: Var) -> None:
        """One channel, which is this one of the result."""
        code, window = self.code, self.window
        count = code.let("count", right - left + (window.columns - 1))
        with code.loop("i", 0, count) as i:
            place = moved(self.source.param.border[0], left + i + window.left, self.source.width)
            code.add(Store(self.places, i, place * self.source.format.channels + channel))
        for array, length in ((self.columns, LEVELS), (self.column_digits, DIGIT)):
            with code.loop("i", 0, count * length, self.lanes) as i:
                code.add(Store(array + i, Number(0), Number(0, self.count, self.lanes), self.lanes))
        self.each(LEVELS, lambda at: [(self.first, at, Number(0, self.count, self.lanes))])
        self.each(DIGIT, lambda at: [(self.first_digits, at, Number(0, self.count, self.lanes))])
        with code.loop("row", 0, window.rows - 1) as row:
            self.changed(top + row + window.top, count, 1)
        with code.loop("y", top, bottom) as y:
            self.changed(y + (window.top + window.rows - 1), count, 1)
            self.row(number, y, left, right)
            self.changed(y + window.top, count, -1)

    def each(self, length: int, stores: Callable[[Expr], list[Stored]]) -> None:
        """Tables, some numbers at a time."""
        with self.code.loop("i", 0, length, self.lanes) as i:
            for array, at, value in stores(i):
                self.code.add(Store(array + at, Number(0), value, self.lanes))

    def loaded(self, array: Expr, at: Expr) -> Expr:
        return Load(array + at, Number(0), self.lanes)

    def changed(self, row: Expr, count: Var, by: int) -> None:
        """A row comes into the tables of the columns, or leaves them."""
        code = self.code
        line = code.let("line", self.source.row(moved(self.source.param.border[1], row, self.source.height)))
        for first, end, is_first in ((0, self.window.columns, True), (self.window.columns, count, False)):
            with code.loop("i", first, end) as i:
                byte = code.let("byte", Operation(OPS["int_of_uint8"], (Load(line, Load(self.places, i)),), "int32"))
                digit = code.let("digit", byte // DIGIT)
                self.more(self.columns, i * LEVELS + byte, by)
                self.more(self.column_digits, i * DIGIT + digit, by)
                if is_first:
                    self.more(self.first, byte, by)
                    self.more(self.first_digits, digit, by)

    def more(self, array: Var, at: Expr, by: int) -> None:
        at = self.code.let("at", at)
        self.code.add(Store(array, at, Operation(OPS["add" if by > 0 else "sub"], (
            Load(array, at), Number(1, self.count)), self.count, 1, EXACT)))

    def row(self, number: int, y: Var, left: Var, right: Var) -> None:
        code, sink = self.code, self.made.sinks[0]
        self.each(LEVELS, lambda at: [(self.counts, at, self.loaded(self.first, at))])
        self.each(DIGIT, lambda at: [(self.digits, at, self.loaded(self.first_digits, at))])
        out = code.let((sink.start, "_row"), sink.row(y))
        with code.loop("x", left, right) as x:
            byte = self.found()
            value: Expr = byte  # which goes out as it was stored, or as a float
            if sink.format.dtype != "uint8":
                value = formats.encoded(sink.format, FLOAT, Operation(DECODE, (byte,), FLOAT.word, 1, "", ("uint8", False)))
            code.add(Store(out, x * sink.format.channels + number, value))
            at = code.let("at", x - left)
            self.slid(self.counts, self.columns, LEVELS, at)
            self.slid(self.digits, self.column_digits, DIGIT, at)

    def slid(self, window: Var, columns: Var, length: int, at: Var) -> None:
        """The table of a window, one column further on. (After the last one there is none to come in: what it is then does
        not matter.)"""
        leaves = self.code.let("leaves", columns + at * length)
        comes = self.code.let("comes", columns + least(at + self.window.columns, self.wide - 1) * length)

        def turn(i: Expr) -> list[Stored]:
            less = Operation(OPS["sub"], (self.loaded(window, i), self.loaded(leaves, i)), self.count, self.lanes, EXACT)
            return [(window, i, Operation(OPS["add"], (less, self.loaded(comes, i)), self.count, self.lanes, EXACT))]

        self.each(length, turn)

    def whole(self, count: Expr) -> Expr:
        return count if count.type == "int32" else Operation(OPS["int_of_uint16"], (count,), "int32")

    def found(self) -> Expr:
        """The byte at the place: its first digit, then the byte itself."""
        code = self.code
        under, digit = self.counted(self.digits + 0, Number(0), "digit")
        start = code.let("start", digit * DIGIT)
        _, last = self.counted(self.counts + start, under, "byte")
        return Operation(OPS["uint8_of_int"], (start + last,), "uint8")

    def counted(self, table: Expr, under: Expr, name: str) -> tuple[Expr, Expr]:
        """How many of a table's numbers, added up one after the other, are not above the place, and what these come to."""
        code = self.code
        total, less, many = (Var(f"{name}_{what}", "int32", 1, changes=True) for what in ("total", "less", "many"))
        code.add(Declare([(total, under), (less, under), (many, Number(0))]))
        with code.loop("i", 0, DIGIT) as i:
            code.add(Assign([(total, total + self.whole(Load(table, i)))]))
            passed = code.let("passed", total <= self.window.place)
            code.add(Assign([(less, choose(passed, total, less)), (many, choose(passed, many + 1, many))]))
        return less, least(many, DIGIT - 1)
