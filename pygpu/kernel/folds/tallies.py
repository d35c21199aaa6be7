"""Tables: each of a part of the places, one below the other in the result (schedule/folds/tallies.py).

On a CPU a work-item goes over its places with vectors, and keeps what their lanes have. When that is of a hundred places, it
puts it into tables of its own, one after the other: several tables by turns, so that one entry need not wait for the one
before. Bytes that alone decide what a place puts there are counted as they are, and each that there is then puts it there as
often, once. On a GPU a group shares tables in local memory, and puts numbers there by atomic operations; a work-item keeps
what neighbours have for one entry together. Where the order matters, as it does for sums of floats, each work-item has a
table of its own there, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from functools import reduce
from operator import add
from typing import Any

from ...ir import OPS, Const, Op, Ranges, Value, image_of
from ...ir.folds import nothing
from ...ir.ops import READ
from ...ir.scans import shown
from ...schedule.folds.tallies import WARP, Split, split
from ...schedule.plans import Plan, Tables
from ..blocks import ahead
from ..blocks.masks import Lanes
from ..blocks.pixels import PixelBody
from ..frame import Frame, Source
from ..statements import Array, Assign, Atomic, Barrier, Code, Declare, If, Section, Store, Update
from ..values import (
    PICK,
    WORDS,
    Expr,
    Load,
    Number,
    Operation,
    Pointer,
    Var,
    any_lane,
    choose,
    greatest,
    item,
    least,
    member,
    widen,
)

LEVELS = 256         # of a byte
COUNTS = 8           # tables of bytes, by turns
BY_TURNS = (16, 4)   # tables of a work-item, where they fit the first cache
NEAR = 1 << 13       # entries that do
KEPT = 128           # places whose entries are known before any is put there
LINE = 16            # numbers of a line of the cache
AT_ONCE = 8          # places of a work-item of a group, unless so many operations are
WRITTEN = 160        # more than that
WIDE = 16            # bytes that a member of a group reads at once
OWN = 1 << 14        # entries that a work-item has for itself; more are in the result from the start


def body(made: Frame, plan: Plan) -> Code:
    assert isinstance(plan, Tables)
    code = Code()
    kind = ((_SharedOfBytes if plan.copies else _OfBytes) if plan.counted else _Shared if plan.copies
            else _InVectors if plan.lanes > 1 else _OneByOne)
    kind(made, plan, code).write()
    return code


class _Tables:
    """What they have in common: the places that a table is of, and the values for it."""

    def __init__(self, made: Frame, plan: Tables, code: Code):
        self.made, self.plan, self.code = made, plan, code
        self.how, self.length = made.graph.tally
        code.rewrites = self.length > OWN
        self.parts: Split = split(made.graph)
        self.values: list[Value] = [value for output in shown(made.graph) for value in output.values]
        self.entry: Value = self.parts.place.outputs[0].values[0]
        low, high = Ranges(self.parts.place).of(self.entry)
        self.sure = low >= 0 and high < self.length
        made_by = self.entry.owner
        self.picked = made_by.__class__ is Op and made_by.kind is OPS["select"] and any(
            operand.__class__ is Const for operand in made_by.operands[1:])  # -1 is of the places that an `if` leaves out
        self.table = code.let("table", item(1))
        place = PixelBody(replace(made, graph=self.parts.rectangle), code, Number(0), Number(0))
        place.block(self.parts.rectangle.body)
        names = ("left", "top", "columns", "rows")
        self.rectangle = [code.let(name, place.value(value)) for name, value in
                          zip(names, [output.values[0] for output in self.parts.rectangle.outputs])]

    def start(self, number: int) -> Expr:
        value = self.values[number]
        return Number(nothing(self.how[number], value.type), WORDS[value.type])

    def array(self, number: int, extents: tuple[int, ...], space: str = "private") -> Var:
        table = Var(f"entries_{number}", Pointer(WORDS[self.values[number].type], space, False))
        self.code.add(Array(table, extents))
        return table

    def row(self, number: int) -> Var:
        sink = self.made.sinks[number]
        return self.code.let((sink.start, "_row"), sink.row(self.table))

    def read(self, y: Expr) -> list[tuple[Source, Expr]]:
        """The pictures that are read at a place itself, and their rows there."""
        place = self.parts.place
        images = dict.fromkeys([image_of(op) for op in place.body.ops if op.kind is READ and op.operands[0] is place.x])
        sources = [self.made.sources[image] for image in images]
        return [(source, source.row(greatest(least(y, source.height - 1), 0))) for source in sources]

    def own(self) -> list[Var]:
        """A work-item's own tables, as they are at first."""
        self.rows = [self.row(number) for number in range(len(self.values))]
        tables = [self.array(number, (self.length,)) if self.length <= OWN else row for number, row in enumerate(self.rows)]
        with self.code.loop("i", 0, self.shown if self.length <= OWN else self.made.width) as i:
            for number, table in enumerate(tables):
                self.code.add(Store(table, i, self.start(number)))
        return tables

    @property
    def shown(self) -> Expr:
        """How many entries are asked for of those that there are."""
        return least(self.made.width, self.length)

    def rest(self, rows: list[Var]) -> None:
        """What is asked for behind them."""
        with self.code.loop("i", self.length, self.made.width) as i:
            for number, row in enumerate(rows):
                self.code.add(Store(row, i, self.start(number)))

    def hand_over(self, tables: list[Var]) -> None:
        """Makes them the result, where they aren't."""
        if self.length <= OWN:
            with self.code.loop("i", 0, self.shown) as i:
                for table, row in zip(tables, self.rows):
                    self.code.add(Store(row, i, Load(table, i)))
            self.rest(self.rows)

    def meant(self, entry: Expr) -> AbstractContextManager[None]:
        """`with meant(entry):` where it is one of the table's."""
        return nullcontext() if self.sure else self.code.inside(If((entry >= 0) & (entry < self.length), []))

    def put(self, number: int, before: Expr, value: Expr) -> Expr:
        return Operation(OPS[self.how[number]], (before, value), WORDS[self.values[number].type])

    def pieces(self) -> _Rows:
        """`with pieces() as (y, begin, end)`: the rows and columns of this table's places. Where there are fewer rows than
        tables, a row is divided among several."""
        code, (left, top, columns, rows) = self.code, self.rectangle
        count = self.made.height
        across = code.let("across", greatest(1, count // greatest(rows, 1)))
        down = code.let("down", count // across)
        own = code.let("own", self.table // across)
        wide = code.let("wide", (columns + (across - 1)) // across)
        begin = code.let("begin", left + (self.table - own * across) * wide, True)
        end = code.let("end", least(begin + wide, left + columns), True)
        turns = code.let("turns", choose(own < down, (rows - own + (down - 1)) // down, Number(0)))
        return _Rows(code, top + own, down, turns, begin, end)


class _Rows:
    def __init__(self, code: Code, first: Expr, step: Expr, turns: Expr, begin: Var, end: Var):
        self.code, self.first, self.step, self.turns, self.begin, self.end = code, first, step, turns, begin, end
        self.last: Expr  # whether this is the last row
        self.loop = code.loop("turn", 0, turns)

    def __enter__(self) -> tuple[Var, Var, Var]:
        turn = self.loop.__enter__()
        self.last = turn + 1 >= self.turns
        y = self.code.let("y", self.first + turn * self.step, True)
        return y, self.begin, self.end

    def __exit__(self, *error: Any) -> None:
        self.loop.__exit__(*error)


class _OneByOne(_Tables):
    """A table of a work-item's own, place after place."""

    def write(self) -> None:
        code, tables = self.code, self.own()
        with self.pieces() as (y, begin, end), code.loop("x", begin, end) as x, code.inside(Section([])):
            pixels = PixelBody(replace(self.made, graph=self.parts.place), code, x, y)
            pixels.block(self.parts.place.body)
            entry = code.let("entry", pixels.value(self.entry))
            with self.meant(entry):
                for number, table in enumerate(tables):
                    given = pixels.value(self.values[number])
                    code.add(Store(table, entry, self.put(number, Load(table, entry), given)))
        self.hand_over(tables)


class _InVectors(_Tables):
    """Tables of a work-item's own. What several vectors of places put where is computed first, and put there then: a
    processor that has seen two numbers meet in one entry reads none before it knows the places of all those before, and
    would wait for the picture. (Xeon, 256 entries of floats: 0.6 of the processor's time, 0.54 with PoCL.)"""

    def write(self) -> None:
        code, lanes, many = self.code, self.plan.lanes, range(len(self.values))
        rows = [self.row(number) for number in many]
        own = self.length <= OWN
        apart = self.length + LINE  # not a power of two: then a processor takes one table's entry for another's
        turns = next((count for count in BY_TURNS if self.length * count <= NEAR and lanes % count == 0), 1)
        tables = [self.array(number, (turns * apart,)) if own else rows[number] for number in many]
        with code.loop("i", 0, self.shown if own else self.made.width) as i:
            for number, table in enumerate(tables):
                for turn in range(turns):
                    code.add(Store(table, i + turn * apart, self.start(number)))
        entries = Var("numbers", Pointer("int32", "private", False))
        code.add(Array(entries, (2 * KEPT + lanes,), 64))
        given = [None if value.__class__ is Const else self.array(number, (2 * KEPT + lanes,))
                 for number, value in enumerate(self.values)]
        nowhere = Number(self.length if own else -1)
        held = Var("held", "int32", 1, changes=True)
        code.add(Declare([(held, Number(0))]))

        def one(i: Expr, turn: int) -> None:
            entry = code.let("entry", Load(entries, i))
            with nullcontext() if own else code.inside(If(entry >= 0, [])):
                at = code.let("at", entry + turn * apart)
                for number, (table, array) in enumerate(zip(tables, given)):
                    value = pixels.value(self.values[number]) if array is None else Load(array, i)
                    code.add(Store(table, at, self.put(number, Load(table, at), value)))

        places = self.pieces()
        with places as (y, begin, end), code.loop("first", begin, end, KEPT) as first:
            with code.loop("x", first, least(first + KEPT, end), lanes) as x, code.inside(Section([])):
                made = replace(self.made, graph=self.parts.place, width=end)
                ahead.ask(code, ahead.along(self.read(y)), x, lanes)
                pixels = Lanes(made, lanes, code, x, y, 1)
                pixels.block(self.parts.place.body)
                numbers, is_meant = pixels.widened(self.entry), None
                if not self.sure:
                    numbers = code.let("entry", numbers)
                    is_meant = (numbers >= widen(Number(0), lanes)) & (numbers < widen(Number(self.length), lanes))
                    # no processor foresees a branch that the picture decides: the others go into the room behind a table
                    numbers = choose(is_meant, numbers, widen(nowhere, lanes))
                with code.inside(If(any_lane(is_meant), [])) if self.picked and is_meant else nullcontext():  # may be few
                    code.add(Store(entries + held, Number(0), numbers, lanes))
                    for array, value in zip(given, self.values):
                        if array is not None:
                            code.add(Store(array + held, Number(0), pixels.widened(value), lanes))
                    code.add(Update(held, "+", least(end - x, lanes)))
            last = (first + KEPT >= end) & places.last
            with code.inside(If(Operation(OPS["or"], (held >= KEPT, last), "bool"), [])), code.inside(Section([])):
                code.add(Store(entries + held, Number(0), widen(nowhere, lanes), lanes))
                with code.loop("i", 0, held, turns) as i:
                    for turn in range(turns):
                        one(i + turn, turn)
                code.add(Assign([(held, Number(0))]))
        if own:
            with code.loop("i", 0, self.shown) as i:
                for number, (table, row) in enumerate(zip(tables, rows)):
                    total: Expr = Load(table, i)
                    for turn in range(1, turns):
                        total = self.put(number, total, Load(table, i + turn * apart))
                    code.add(Store(row, i, total))
            self.rest(rows)


class _OfBytes(_Tables):
    """A table of a work-item's own, made of how often each byte is there."""

    def write(self) -> None:
        code, apart, image = self.code, LEVELS + LINE, self.plan.counted
        assert image is not None
        counts = Var("counts", Pointer("int32", "private", False))
        levels = Var("levels", Pointer("uint8", "private", False))
        code.add(Array(counts, (COUNTS * apart,)))
        code.add(Array(levels, (LEVELS,)))
        with code.loop("i", 0, LEVELS) as i:
            code.add(Store(levels, i, i))
            for turn in range(COUNTS):
                code.add(Store(counts, i + turn * apart, Number(0)))

        def count(line: Expr, x: Expr, turn: int) -> None:
            at = code.let("at", Load(line, x) + turn * apart)
            code.add(Store(counts, at, Load(counts, at) + 1))

        with self.pieces() as (y, begin, end), code.inside(Section([])):
            line = code.let("line", self.made.sources[image].row(y))
            with code.loop("x", begin, end - (COUNTS - 1), COUNTS) as x:
                for turn in range(COUNTS):
                    count(line, x + turn, turn)
            with code.loop("x", greatest(begin, end - (end - begin) % COUNTS), end) as x:
                count(line, x, 0)
        tables = self.own()
        with code.loop("level", 0, LEVELS) as level, code.inside(Section([])):
            for number, entry, value in self.given(level, levels, [
                    Load(counts, level + turn * apart) for turn in range(COUNTS)]):
                table = tables[number]
                code.add(Store(table, entry, self.put(number, Load(table, entry), value)))
        self.hand_over(tables)

    def given(self, level: Expr, levels: Var, counts: list[Expr]) -> Iterator[tuple[int, Expr, Expr]]:
        """What a place with a byte puts into each table, and where, as often as there are such places."""
        code, image = self.code, self.plan.counted
        assert image is not None
        source = Source(image, self.made.sources[image].format, levels, Number(LEVELS), Number(1), Number(LEVELS))
        made = replace(self.made, graph=self.parts.place, sources={**self.made.sources, image: source})
        times = code.let("times", reduce(add, counts))
        with code.inside(If(times > 0, [])):
            pixels = PixelBody(made, code, level, Number(0), frozenset({image}))
            pixels.block(self.parts.place.body)
            entry = code.let("entry", pixels.value(self.entry))
            with self.meant(entry):
                for number, how in enumerate(self.how):
                    value = pixels.value(self.values[number])
                    yield number, entry, Operation(OPS["mul"], (value, times), "int32") if how == "add" else value


class _SharedOfBytes(_OfBytes):
    """The same for a group: it counts bytes in tables that lie in banks of memory of their own, so that neighbours are
    hardly in each other's way, whatever the picture is like. Sixteen bytes are read at once where rows let that be."""

    def write(self) -> None:
        code, plan, image, many = self.code, self.plan, self.plan.counted, range(len(self.values))
        assert image is not None
        group, banks, source = plan.local[0], plan.copies, self.made.sources[image]
        own = code.let("member", member(0))
        counts, levels = (Var(name, Pointer(element, "local", False)) for name, element in (
            ("counts", "int32"), ("levels", "uint8")))
        code.add(Array(counts, (LEVELS * banks,)))
        code.add(Array(levels, (LEVELS,)))
        tables = [self.array(number, (self.length,), "local") for number in many]

        @contextmanager
        def each(length: int) -> Iterator[Var]:
            """`with each(length) as at:` every place of an array, by the members in turns."""
            with code.loop("turn", 0, -(-length // group)) as turn:
                at = code.let("at", own + turn * group)
                with code.inside(If(at < length, [])):
                    yield at

        with each(LEVELS * banks) as at:
            code.add(Store(counts, at, Number(0)))
        with each(LEVELS) as at:
            code.add(Store(levels, at, at))
        for number, table in enumerate(tables):
            with each(self.length) as at:
                code.add(Store(table, at, self.start(number)))
        code.add(Barrier())
        bank = code.let("bank", own % banks)

        def count(byte: Expr) -> None:
            code.add(Atomic(counts, byte * banks + bank, "add", Number(1)))

        with self.pieces() as (y, begin, end), code.inside(Section([])):
            line = code.let("line", source.row(y))
            wide = If(Operation(OPS["eq"], (source.stride % WIDE, Number(0)), "bool"), [])
            first = code.let("first", least((begin + (WIDE - 1)) // WIDE * WIDE, end))
            last = code.let("last", greatest(end // WIDE * WIDE, first))
            with code.inside(wide):
                with code.loop("x", first + own * WIDE, last, group * WIDE) as x, code.inside(Section([])):
                    several = code.let("bytes", Load(line + x, Number(0), WIDE, True))
                    for lane in range(WIDE):
                        count(Operation(PICK, (several,), several.type, 1, "", (lane,)))
                for one, other in (begin, first), (last, end):
                    with code.loop("x", one + own, other, group) as x:
                        count(Load(line, x))
            with code.otherwise(wide), code.loop("x", begin + own, end, group) as x:
                count(Load(line, x))
        code.add(Barrier())
        with each(LEVELS) as level, code.inside(Section([])):
            for number, entry, value in self.given(level, levels, [
                    Load(counts, level * banks + (own + turn) % banks) for turn in range(banks)]):
                code.add(Atomic(tables[number], entry, self.how[number], value))
        code.add(Barrier())
        for table, row in zip(tables, [self.row(number) for number in many]):
            with each(self.length) as at:
                code.add(Store(row, at, Load(table, at)))


class _Shared(_Tables):
    """Tables that a group has together, a few copies of each. A work-item reads several places before it puts what they
    have there: it would wait for each."""

    def place(self, at: Expr, y: Expr, end: Expr, may_be_behind: bool) -> tuple[Expr, list[Expr]]:
        """The entry, -1 for none, and the values of a place."""
        code = self.code
        x = code.let("x", at)
        pixels = PixelBody(replace(self.made, graph=self.parts.place), code, x, y)
        pixels.block(self.parts.place.body)
        entry = pixels.value(self.entry)
        entry = code.let("entry", choose(x < end, entry, Number(-1)) if may_be_behind else entry)
        return entry, [code.let("value", pixels.value(value)) for value in self.values]

    def write(self) -> None:
        code, plan, many = self.code, self.plan, range(len(self.values))
        group, size = plan.local[0], plan.copies * self.length
        own = code.let("member", member(0))
        tables = [self.array(number, (size,), "local") for number in many]
        with code.loop("turn", 0, -(-size // group)) as turn:
            at = code.let("at", own + turn * group)
            with code.inside(If(at < size, [])):
                for number, table in enumerate(tables):
                    code.add(Store(table, at, self.start(number)))
        code.add(Barrier())
        copy = code.let("copy", own // WARP % plan.copies * self.length)
        last = Var("last", "int32", 1, changes=True)
        held = [Var(f"held_{number}", "int32", 1, changes=True) for number in many]
        code.add(Declare([(last, Number(-1)), *[(var, self.start(number)) for number, var in enumerate(held)]]))

        def deliver() -> None:
            with code.inside(If((last >= 0) & (last < self.length), [])):
                for number, table in enumerate(tables):
                    code.add(Atomic(table, copy + last, self.how[number], held[number]))

        with self.pieces() as (y, begin, end):
            count = max(1, min(AT_ONCE, WRITTEN // max(1, len(self.parts.place.body.ops))))
            steps = code.let("steps", (end - begin - own + (count * group - 1)) // (count * group))
            with code.loop("step", 0, steps) as step, code.inside(Section([])):
                places = [self.place(begin + own + (step * count + turn) * group, y, end, count > 1)
                          for turn in range(count)]
                for entry, values in places:
                    other = If(Operation(OPS["ne"], (entry, last), "bool"), [])
                    with code.inside(other):
                        deliver()
                        code.add(Assign([(last, entry), *zip(held, values)]))
                    with code.otherwise(other):
                        code.add(Assign([(var, self.put(number, var, value))
                                         for number, (var, value) in enumerate(zip(held, values))]))
        deliver()
        code.add(Barrier())
        rows = [self.row(number) for number in many]
        with code.loop("turn", 0, -(-self.length // group)) as turn:
            at = code.let("at", own + turn * group)
            with code.inside(If(at < self.length, [])):
                for number, (table, row) in enumerate(zip(tables, rows)):
                    total: Expr = Load(table, at)
                    for other_copy in range(1, plan.copies):
                        total = self.put(number, total, Load(table, at + other_copy * self.length))
                    code.add(Store(row, at, total))
