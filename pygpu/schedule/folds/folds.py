"""Folds as loops: what a device does with a value of the whole picture.

    function mean (): fold add of value (0, 0, width, height)

becomes functions that loop, each kept as an image of its own, small ones further on:

    function part (i, j)    the sum over every so many columns, from column i on, of the rows of chunk j
    function mean ()        the sum over the parts

What is folded once a row has a few parts along the row, and once a column along the column. Each part is a loop as any
other, planned as any other; its neighbours read neighbouring places. On a GPU neighbours are a team, which puts its parts
together at once:

    function part (j)       the sum of the rows of chunk j, by a team along i
    function mean ()        the sum over those, by one team
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...ir import (
    INT,
    Builder,
    Const,
    Function,
    Graph,
    Op,
    Output,
    Value,
    constant,
    folds,
    functions,
    known,
    results_at,
)
from ...ir.folds import ALONE, BEST, WITH, How, Lot, Team, groups, identities, together
from ...ir.keys import NOT_A_NUMBER, unkeyed
from ...ir.ops import CALL, FOLD, ORDER, READ, TALLY
from ...ir.orders import AFTER, IF_NUMBERS, orders
from ...ir.ranges import LIMIT
from ...ir.tallies import ENTRIES, Tally, tallies
from ...passes.copying import Copy
from ...passes.depends import look, roots
from ...passes.inline import length
from ...passes.rewrite import Rewriter, has_branches
from ..plan import plan
from ..scans.chunks import in_chunks
from ..sums.narrow import narrowed, widened
from ..target import Target
from ..windows.orders import Selection, sorted_lines
from .asked import asked_once
from .keys import at_key, have_keys, numbered, packed
from .walks import Walk

ROW = 4096     # numbers of a long line that are a row
FEWEST = 2     # tables
ROWS = 8       # that come to one before columns are gone down
MANY = 8       # times so many, and more
SHORT = 128    # of what they come to: a column is gone down at once
LONG = 256     # numbers of a row, and rows, from which on the best value is found first, and its place then
LIGHT = 40     # operations of a value, of which so many rows are written out
NARROWED = {"add", "mul"}  # of whole numbers: see narrow.py
FEW_READS = 3  # of a place: with more it has neighbours

Rectangle = tuple[Value, Value, Value, Value]  # left, top, columns, rows


def unfolded(graph: Graph, target: Target, new: dict[Function, Function] | None = None) -> Graph:
    """The same program without folds; `new` is told which function each has become."""
    new = {} if new is None else new
    graphs = [graph, *[function.graph for function in functions(graph)]]
    if not any(each.scan or folds(each.body) or tallies(each.body) or orders(each.body) for each in graphs):
        new.update((function, function) for function in functions(graph))
        return graph
    counted: dict[object, Function] = {}
    once = set() if target.team else asked_once(graph, target.single)
    for function in functions(graph):
        made = new[function] = function.with_graph(_Unfolder(function.graph, target, new, counted).run())
        found = folds(function.graph.body) or orders(function.graph.body)
        if made.kept and found and function in once:
            made.kept = False
        elif made.kept and (found or tallies(function.graph.body)) and not any(op.blocks for op in made.graph.body.ops):
            made.kept = None  # the little that is left to do is done where it is asked for
        if not graph.exact:
            new[function] = in_chunks(new[function], target)
    return _Unfolder(graph, target, new, counted).run()


class _Unfolder(Rewriter):
    """One graph of a program; `functions` are those that it calls, as they are now, `counted` the tables that several
    places in order are found by."""

    def __init__(self, graph: Graph, target: Target, new: dict[Function, Function],
                 counted: dict[object, Function]):
        super().__init__(graph)
        self.target, self.functions, self.counted, self.changed = target, new, counted, True
        self.roots = roots(graph)
        self.done: dict[tuple[object, ...], Any] = {}

    def plain(self, op: Op) -> Value:
        if op.kind is CALL:
            (_, channel), (_, function) = op.attributes
            return self.builder.emit("call", *self.values(op.operands), function=self.functions[function], channel=channel)
        if op.kind is TALLY:
            return self.tally(op)
        if op.kind is ORDER:
            return self.order(op)
        if op.kind is not FOLD:
            return super().plain(op)
        (_, channel), (_, function), (_, how) = op.attributes
        place = self.values(op.operands)
        key = function, how, *[each.key if each.__class__ is Const else each for each in place]
        if key not in self.done:
            self.done[key] = self.fold(self.functions[function], how, (place[0], place[1], place[2], place[3]))
        found: list[Value] = self.done[key]
        return found[channel]

    def over(self, builder: Builder, value: Function, how: How, place: Rectangle) -> list[Value]:
        """What a fold over all of a picture gives, written elsewhere."""
        own, self.builder = self.builder, builder
        try:
            return self.all_over(value, how, place)
        finally:
            self.builder = own

    def fold(self, value: Function, how: How, place: Rectangle) -> list[Value]:
        """What the fold of a function over a rectangle gives."""
        value, place = (value, place) if self.target.team else in_rows(value, how, place)
        if can_be_lots(value, how, place, self.target):
            value, wide = placed(value, how)
            parts = self.in_lots(value, in_any_order(wide), place)
            return [parts[i] for i in kept(how)]
        if has_long_rows(how, place, self.graph, self.target):
            return self.best_of_rows(apart(value), how, place)
        if self.target.team and have_keys(value, how):
            numbers, alone = numbered(Copy(f"{value.name}_numbers", self.old), self.graph, apart(value), how, place)
            keys = self.put_together(numbers, alone, place)
            return [each for kind, which in groups(how) for each in (
                at_key(self.builder, self.graph, value, kind, which, keys.pop(0), place) if kind in BEST else
                [keys.pop(0) for _ in range(which.stop - which.start)])]
        value, wide = placed(apart(value), how)
        parts = self.put_together(value, wide, place)
        return [parts[i] for i in kept(how)]

    def put_together(self, value: Function, how: How, place: Rectangle) -> list[Value]:
        """The parts, along what they belong to."""
        if place[0] is self.graph.x:
            return self.along(value, how, place, 1)
        return self.along(value, how, place, 0) if place[1] is self.graph.y else self.all_over(value, how, place)

    def in_lots(self, value: Function, how: How, place: Rectangle) -> list[Value]:
        """What lots give together: each is computed in blocks, which have neighbours in common."""
        *corner, wide, high = place
        copy = Copy(value.name, self.old)
        for at, own, first in zip(value.graph.coordinates, copy.graph.coordinates, corner):
            copy.new[at] = copy.builder.emit("add", own, first)
        rectangle = *[constant(0)] * 3, *copy.of((wide, high))
        lot = copy.gives(copy.of(value.results)).lot = Lot(how, *self.target.fold_lot, self.target.fold_beside)
        copy.graph.outputs.append(Output(rectangle, ENTRIES))
        lots = Function(f"lots_of_{value.name.removeprefix('each_')}", copy.graph, True)
        emit = self.builder.emit
        if lot.beside is None:
            columns, rows = [chunks(emit, *each) for each in zip((wide, high), lot.area)]
            return self.all_over(lots, how, (constant(0), constant(0), columns, rows))
        members, copy = self.target.last_team, Copy(f"{lots.name}_parts", self.old)
        inner = copy.builder.emit
        columns, rows = [inner("max", chunks(inner, *each), constant(0)) for each in zip(copy.of((wide, high)), lot.area)]
        count = inner("max", inner("min", inner("mul", columns, rows), constant(LIMIT)), constant(0))  # as is known by then
        walk = Walk(copy.builder, lots, how, constant(0), count, members, constant(0), None, of=copy.graph.x)
        return results_at(emit, self.part(copy, walk.all(), lots.name, Team(how, members, 0)), constant(0), constant(0))

    def tally(self, op: Op) -> Value:
        """Tables of a part of the places each; here what all of them have for one entry is put together."""
        (_, channel), (_, function), (_, how), (_, length) = op.attributes
        *place, entry = self.values(op.operands)
        key = function, how, *[each.key if each.__class__ is Const else each for each in (*place, entry)]
        if key not in self.done:
            self.done[key] = self.tables(self.functions[function], how, length, place, self.builder, entry)
        found: list[Value] = self.done[key]
        return found[channel]

    def tables(self, value: Function, how: How, length: int, place: Sequence[Value], builder: Builder,
               entry: Value) -> list[Value]:
        copy = Copy(value.name, self.old).over(value.graph)
        number, *values = copy.of(value.results)
        copy.gives(values).tally = Tally(how, length)
        number = copy.builder.convert(number, INT)  # (in numbers of 64 bits it is one)
        copy.graph.outputs.append(Output((number, *copy.of(place)), ENTRIES))
        tables = Function(f"tables_of_{value.name.removeprefix('each_')}", copy.graph, True)
        count = constant(self.target.tables[any(each.type.is_float for each in values)])
        if not self.target.team:
            if not any(each.type.is_float for each in values):  # which come to the same, however many tables there are
                count = constant(max(FEWEST, min(self.target.tables[0], self.target.entries // max(length, 1))))
            return Walk(builder, tables, how, entry, None, None, constant(0), count).all()
        members = self.target.fold_along[1]
        copy = Copy(value.name, self.old)
        each = Walk(copy.builder, tables, how, copy.graph.x, None, None, copy.graph.y, count, members)
        return results_at(builder.emit, self.part(copy, each.all(), value.name, Team(how, members, 1)), entry, constant(0))

    def order(self, op: Op) -> Value:
        """A number at a place among others: counted, or read where they are sorted."""
        (_, channel), (_, function) = op.attributes
        value, (*place, at) = self.functions[function], self.values(op.operands)
        emit, still = self.builder.emit, not any(look(self.roots, operand) for operand in op.operands)
        key = function, "order", *[each.key if each.__class__ is Const else each for each in (*place, *[at] * still)]
        if still:
            if key not in self.done:
                self.done[key] = Selection(self.graph, value, tuple(place), at, self.tables, self.counted)
            found: Selection = self.done[key]
            if channel == IF_NUMBERS:
                return found.if_numbers(self.builder)
            if channel == AFTER:
                def fold(both: Function, how: How, where: tuple[Value, ...], builder: Builder) -> list[Value]:
                    left, top, columns, rows = where
                    return self.over(builder, both, how, (left, top, columns, rows))

                return found.ask(found.next(fold), self.builder)
            return found.number(self.builder)
        left, top, columns, rows = place
        axis = self.graph.y if self.graph.y in (top, left) else self.graph.x if self.graph.x in (top, left) else None
        if key not in self.done:
            self.done[key] = sorted_lines(self.graph, value, tuple(place), axis)
        last = emit("sub", emit("mul", columns, rows), constant(1))
        there = emit("max", emit("min", emit("add", at, constant(int(channel == AFTER))), last), constant(0))
        line = constant(0) if axis is None else axis
        numbers, type = self.done[key], value.results[0].type
        if channel == IF_NUMBERS and type.is_float:
            worst = emit("call", emit("max", last, constant(0)), line, function=numbers, channel=0)
            there = emit("select", emit("ge", worst, known(worst.type, NOT_A_NUMBER[type.bits])), last, there)
        return unkeyed(emit, emit("call", there, line, function=numbers, channel=0), type)

    def best_of_rows(self, value: Function, how: How, place: Rectangle) -> list[Value]:
        """What a best value brings with it, looked for where it is: each row gives its best values alone, and only the row
        that has the best of all is gone over once more, place by place."""
        left, top, columns, rows = place
        emit, heads = self.builder.emit, [which.start for _, which in groups(how)]
        alone = tuple([BEST[kind][0] if kind in BEST else kind for kind, _ in groups(how)])
        copy = Copy(value.name, value.graph).over(value.graph)
        best = copy.function(copy.of([value.results[i] for i in heads]), False)
        copy = Copy(f"{value.name}_rows", self.old)
        of_row = results_at(copy.builder.emit, self.team_of_rows(best, alone, place), constant(0), copy.graph.y)
        with_row = [[each, copy.graph.y] if kind in BEST else [each] for (kind, _), each in zip(groups(how), of_row)]
        in_rows = copy.function([each for group in with_row for each in group], False)
        in_order = tuple([each for kind, _ in groups(how) for each in ((kind, WITH) if kind in BEST else (kind,))])
        found = Walk(self.builder, in_rows, in_order, constant(0), None, None, top, emit("add", top, rows)).all()
        there = emit("select", emit("gt", rows, constant(0)), columns, constant(0))
        given: list[Value] = []
        for kind, which in groups(how):
            first, *row = [found.pop(0) for _ in range(1 + (kind in BEST))]
            if row:
                copy = Copy(value.name, value.graph).over(value.graph)
                here = copy.function(copy.of(value.results[which]), False)
                given += Walk(self.builder, here, how[which], left, there, 1, emit("max", *row, top), None).all()
            else:
                given.append(first)
        return given

    def along(self, value: Function, how: How, place: Rectangle, axis: int) -> list[Value]:
        """Once a row (axis 0) or a column: the parts lie along it, and are put together where the value is asked for."""
        if not axis:
            return results_at(self.builder.emit, self.team_of_rows(value, how, place), constant(0), self.graph.y)
        each, (value, place) = value, self.rows_together(value, how, place)
        if value is not each and place[3].__class__ is Const and place[3].value <= SHORT:
            return Walk(self.builder, value, how, self.graph.x, None, 1, constant(0), place[3]).all()
        count = self.target.fold_along[1]
        copy = Copy(f"{value.name}_parts", self.old)
        x, y = copy.graph.x, copy.graph.y
        copy.new[self.graph.x] = x
        _, top, _, rows = copy.of(place)
        emit, of = copy.builder.emit, value
        value, chunk = narrowed(value, how, (constant(1), 1), (rows, count)), chunks(emit, rows, count)
        first = emit("add", top, emit("mul", y, chunk))
        last = emit("min", emit("add", first, chunk), emit("add", top, rows))
        values = widened(copy.builder, Walk(copy.builder, value, how, x, None, None, first, last).all(), of)
        if self.target.team:
            how, values = packed(copy.builder, how, values)
            team = self.part(copy, values, value.name, Team(in_any_order(how), count, 1))
            return results_at(self.builder.emit, team, self.graph.x, constant(0))
        part = self.part(copy, values, value.name)
        return Walk(self.builder, part, how, self.graph.x, None, 1, constant(0), constant(count)).all()

    def team_of_rows(self, value: Function, how: How, place: Rectangle) -> Function:
        """What each row gives, at (0, its number): by teams whose members are along it."""
        copy, count = Copy(f"{value.name}_parts", self.old), self.target.fold_along[0]
        x, y = copy.graph.x, copy.graph.y
        copy.new[self.graph.y] = y
        left, _, columns, _ = copy.of(place)
        narrow = narrowed(value, how, (columns, count), (constant(1), 1))
        values = Walk(copy.builder, narrow, how, left, columns, count, y, None, of=x, apart=not self.target.team).all()
        how, values = packed(copy.builder, how, widened(copy.builder, values, value))
        return self.part(copy, values, value.name, Team(in_any_order(how), count, 0))

    def rows_together(self, value: Function, how: How, place: Rectangle) -> tuple[Function, Rectangle]:
        """Columns of a few rows each that come to one, as an image: whole rows are read as they lie in memory, and a loop
        down the columns has little left. What branches, and what is kept with its place, stays as it is."""
        left, top, columns, rows = place
        plain = all(kind in ALONE and (each.type.is_float or kind not in NARROWED) for kind, each in zip(how, value.results))
        few = rows.__class__ is Const and rows.value < MANY * ROWS
        if self.target.team or not plain or few or has_branches(value.graph) or length(value.graph, LIGHT) > LIGHT:
            return value, place
        copy = Copy(f"{value.name}_rows", self.old)
        copy.new.update({self.graph.x: copy.graph.x})
        _, top, _, count = copy.of(place)
        emit, found = copy.builder.emit, identities(how, [each.type for each in value.results])
        first, nothing = emit("add", top, emit("mul", copy.graph.y, constant(ROWS))), found
        for row in range(ROWS):
            at = emit("add", first, constant(row))
            here = results_at(emit, value, copy.graph.x, at)
            if rows.__class__ is not Const or rows.value % ROWS:
                inside = emit("lt", at, emit("add", top, count))
                here = [emit("select", inside, one, none) for one, none in zip(here, nothing)]
            found = together(emit, how, found, here) if row else here
        return self.part(copy, found, value.name), (left, constant(0), columns, chunks(self.builder.emit, rows, ROWS))

    def all_over(self, value: Function, how: How, place: Rectangle) -> list[Value]:
        """Once for the whole picture."""
        across, down = self.target.fold_parts
        copy = Copy(f"{value.name}_parts", self.old)
        x, y = copy.graph.x, copy.graph.y
        left, top, columns, rows = copy.of(place)
        emit = copy.builder.emit
        of, value = value, narrowed(value, how, (columns, across), (rows, down))
        single = rows.__class__ is Const and rows.value == 1
        begin, long = (left, columns) if single else (top, rows)
        chunk = chunks(emit, long, down)
        first = emit("add", begin, emit("mul", y, chunk))
        last = emit("min", emit("add", first, chunk), emit("add", begin, long))
        if single:  # numbers one after the other: each chunk of them in steps
            walk = Walk(copy.builder, value, how, first, emit("sub", last, first), across, top, None, of=x)
        else:
            walk = Walk(copy.builder, value, how, left, columns, across, first, last, of=x)
        walk.apart = not self.target.team
        how, values = packed(copy.builder, how, widened(copy.builder, walk.all(), of))
        part = self.part(copy, values, value.name, team_of(how, self.target))
        return of_parts(self.builder, self.old, part, how, self.target)

    @staticmethod
    def part(copy: Copy, values: list[Value], name: str, team: Team | None = None) -> Function:
        copy.gives(values).team = team
        return Function(f"parts_of_{name.removeprefix('each_')}", copy.graph, True)


def team_of(how: How, target: Target) -> Team | None:
    """Who puts the parts of a whole picture together at once, on a device that has teams."""
    return Team(in_any_order(how), target.fold_parts[0], 0) if target.team else None


def of_parts(builder: Builder, old: Graph, part: Function, how: How, target: Target) -> list[Value]:
    """What the parts of a whole picture give together."""
    (across, down), how, team = target.fold_parts, in_any_order(how), team_of(how, target)
    if team is None:
        return Walk(builder, part, how, constant(0), constant(across), 1, constant(0), constant(down)).all()
    copy = Copy(part.name, old)
    emit, walk = copy.builder.emit, Walk(copy.builder, part, how, constant(0), None, None, copy.graph.x, None)
    found = walk.start
    for first in range(0, down, across):  # written out: all of them are read at once
        found = walk.at(found, constant(0), emit("add", copy.graph.x, constant(first)))
    return results_at(builder.emit, _Unfolder.part(copy, found, part.name, team), constant(0), constant(0))


def in_any_order(how: How) -> How:
    """Best values know their places by then (`placed`)."""
    return tuple([f"{kind} placed" if kind in BEST else kind for kind in how])


def chunks(emit: Callable[..., Value], length: Value, count: int) -> Value:
    """How long each of so many pieces is."""
    return emit("floordiv", emit("add", length, constant(count - 1)), constant(count))


def apart(value: Function) -> Function:
    """The function, or one that reads it from an image: what needs its neighbours is computed in blocks, which have them in
    common, and the image read once more."""
    places = roots(value.graph)
    reads = [op for op in value.graph.body.ops if op.kind in (READ, CALL) and any(look(places, at) for at in op.operands)]
    if len(reads) <= FEW_READS or has_branches(value.graph):  # (what is the same at all places is no neighbour)
        return value
    if value.graph.dimensions > 2 or any(image.dimensions > 2 for image in value.graph.images):
        return value
    image = Function(value.name, value.graph, True)
    copy = Copy(value.name, value.graph)
    x, y = copy.graph.x, copy.graph.y
    return copy.function(results_at(copy.builder.emit, image, x, y), False)


def can_be_lots(value: Function, how: How, place: Rectangle, target: Target) -> bool:
    """Whether a whole picture's values, which need their neighbours, are best computed in blocks; and may be put together in
    any order. (Numbers with fractions are not added up so: a picture that comes in bands has other blocks.)"""
    graph, (left, top, _, _) = value.graph, place
    kinds = [op.kind for op in graph.body.ops]
    return bool(
        kinds.count(READ) > FEW_READS and CALL not in kinds and not has_branches(graph)
        and graph.dimensions == 2 and all(image.dimensions == 2 for image in graph.images)
        and left.__class__ is top.__class__ is Const
        and not any(kind in ("add", "mul") and each.type.is_float for kind, each in zip(how, value.results))
        and plan(graph, target=target).kind in ("lanes", "columns"))


def has_long_rows(how: How, place: Rectangle, graph: Graph, target: Target) -> bool:
    """Whether a value of the whole picture is the best of rows that are long, and so many that one of them is little."""
    left, top, columns, rows = place
    if target.team or BEST.keys().isdisjoint(how) or left is graph.x or top is graph.y:
        return False
    return all(each.__class__ is not Const or each.value >= least for each, least in ((columns, LONG), (rows, LONG)))


def in_rows(value: Function, how: How, place: Rectangle) -> tuple[Function, Rectangle]:
    """A long line of known length as rows one below the other: vectors go over rows faster than over parts of a line."""
    left, top, columns, rows = place
    if not (columns.__class__ is Const and columns.value >= 2 * ROW and rows.__class__ is Const and rows.value == 1
            and left.__class__ is Const and top.__class__ is Const):
        return value, place
    copy = Copy(value.name, value.graph)
    emit, count = copy.builder.emit, -(-columns.value // ROW)
    at = emit("add", emit("mul", copy.graph.y, constant(ROW)), copy.graph.x)
    results = results_at(emit, value, emit("add", at, left), top)
    if columns.value % ROW:
        inside, nothing = emit("lt", at, columns), identities(how, [each.type for each in value.results])
        results = [emit("select", inside, each, none) for each, none in zip(results, nothing)]
    return copy.function(results, False), (constant(0), constant(0), constant(ROW), constant(count))


def kept(how: How) -> list[int]:
    """The values of a fold among those of one whose best values know their places."""
    found, at = list[int](), 0
    for kind, which in groups(how):
        count = which.stop - which.start
        found += range(at, at + count)
        at += count + 2 * (kind in BEST)
    return found


def placed(value: Function, how: How) -> tuple[Function, How]:
    """The function and its fold with the place, row and column, of each best value."""
    if BEST.keys().isdisjoint(how):
        return value, how
    copy = Copy(value.name, value.graph).over(value.graph)
    values, results, wide = copy.of(value.results), list[Value](), list[str]()
    for kind, which in groups(how):
        results += values[which]
        wide += how[which]
        if kind in BEST:
            results += [copy.graph.y, copy.graph.x]
            wide += [WITH, WITH]
    return copy.function(results, False), tuple(wide)
