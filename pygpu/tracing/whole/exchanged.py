"""Arrays that change their names in a loop, `a, b = b, a`: in memory it is what they hold that changes places.

A loop in one kernel (inplace.py) has each of its arrays at one place in memory. Where a pass ends with arrays that lie in
one another's places, a loop brings what each of them holds to where it is looked for: that takes about as long as the pass
took, or less, since it went over them. Where a pass goes over nothing, nothing is moved, and the host follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...ir import INT, Block, Const, Value, constant, every_op
from ...ir.arrays import length_of
from ...ir.builder import Builder
from ...ir.ops import LOOP


class Places:
    """In which of the arrays that a kernel changes each list lies, as far as that is one."""

    def __init__(self, builder: Builder):
        self.builder = builder
        self.of: dict[Value, int] = {}

    def same(self, values: Iterable[Value], others: Iterable[Value]) -> None:
        """Some lie where others do."""
        for value, other in zip(values, others):
            if other in self.of:
                self.of[value] = self.of[other]

    def meet(self, results: Iterable[Value], arms: Sequence[Block]) -> None:
        """What a branch gives, whose arms do."""
        for result, *ends in zip(results, *[arm.results for arm in arms]):
            where = {self.of.get(end) for end in ends if end in self.of}
            if len(where) == 1:
                self.of[result] = where.pop()

    def exchanged(self, following: Sequence[Value], args: Sequence[Value], body: Block, again: Value | None = None
                  ) -> list[Value]:
        """What a pass hands to the next one, and behind that what it leaves, with lists where the next one looks for them.
        `again`: whether there is one, where that isn't known."""
        apart = [number for number, pair in enumerate(zip(following, args)) if self.are_apart(*pair)]
        lists, wanted = [following[number] for number in apart], [self.of[args[number]] for number in apart]
        found = list(following)
        if not apart or sorted(wanted) != sorted({self.of[each] for each in lists}) or len({
                each.type for each in lists}) > 1 or not goes_over(body, length_of(lists[0].type)):
            return found
        if again is None:
            moved = self.moved(lists, wanted)
        else:
            arms = Block(), Block()
            with self.builder.inside(arms[0]):
                arms[0].results = tuple(self.moved(lists, wanted))
            arms[1].results = tuple([Const(each.type, None) for each in lists])
            moved = self.builder.branch(again, *arms)
            self.meet(moved, arms)
        for number, value in zip(apart, moved):
            found[number] = value
        return found

    def are_apart(self, one: Value, other: Value) -> bool:
        return one in self.of and other in self.of and self.of[one] != self.of[other]

    def moved(self, lists: list[Value], wanted: list[int]) -> list[Value]:
        """Some lists, each in the place that is wanted."""
        emit, now = self.builder.emit, [self.of[each] for each in lists]
        body = Block([INT, *[each.type for each in lists]])
        with self.builder.inside(body):
            at, *before = body.args
            values = [emit("get", each, at) for each in before]
            after = [emit("put", each, at, values[wanted.index(place)]) for each, place in zip(before, now)]
            following = emit("add", at, constant(1))
            body.results = (emit("lt", following, constant(length_of(lists[0].type))), following, *after)
        found = self.builder.loop([constant(0), *lists], body)[1:]
        self.of.update(zip(found, now))
        return [found[now.index(place)] for place in wanted]


def goes_over(body: Block, length: int) -> bool:
    """Whether a pass has about as much to do as to go over so many numbers, as far as that can be told."""
    ops = list(every_op(body))
    return len(ops) >= length or any(op.kind is LOOP for op in ops)
