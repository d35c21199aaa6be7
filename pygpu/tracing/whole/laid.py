"""Loops that compute small arrays: all of a pass in one kernel, and what it computes in between in lists of its own.

    for t in range(n):                     P, K and x lie in memory; what they are made of is written into lists, element by
        K = P @ H.T @ np.linalg.inv(S)     element, when the pass comes to it: what is asked for once where it is asked for
        x = x + K @ (z[t] - H @ x)

Which of a loop's arrays may lie in one place follows from how long each is asked for (ir/living.py): an assignment changes
an array where it lies if nobody asks for what it was, and a copy of it otherwise. What a branch or a pass hands on is
brought to where it is looked for.
"""

from __future__ import annotations

import math
from contextlib import contextmanager

from ...ir import INT, Block, Const, Op, Value, constant, every_op
from ...ir.arrays import length_of
from ...ir.fields import is_field
from ...ir.living import Living, Time
from ...ir.ops import FIELD, IF, ITEM, LOOP, SELECT
from ..kinds.scalars import as_value
from ..kinds.sorting import choose
from ..values.lattice import Known
from .apart import blocks_in, is_of_many
from .elements import (
    Applied,
    At,
    Beyond,
    Converted,
    Counted,
    Filled,
    Gathered,
    Joined,
    Replaced,
    Reshaped,
    Seen,
    Sliced,
    Transposed,
    Ufunc,
    Where,
    Windowed,
)
from .folding import Product, Reduced, Scanned, put_together
from .inplace import Got, InPlace, Put, is_in_memory
from .overlaying import NotInPlace, going_over, over, scratch
from .stretches import Overlaid, Stretched, at_least

CHANGES = Put, Overlaid, Replaced
SIMPLE = (Applied, Beyond, Converted, Counted, Filled, Gathered, Got, Joined, Product, Reduced, Reshaped, Seen, Sliced,
          Stretched, Transposed, Ufunc, Where, Windowed)
# Elements that are computed one after the other, where the host could follow such passes at once; and where it asks anew in
# each of them what has to be computed, or for a number (a mean of neighbours of 40 x 40, until it changes by little, 500
# passes: 125 ms, and 6 by one work-item).
FEW, MANY = 1 << 10, 1 << 14


