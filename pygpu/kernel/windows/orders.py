"""Sorted lines: each of the numbers at the places of a rectangle (schedule/windows/orders.py).

A work-item sorts a line by the digits of its numbers, the last digit first, each time keeping the order that there was. So
all it does is count, and put numbers where they belong: from the line to the room beside it, and back. Below the lines the
result has as much room again. A processor with vectors sorts a line by comparing (networks.py) that is not too long.
"""

from __future__ import annotations

from dataclasses import replace

from ...ir import OPS, Const, Value
from ...ir.tallies import ENTRIES
from ...schedule.folds.tallies import split
from ...schedule.plans import Plan
from ...schedule.windows.orders import digits
from ..blocks.masks import Lanes
from ..blocks.pixels import PixelBody
from ..blocks.squares import turned_at_once
from ..frame import Frame
from ..statements import Array, Assign, Code, Declare, If, Leave, Loop, Section, Store
from ..values import WORDS, Expr, Load, Number, Operation, Pointer, Var, item, least
from .networks import FEWEST, Network

LONGEST = 1 << 16  # bytes of a line that is sorted by comparing


def body(made: Frame, plan: Plan) -> Code:
    code = Code()
    code.rewrites = code.spare = True
    assert made.graph.outputs[-1].kind == ENTRIES
    _Line(made, plan, code).write()
    return code


