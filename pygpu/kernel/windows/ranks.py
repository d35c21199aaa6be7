"""Numbers in order around each pixel, from the ranks that the pixels of a tile have among one another (windows/ranks.py).

A work-item sorts a tile and what is around it by digits, the last digit first; so each of its places has a rank. Then a
window goes over the tile to and fro, row after row. It keeps the set of the ranks that are in it, a bit for each, and how
many there are of each 256; with each step a column of them leaves the set and one comes in. The rank that is asked for is
looked for from where the last one was. (B. Weiss' ordinal transform, 2006, with T. Huang's window, 1979.)
"""

from __future__ import annotations

from ...ir import FLOAT, INT, OPS
from ...ir.keys import NOT_A_NUMBER
from ...ir.ops import BITS
from ...ir.orders import Window
from ...schedule.plans import Plan
from ...schedule.windows.ranks import DIGITS, places
from .. import formats
from ..frame import Frame, Source
from ..reads.borders import filled, moved, within
from ..statements import Array, Assign, Block, Code, Declare, Leave, Loop, Section, Store
from ..values import BIT, DECODE, NTH, ONES, Expr, Load, Number, Operation, Pointer, Var, choose, every, item, least

WORD = 32    # ranks that one number of the set has a bit for
PART = 256   # ranks that are counted together


def body(made: Frame, plan: Plan) -> Code:
    code = Code()
    window: Window = made.graph.window
    tile = _Tile(made, plan, code, window)
    for number, channel in enumerate(window.channels):
        with code.inside(Block([])), code.inside(Section([])):
            tile.write(number, channel)
    return code


