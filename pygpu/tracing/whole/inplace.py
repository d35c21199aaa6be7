"""Loops that change arrays element by element, in an order that matters: one kernel, which goes over the places in order.

A loop of the graph of whole arrays carries its arrays from pass to pass, each assignment of an element giving another array
(`Put`). Where nobody asks for an array as it was before an assignment, that is one place in memory which is written to:
then the loop with all in it is written as a graph of its own, whose arrays are lists of numbers (ir/arrays.py) that lie
in memory. What else a loop may hold is of single numbers. Any other loop is followed by the host (calls/engines/arrays.py).
Where parts of the arrays have nothing to do with one another (apart.py), each work-item goes over some of them.
"""

from __future__ import annotations

import math
from contextlib import nullcontext
from dataclasses import dataclass
from functools import reduce

from ...ir import BOOL, INT, SEVERAL, Block, Const, Graph, ImageParam, Op, Output, PixelType, Value, every_op
from ...ir.arrays import array_of, length_of
from ...ir.fields import is_field, read_as
from ...ir.inplace import Exits, places
from ...ir.ops import FIELD, IF, ITEM, LOOP, SELECT
from ...ir.passing import after_test, leaving_test
from ..kinds.scalars import as_value
from ..kinds.sorting import choose
from ..values.lattice import Known, lift
from .apart import apart, is_of_many
from .elements import At, Element
from .exchanged import Places
from .folding import Reduced
from .kernels import HALF, Kernel
from .overlaying import NotInPlace, StillAsked, overlaid, scratch
from .stretches import Overlaid

LINE = {64: 1 << 10}  # elements that a pass goes over one after the other, by how many work-items there may be: those of a
MOST = 40_000         # values of such a graph: longer ones take minutes to make and to build
SHORT = 32            # processor; others share them out, or take long for each


@dataclass(frozen=True)
class Got(Element):
    """One element, at an index of numbers that are known when the function runs."""

    anywhere, of_one, gives_numbers = 1, True, True

    def at(self, kernel, type, operands, place):
        source, *index = operands
        return kernel.at(source, tuple(at_numbers(kernel, index)))


@dataclass(frozen=True)
class Put(Element):
    """An array with one element exchanged, at an index of numbers that are known when the function runs."""

    of_one = True

    def at(self, kernel, type, operands, place):
        tracer, (old, new, *index) = kernel.tracer, operands
        here = [kernel.inside(*each) for each in zip(place, type.shape)]
        tests = [tracer.compare("==", at, there.value)
                 for at, there in zip(here, at_numbers(kernel, index))]
        holds = reduce(lambda a, b: tracer.binary("&", a, b), tests)
        return choose(tracer, holds, kernel.number_as(type, new, (), ()),
                      kernel.converted(kernel.at(old, tuple(map(At, here))), type.element))


def at_numbers(kernel, index) -> list:
    return [At(kernel.converted(kernel.scalar(each), INT)) for each in index]


def is_in_memory(element) -> bool:
    """Whether an array is an argument, or a known one."""
    return hasattr(element, "source")


def asked_inside(op: Op) -> dict[Value, None]:
    """What the passes of a loop ask for that is made outside of it."""
    made, asked = set(op.blocks[0].args), {}
    for each in [*every_op(op.blocks[0]), op]:
        made.update(each.results if each is not op else ())
        asked.update(dict.fromkeys(each.operands if each is not op else ()))
        for block in each.blocks:
            made.update(block.args)
            asked.update(dict.fromkeys(block.results))
    return dict.fromkeys([value for value in asked if value not in made and value.__class__ is not Const])


