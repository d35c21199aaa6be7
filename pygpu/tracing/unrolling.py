"""Loops that are walked pass by pass, as long as no symbol has a say in them: who unrolls one asks to be told."""

from __future__ import annotations

from contextlib import contextmanager
from math import prod

from ..ir import BOOL, Op, Value, every_op
from ..ir.fields import is_field
from ..ir.ops import FIELD, LOOP
from .instructions.comprehensions import is_kept, lists_filled, with_room_for
from .instructions.counted import goes_through
from .instructions.endless import yields
from .instructions.lengths import at_most, goes_as_far_as_a_symbol, goes_over_a_picture, steps_left, symbolic_range
from .paths.frames import Frame
from .paths.meeting import Path
from .values.lattice import Ref, may_be_nothing, next_number

MANY = 5000  # operations of a loop over a range, after which it is no longer unrolled
DEEP = 4 * MANY  # values that it makes, wherever they are: in branches that lie in one another, say
LOOPS = 3    # loops of the graph that its passes have become, after which it is one itself if it has more than FEW_TURNS
FEW_TURNS = 24  # of a loop that a symbol ends: unrolled where it cannot be one of the kernel, each turn under a condition
FEW_MORE, MUCH = 2, 500  # and of one whose passes so far have made so many operations
PATIENCE = 20_000  # instructions in which a loop that cannot be one of the kernel, and that nothing counts, must have ended
VALUES = 4_000  # that such a loop may compute: of those that end, none in the corpus has more than 512
SHORT = 1_500  # the same for a loop whose values are collected: there is another way to go through them
ELEMENTS, ASSIGNED = 64, 8  # single ones of arrays that such a loop looks at; and for how many counts one that it assigns
PART = 1 << 10  # elements of what is gone over in a pass, one after the other (whole/inplace.py)
FEW = 8  # a loop over so few known steps is unrolled even when a symbol may leave it early


class LoopIsSymbolic(Exception):
    def __init__(self, watch, begun: bool = False, of_elements: bool = False):
        self.watch, self.begun = watch, begun  # whether the passes so far are made, and it goes on from there
        self.of_elements = of_elements  # whether it is for the single elements of whole arrays that it looks at


