"""Lists of numbers that lie in memory and are changed there: graphs of one place, which is computed once, in order.

    a: Float[120] = memory number=0               the first array that it changes
    b: Int[12]    = memory image=im               one that it reads
    t: Float = get a i
    c: Float[120] = put a i t+1                   from here on it is c that lies there
    return Float[120]: c

In the graph each `put` gives another list, as all values are made once. Where no list is asked for after another has taken
its place, all those of one memory are that memory, which a kernel reads and writes as the operations stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .arrays import length_of
from .graph import Block, Const, Graph, Op, Value, same
from .logic import truth_of
from .ops import DTYPES, GET, IF, LOOP, MEMORY, PUT, SELECT, TABLE
from .types import INT

OPPOSITE = {"lt": "ge", "ge": "lt", "gt": "le", "le": "gt", "eq": "ne", "ne": "eq"}
WAYS = 1000  # through the passes of loops, which are looked at
DEEP = 8     # conditions made of others


class Overwritten(Exception):
    """A list is asked for that is no longer there."""


@dataclass
class Exits:
    """What is known of the ways out of loops: where one is not taken, nobody asks for what it would have given."""

    asked: dict[Block, list[tuple[Value, set[Value]]]] = field(default_factory=dict)  # for each way: whether; for what
    unraised: set[Value] = field(default_factory=set)  # of loops that an exception ends: after it nobody asks for anything


def places(graph: Graph, exits: Exits | None = None) -> dict[Value, int] | None:
    """In which of the arrays that it changes each of its results lies that is one; None where a list is asked for that is
    no longer there."""
    found = _Places(exits or Exits())
    try:
        found.block(graph.body)
        return {value: found.there(value) for output in graph.outputs for value in output.values if length_of(value.type)}
    except Overwritten:
        return None


class _Places:
    def __init__(self, exits: Exits):
        self.exits = exits
        self.place: dict[Value, int] = {}      # where a list lies: in an array that is changed, from 0 on
        self.now: dict[int, set[Value]] = {}   # what lies there at this time
        self.changing: set[int] = set()        # those that may be changed here
        self.alias: dict[Value, Value] = {}    # on one way through a pass: what the tests on it have given
        self.assumed: dict[Value, bool] = {}   # and what they asked
        self.left_to_try = WAYS

    def meant(self, value: Value) -> Value:
        while value in self.alias:
            value = self.alias[value]
        return value

    def there(self, value: Value) -> int:
        value = self.meant(value)
        place = self.place.get(value)
        if place is None or value not in self.now.get(place, ()):
            raise Overwritten
        return place

    def lies(self, value: Value, place: int) -> None:
        self.place[value] = place
        self.now.setdefault(place, set()).add(value)

    def block(self, block: Block) -> None:
        for op in block.ops:
            self.op(op)

    def op(self, op: Op) -> None:
        if op.kind is MEMORY:
            attributes = dict(op.attributes)
            place = attributes["number"] if attributes["image"] is None else -1 - len(self.now)
            self.now[place] = set()
            self.lies(op.result, place)
            if attributes["image"] is None:
                self.changing.add(place)
        elif op.kind is GET:
            self.there(op.operands[0])
        elif op.kind is PUT:
            place = self.there(op.operands[0])
            if place not in self.changing:
                raise Overwritten
            self.now[place] = set()
            self.lies(op.result, place)
        elif op.kind is IF:
            self.branch(op)
        elif op.kind is LOOP:
            self.loop(op)
        elif op.kind is SELECT and length_of(op.result.type):
            self.give(op.results, [set(self.given(op.operands[1:]))])
        elif any(length_of(value.type) for value in (*op.operands, *op.results)):
            raise Overwritten

    def branch(self, op: Op) -> None:
        """One whose arms meet: either way lists lie where they are asked for. If it is known which arm, it is that one."""
        if (holds := self.truth(op.operands[0])) is not None:
            block = op.blocks[not holds]
            self.block(block)
            self.alias.update(zip(op.results, block.results))
            return
        before, after = self.now, []
        ways: list[set[int]] = [set() for _ in op.results]
        for block in op.blocks:
            self.now = copied(before)
            self.block(block)
            for way, value in zip(ways, block.results):
                way.update(self.given([value]))
            after.append(self.now)
        self.now = {place: after[0].get(place, set()) & after[1].get(place, set()) for place in {**after[0], **after[1]}}
        self.give(op.results, ways)

    def given(self, values: Iterable[Value]) -> list[int]:
        """Where lists lie, of those among some values that are any and that something reads."""
        return [self.there(value) for value in values if length_of(value.type) and self.meant(value).__class__ is not Const]

    def give(self, results: Iterable[Value], ways: list[set[int]]) -> None:
        for result, way in zip(results, ways):
            if len(way) > 1:
                raise Overwritten
            for place in way:
                self.lies(result, place)

    # --- loops ---

    def loop(self, op: Op) -> None:
        (body,), changing = op.blocks, self.changing
        carried = {number: self.there(value) for number, value in enumerate(op.operands) if length_of(value.type)}
        self.changing = changing.intersection(carried.values())
        if len(self.changing) < len(carried):  # one of them twice, or one that is not to be changed
            raise Overwritten
        for number, place in carried.items():
            self.now[place] = set()
            self.lies(body.args[number], place)
        ways: list[set[int]] = [set() for _ in op.results]
        before, alias, assumed = self.now, self.alias, self.assumed
        self.alias, self.assumed = dict(alias), dict(assumed)
        self.ways(body.ops, tests_of(body, self.exits.unraised), lambda: self.end(body, carried, ways))
        self.now, self.alias, self.assumed, self.changing = before, alias, assumed, changing
        for place in carried.values():
            self.now[place] = set()
        self.give(op.results, ways)

    def ways(self, ops: list[Op], tests: set[Op], end: Callable[[], None]) -> None:
        """Every way through a pass, as far as its tests say whether there is another."""
        for number, op in enumerate(ops):
            if op not in tests:
                self.op(op)
                continue
            self.left_to_try -= 1
            if not self.left_to_try:
                raise Overwritten
            condition = self.meant(op.operands[0])
            before, alias, assumed = self.now, self.alias, self.assumed
            for truth, block in zip((True, False), op.blocks):
                if self.truth(condition) is (not truth):
                    continue
                self.now, self.alias, self.assumed = copied(before), dict(alias), {**assumed, condition: truth}

                def onwards(number: int = number, op: Op = op, block: Block = block) -> None:
                    self.alias.update(zip(op.results, block.results))
                    self.ways(ops[number + 1:], tests, end)

                self.ways(block.ops, tests, onwards)
                self.now, self.alias, self.assumed = before, alias, assumed
            return
        end()

    def truth(self, value: Value, depth: int = DEEP) -> bool | None:
        """What is known of a condition on this way."""
        value = self.meant(value)
        if value.__class__ is Const:
            return bool(value.value)
        if value in self.exits.unraised:
            return True
        op = value.owner
        if value not in self.assumed and isinstance(op, Op) and op.kind.name in ("and", "or", "not") and depth:
            found = [self.truth(each, depth - 1) for each in op.operands]
            if op.kind.name == "not":
                return None if found[0] is None else not found[0]
            strong = op.kind.name == "or"
            return strong if strong in found else None if None in found else not strong
        found_out = truth_of(value, self.assumed)
        return self.opposite(op) if found_out is None and isinstance(op, Op) and op.kind.name in OPPOSITE else found_out

    def opposite(self, op: Op) -> bool | None:
        """What is known of a comparison of Ints since the opposite one was asked."""
        for value, holds in self.assumed.items():
            other = value.owner
            if isinstance(other, Op) and other.kind.name == OPPOSITE[op.kind.name] and op.operands[0].type is INT and all(
                    map(same, other.operands, op.operands)):
                return not holds
        return None

    def end(self, body: Block, carried: dict[int, int], ways: list[set[int]]) -> None:
        """The end of a pass, on one way: what is carried on lies where it did before, and what is left is there."""
        again, following = self.truth(body.results[0]), body.results[1:]
        if again is not False:
            for number, place in carried.items():
                if self.given([following[number]]) not in ([], [place]):
                    raise Overwritten
        if again is not True:
            for way, value in zip(ways, following):
                if not self.is_unasked(body, value):
                    way.update(self.given([value]))

    def is_unasked(self, body: Block, value: Value) -> bool:
        """Whether it is on other ways out alone that a list is asked for."""
        asking = [whether for whether, values in self.exits.asked.get(body, ()) if value in values]
        return bool(asking) and all(self.truth(whether) is False for whether in asking)


def copied(now: dict[int, set[Value]]) -> dict[int, set[Value]]:
    return {place: set(values) for place, values in now.items()}


def tests_of(body: Block, settled: set[Value]) -> set[Op]:
    """The branches of a pass that have a say in whether there is another one, beside what is settled."""
    tests: set[Op] = set()
    todo, seen = [body.results[0]], set(settled)
    inside = {value: op for op in of_this_pass(body) if op.kind is IF for value in op.results}
    asked: dict[Value, list[Op]] = {}
    for op in dict.fromkeys(inside.values()):
        asked.setdefault(op.operands[0], []).append(op)
    while todo:
        value = todo.pop()
        if value in seen:
            continue
        seen.add(value)
        tests.update(asked.get(value, ()))
        if value in inside:
            op = inside[value]
            tests.add(op)
            todo += [op.operands[0], *[block.results[op.results.index(value)] for block in op.blocks]]
        elif isinstance(value.owner, Op) and value.owner.kind.name in ("and", "or", "not"):
            todo += value.owner.operands
    around: dict[Op, Op] = {inner: op for op in inside.values() for block in op.blocks for inner in block.ops}
    for op in list(tests):
        while op in around:  # those that a test is in
            op = around[op]
            tests.add(op)
    return tests


def of_this_pass(block: Block) -> Iterator[Op]:
    """The operations of a pass, without those of loops in it."""
    for op in block.ops:
        yield op
        for inner in op.blocks if op.kind is IF else ():
            yield from of_this_pass(inner)


def of_numbers(op: Op, numbers: list[Any]) -> Any:
    """What an operation without blocks gives of single numbers."""
    if op.kind is TABLE:
        table = dict(op.attributes)["values"]
        return table[min(max(int(numbers[0]), 0), len(table) - 1)]
    assert op.kind.evaluate is not None
    return op.kind.evaluate(*numbers)


def run(graph: Graph, changed: list[np.ndarray], images: list[np.ndarray], scalars: Iterable[bool | int | float] = ()
        ) -> list[Any]:
    """What a graph means: it changes arrays of one dimension, and gives the numbers that are its other results."""
    read = {id(image): array for image, array in zip(graph.images, images, strict=True)}
    values: dict[Value, Any] = {value: np.int32(0) for value in graph.coordinates}
    for param, number in zip(graph.scalars, scalars, strict=True):
        values[param.value] = DTYPES[param.value.type](number)

    def get(value: Value) -> Any:
        if value.__class__ is Const:
            return None if length_of(value.type) else DTYPES[value.type](0 if value.value is None else value.value)
        return values[value]

    def block(block: Block) -> list[Any]:
        for op in block.ops:
            kind = op.kind
            if kind.evaluate is not None or kind is TABLE:
                result = of_numbers(op, list(map(get, op.operands)))
                values[op.result] = DTYPES[op.result.type](result)  # (a 0-d array takes twice as long in what follows)
            elif kind is GET:
                array, at = map(get, op.operands)
                values[op.result] = array[at]
            elif kind is PUT:
                array, at, number = map(get, op.operands)
                array[at] = number
                values[op.result] = array
            elif kind is IF:
                values.update(zip(op.results, block_of(op)))
            elif kind is LOOP:
                loop(op)
            else:
                assert kind is MEMORY
                attributes = dict(op.attributes)
                image = attributes["image"]
                values[op.result] = changed[attributes["number"]] if image is None else read[id(image)]
        return [get(value) for value in block.results]

    def block_of(op: Op) -> list[Any]:
        return block(op.blocks[0 if get(op.operands[0]) else 1])

    def loop(op: Op) -> None:
        (body,) = op.blocks
        state = [get(each) for each in op.operands]
        while True:
            values.update(zip(body.args, state))
            again, *state = block(body)
            if not again:
                break
            del state[len(body.args):]
        values.update(zip(op.results, state))

    with np.errstate(all="ignore"):
        block(graph.body)
    return [get(value) for output in graph.outputs for value in output.values if not length_of(value.type)]