def leaving_arms(op: Op) -> dict[Block, list[Value]]:
    """Of each arm in a loop the values that it makes, and that something asks for behind it: in a graph of whole arrays that
    may be, where the arm is known to be the one that was taken."""
    around: dict[Block, Block | None] = {}
    made: dict[Value, Block] = {}
    asked: list[tuple[Value, Block]] = []

    def walk(block: Block, outer: Block | None) -> None:
        around[block] = outer
        made.update(dict.fromkeys(block.args, block))
        for each in block.ops:
            asked.extend((value, block) for value in each.operands)
            for inner in each.blocks:
                walk(inner, block)
            made.update(dict.fromkeys(each.results, block))
        asked.extend((value, block) for value in block.results)

    walk(op.blocks[0], None)
    found: dict[Block, dict[Value, None]] = {}
    for value, here in asked:
        inside: set[Block | None] = set()
        while here is not None:
            inside.add(here)
            here = around[here]
        block = made.get(value)
        while block is not None and block not in inside:
            found.setdefault(block, {})[value] = None
            block = around[block]
    return {block: list(values) for block, values in found.items()}


IN_ORDER = Got, Put, Overlaid, Reduced  # what there is in a loop that is one of these


class InPlace(Kernel):
    """A loop as one graph. `images` and `scalars` are the values that it is given: arrays that are only read, and numbers.
    `changed` are those whose memory it changes, `left` which of these each array lies in that it gives, and `numbers_left`
    its other results, in order. As many as `items` go over parts of it, `at_once` at most."""

    in_order, many_axes, overlays = True, False, (Overlaid,)

    def __init__(self, tracer, op: Op, wanted, name: str, at_once: int, signed: bool = False):
        self.tracer, self.known, self.alias, self.signed, self.op_of_all = tracer, {}, {}, signed, op
        self.told, self.first = "places in order", Value(BOOL).number
        self.graph = Graph(name, dimensions=1, in_place=True)
        self.numbers, self.functions = {}, {}
        self.images: list[Value] = []
        self.axes, self.written, self.count = 1, self.graph, 0
        self.changed = [operand for operand in op.operands if is_of_many(operand)]
        self.new: dict[Value, Value] = {}  # a value of the loop -> the list that an array is there, or the number
        if any(0 in each.type.shape for each in self.changed):
            raise NotInPlace
        self.leaving, self.exits, self.line = leaving_arms(op), Exits(), LINE.get(at_once, SHORT)
        self.between: list[Value] = []  # arrays in which parts lie that are about to be assigned
        self.shared = apart(op, wanted, (Got, Put)) if at_once > 1 else None
        self.begin(op, at_once)
        self.chunk = -(-self.shared.passes // at_once) if self.shared else 0
        self.items = -(-self.shared.passes // self.chunk) if self.chunk else 1
        with self.writing(self.graph, 1):
            self.places = Places(tracer.builder)
            known = [each.result for each in every_op(op.blocks[0])
                     if each.kind is FIELD and is_in_memory(self.how(each.result))]
            for value in (*asked_inside(op), *known):
                self.given(value)
            for value in op.operands:
                if is_field(value) and not is_of_many(value) and not self.is_written_here(value):
                    self.given(value)
            memory = [self.memory(each, number) for number, each in enumerate(self.changed)]
            given = iter(memory)
            self.loop(op, [next(given) if is_of_many(each) else self.value(each) for each in op.operands])
            ops, count = self.graph.body.ops, len(self.graph.body.ops)
            memory += [self.memory(each, number) for number, each in enumerate(self.between, len(self.changed))]
            self.graph.body.ops = ops[count:] + ops[:count]  # what lies there in the end is no other list
        results = [result for result in op.results if result in wanted and result.__class__ is not Const]
        arrays = [result for result in results if is_of_many(result)]
        self.numbers_left = [result for result in results if not is_of_many(result)]
        for result in results:
            if self.new[result].__class__ is Const and is_of_many(result):
                raise NotInPlace
        self.graph.outputs = [Output((self.new[result],), SEVERAL) for result in arrays]
        where = places(self.graph, self.exits)
        if where is None:
            raise StillAsked
        self.left = {result: where[self.new[result]] for result in arrays}
        lies = {number: self.new[result] for result, number in self.left.items()}
        self.graph.outputs = [Output((lies.get(number, each),), SEVERAL) for number, each in enumerate(memory)]
        self.graph.outputs += [Output((self.new[result],), self.new[result].type.value) for result in self.numbers_left]
        self.changed += self.between
        self.scalars = list(self.numbers)

    def begin(self, op: Op, at_once: int) -> None:
        """Whether it is one, as far as its operations tell."""
        kinds = IN_ORDER if at_once > 1 else (Got, Put)
        if not any(each.kind is FIELD and isinstance(self.how(each.result), kinds) for each in every_op(op.blocks[0])):
            raise NotInPlace

    # -- what it is given ------------------------------------------------------------------------------------------------

    def is_written_here(self, value: Value) -> bool:
        """Whether a number is made of what the loop is given anyway: not one that a branch or another loop gave."""
        if value.__class__ is Const or value in self.new:
            return True
        return value.owner.kind is FIELD and not isinstance(self.how(value), Put) and all(
            map(self.is_written_here, filter(is_field, value.owner.operands))) and not is_in_memory(self.how(value))

    def given(self, value: Value) -> None:
        """What is made outside of the loop: an array, which is read, or a number."""
        if not is_field(value):
            self.new[value] = as_value(self.tracer, self.scalar(value), value.type)
            return
        if 0 in value.type.shape:
            raise NotInPlace
        image = ImageParam(value.name or "array", PixelType(read_as(value.type.element), 1), dimensions=1)
        if any(image.name == other.name for other in self.graph.images):
            image.name += f"_{len(self.graph.images) + 1}"
        self.graph.images.append(image)
        self.images.append(value)
        found = self.memory(value, 0, image)
        self.new[value] = found if is_of_many(value) else self.taken(found, Known(0), value)

    def memory(self, value: Value, number: int, image: ImageParam | None = None) -> Value:
        kind = read_as(value.type.element)
        length = math.prod(value.type.shape)
        self.count += 1  # what lies there at another time is another list
        found = self.tracer.builder.emit("memory", image=image, number=number, time=self.count, type=array_of(kind, length))
        if image is None:
            self.places.of[found] = number
        return found

    def taken(self, memory: Value, index, value: Value) -> Value:
        """One number of a list, as an element of an array."""
        found = self.tracer.builder.emit("get", memory, as_value(self.tracer, index, INT))
        return as_value(self.tracer, lift(found), value.type.element)

    # -- what elements ask for -------------------------------------------------------------------------------------------

    def at(self, value: Value, place: tuple):
        found = self.new.get(value)
        if found is None:
            return self.element(value, place)
        if not length_of(found.type):
            return lift(found)
        numbers = [self.inside(*each) for each in zip(place, value.type.shape)]
        return lift(self.taken(found, self.together(numbers, value.type.shape), value))

    def scalar(self, value: Value):
        if value in self.new:
            return lift(self.new[value])
        return super().scalar(value)

    def element(self, value: Value, place: tuple):
        if Value(BOOL).number - self.first > MOST:  # what is written out again and again
            raise NotInPlace
        return super().element(value, place)

    def function(self, *args, **options):
        raise NotInPlace  # what is of many elements

    def goes_over(self, count: int) -> None:
        if count > self.line:
            raise NotInPlace  # as the host follows it, they are shared out

    # -- the loop --------------------------------------------------------------------------------------------------------

    def single(self, value: Value) -> Value:
        """A number, or that in an array of one."""
        if is_field(value):
            return as_value(self.tracer, self.at(value, ()), value.type.element)
        return as_value(self.tracer, self.scalar(value), value.type)

    def value(self, value: Value) -> Value:
        if value.__class__ is Const and value.value is None:  # which nothing reads
            kind = value.type.element if is_field(value) else value.type
            return Const(array_of(read_as(kind), math.prod(value.type.shape)) if is_of_many(value) else kind, None)
        if not is_of_many(value):
            return self.single(value)
        if value not in self.new:
            raise NotInPlace
        return self.new[value]

    def define(self, old: Value, new: Value) -> None:
        self.new[old] = new
        if new.name is None and old.name is not None and new.__class__ is not Const:
            new.name = old.name

    def ops(self, block: Block) -> None:
        for op in block.ops:
            self.tracer.builder.location = op.location
            self.begun(op)
            if op.kind is IF:
                self.branch(op)
            elif op.kind is LOOP:
                self.loop(op, list(map(self.value, op.operands)))
            elif op.kind is FIELD:
                self.field(op)
            elif op.kind is ITEM:
                (source,) = op.operands
                self.define(op.result, as_value(self.tracer, self.at(source, (At(Known(0)),) * len(source.type.shape)),
                                                op.result.type))
            elif op.kind is SELECT and is_of_many(op.result):
                self.field(op)
            else:
                self.define(op.result, self.tracer.builder.append(op.kind, tuple(map(self.value, op.operands)),
                                                                  op.attributes))
                if self.shared and op.result is self.shared.test:
                    self.new[op.result] = self.is_own(self.new[op.result])

    def written_to(self, there: Value, at: Value, number, kind) -> Value:
        """A list with a number in it, at a place."""
        after = self.tracer.builder.emit("put", there, at, as_value(self.tracer, number, read_as(kind.element)))
        self.places.same([after], [there])
        return after

    def begun(self, op: Op) -> None:
        """An operation is about to be written."""

    def changeable(self, value: Value, op: Op) -> Value:
        """The list that an array is, to be changed."""
        return self.value(value)

    def scratch(self, kind, size: int) -> Value:
        """A list in memory of its own."""
        return scratch(self, kind, size)

    def may_read(self, part: Value, there: Value) -> bool:
        """Whether elements of a part may be made of what lies there."""
        return True

    def as_often(self, count: int):
        """What is written now is done so many times."""
        return nullcontext()

    def field(self, op: Op) -> None:
        if op.kind is SELECT:
            raise NotInPlace
        result, element = op.result, self.how(op.result)
        if isinstance(element, Put):
            old, new, *index = op.operands
            shape = result.type.shape
            number = self.number_as(result.type, new, (), ())
            number = self.halved(number) if result.type.dtype == HALF else number
            at = self.together([each.value for each in at_numbers(self, index)], shape)
            before = self.changeable(old, op)
            self.define(result, self.written_to(before, as_value(self.tracer, at, INT), number, result.type))
        elif isinstance(element, self.overlays):
            self.define(result, overlaid(self, op, element))
        elif not is_of_many(result):
            self.define(result, as_value(self.tracer, self.element(result, ()), result.type.element))

    def branch(self, op: Op) -> None:
        condition, arms = self.value(op.operands[0]), (Block(), Block())
        leaving = [self.those_leaving(block) for block in op.blocks]
        for number, (arm, block) in enumerate(zip(arms, op.blocks)):
            with self.tracer.builder.inside(arm):
                self.ops(block)
                arm.results = tuple(map(self.value, [*block.results, *leaving[number]]))
        self.bring_together(op, arms)
        count = len(op.results)
        first, second = [arm.results[count:] for arm in arms]
        arms[0].results = (*arms[0].results, *[Const(value.type, None) for value in second])
        arms[1].results = (*arms[1].results[:count], *[Const(value.type, None) for value in first], *second)
        found = self.tracer.builder.branch(condition, *arms)
        self.places.meet(found, arms)
        for old, new in zip([*op.results, *leaving[0], *leaving[1]], found, strict=True):
            self.define(old, new)

    def bring_together(self, op: Op, arms: tuple[Block, Block]) -> None:
        """The arms of a branch have been written."""

    def those_leaving(self, block: Block) -> list[Value]:
        """What an arm makes that is asked for behind it: lists and numbers, not what is made where it is asked for."""
        return [value for value in self.leaving.get(block, ()) if not is_field(value) or not is_of_many(value)
                or isinstance(self.how(value) if value.owner.kind is FIELD else None, Put)
                or value.owner.kind in (IF, LOOP)]

    def loop(self, op: Op, given: list[Value]) -> None:
        (body,) = op.blocks
        if self.shared and op is self.shared.loop:
            given = [self.own_first() if each is self.shared.counter else value for each, value in zip(body.args, given)]
        made = Block([value.type for value in given])
        self.places.same(made.args, given)
        for old, new in zip(body.args, made.args):
            self.define(old, new)
        notes = [number for number, arg in enumerate(body.args, 1) if arg in self.tracer.raised.notes]
        with self.tracer.builder.inside(made):
            if not notes or not self.ends_by_note(body, made, notes):
                self.ops(body)
                again, *following = map(self.value, body.results)
                made.results = again, *self.handed_on(following, made.args, body, again)
        for whether, asked in self.tracer.raised.exits.get(body, ()):
            if whether in self.new:
                lists = {self.new[value] for value in asked if value in self.new and length_of(self.new[value].type)}
                self.exits.asked.setdefault(made, []).append((self.new[whether], lists))
        found = self.tracer.builder.loop(given, made)
        self.places.same(found, made.results[1:])
        for old, new in zip(op.results, found, strict=True):
            self.define(old, new)

    def handed_on(self, following: list[Value], args: list[Value], body: Block, again: Value | None = None,
                  goes_on: Value | None = None) -> list[Value]:
        """What a pass hands to the next one, and leaves, each list where it is looked for."""
        return self.places.exchanged(following, args, body, again)

    def own_first(self, more: int = 0) -> Value:
        """Where this work-item begins; or so many passes further on."""
        emit, length = self.tracer.builder.emit, self.chunk * self.shared.step
        first = self.shared.first + more * self.shared.step
        return emit("add", emit("mul", self.graph.x, Const(INT, length)), Const(INT, first))

    def is_own(self, again: Value) -> Value:
        """Whether there is one more pass, and it is this work-item's."""
        emit = self.tracer.builder.emit
        return emit("and", again, emit("lt", self.new[self.shared.counter], self.own_first(self.chunk)))

    def ends_by_note(self, body: Block, made: Block, notes: list[int]) -> bool:
        """A loop in which something may raise ends after a pass that did: nothing else may end it. The test for that stands
        in the arm that goes on."""
        test = leaving_test(body)
        if test is None:
            return False
        part, arms = Block(), (Block(), Block())
        part.ops = body.ops[:-1]
        self.ops(part)
        condition = self.value(test.operands[0])
        stays, following, last = after_test(body, test)
        only_there = self.leaving.get(test.blocks[0], ())
        last = [Const(value.type, None) if value in only_there else value for value in last]
        for arm, block in zip(arms, test.blocks):
            with self.tracer.builder.inside(arm):
                self.ops(block)
                values = [stays, *self.when_raised(body, following)] if block is test.blocks[0] else [
                    Const(BOOL, False), *last]
                arm.results = tuple(map(self.value, values))
                if block is test.blocks[0]:
                    going = arm.results[0]
                    for number in notes:
                        unraised = self.tracer.builder.emit("not", arm.results[number])
                        self.exits.unraised.add(unraised)
                        going = self.tracer.builder.emit("and", going, unraised)
                    arm.results = (going, *self.handed_on(list(arm.results[1:]), made.args, body, None, going))
        made.results = self.tracer.builder.branch(condition, *arms)
        self.places.meet(made.results, arms)
        return True

    def when_raised(self, body: Block, following: list[Value]) -> list[Value]:
        """What a pass gives that an exception may end: behind the loop it has to be known that there was one."""
        count = len(body.args)
        return [*following[:count], *[following[body.args.index(value)] if value in self.tracer.raised.notes else value
                                      for value in following[count:]]]