class Watch:
    """Asks to be told when a way out of a loop that is being unrolled turns out to depend on a symbol."""

    is_short = False  # a loop of few steps, which is unrolled whatever a symbol says, unless it assigns many elements

    def __new__(cls, tracer, frame, head):
        if frame.code.instructions[head].op == "FOR_ITER":
            left = steps_left(tracer, frame.stack[-1])
            if tracer.shaped and is_of_steps(frame, head) and (left is None or left > 1):
                return super().__new__(cls)
            if left is not None and (left <= FEW or not symbolic_range(tracer, frame.stack[-1])):
                if not tracer.shaped or left < 2 or not symbolic_range(tracer, frame.stack[-1]):
                    return None
                made = super().__new__(cls)
                made.is_short = True
                return made
        return super().__new__(cls)

    def __init__(self, tracer, frame, head):
        self.tracer, self.frame, self.head = tracer, frame, head
        self.block, self.operations = tracer.builder.block, len(tracer.builder.block.ops)
        self.key, self.first = (frame.code, head), Value(BOOL).number
        self.changes, self.begins = tracer.host_changes, next_number()
        self.is_of_steps = tracer.shaped and is_of_steps(frame, head)
        self.before = dict(frame.locals) if self.is_of_steps else {}
        self.empty = [cell for cell in frame.cells.values() if tracer.heap.get(cell) == ()] if self.is_of_steps else []
        counted = frame.code.instructions[head].op == "FOR_ITER"
        self.counts = not counted or symbolic_range(tracer, frame.stack[-1])
        self.range = frame.stack[-1] if counted and self.counts and type(frame.stack[-1]) is Ref else None
        self.fills = tracer.shaped and self.range is not None and lists_filled(tracer, frame, frame.code.instructions[head])
        self.made, self.looked_at = set[Value](), self.operations  # arrays of earlier passes; operations that were looked at
        self.elements = 0  # single ones of whole arrays that it looks at; one that it assigns counts for many

    def count(self, tracer) -> None:
        """At each pass: a long loop that fills the graph is better a loop, where something can count its passes."""
        if self.is_short and not self.is_much or self.range is not None and self.changes_others:
            return
        if self.is_of_steps and any(op.kind is FIELD for op in self.block.ops[self.operations:]):
            raise LoopIsSymbolic(self, self.is_begun(tracer))
        if self.counts and (tracer.builder.block is self.block and len(self.block.ops) - self.operations > MANY
                            or self.is_long(tracer)):
            tracer.rolled.add(self.key)
            raise LoopIsSymbolic(self)

    @property
    def changes_others(self) -> bool:
        """Whether the host has changed what was there before the loop, which no pass of a loop of the graph does: numbers
        that are drawn, say."""
        return any([made < self.begins for made in self.tracer.changed_then[self.changes:]])

    @property
    def is_much(self) -> bool:
        """Whether the passes so far have made many operations."""
        return len(self.block.ops) - self.operations > MUCH

    def is_long(self, tracer) -> bool:
        """Whether a function of whole arrays had better keep a loop: it has been too long before, or is by now."""
        if not tracer.shaped or self.range is None:
            return False
        if (steps_left(tracer, self.range) or 0) <= (FEW_MORE if self.is_much else FEW_TURNS):
            return False
        if self.key in tracer.rolled or Value(BOOL).number - self.first >= DEEP:
            return True
        ops = self.block.ops[self.operations:]
        return tracer.builder.block is self.block and (
            self.looks_around() or sum(op.kind is LOOP for op in ops) > LOOPS or
            bool(self.fills) and any(op.kind is FIELD for op in ops))

    def looks_around(self) -> bool:
        """Whether the last pass asks arrays that those before have made for elements at other places: what many such come to
        is nothing that is computed place by place."""
        ops, self.looked_at = self.block.ops[self.looked_at:], len(self.block.ops)
        asked = set(self.made)
        for op in ops:
            if op.kind is FIELD and not asked.isdisjoint(op.operands):
                if not dict(op.attributes)["element"].stays:
                    return True
                asked.update(op.results)
        self.made.update(value for op in ops for value in op.results if is_field(value))
        return False

    def is_begun(self, tracer) -> bool:
        """Whether the first pass, which is sure to be made, has given a variable its value that is asked for behind the
        loop: then the loop goes on from there."""
        asked = set[str]().union(*[self.frame.live[way] for way in self.frame.code.loops[self.head].exits])
        if tracer.builder.block is self.block and any(tracer.heap[cell] for cell in self.empty):
            return True  # of what others look at, too, it is not known who asks
        return tracer.builder.block is self.block and any(
            not may_be_nothing(value) and (name not in self.before or may_be_nothing(self.before[name]))
            for name, value in self.frame.locals.items() if name in asked)

    def endless(self, path: Path) -> bool:
        """Whether a symbol alone says how far a `for` goes, so that there is nothing to unroll."""
        is_for = self.frame.code.instructions[self.head].op == "FOR_ITER"
        return is_for and goes_as_far_as_a_symbol(self.tracer, path.stack[-1], path.heap) and not at_most(
            self.tracer, path.stack[-1], path.heap, FEW_TURNS)

    def is_few(self, frame, path: Path) -> bool:
        """Whether it has so few steps that it may as well be unrolled."""
        left = None
        if frame.code.instructions[self.head].op == "FOR_ITER":
            left = steps_left(self.tracer, path.stack[-1], path.heap)
        return left is not None and left <= FEW_TURNS

    def may_fill(self, frame, path: Path) -> bool:
        """Whether sequences may grow in it: not where it yields, nor where it goes over a picture, which has many pixels."""
        return self.tracer.room > 0 and not frame.code.stacked and not yields(frame.code, self.head) and not (
            self.endless(path) and goes_over_a_picture(path.stack[-1], path.heap))

    def indexed(self, number: int) -> None:
        """An item of a list of numbers that depend on a picture is looked at: where the loop goes through all of a long one,
        by the number of its pass, it is better a loop."""
        if self.range is not None and goes_through(self.tracer, self.range, number):
            raise LoopIsSymbolic(self)

    def may_be_unrolled(self, path: Path) -> bool:
        """Whether there is an end to it: also where data say how far it goes, if what is as long is kept."""
        return not self.endless(path) or is_kept(self.tracer, path.stack[-1])

    def countable(self, frame) -> bool:
        """Whether unrolling is sure to end, should tracing the loop be refused; it is made sure where data say how far."""
        if frame.code.instructions[self.head].op != "FOR_ITER":
            return False
        counter, heap = frame.stack[-1], self.tracer.heap
        if type(counter) is Ref and goes_as_far_as_a_symbol(self.tracer, counter, heap) and not at_most(
                self.tracer, counter, heap, FEW_TURNS):
            with_room_for(self.tracer, counter)
        return steps_left(self.tracer, counter, heap) is not None or type(counter) is Ref and at_most(
            self.tracer, counter, heap, FEW_TURNS)