class _Line:
    def __init__(self, made: Frame, plan: Plan, code: Code):
        self.made, self.plan, self.code = made, plan, code
        self.parts = split(made.graph)
        self.value: Value = self.parts.place.outputs[0].values[0]
        self.word = WORDS[self.value.type]
        self.digits = digits(self.value.type)[::-1]
        line = code.let("line", item(1), True)
        place = code.let("place", line + made.graph.order.first)
        body = PixelBody(replace(made, graph=self.parts.rectangle), code, place, place)
        body.block(self.parts.rectangle.body)
        names = ("left", "top", "columns", "rows")
        values = [output.values[0] for output in self.parts.rectangle.outputs]
        self.down = values[2].__class__ is Const and values[2].value == 1
        self.rectangle = [code.let(name, body.value(value)) for name, value in zip(names, values)]
        sink = made.sinks[0]
        self.line = code.let((sink.start, "_line"), sink.row(line))
        self.beside = code.let((sink.start, "_beside"), sink.row(line + made.height // 2))
        self.counts = Var("counts", Pointer("int32", "private", False))
        *_, columns, rows = self.rectangle
        self.count = code.let("count", columns * rows)

    def write(self) -> None:
        if self.plan.lanes == 1:
            self.by_digits()
            return
        short = If(self.count <= LONGEST // (self.value.type.bits // 8), [])
        with self.code.inside(short):
            self.by_comparing()
        with self.code.otherwise(short):
            self.by_digits()

    def by_comparing(self) -> None:
        code, lanes, count = self.code, self.plan.lanes, self.count
        keys, many = Var("keys", Pointer(self.word, "private", False)), Var("many", "int32", 1, changes=True)
        code.add(Array(keys, (LONGEST // (self.value.type.bits // 8),), 64))
        code.add(Declare([(many, Number(FEWEST))]))
        with code.inside(Loop([])):
            code.add(Leave(many * lanes < count))
            code.add(Assign([(many, many * 2)]))
        self.fill(keys)
        with code.loop("i", count, many * lanes) as i:
            code.add(Store(keys, i, Number(self.value.type.limits[1], self.word)))
        Network(code, keys, many, lanes).write()
        squares = If(many >= lanes, [])
        with code.inside(squares):
            self.as_squares(keys, many)
        with code.otherwise(squares), code.loop("lane", 0, lanes) as lane:
            before = code.let("before", lane * many, True)
            with code.loop("i", 0, least(many, count - before)) as i:
                code.add(Store(self.line, before + i, Load(keys, i * lanes + lane)))

    def as_squares(self, keys: Expr, many: Expr) -> None:
        """What goes down lane after lane put into the line as vectors: squares are turned where they are, and then memory is
        written from its first place to its last."""
        code, lanes = self.code, self.plan.lanes
        with code.loop("i", 0, many, lanes) as i, code.inside(Section([])):
            rows = [code.let("row", Load(keys, i + n, lanes)) for n in range(lanes)]
            for n, column in enumerate(turned_at_once(code, rows)):
                code.add(Store(keys, i + n, column, lanes))
        with code.loop("lane", 0, lanes) as lane, code.loop("i", 0, many, lanes) as i:
            at = code.let("at", lane * many + i, True)
            whole = If(at + lanes <= self.count, [])
            with code.inside(whole):
                code.add(Store(self.line + at, Number(0), Load(keys, i + lane, lanes), lanes))
            with code.otherwise(whole), code.loop("j", 0, self.count - at) as j:
                code.add(Store(self.line, at + j, Load(keys, (i + lane) * lanes + j)))

    def by_digits(self) -> None:
        code, first, count = self.code, self.begins(), self.count
        code.add(Array(self.counts, (first[-1],)))
        self.fill(self.beside)
        with code.loop("i", 0, first[-1]) as i:
            code.add(Store(self.counts, i, Number(0)))
        with code.loop("i", 0, count) as i:
            one = code.let("number", Load(self.beside, i))
            for number, start in enumerate(first[:-1]):
                at = code.let("at", self.digit(one, number) + start)
                code.add(Store(self.counts, at, Load(self.counts, at) + 1))
        for start, end in zip(first, first[1:]):
            total = Var("total", "int32", 1, changes=True)
            code.add(Declare([(total, Number(0))]))
            with code.loop("i", start, end) as i:
                here = code.let("here", Load(self.counts, i), True)
                code.add(Store(self.counts, i, total))
                code.add(Assign([(total, total + here)]))
        source, sink = self.beside, self.line
        for number, start in enumerate(first[:-1]):
            with code.loop("i", 0, count) as i:
                one = code.let("number", Load(source, i), True)
                at = code.let("at", self.digit(one, number) + start)
                place = code.let("place", Load(self.counts, at), True)
                code.add(Store(self.counts, at, place + 1))
                code.add(Store(sink, place, one))
            source, sink = sink, source
        if source is not self.line:
            with code.loop("i", 0, count) as i:
                code.add(Store(self.line, i, Load(source, i)))

    def begins(self) -> list[int]:
        """Where the counts of each digit begin, and where the last ones end."""
        found = [0]
        for _, size in self.digits:
            found.append(found[-1] + (1 << size))
        return found

    def digit(self, one: Expr, number: int) -> Expr:
        below, size = self.digits[number]
        shifted = Operation(OPS["shr"], (one, Number(below, self.word)), self.word) if below else one
        found: Expr = Operation(OPS["and"], (shifted, Number((1 << size) - 1, self.word)), self.word)
        if number == len(self.digits) - 1:  # the first bit is the sign
            found = Operation(OPS["xor"], (found, Number(1 << size - 1, self.word)), self.word)
        return found if self.word == "int32" else Operation(OPS["int_of_int64"], (found,), "int32")

    def fill(self, room: Expr) -> None:
        """The numbers as they come."""
        code, lanes = self.code, self.plan.lanes
        left, top, columns, rows = self.rectangle
        with code.loop("row", 0, rows) as row:
            y = code.let("y", top + row, True)
            start = code.let("start", row * columns - left)
            if lanes == 1 or self.down:
                with code.loop("x", left, left + columns) as x, code.inside(Section([])):
                    pixels = PixelBody(replace(self.made, graph=self.parts.place), code, x, y)
                    pixels.block(self.parts.place.body)
                    code.add(Store(room, start + x, pixels.value(self.value)))
                return
            end = code.let("end", left + columns, True)
            few = Var("few", Pointer(self.word, "private", False))
            code.add(Array(few, (lanes,), 64))
            with code.loop("x", left, end, lanes) as x, code.inside(Section([])):
                pixels = Lanes(replace(self.made, graph=self.parts.place, width=end), lanes, code, x, y, 1)
                pixels.block(self.parts.place.body)
                whole = If(x + lanes <= end, [])
                value = pixels.widened(self.value)
                with code.inside(whole):
                    code.add(Store(room + (start + x), Number(0), value, lanes))
                with code.otherwise(whole):
                    code.add(Store(few, Number(0), value, lanes))
                    with code.loop("i", 0, end - x) as i:
                        code.add(Store(room, start + x + i, Load(few, i)))
