"""What the law of a scan makes of what was before: so that pieces of a line can be gone over side by side.

That can be told where what was before is added up with weights (running sums, recursive filters), or put together in any
order (running extremes). A piece is begun with nothing before it; at its end there is what it ends with so, and what has
become of whatever there was. Two pieces give together what one would: `joined`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple

from ..ir import Const, Graph, Op, Value, constant, known
from ..ir.folds import ALONE, nothing
from ..ir.ops import PRIOR
from ..ir.scans import asked, back, carried, channel, priors, reaching, used
from ..ir.types import BOOL
from ..passes.copying import Copy

MOST = 4  # values that are carried from place to place: what becomes of them are as many squared

Slot = tuple[int, int]  # how far back, and which channel
Emit = Callable[..., Value]


class NotSo(Exception):
    """A law is not of this kind."""


@functools.lru_cache(8)  # asked for by each of those who plan and write
def law_of(graph: Graph) -> Law | None:
    """What a scan makes of what was before, if that can be told."""
    for kind in (Weights, Extremes):
        with suppress(NotSo):
            return kind(graph)
    return None


def depending(graph: Graph) -> set[Op]:
    """The operations that depend on the places before."""
    before = {result for op in priors(graph) for result in op.results}
    late: set[Op] = set()
    for op in graph.body.ops:
        if op.kind is PRIOR or not before.isdisjoint(used(op)):
            late.add(op)
            before.update(op.results)
    return late


class Steps(NamedTuple):
    """A law for those who write kernels. `turn` takes what it is `given` (the feeds of a place, what is the same for all of
    them) and what is carried through a piece, and gives that one place on; `after` takes what was before a piece and what
    is carried to its end, and gives what is behind it. `start` is carried into a piece."""

    turn: Graph
    given: tuple[Value, ...]
    carried: tuple[Value, ...]
    after: Graph
    before: tuple[Value, ...]
    ends: tuple[Value, ...]
    start: tuple[Value, ...]


class Law:
    """A scan's law, as far as it depends on the places before. What is carried through a chunk is a value for each of the
    `slots`, and what has become of those that were there before."""

    def __init__(self, graph: Graph):
        self.graph, self.values = graph, carried(graph)
        self.late = depending(graph).intersection(reaching(graph.body, self.values))
        self.slots = [(far, number) for number, furthest in asked(graph).items() for far in range(1, furthest + 1)]
        if not 0 < len(self.slots) <= MOST or any(op.blocks for op in self.late):
            raise NotSo
        self.types = [self.values[number].type for _, number in self.slots]
        self.examine(Copy("", graph))

    def slot(self, op: Op) -> int:
        return self.slots.index((back(op), channel(op)))

    def turn(self, copy: Copy, found: list[Value]) -> list[Value]:
        """What is carried on from one place."""
        state, passed = found[:len(self.slots)], found[len(self.slots):]
        copy.new.update({op.result: state[self.slot(op)] for op in self.late if op.kind is PRIOR})
        new = copy.of(self.values)
        moved = [new[number] if far == 1 else state[self.slots.index((far - 1, number))] for far, number in self.slots]
        return [*moved, *self.passed(copy, passed)]

    def steps(self, given: Iterable[Value]) -> Steps:
        """The law in pieces, where these values of its graph are given at each place."""
        given, count, types = tuple(given), len(self.slots), [value.type for value in self.start]
        copy = Copy(self.graph.name, self.graph).over(self.graph)
        taken = [Value(type, None) for type in ([value.type for value in given] + types)]
        copy.new.update(zip(given, taken))
        turn = copy.gives(self.turn(copy, list(taken[len(given):])))
        other = Copy(self.graph.name, self.graph)
        before, ends = ([Value(type, None) for type in some] for some in (types[:count], types))
        after = other.gives(self.after(other.builder.emit, list(before), list(ends[:count]), list(ends[count:])))
        return Steps(turn, tuple(taken[:len(given)]), tuple(taken[len(given):]), after, tuple(before), tuple(ends),
                     tuple(self.start))

    def is_late(self, value: Value) -> bool:
        return value.owner.__class__ is Op and value.__class__ is not Const and value.owner in self.late

    @property
    def start(self) -> list[Value]:
        """What is carried into a chunk before which there is nothing."""
        raise NotImplementedError

    def examine(self, copy: Copy) -> None:
        """Whether the law is of this kind, and what is to be carried."""
        raise NotImplementedError

    def after(self, emit: Emit, before: list[Value], ends: list[Value], passed: list[Value]) -> list[Value]:
        """What there is behind a chunk: from what was before it, what it ends with, and what becomes of those before."""
        raise NotImplementedError

    def passed(self, copy: Copy, before: list[Value]) -> list[Value]:
        """What has become, one place on, of the values that were there before."""
        raise NotImplementedError

    def joined(self, emit: Emit, chunk: list[Value], other: list[Value]) -> list[Value]:
        """What two chunks make together of what was before them: what the first and the other one end with, and what
        becomes of what was there."""
        count = len(self.slots)
        ends, passed = other[:count], other[count:]
        return [*self.after(emit, chunk[:count], ends, passed), *self.both_passed(emit, chunk[count:], passed)]

    def both_passed(self, emit: Emit, one: list[Value], other: list[Value]) -> list[Value]:
        """What becomes of what was before in two chunks, one after the other."""
        raise NotImplementedError


class Weight(NamedTuple):
    """How much of a value before there is in another; `there` says whether it is in it at all: what a choice has left out
    is not there, even if it was infinite."""

    by: Value
    there: Value

    def times(self, emit: Emit, by: Value) -> Weight:
        return Weight(emit("mul", self.by, by), self.there)


class Weights(Law):
    """Values before are added up with weights that do not depend on them. So a chunk adds them up with weights, too:
    `entries` are those that are not always zero, (value, value before)."""

    def examine(self, copy: Copy) -> None:
        if BOOL in self.types or len(set(self.types)) > 1:
            raise NotSo
        self.zero, self.one = (known(self.types[0], number) for number in (0, 1))
        copy.of(self.values)
        direct = {(i, j) for i, row in enumerate(self.rows(copy)) for j in row}
        self.entries = sorted(direct | {(i, i) for i in range(len(self.slots))})
        for k in range(len(self.slots)):  # by way of k
            self.entries = sorted({*self.entries, *[(i, j) for i, via in self.entries for again, j in self.entries
                                                    if via == again == k]})

    @property
    def start(self) -> list[Value]:
        weights = [self.one if i == j else self.zero for i, j in self.entries]
        return [*[self.zero] * len(self.slots), *weights, *[constant(i == j) for i, j in self.entries]]

    def carried(self, passed: list[Value]) -> dict[tuple[int, int], Weight]:
        half = len(self.entries)
        return {entry: Weight(*each) for entry, *each in zip(self.entries, passed[:half], passed[half:])}

    def after(self, emit: Emit, before: list[Value], ends: list[Value], passed: list[Value]) -> list[Value]:
        found = list(ends)
        for (i, j), weight in self.carried(passed).items():
            some = emit("and", weight.there, emit("ne", before[j], self.zero))  # an infinite weight of nothing is nothing
            found[i] = emit("add", found[i], emit("select", some, emit("mul", weight.by, before[j]), self.zero))
        return found

    def passed(self, copy: Copy, before: list[Value]) -> list[Value]:
        return self.product(copy.builder.emit, self.rows(copy), self.carried(before))

    def both_passed(self, emit: Emit, one: list[Value], other: list[Value]) -> list[Value]:
        rows: list[dict[int, Weight]] = [{} for _ in self.slots]
        for (i, via), weight in self.carried(other).items():
            rows[i][via] = weight
        return self.product(emit, rows, self.carried(one))

    def product(self, emit: Emit, rows: list[dict[int, Weight]], before: dict[tuple[int, int], Weight]) -> list[Value]:
        """The weights of those before in values that are made by `rows` of what has become of them."""
        found = []
        for i, j in self.entries:
            total = Weight(self.zero, constant(False))
            for via, weight in rows[i].items():
                if (via, j) in before:
                    total = self.both(emit, total, self.through(emit, weight, before[via, j]))
            found.append(total)
        return [*[weight.by for weight in found], *[weight.there for weight in found]]

    def through(self, emit: Emit, weight: Weight, before: Weight) -> Weight:
        there = emit("and", weight.there, before.there)
        return Weight(emit("select", there, emit("mul", weight.by, before.by), self.zero), there)

    def both(self, emit: Emit, one: Weight, other: Weight) -> Weight:
        if one.by is self.zero:
            return other
        return Weight(emit("add", one.by, other.by), emit("or", one.there, other.there))

    def rows(self, copy: Copy) -> list[dict[int, Weight]]:
        """The weights by which each value is made of those one place before."""
        own, emit, none = Weight(self.one, constant(True)), copy.builder.emit, Weight(self.zero, constant(False))
        found: dict[Value, dict[int, Weight]] = {}

        def of(value: Value) -> dict[int, Weight]:
            return found.get(value, {})

        for op in self.graph.body.ops:
            if op not in self.late:
                continue
            name, operands = op.kind.name, op.operands
            late = [value for value in operands if self.is_late(value)]
            if name == "prior":
                row = {self.slot(op): own}
            elif name in ("add", "sub"):
                row = dict(of(operands[0]))
                for slot, weight in of(operands[1]).items():
                    weight = Weight(emit("neg", weight.by), weight.there) if name == "sub" else weight
                    row[slot] = self.both(emit, row.get(slot, none), weight)
            elif name == "neg":
                row = {slot: Weight(emit("neg", weight.by), weight.there) for slot, weight in of(operands[0]).items()}
            elif name == "mul" and len(late) == 1:
                factor = copy.value(operands[late[0] is operands[0]])
                row = {slot: weight.times(emit, factor) for slot, weight in of(late[0]).items()}
            elif name == "div" and late == [operands[0]]:
                factor = emit("div", self.one, copy.value(operands[1]))
                row = {slot: weight.times(emit, factor) for slot, weight in of(operands[0]).items()}
            elif name == "select" and not self.is_late(operands[0]):
                then, otherwise, condition = of(operands[1]), of(operands[2]), copy.value(operands[0])
                row = {slot: Weight(*[emit("select", condition, *each) for each in
                                      zip(then.get(slot, none), otherwise.get(slot, none))])
                       for slot in {**then, **otherwise}}
            else:
                raise NotSo
            found[op.result] = row
        return [of(self.values[number]) if far == 1 else {self.slots.index((far - 1, number)): own}
                for far, number in self.slots]


class Extremes(Law):
    """Each value is put together with what was there before in a way for which the order does not matter, or begins anew.
    What is carried is whether what was before a chunk is still in it.

    Where it matters, which of two floats comes first is the same at every place: `max(value, nan)` is the value, and
    `max(nan, value)` begins anew."""

    def examine(self, copy: Copy) -> None:
        if any(far > 1 for far, _ in self.slots):
            raise NotSo
        copy.of(self.values)
        self.how = [self.kind(copy, i) for i in range(len(self.slots))]

    @property
    def start(self) -> list[Value]:
        empty = [known(type, nothing(how, type)) for (how, _), type in zip(self.how, self.types)]
        return [*empty, *[constant(True)] * len(empty)]

    def after(self, emit: Emit, before: list[Value], ends: list[Value], still: list[Value]) -> list[Value]:
        found = []
        for (how, late), old, new, there in zip(self.how, before, ends, still):
            found.append(emit("select", there, emit(how, new, old) if late else emit(how, old, new), new))
        return found

    def passed(self, copy: Copy, before: list[Value]) -> list[Value]:
        return [copy.builder.emit("and", self.still(copy, i, *how), there)
                for i, (how, there) in enumerate(zip(self.how, before))]

    def both_passed(self, emit: Emit, one: list[Value], other: list[Value]) -> list[Value]:
        return [emit("and", *both) for both in zip(one, other)]

    def kind(self, copy: Copy, number: int) -> tuple[str, bool]:
        """How a value is put together with what was before, and whether that comes second."""
        for how in dict.fromkeys([op.kind.name for op in self.late if op.kind.name in ALONE]):
            for second in (False, True):
                with suppress(NotSo):
                    self.still(copy, number, how, second)
                    return how, second
        raise NotSo

    def still(self, copy: Copy, number: int, how: str, second: bool) -> Value:
        """Whether what was before is still in a value here."""
        (_, own), emit = self.slots[number], copy.builder.emit
        found: dict[Value, Value] = {}
        for op in self.graph.body.ops:
            name, operands = op.kind.name, op.operands
            late = [self.is_late(operand) for operand in operands]
            if op not in self.late or any(there and operand not in found for there, operand in zip(late, operands)):
                continue
            there = [found.get(operand, constant(False)) for operand in operands]
            if name == "prior" and channel(op) == own:
                found[op.result] = constant(True)
            elif name == how and late in ([True, False], [False, True]):
                is_float = op.result.type.is_float
                if is_float and late[1] is not second:
                    continue
                found[op.result] = there[late[1]]
                if is_float and second:
                    new = copy.value(operands[0])
                    found[op.result] = emit("and", there[1], emit("eq", new, new))
            elif name == "select" and not late[0]:
                found[op.result] = emit("select", copy.value(operands[0]), *there[1:])
            elif op.result.type is BOOL and name in ("and", "or") and late in ([True, False], [False, True]):
                known = copy.value(operands[late[0]])  # ends it: `and` with what is false, `or` with what is true
                found[op.result] = emit("and", known if name == "and" else emit("not", known), there[late[1]])
        if self.values[own] not in found:
            raise NotSo
        return found[self.values[own]]