def takes_element(tracer, assigned: bool = False) -> None:
    """A single element of a whole array is looked at, or assigned: a loop that does so again and again is better one that
    goes over the places in order."""
    for frame in tracer.frames:
        for watch in frame.watches.values():
            if watch is not None and not watch.changes_others:
                watch.elements += ASSIGNED if assigned else 1
                if watch.elements > ELEMENTS:
                    raise LoopIsSymbolic(watch, of_elements=True)


def steered(tracer, frame) -> None:
    """A number decides which way is gone: where it is made of elements of whole arrays, each of them is waited for."""
    if tracer.shaped and any(watch is not None and watch.elements for watch in frame.watches.values()):
        takes_element(tracer, assigned=True)


def is_of_whole_arrays(op: Op) -> bool:
    """Whether a loop of the graph does more than to look at single elements of whole arrays, and to assign them, or to go
    over short parts."""
    if op.kind is not LOOP:
        return False
    used = set(op.blocks[0].results)
    for each in every_op(op.blocks[0]):
        used.update(each.operands, *[block.results for block in each.blocks])
    return any(value in used and is_field(value) and prod(value.type.shape) > PART and each.kind is FIELD
               and not dict(each.attributes)["element"].of_one for each in every_op(op.blocks[0]) for value in each.results)


def is_of_steps(frame, head: int) -> bool:
    """Whether a loop counts steps only: `for _ in range(n)`, with a variable that nothing in it looks at."""
    step, store = frame.code.instructions[head:head + 2]
    body = frame.code.loops[head].body
    return step.op == "FOR_ITER" and store.op == "STORE_FAST" and not any(
        frame.code.instructions[at].arg == store.arg and frame.code.instructions[at].op != "STORE_FAST" for at in body)


def once_begun(tracer, frame: Frame, head: int, stops: frozenset):
    """The arrivals at the ends of a loop of which the first pass stands by itself: from then on each generator that it
    takes from stands where it stood a pass before."""
    frame.begun.add(head)
    try:
        with patient(tracer, min(tracer.budget, PATIENCE)):
            return tracer.run(frame, head, stops, previous=head, entered=True)
    finally:
        frame.begun.discard(head)


def unrolled_after_all(tracer, frame: Frame, head: int, stops: frozenset, countable: bool, budget: int):
    """The arrivals at the ends of a loop that cannot be one of the kernel, if it soon ends."""
    tracer.budget = budget
    with patient(tracer, budget if countable else min(budget, PATIENCE if frame.take is None else SHORT), countable):
        return tracer.run(frame, head, stops, previous=head, entered=True)


@contextmanager
def patient(tracer, budget: int, countable: bool = False):
    """While this holds, there are so many instructions, and what is not sure to end may not compute much."""
    most, spared = tracer.most_values, tracer.budget - budget
    tracer.budget = budget
    tracer.most_values = most if countable or most else Value(BOOL).number + VALUES
    try:
        yield
    finally:
        tracer.budget, tracer.most_values = tracer.budget + spared, most