class Laid(InPlace):
    many_axes, overlays = True, (Overlaid, Replaced)

    def begin(self, op: Op, at_once: int) -> None:
        every = list(every_op(op.blocks[0]))
        loops, many = any(each.kind is LOOP for each in every), [each for each in every if is_of_many_op(each)]
        if not many or any(each.kind not in (FIELD, SELECT, IF, LOOP) for each in many):
            raise NotInPlace
        if any(each.kind is FIELD and type(self.how(each.result)) not in (*SIMPLE, *CHANGES, Scanned)
               and not is_in_memory(self.how(each.result)) for each in many):
            raise NotInPlace
        changes = any(isinstance(self.how(each.result), (Put, Overlaid)) for each in many if each.kind is FIELD)
        if at_once == 1:
            super().begin(op, at_once)
        if 1 < at_once <= 64:
            self.line = MANY if loops or changes or any(each.kind is ITEM for each in every) else FEW
        self.times = 1
        self.shared = None
        self.lying: dict[int, set[Value]] = {}       # of what each place has held
        self.pool: dict[tuple, list[int]] = {}       # places in between, of each type and length
        self.when_taken: dict[int, Time] = {}             # when each was last taken
        self.held: set[int] = set()                  # those of what a loop carries
        self.laid: set[Value] = set()
        self.decide(op)
        self.time = self.living.start[op]

    # -- what is laid down ------------------------------------------------------------------------------------------------

    def decide(self, op: Op) -> None:
        """Which arrays are computed where they stand, and how long all are asked for."""
        self.made_here = {value for each in every_op(op.blocks[0]) for value in each.results}
        handed = [value for block in blocks_in(op) for value in block.results]
        for each in every_op(op.blocks[0]):
            handed += each.operands if each.kind is LOOP else each.operands[:1] if self.is_change(each) else ()
        for values in self.leaving.values():
            handed += values
        self.laid.update(value for value in handed if self.may_be_laid(value))
        self.living = Living(op, self.is_computed_there)
        self.laid.update(value for value in self.made_here if self.may_be_laid(value) and self.is_worth_it(value))
        self.living = Living(op, self.is_computed_there)
        changes = [self.living.start[each] for each in every_op(op.blocks[0]) if self.is_change(each)]
        self.laid.update(value for value in self.made_here if self.may_be_laid(value) and self.is_taken(value, changes))
        self.living = Living(op, self.is_computed_there)

    def may_be_laid(self, value: Value) -> bool:
        """Whether it is computed, and not what an assignment, a branch or a loop gives."""
        if value not in self.made_here or not is_of_many(value):
            return False
        op = value.owner
        return op.kind is SELECT or op.kind is FIELD and not self.is_change(op) and not is_in_memory(self.how(value))

    def is_change(self, op: Op) -> bool:
        return op.kind is FIELD and is_of_many(op.result) and isinstance(self.how(op.result), CHANGES)

    def is_computed_there(self, op: Op) -> bool:
        return self.may_be_laid(op.results[0]) and op.results[0] not in self.laid if op.results else False

    def is_moved(self, value: Value) -> bool:
        """Whether its elements are those of another array, elsewhere."""
        element = self.how(value) if value.owner.kind is FIELD else None
        return element is not None and (element.moves or isinstance(element, (Gathered, Filled, Counted)))

    def is_worth_it(self, value: Value) -> bool:
        if self.is_moved(value):
            return False
        if value.owner.kind is FIELD and isinstance(self.how(value), (Joined, Scanned)):
            return True
        askers = list(self.asking(value, math.prod(value.type.shape)))
        return len(askers) > 1 or any(askers)

    def asking(self, value: Value, size: int):
        """For each that asks for elements of an array, also through others that have them elsewhere: whether it asks for one
        again and again."""
        for asker, time in self.living.askers.get(value, ()):
            if asker is None or asker.kind is not FIELD:
                yield True
                continue
            many, element = math.prod(asker.result.type.shape), self.how(asker.result)
            again = is_of_many(asker.result) and many > size and not isinstance(element, (Joined, *CHANGES)) or (
                isinstance(element, Product)) or self.is_in_another_loop(value, time)
            if is_of_many(asker.result) and self.is_moved(asker.result) and asker.result not in self.laid and not again:
                yield from self.asking(asker.result, size)
            else:
                yield again

    def is_in_another_loop(self, value: Value, time: Time) -> bool:
        block, home = time.block, self.living.made[value]
        while block is not home and block is not None:
            op, block = self.living.around[block]
            if op.kind is LOOP:
                return True
        return False

    def is_taken(self, value: Value, changes: list[Time]) -> bool:
        """Whether it is a part of an array that is asked for after an array has changed, maybe that one."""
        living, op = self.living, value.owner
        if value in self.laid or not self.is_moved(value) or not any(map(is_of_many, filter(is_field, op.operands))):
            return False
        since, until = living.start[op], max([time.at for time in living.until(value)], default=0)
        return any(since.at < each.at < until and not living.apart(since.block, each.block) for each in changes)

    # -- places -----------------------------------------------------------------------------------------------------------

    def define(self, old: Value, new: Value) -> None:
        super().define(old, new)
        if new in self.places.of:
            self.lying.setdefault(self.places.of[new], set()).add(old)

    def is_free(self, place: int, now: bool = False) -> bool:
        """Whether nobody asks any more for what lies there, or did, from now on or behind what is written now."""
        time = self.time._replace(at=self.time.at - now)
        return not any(self.living.is_asked(value, time) for value in self.lying.get(place, ()))

    def scratch(self, kind, size: int) -> Value:
        """A list in memory of its own, or where another one of its kind was that nobody asks for."""
        known = self.pool.setdefault((kind.dtype, size), [])
        number = next((each for each in known if each not in self.held and self.when_taken.get(each) != self.time
                       and self.is_free(each, True)), None)
        if number is None:
            found = scratch(self, kind, size)
            number = self.places.of[found]
            known.append(number)
        else:
            found = self.memory(self.between[number - len(self.changed)], number)
        self.when_taken[number] = self.time
        return found

    def changeable(self, value: Value, op: Op) -> Value:
        """The list that an array is, to be changed: a copy, where it is asked for as it was."""
        new = self.value(value)
        place = self.places.of.get(new)
        return new if place is not None and self.is_free(place) else self.copied(new, value.type)

    def copied(self, given: Value, kind, there: Value | None = None) -> Value:
        """A list with what another one holds."""
        size = math.prod(kind.shape)
        self.goes_over(size)
        there = self.scratch(kind, size) if there is None else there
        if given.__class__ is Const:
            return there
        emit = self.tracer.builder.emit
        return going_over(self, constant(size), there, lambda i, now: emit("put", now, i, emit("get", given, i)))

    def goes_over(self, count: int) -> None:
        super().goes_over(count * self.times)

    # -- what is computed --------------------------------------------------------------------------------------------------

    def value(self, value: Value) -> Value:
        if is_of_many(value) and value not in self.new and value.__class__ is not Const and value in self.made_here:
            self.define(value, self.lay(value))
        return super().value(value)

    def element(self, value: Value, place: tuple):
        if value.owner.kind is not SELECT:
            return super().element(value, place)
        condition, *sides = value.owner.operands
        return choose(self.tracer, self.scalar(condition), *[self.converted(self.at(side, place), value.type.element)
                                                             for side in sides])

    def begun(self, op: Op) -> None:
        self.time = self.living.start[op]

    def field(self, op: Op) -> None:
        if op.result in self.laid:
            self.define(op.result, self.lay(op.result))
        elif self.is_change(op) or not is_of_many(op.result):
            super().field(op)

    def lay(self, value: Value) -> Value:
        """A list of the elements of an array."""
        kind, size = value.type, math.prod(value.type.shape)
        if not size:
            raise NotInPlace
        element = self.how(value) if value.owner.kind is FIELD else None
        self.goes_over(size * (value.owner.operands[0].type.shape[-1] if isinstance(element, Product) else 1))
        there = self.scratch(kind, size)
        with self.as_often(size):
            if isinstance(element, Joined):
                return self.joined(value, element.axis, there)
            if isinstance(element, Scanned):
                return self.running(value, element, there)
            return over(self, list(kind.shape), there, lambda place, now: self.put(
                now, place, kind, self.element(value, tuple(map(At, place)))))

    @contextmanager
    def as_often(self, count: int):
        around, self.times = self.times, self.times * count
        yield
        self.times = around

    def may_read(self, part: Value, there: Value) -> bool:
        """Whether elements of a part are made of what lies at a place."""
        todo, place = [part], self.places.of[there]
        while todo:
            value = todo.pop()
            if is_field(value) and value in self.new:
                if self.places.of.get(self.new[value]) == place:
                    return True
            elif is_field(value) and value.__class__ is not Const:
                todo += value.owner.operands
        return False

    def put(self, there: Value, place: tuple, kind, number) -> Value:
        at = as_value(self.tracer, self.together(list(place), kind.shape), INT)
        return self.written_to(there, at, self.converted(number, kind.element), kind)

    def joined(self, value: Value, axis: int, there: Value) -> Value:
        """Arrays one behind the other: each by itself."""
        before = 0
        for each in value.owner.operands:
            def step(place: tuple, now: Value, each: Value = each, before: int = before) -> Value:
                there = *place[:axis], self.tracer.binary("+", place[axis], Known(before)), *place[axis + 1:]
                return self.put(now, there, value.type, self.at(each, tuple(map(At, place))))

            there = over(self, list(each.type.shape), there, step)
            before += each.type.shape[axis]
        return there

    def running(self, value: Value, element: Scanned, there: Value) -> Value:
        """What is put together of all up to each place."""
        (source,), kind = value.owner.operands, value.type
        axis = 0 if element.down else len(kind.shape) - 1

        def step(place: tuple, now: Value) -> Value:
            number = self.converted(self.at(source, tuple(map(At, place))), kind.element)
            back = at_least(self.tracer, self.tracer.binary("-", place[axis], Known(1)), 0)
            at = self.together([*place[:axis], back, *place[axis + 1:]], kind.shape)
            before = self.converted(self.taken(now, at, value), kind.element)
            both = self.converted(put_together(self.tracer, element.how, before, number), kind.element)
            return self.put(now, place, kind, choose(
                self.tracer, self.tracer.compare(">", place[axis], Known(0)), both, number))

        return over(self, list(kind.shape), there, step)

    # -- what branches and passes hand on ----------------------------------------------------------------------------------

    def those_leaving(self, block: Block) -> list[Value]:
        return [value for value in self.leaving.get(block, ()) if not is_of_many(value) or value in self.laid
                or value.owner.kind in (IF, LOOP) or self.is_change(value.owner)]

    def bring_together(self, op: Op, arms: tuple[Block, Block]) -> None:
        """Either arm of a branch leaves a list in the same place."""
        self.time = Time(self.living.end[op.blocks[1]].at, self.living.start[op].block)
        ends = [list(arm.results) for arm in arms]
        every = [self.places.of.get(each) for each in (*ends[0], *ends[1])]
        for number, (result, *both) in enumerate(zip(op.results, *ends)):
            if not is_of_many(result) or any(each.__class__ is Const for each in both):
                continue
            places = [self.places.of.get(each) for each in both]
            if places[0] is not None and places[0] == places[1]:
                continue
            stays = next((at for at, place in enumerate(places) if place is not None and every.count(place) == 1
                          and place not in self.held and self.is_free(place)), None)
            there = None if stays is None else places[stays]
            for at, arm in enumerate(arms):
                if at == stays:
                    continue
                with self.tracer.builder.inside(arm):
                    if there is None:
                        found = self.copied(both[at], result.type)
                        there = self.places.of[found]
                    else:
                        found = self.copied(both[at], result.type, self.again(there, result.type))
                    ends[at][number] = found
        for arm, end in zip(arms, ends):
            arm.results = tuple(end)

    def again(self, place: int, kind) -> Value:
        """What lies at a place, to be written to."""
        if place >= len(self.changed):
            return self.memory(self.between[place - len(self.changed)], place)
        return self.memory(self.changed[place], place)

    def loop(self, op: Op, given: list[Value]) -> None:
        if op is not self.op_of_all:
            taken: set[int] = set()
            for number, (operand, new) in enumerate(zip(op.operands, given)):
                if is_of_many(operand):
                    place = self.places.of.get(new)
                    if place is None or place in taken or new.__class__ is Const or not self.is_free(place):
                        given[number] = self.copied(new, operand.type)
                    taken.add(self.places.of[given[number]])
        places = {self.places.of[each] for each in given if each in self.places.of} - self.held
        self.held |= places
        super().loop(op, given)
        self.held -= places

    def handed_on(self, following: list[Value], args: list[Value], body: Block, again: Value | None = None,
                  goes_on: Value | None = None) -> list[Value]:
        found = super().handed_on(following, args, body, again)
        self.time = self.living.end[body]
        wanted = [number for number, arg in enumerate(args) if length_of(arg.type) and found[number].__class__ is not Const
                  and self.places.of.get(found[number]) != self.places.of[arg]]
        if not wanted:
            return found
        goals, arms = {self.places.of[args[number]] for number in wanted}, (Block(), Block())
        with self.tracer.builder.inside(arms[0]):
            kinds = [arg.type for arg in body.args]
            here = {number: self.copied(found[number], kinds[number]) if self.places.of.get(found[number]) in goals
                    else found[number] for number in wanted}
            arms[0].results = tuple([self.copied(here[number], kinds[number], self.again(
                self.places.of[args[number]], kinds[number])) for number in wanted])
        arms[1].results = tuple([Const(args[number].type, None) for number in wanted])
        moved = self.tracer.builder.branch(again if again is not None else goes_on, *arms)
        self.places.meet(moved, arms)
        for number, value in zip(wanted, moved):
            found[number] = value
        return found


def is_of_many_op(op: Op) -> bool:
    return any(map(is_of_many, op.results))