class _Tile:
    def __init__(self, made: Frame, plan: Plan, code: Code, window: Window):
        self.made, self.code, self.window = made, code, window
        self.source: Source = made.sources[made.graph.images[window.image]]
        self.dtype = self.source.format.dtype
        self.digits = DIGITS[self.dtype]
        wide, high = plan.block
        x, y = code.let("left", item(0) * wide, True), code.let("top", item(1) * high, True)
        self.left, self.top = x, y
        self.across = code.let("across", least(wide, made.width - x), True)
        self.down = code.let("down", least(high, made.height - y), True)
        self.columns = code.let("columns", self.across + (window.columns - 1))
        self.rows = code.let("rows", self.down + (window.rows - 1))
        self.count = code.let("count", self.columns * self.rows)
        most = places(plan.block, window.columns, window.rows)
        self.parts = -(-most // PART)
        self.at = self.array("at", wide + window.columns - 1, "int32")
        self.counts = self.array("counts", sum(1 << size for _, size in self.digits), "int32")
        self.numbers = [self.array(name, most, "int32") for name in ("numbers", "sorted")]
        self.places = [self.array(name, most, "uint16") for name in ("places", "ranks")]
        self.set = self.array("set", self.parts * (PART // WORD), "uint32")
        self.many = self.array("many", self.parts, "int32")
        self.under, self.part = (Var(name, "int32", 1, changes=True) for name in ("under", "part"))

    def array(self, name: str, length: int, element: str) -> Var:
        array = Var(name, Pointer(element, "private", False))
        self.code.add(Array(array, (length,), 64))
        return array

    def write(self, number: int, channel: int) -> None:
        """One channel, which is this one of the result."""
        code, window = self.code, self.window
        self.read(channel)
        ordered, ranks = self.sort()
        for array, length in ((self.set, self.parts * (PART // WORD)), (self.many, self.parts)):
            with code.loop("i", 0, length) as i:
                code.add(Store(array, i, Number(0)))
        # `under` ranks of the window are below those of the part that is looked at.
        code.add(Declare([(self.under, Number(0)), (self.part, Number(0))]))
        with code.loop("j", 0, window.rows) as j, code.loop("i", 0, window.columns) as i:
            self.change(ranks, i * self.rows + j, 1)
        with code.loop("row", 0, self.down) as row:
            back = code.let("back", row % 2)  # every other row is gone over from its end
            step = code.let("step", 1 - 2 * back)
            leaves = code.let("leaves", back * (window.columns - 1))
            comes = code.let("comes", window.columns - back * (window.columns + 1))
            begin = code.let("begin", back * (self.across - 1))
            out = code.let((self.made.sinks[0].start, "_row"), self.made.sinks[0].row(self.top + row))
            with code.loop("i", 0, self.across) as i:
                column = code.let("column", begin + step * i)
                self.give(out, (self.left + column) * self.made.sinks[0].format.channels + number, self.found(ordered))
                # (After the last pixel there is no column to come in.)
                gone, come = [code.let(name, (column + far) * self.rows)
                              for name, far in (("gone", leaves), ("come", comes))]
                end = code.let("end", choose(i + 1 < self.across, row + window.rows, row))
                with code.loop("j", row, end) as j:
                    self.change(ranks, gone + j, -1)
                    self.change(ranks, come + j, 1)
            last = code.let("last", (begin + step * (self.across - 1)) * self.rows + row)
            many = code.let("below", choose(row + 1 < self.down, Number(window.columns), Number(0)))
            with code.loop("i", 0, many) as i:
                self.change(ranks, last + i * self.rows, -1)
                self.change(ranks, last + i * self.rows + window.rows, 1)

    def read(self, channel: int) -> None:
        """The tile's numbers and those around it, as whole ones of the same order, and how many there are of each digit."""
        code, window, source = self.code, self.window, self.source
        with code.loop("i", 0, self.columns) as i:
            place = moved(source.param.border[0], self.left + i + window.left, source.width)
            code.add(Store(self.at, i, place * source.format.channels + channel))
        with code.loop("i", 0, sum(1 << size for _, size in self.digits)) as i:
            code.add(Store(self.counts, i, Number(0)))
        with code.loop("j", 0, self.rows) as j:
            line = code.let("line", source.row(moved(source.param.border[1], self.top + j + window.top, source.height)))
            with code.loop("i", 0, self.columns) as i:
                value: Expr = Load(line, Load(self.at, i))
                xy = ((self.left + i + window.left, source.width), (self.top + j + window.top, source.height))
                inside = every(within(*xy[axis]) for axis in source.param.open_axes)
                if inside is not None:
                    value = choose(inside, value, filled(source.param, channel))
                key = code.let("key", self.key(code.let("value", value)))
                code.add(Store(self.numbers[0], i * self.rows + j, key))
                for number in range(len(self.digits)):
                    at = code.let("digit", self.digit(key, number))
                    code.add(Store(self.counts, at, Load(self.counts, at) + 1))

    def key(self, value: Expr) -> Expr:
        """A whole number in the order of the values (ir/keys.py)."""
        if not self.is_float:
            return Operation(OPS["int_of_uint16"], (value,), "int32")
        bits = self.turned(self.code.let("bits", Operation(BITS[FLOAT, INT], (value,), "int32")))
        return choose(Operation(OPS["isnan"], (value,), "bool"), Number(NOT_A_NUMBER[32]), bits)

    @property
    def is_float(self) -> bool:
        return self.dtype != "uint16"

    @staticmethod
    def turned(bits: Expr) -> Expr:
        sign = Operation(OPS["shr"], (bits, Number(31)), "int32")
        return Operation(OPS["xor"], (bits, Operation(OPS["and"], (sign, Number(0x7FFFFFFF)), "int32")), "int32")

    def digit(self, key: Expr, number: int) -> Expr:
        """Where a number is counted by one of its digits."""
        below, size = self.digits[number]
        found = Operation(OPS["shr"], (key, Number(below)), "int32") if below else key
        found = Operation(OPS["and"], (found, Number((1 << size) - 1)), "int32")
        if self.is_float and number == len(self.digits) - 1:  # the first bit is the sign
            found = Operation(OPS["xor"], (found, Number(1 << size - 1)), "int32")
        return found + sum(1 << size for _, size in self.digits[:number])

    def sort(self) -> tuple[Var, Var]:
        """The numbers in order, and the rank of each place."""
        code, last, first = self.code, len(self.digits) - 1, 0
        for number, (_, size) in enumerate(self.digits):
            total = Var("total", "int32", 1, changes=True)
            code.add(Declare([(total, Number(0))]))
            with code.loop("i", first, first + (1 << size)) as i:
                here = code.let("here", Load(self.counts, i))
                code.add(Store(self.counts, i, total))
                code.add(Assign([(total, total + here)]))
            first += 1 << size
            (source, sink), (places, after) = [pair[::1 - 2 * (number % 2)] for pair in (self.numbers, self.places)]
            with code.loop("i", 0, self.count) as i:
                key = code.let("key", Load(source, i))
                at = code.let("digit", self.digit(key, number))
                rank = code.let("rank", Load(self.counts, at))
                code.add(Store(self.counts, at, rank + 1))
                code.add(Store(sink, rank, key))
                place = Operation(OPS["int_of_uint16"], (Load(places, i),), "int32") if number else i
                code.add(Store(after, place, rank) if number == last else Store(after, rank, place))
        return sink, after

    def change(self, ranks: Var, place: Expr, by: int) -> None:
        """A rank comes into the set, or leaves it."""
        code = self.code
        rank = code.let("rank", Operation(OPS["int_of_uint16"], (Load(ranks, place),), "int32"))
        word, part = code.let("word", rank // WORD), code.let("part", rank // PART)
        bit = Operation(BIT, (rank,), "uint32")
        code.add(Store(self.set, word, Operation(OPS["xor"], (Load(self.set, word), bit), "uint32")))
        code.add(Store(self.many, part, Load(self.many, part) + by))
        code.add(Assign([(self.under, self.under + choose(part < self.part, Number(by), Number(0)))]))

    def found(self, ordered: Var) -> Expr:
        """The number at the place: first the part that its rank is in, then the word, then its bit."""
        code, place = self.code, self.window.place
        with code.inside(Loop([])):
            code.add(Leave(self.under > place))
            code.add(Assign([(self.part, self.part - 1)]))
            code.add(Assign([(self.under, self.under - Load(self.many, self.part))]))
        with code.inside(Loop([])):
            more = code.let("more", self.under + Load(self.many, self.part))
            code.add(Leave(more <= place))
            code.add(Assign([(self.under, more), (self.part, self.part + 1)]))
        less, word = (Var(name, "int32", 1, changes=True) for name in ("less", "word"))
        code.add(Declare([(less, self.under), (word, self.part * (PART // WORD))]))
        with code.inside(Loop([])):
            more = code.let("more", less + Operation(ONES, (Load(self.set, word),), "int32"))
            code.add(Leave(more <= place))
            code.add(Assign([(less, more), (word, word + 1)]))
        bit = Operation(NTH, (Load(self.set, word), place - less), "int32")
        return Load(ordered, word * WORD + bit)

    def give(self, out: Expr, at: Expr, key: Expr) -> None:
        key, sink = self.code.let("found", key), self.made.sinks[0]
        if self.is_float:
            value: Expr = Operation(BITS[INT, FLOAT], (self.turned(key),), "float32")
        elif sink.format.dtype == self.dtype:  # as it was stored
            self.code.add(Store(out, at, key))
            return
        else:
            value = Operation(OPS["uint16_of_int"], (key,), "uint16")
            value = Operation(DECODE, (value,), FLOAT.word, 1, "", ("uint16", False))
        self.code.add(Store(out, at, formats.encoded(sink.format, FLOAT, value)))
