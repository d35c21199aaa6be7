"""Until when the values of a loop are asked for: what an array is made of may take its place in memory once nobody does.

A value that is made around a loop, and asked for in it, is asked for in every pass; what is computed where it is asked for
asks, there, for what it is made of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from .graph import Block, Op, Value
from .ops import IF, LOOP
from .passing import leaving_test


class Time(NamedTuple):
    """A place among the operations of a loop, counted as they stand, and the block that it is in (None: behind the loop)."""

    at: int
    block: Block | None


class Living:
    """`is_computed_there`: whether an operation is done where its result is asked for, and not where it stands."""

    def __init__(self, op: Op, is_computed_there: Callable[[Op], bool]):
        self.is_computed_there = is_computed_there
        self.start: dict[Op, Time] = {}
        self.end: dict[Block, Time] = {}
        self.around: dict[Block, tuple[Op, Block | None]] = {}
        self.made: dict[Value, Block] = {}
        self.asked: dict[Value, set[Time]] = {}
        self.askers: dict[Value, list[tuple[Op | None, Time]]] = {}  # None: the end of a block
        self.count = 0
        self.number(op, None)
        for block in list(self.end):
            for each in block.ops:
                for value in each.operands:
                    self.askers.setdefault(value, []).append((each, self.start[each]))
            for value, time in self.handed_on(block):
                self.askers.setdefault(value, []).append((None, time))
        for value, askers in list(self.askers.items()):
            for asker, time in askers:
                if asker is None or not is_computed_there(asker):
                    self.ask(value, time)

    def number(self, op: Op, outer: Block | None) -> None:
        self.start[op] = Time(self.next(), outer)
        for block in op.blocks:
            self.around[block] = op, outer
            self.made.update(dict.fromkeys(block.args, block))
            for each in block.ops:
                self.number(each, block)
                self.made.update(dict.fromkeys(each.results, block))
            self.end[block] = Time(self.next(), block)

    def handed_on(self, block: Block) -> Iterator[tuple[Value, Time]]:
        """What a block gives; what a loop leaves is asked for on the way out of it alone."""
        op, end = self.around[block][0], self.end[block]
        test = leaving_test(block) if op.kind is LOOP else None
        for number, value in enumerate(block.results):
            out = test is not None and number > len(block.args)
            yield value, Time(end.at, test.blocks[1]) if out and test is not None else end

    def next(self) -> int:
        self.count += 1
        return self.count

    def ask(self, value: Value, time: Time) -> None:
        """A value is asked for at a time, and so is what it is made of there."""
        if time in self.asked.setdefault(value, set()):
            return
        self.asked[value].add(time)
        op = value.owner
        if op.__class__ is Op and op in self.start and self.is_computed_there(op):
            for each in op.operands:
                self.ask(each, time)

    def until(self, value: Value) -> list[Time]:
        """The times when a value is asked for; in a loop that it is not made in, until that ends."""
        home, found = self.blocks(self.made.get(value)), []
        for time in self.asked.get(value, ()):
            block = time.block
            while block is not None and block not in home:
                op, outer = self.around[block]
                if op.kind is LOOP:
                    time = Time(self.end[block].at, outer)
                block = outer
            found.append(time)
        return found

    def blocks(self, block: Block | None) -> list[Block | None]:
        """A block and those around it."""
        found = [block]
        while block is not None:
            _, block = self.around[block]
            found.append(block)
        return found

    def is_asked(self, value: Value, after: Time) -> bool:
        """Whether a value is asked for after a time, on a way that leads there."""
        return any(time.at > after.at and not self.apart(time.block, after.block) for time in self.until(value))

    def apart(self, one: Block | None, other: Block | None) -> bool:
        """Whether two blocks are in arms of branches of which a condition takes no more than one."""
        arms = dict(self.arms(one))
        return any(arms.get(condition, arm) != arm for condition, arm in self.arms(other))

    def arms(self, block: Block | None) -> Iterator[tuple[Value, int]]:
        """Which arms of which conditions a block is in."""
        for each in self.blocks(block):
            if each is not None and (op := self.around[each][0]).kind is IF:
                yield op.operands[0], op.blocks.index(each)
