"""What the law of a scan makes of what was before: so that pieces of a line can be gone over side by side.

That can be told where what was before is added up with weights (running sums, recursive filters), or put together in any
order (running extremes). A piece is begun with nothing before it; at its end there is what it ends with so, and what has
become of whatever there was. Two pieces give together what one would: `joined`.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple

from ...ir import Const, Graph, Op, Value, constant, known
from ...ir.folds import ALONE, nothing
from ...ir.ops import CALL, PRIOR
from ...ir.scans import back, carried, channel, priors, reaching, slots, used
from ...ir.types import BOOL
from ...passes.copying import Copy
from ..stages.varying import lights

MOST = 4       # values that are carried from place to place: what becomes of them are as many squared
MOST_EVEN = 8  # where that is the same all along a line
# So many pieces of a line are put together one after the other by each that needs it: more than in pairs, but behind one
# barrier, not one for each level. Columns in eight take as long either way (H200), and the kernel is half as long.
IN_TURN = 16

Slot = tuple[int, int]  # how far back, and which channel
Known = frozenset[tuple[Value, bool]]  # tests, and what comes of them
Emit = Callable[..., Value]
Join = Callable[[Emit, list[Value], list[Value], list[Value]], list[Value]]
Row = dict[int, "Weight"]                 # by the values before
Matrix = dict[tuple[int, int], "Weight"]  # (value, value before)


class NotSo(Exception):
    """A law is not of this kind."""


@functools.lru_cache(8)  # asked for by each of those who plan and write
def law_of(graph: Graph) -> Law | None:
    """What a scan makes of what was before, if that can be told. What another scan gives lies in memory."""
    return first_of((Weights, Extremes), graph, True)


@functools.lru_cache(16)
def law_of_lines(graph: Graph, known: Known = frozenset()) -> Law | None:
    """The same for pieces that are as long as one another, where some tests are known to hold, or not to (begun.py)."""
    return first_of((Even, Extremes, Weights), graph, False, known)


def first_of(kinds: tuple[type[Law], ...], graph: Graph, alone: bool, known: Known = frozenset()) -> Law | None:
    for kind in kinds:
        with suppress(NotSo):
            return kind(graph, alone, known)
    return None


def depending(graph: Graph, alone: bool = False) -> set[Op]:
    """The operations that depend on the places before, or, unless it is computed `alone`, on what another scan gives there
    (strips.py)."""
    before = {result for op in priors(graph) for result in op.results}
    late: set[Op] = set()
    for op in graph.body.ops:
        if op.kind is PRIOR or op.kind is CALL and not alone or not before.isdisjoint(used(op)):
            late.add(op)
            before.update(op.results)
    return late


class Joint(NamedTuple):
    """Takes what is carried to the end of `one` piece and of the `other`, and gives it for both, one after the other; or
    takes what is before the other one, and gives what is behind it. `weights` are those of the steps' that it takes, by
    their numbers."""

    graph: Graph
    one: tuple[Value, ...]
    other: tuple[Value, ...]
    weights: dict[int, Value]


class Steps(NamedTuple):
    """A law for those who write kernels. `turn` takes what it is `given` (the feeds of a place, what is the same for all of
    them) and what is carried through a piece, and gives that one place on; `start` is carried into a piece. Pieces are put
    together in turn, by what is `behind` each, or in pairs, by one of the `joints` after the other; the `weights` for that
    are made of what is given. `place` takes the `state` (what was before, by the law's slots) for that, and gives what is
    asked for there, and what is carried on."""

    place: Graph
    state: tuple[Value, ...]
    turn: Graph
    given: tuple[Value, ...]
    carried: tuple[Value, ...]
    start: tuple[Value, ...]
    weights: Graph
    behind: Joint
    joints: tuple[Joint, ...]


class Law:
    """A scan's law, as far as it depends on the places before. What is carried through a chunk is a value for each of the
    `slots`, and what has become of those that were there before."""

    most = MOST
    light = True  # to put pieces together takes little

    def __init__(self, graph: Graph, alone: bool, known: Known = frozenset()):
        self.graph, self.values, self.known = graph, carried(graph), dict(known)
        self.late = depending(graph, alone).intersection(reaching(graph.body, self.values))
        self.slots = slots(graph)
        if not 0 < len(self.slots) <= self.most or any(op.blocks for op in self.late):
            raise NotSo
        self.types = [self.values[number].type for _, number in self.slots]
        self.examine(self.copied())

    def copied(self) -> Copy:
        """Where values of the graph are computed anew, with tests as they are known to be."""
        copy = Copy(self.graph.name, self.graph).over(self.graph)
        copy.new.update({test: constant(truth) for test, truth in self.known.items()})
        return copy

    def slot(self, op: Op) -> int:
        return self.slots.index((back(op), channel(op)))

    def turn(self, copy: Copy, found: list[Value]) -> list[Value]:
        """What is carried on from one place."""
        state, passed = found[:len(self.slots)], found[len(self.slots):]
        copy.new.update({op.result: state[self.slot(op)] for op in self.late if op.kind is PRIOR})
        new = copy.of(self.values)
        moved = [new[number] if far == 1 else state[self.slots.index((far - 1, number))] for far, number in self.slots]
        return [*moved, *self.passed(copy, passed)]

    def steps(self, given: Iterable[Value], wanted: Iterable[Value], length: int, pieces: int) -> Steps:
        """The law in so many pieces of a length, where these values of its graph are given at each place, and those are
        wanted."""
        given = tuple(given)
        taken, carried = like(given), like(self.start)
        state = tuple([Value(type, None) for type in self.types])
        copies = [self.copied() for _ in range(3)]
        for copy in copies:
            copy.new.update(zip(given, taken))
        copies[2].new.update({op.result: state[self.slots.index((back(op), channel(op)))] for op in priors(self.graph)})
        place = copies[2].gives(copies[2].of([*wanted, *self.values]))
        turn = copies[0].gives(self.turn(copies[0], list(carried)))
        levels = self.weights(copies[1], length, (pieces - 1).bit_length() if pieces > IN_TURN else 1)
        all_weights = [weight for level in levels for weight in level if not isinstance(weight, Const)]
        behind = self.joint(self.behind, like(state), levels[0], all_weights)
        joints = [self.joint(self.paired, like(self.start), level, all_weights) for level in levels if pieces > IN_TURN]
        weights = copies[1].gives(all_weights)
        return Steps(place, state, turn, taken, carried, tuple(self.start), weights, behind, tuple(joints))

    def joint(self, how: Join, one: tuple[Value, ...], weights: list[Value], all_weights: list[Value]) -> Joint:
        copy, other = Copy(self.graph.name, self.graph), like(self.start)
        new = {weight: Value(weight.type, None) for weight in weights if not isinstance(weight, Const)}
        both = how(copy.builder.emit, list(one), list(other), [new.get(weight, weight) for weight in weights])
        return Joint(copy.gives(both), one, other, {all_weights.index(weight): value for weight, value in new.items()})

    def weights(self, copy: Copy, length: int, levels: int) -> list[list[Value]]:
        """What it takes to put pieces of a length together, pairs of them, pairs of pairs, and so on."""
        return [[]] * levels

    def paired(self, emit: Emit, one: list[Value], other: list[Value], weights: list[Value]) -> list[Value]:
        return self.joined(emit, one, other)

    def behind(self, emit: Emit, before: list[Value], other: list[Value], weights: list[Value]) -> list[Value]:
        return self.after(emit, before, other[:len(before)], other[len(before):])

    def how_all(self) -> tuple[str, ...] | None:
        """How the values of all places are put together, if the same way at each, and what was before is in all of them."""
        raise NotImplementedError

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


def like(values: Iterable[Value]) -> tuple[Value, ...]:
    return tuple([Value(value.type, None) for value in values])


def is_one(value: Value) -> bool:
    return isinstance(value, Const) and value.value == 1


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

    light = False

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

    def how_all(self) -> tuple[str, ...] | None:
        rows = self.rows(self.copied())
        own = all(list(row) == [i] and is_one(row[i].by) and is_one(row[i].there) for i, row in enumerate(rows))
        return ("add",) * len(rows) if own else None

    def carried(self, passed: list[Value]) -> Matrix:
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
        return self.product(emit, self.rows_of(self.carried(other)), self.carried(one))

    def rows_of(self, matrix: Matrix) -> list[Row]:
        return [{via: weight for (at, via), weight in matrix.items() if at == i} for i in range(len(self.slots))]

    def product(self, emit: Emit, rows: list[Row], before: Matrix) -> list[Value]:
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

    def factor(self, copy: Copy, value: Value) -> Value:
        return copy.value(value)

    def chosen(self, copy: Copy, condition: Value, then: Row, otherwise: Row) -> Row:
        emit, none = copy.builder.emit, Weight(self.zero, constant(False))
        return {slot: Weight(*[emit("select", copy.value(condition), *each) for each in
                               zip(then.get(slot, none), otherwise.get(slot, none))]) for slot in {**then, **otherwise}}

    def rows(self, copy: Copy) -> list[Row]:
        """The weights by which each value is made of those one place before."""
        own, emit, none = Weight(self.one, constant(True)), copy.builder.emit, Weight(self.zero, constant(False))
        found: dict[Value, Row] = {}

        def of(value: Value) -> Row:
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
                factor = self.factor(copy, operands[late[0] is operands[0]])
                row = {slot: weight.times(emit, factor) for slot, weight in of(late[0]).items()}
            elif name == "div" and late == [operands[0]]:
                factor = emit("div", self.one, self.factor(copy, operands[1]))
                row = {slot: weight.times(emit, factor) for slot, weight in of(operands[0]).items()}
            elif name == "select" and not self.is_late(operands[0]):
                row = self.chosen(copy, operands[0], of(operands[1]), of(operands[2]))
            else:
                raise NotSo
            found[op.result] = row
        return [of(self.values[number]) if far == 1 else {self.slots.index((far - 1, number)): own}
                for far, number in self.slots]


class Even(Weights):
    """Weights that are the same at all places, but for those where all values begin anew: what becomes of what was before
    pieces of a length is known in advance. What is carried is whether none of their places begins anew."""

    most, light = MOST_EVEN, True

    def examine(self, copy: Copy) -> None:
        self.same = lights(self.graph, None)
        self.goes_on = self.conditions()
        super().examine(copy)
        if len(self.entries) > MOST * MOST or not self.types[0].is_float:
            raise NotSo

    def conditions(self) -> list[tuple[Value, bool]]:
        """Under which all values go on with those before."""
        found: dict[Value, tuple[tuple[Value, bool], ...]] = {}
        for op in self.graph.body.ops:
            if op in self.late:
                late = [operand for operand in op.operands if self.is_late(operand)]
                under = {found[operand] for operand in late} or {()}
                if len(under) > 1 or op.kind.name == "select" and len(late) > 1:
                    raise NotSo
                found[op.result] = under.pop()
                if op.kind.name == "select" and self.known.get(op.operands[0]) is not (late[0] is op.operands[1]):
                    found[op.result] += ((op.operands[0], late[0] is op.operands[1]),)
        own = {found.get(value) for value in self.values}
        if any(found.values()) and (any(far > 1 for far, _ in self.slots) or len(own) > 1) or None in own:
            raise NotSo
        return list(found[self.values[0]])

    def factor(self, copy: Copy, value: Value) -> Value:
        if value not in self.same and not isinstance(value, Const):
            raise NotSo
        return copy.value(value)

    def chosen(self, copy: Copy, condition: Value, then: Row, otherwise: Row) -> Row:
        return then or otherwise

    @property
    def start(self) -> list[Value]:
        return [*[self.zero] * len(self.slots), *[constant(True)] * bool(self.goes_on)]

    def passed(self, copy: Copy, before: list[Value]) -> list[Value]:
        if not self.goes_on:
            return []
        still, emit = before[0], copy.builder.emit
        for condition, truth in self.goes_on:
            value = copy.of([condition])[0]
            still = emit("and", value if truth else emit("not", value), still)
        return [still]

    def weights(self, copy: Copy, length: int, levels: int) -> list[list[Value]]:
        rows = self.rows(copy)
        once = {(i, j): rows[i].get(j, Weight(self.zero, constant(False))) for i, j in self.entries}
        found = [self.power(copy.builder.emit, once, length)]
        while len(found) < levels:
            found.append(self.times(copy.builder.emit, found[-1], found[-1]))
        return [[weight.by for weight in level.values()] for level in found[:levels]]

    def power(self, emit: Emit, once: Matrix, exponent: int) -> Matrix:
        if exponent == 1:
            return once
        half = self.power(emit, once, exponent // 2)
        whole = self.times(emit, half, half)
        return self.times(emit, once, whole) if exponent % 2 else whole

    def times(self, emit: Emit, one: Matrix, other: Matrix) -> Matrix:
        return self.carried(self.product(emit, self.rows_of(one), other))

    def paired(self, emit: Emit, one: list[Value], other: list[Value], weights: list[Value]) -> list[Value]:
        found = self.behind(emit, one, other, weights)
        return [*found, emit("and", other[-1], one[-1])] if self.goes_on else found

    def behind(self, emit: Emit, before: list[Value], other: list[Value], weights: list[Value]) -> list[Value]:
        found, still = other[:len(self.slots)], other[-1] if self.goes_on else constant(True)
        for (i, j), weight in zip(self.entries, weights):
            found[i] = emit("add", found[i], emit("select", still, self.weighted(emit, weight, before[j]), self.zero))
        return found

    def weighted(self, emit: Emit, weight: Value, before: Value) -> Value:
        """What is left of a value: of an infinite one all, even if so many places make of a weight that is small none."""
        if isinstance(weight, Const) and weight.value and math.isfinite(weight.value):
            return emit("mul", weight, before)
        finite = emit("lt", emit("abs", before), known(before.type, float("inf")))
        some = emit("select", emit("ne", before, self.zero), emit("mul", weight, before), self.zero)
        return emit("select", emit("and", emit("eq", weight, self.zero), emit("not", finite)), before, some)


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
        self.whole = self.how_all() is not None

    @property
    def start(self) -> list[Value]:
        empty = [known(type, nothing(how, type)) for (how, _), type in zip(self.how, self.types)]
        return [*empty, *[constant(True)] * (0 if self.whole else len(empty))]

    def after(self, emit: Emit, before: list[Value], ends: list[Value], still: list[Value]) -> list[Value]:
        found = []
        for (how, late), old, new, there in zip(self.how, before, ends, still or [constant(True)] * len(ends)):
            found.append(emit("select", there, emit(how, new, old) if late else emit(how, old, new), new))
        return found

    def passed(self, copy: Copy, before: list[Value]) -> list[Value]:
        return [copy.builder.emit("and", self.still(copy, i, *how), there)
                for i, (how, there) in enumerate(zip(self.how, before))]  # (none where that is all)

    def both_passed(self, emit: Emit, one: list[Value], other: list[Value]) -> list[Value]:
        return [emit("and", *both) for both in zip(one, other)]

    def how_all(self) -> tuple[str, ...] | None:
        copy = self.copied()
        still = [self.still(copy, i, *how) for i, how in enumerate(self.how)]
        return tuple([how for how, _ in self.how]) if all(map(is_one, still)) else None

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
