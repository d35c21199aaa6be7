"""Numbers in order on a device (ir/orders.py): counted where one place is asked for, sorted where all are.

    t = order of value (0, 0, width, height, place)        where place is the same for all pixels

becomes, digit by digit from the first on, a table of how many of the numbers that begin like the one that is looked for go
on with each digit (a tally), and from it the digit: a loop over the table. The host has no part in it, nothing is sorted,
and as many digits are looked at as a number has.

Any other order is a function of its own, lines of sorted whole numbers, with a kernel of its own (windows/orders.py). Of
floats these are the bits, turned so that they have the floats' order; what is not a number comes last.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from ...ir import BOOL, INT, Block, Builder, Const, Function, Graph, Op, Output, Type, Value, constant, known
from ...ir.folds import How, nothing
from ...ir.keys import NOT_A_NUMBER, key, key_type, unkeyed
from ...ir.ops import IF
from ...ir.orders import Ordered
from ...ir.tallies import ENTRIES
from ...passes.copying import Copy
from ..plans import SIZELESS, Orders, Plan
from ..target import Stored, Target

Tables = Callable[[Function, How, int, Sequence[Value], Builder, Value], list[Value]]
Fold = Callable[[Function, How, tuple[Value, ...], Builder], list[Value]]

DIGIT = 11       # bits

def plan_order(graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target) -> Plan:
    return every_order(graph, inputs, outputs, target)[0]


def every_order(graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target) -> list[Plan]:
    """All plans of lines of sorted numbers, the best first. There is room for each line twice."""
    vectors = target.kind == "cpu" and target.lanes > 1 and not any(format.memory == "image" for format in inputs)
    return [Orders(block=(SIZELESS, 2), target=target, inputs=tuple(inputs), outputs=tuple(outputs), lanes=lanes)
            for lanes in ((target.lanes, 1) if vectors else (1,))]


def digits(type: Type) -> list[tuple[int, int]]:
    """(how many bits are below it, how many it has) of each digit, the first one first."""
    found, left = [], type.bits
    while left:
        size = min(DIGIT, left)
        left -= size
        found.append((left, size))
    return found


# --- one place: counted --------------------------------------------------------------------------------------------------

class Selection:
    """Writes the functions that find the number at one place, which is the same for all pixels. `tables(function, how,
    length, place, builder, entry)` says what all tables of a tally have for an entry; `counted` are tables of first digits,
    which are the same whatever the place."""

    def __init__(self, old: Graph, value: Function, where: tuple[Value, ...], place: Value, tables: Tables,
                 counted: dict[object, Function]):
        self.old, self.value, self.where, self.place, self.tables = old, value, where, place, tables
        self.counted = counted
        self.type = key_type(value.results[0].type)
        self.first: Function | None = None  # the counts of the first digit
        self.found = self.digit_by_digit()

    def ask(self, function: Function, builder: Builder, channel: int = 0) -> Value:
        return builder.emit("call", constant(0), constant(0), function=function, channel=channel)

    def digit_by_digit(self) -> Function:
        """The function of the number's key, and of its place among those with the same."""
        found, last = None, 0
        for below, size in digits(self.type):
            found, last = self.digit(found, last, below, size), below
        assert found is not None, "a type of no bits"
        return found

    def digit(self, before: Function | None, last: int, below: int, size: int) -> Function:
        numbers = self.value, *map(spelled, self.where)
        if before is None and numbers not in self.counted:
            self.counted[numbers] = self.counts(before, last, below, size)
        counts = self.counted[numbers] if before is None else self.counts(before, last, below, size)
        self.first = self.first or counts
        copy = Copy("digit", self.old)
        emit = copy.builder.emit
        if before is None:
            (place,) = copy.of([self.place])
            start: Value = known(self.type, -(1 << size - 1))
        else:
            start = emit("shl", self.ask(before, copy.builder), known(self.type, size))
            place = self.ask(before, copy.builder, 1)
        i, under, entry, less = [Value(INT) for _ in range(4)]
        body = Block()
        body.args = (i, under, entry, less)
        for arg in body.args:
            arg.owner = body
        with copy.builder.inside(body):
            again = emit("lt", i, constant(1 << size))
            then, otherwise = Block(), Block()
            with copy.builder.inside(then):
                total = emit("add", under, emit("call", i, constant(0), function=counts, channel=0))
                passed = emit("le", total, place)
                then.results = (emit("add", i, constant(1)), total,
                                emit("add", entry, copy.builder.convert(passed, INT)), emit("select", passed, total, less))
            otherwise.results = body.args
            branch = Op(IF, (again,), (), [INT] * 4, (then, otherwise), None)
            body.ops.append(branch)
            body.results = (again, *branch.results)
        assert again.type is BOOL
        _, _, entry, less = copy.builder.loop([constant(0)] * 4, body)
        entry = emit("min", entry, constant((1 << size) - 1))
        return copy.function([emit("add", start, copy.builder.convert(entry, self.type)), emit("sub", place, less)], True)

    def counts(self, before: Function | None, last: int, below: int, size: int) -> Function:
        """How many numbers go on with each digit."""
        each = Copy(self.value.name, self.old).over(self.value.graph)
        emit = each.builder.emit
        one = key(emit, *each.of(self.value.results))
        digit = emit("and", emit("shr", one, known(self.type, below)), known(self.type, (1 << size) - 1))
        if before is None:
            digit = emit("xor", digit, known(self.type, 1 << size - 1))  # the first bit is the sign
        entry = each.builder.convert(digit, INT)
        if before is not None:
            same = emit("eq", emit("shr", one, known(self.type, last)), self.ask(before, each.builder))
            entry = emit("select", same, entry, constant(-1))
        copy = Copy("digits", self.old)
        found = self.tables(each.function([entry, constant(1)], False), ("add",), 1 << size, copy.of(self.where),
                            copy.builder, copy.graph.x)
        return copy.function(found, True)

    def number(self, builder: Builder) -> Value:
        return unkeyed(builder.emit, self.ask(self.found, builder), self.value.results[0].type)

    def if_numbers(self, builder: Builder) -> Value:
        """The number, or NaN if there is any. No number begins with the digit with which these do."""
        type, emit = self.value.results[0].type, builder.emit
        if not type.is_float:
            return self.number(builder)
        below, size = digits(self.type)[0]
        bad = emit("call", constant((NOT_A_NUMBER[type.bits] >> below) + (1 << size - 1)), constant(0),
                   function=self.first, channel=0)
        return emit("select", emit("gt", bad, constant(0)), known(type, math.nan), self.number(builder))

    def next(self, fold: Fold) -> Function:
        """The function of the number after it: the same one if there are more of it, else the next greater one."""
        each = Copy(self.value.name, self.old).over(self.value.graph)
        emit, greatest = each.builder.emit, known(self.type, nothing("min", self.type))
        one, found = key(emit, *each.of(self.value.results)), self.ask(self.found, each.builder)
        is_more = emit("gt", one, found)
        both = each.function([each.builder.convert(emit("le", one, found), INT),
                              emit("select", is_more, one, greatest)], False)
        copy = Copy("next", self.old)
        emit = copy.builder.emit
        many, more = fold(both, ("add", "min"), copy.of(self.where), copy.builder)
        (place,) = copy.of([self.place])
        found = self.ask(self.found, copy.builder)
        none = emit("eq", more, greatest)
        again = emit("or", emit("gt", many, emit("add", place, constant(1))), none)
        return copy.function([unkeyed(emit, emit("select", again, found, more), self.value.results[0].type)], True)


def spelled(value: Value) -> object:
    """Equal for values that are the same in any graph of a program: constants, and sizes."""
    if value.__class__ is Const:
        return value.key
    op = value.owner
    return (op.kind.name, op.attributes) if isinstance(op, Op) and not op.operands and not op.blocks else value


# --- all places: sorted --------------------------------------------------------------------------------------------------

def sorted_lines(old: Graph, value: Function, where: tuple[Value, ...], axis: Value | None) -> Function:
    """The keys of what a function gives over a rectangle, in order; a line for each number that stands for `axis`."""
    copy = Copy(value.name, old).over(value.graph)
    keys = key(copy.builder.emit, *copy.of(value.results))
    if axis is not None:
        copy.new[axis] = copy.graph.y
    rectangle = copy.of(where)
    copy.gives([keys]).order = Ordered()
    copy.graph.outputs.append(Output((keys, *rectangle), ENTRIES))
    return Function(f"sorted_{value.name.removeprefix('each_')}", copy.graph, True)
