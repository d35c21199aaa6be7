"""Loops that the host follows, pass by pass. Hides that a pass may be the launches of the one before it, of what that left
behind, without asking again what has to be computed.

What a pass launches is written down in two of them. Where both are alike, whatever is launched is made of what the loop
carries, of what the pass has made before, or of what lies outside; so all that follow are like them, if no number steers
them.
"""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any, NamedTuple

import numpy as np

from ...ir import Block, Op, Value, every_op
from ...ir.fields import is_field
from ...ir.ops import IF, LOOP, SELECT
from ...passes.rewrite import captured
from ...runtime import DeviceImage, Launcher, Pixels
from .straight import Launch, Record, as_shaped, numbers_of_all

FIRST = 2  # passes that go the usual way: the first computes what all of them need


class Source(NamedTuple):
    """An array that the loop carries, one that the pass has made, or one that lies outside."""

    carried: int | None = None
    made: int | None = None
    outside: Any = None

    def of(self, state: list, made: list) -> Any:
        if self.carried is not None:
            return state[self.carried]
        return self.outside if self.made is None else made[self.made]

    def is_like(self, other: Source) -> bool:
        return self[:2] == other[:2] and (self.outside is other.outside or how_it_lies(self.outside) is not None and (
            how_it_lies(self.outside) == how_it_lies(other.outside) and self.outside.buffer is other.outside.buffer))


def are_like(some: list[tuple[Value, Source]], others: list[tuple[Value, Source]]) -> bool:
    """Whether numbers are brought from the same."""
    return len(some) == len(others) and all([
        value is other and its.is_like(it) for (value, its), (other, it) in zip(some, others)])


class Step(NamedTuple):
    """One launch: of what, how that lies (None: it is asked anew), and which numbers are brought from its results, or from
    other arrays, behind it."""

    launch: Launch
    given: list[Source]
    layout: Any
    brought: list[tuple[Value, Source]]

    def is_like(self, other: Step) -> bool:
        mine, theirs = self.launch, other.launch
        return (mine.launcher is theirs.launcher and mine.wanted == theirs.wanted and mine.size == theirs.size
                and all(map(Source.is_like, self.given, other.given)) and self.layout is other.layout
                and are_like(self.brought, other.brought)
                and [*map(is_here, mine.results)] == [*map(is_here, theirs.results)])

    def launched(self, given: list, numbers: list) -> list:
        launcher, size = self.launch.launcher, self.launch.size
        if any(map(is_here, self.launch.results)):
            return list(launcher(given, numbers, size))
        if self.layout is None:
            return list(launcher(given, numbers, size, to_host=False))
        return launcher.like_before(self.layout, [*map(launcher.brought, given, launcher.program.inputs)], numbers, size)


class Pass(NamedTuple):
    """The numbers that a pass begins with, all its launches, how many of them say whether there is another one, and what it
    leaves behind."""

    begun: list[tuple[Value, Source]]
    steps: list[Step]
    ways: list[tuple[Value, bool]]  # conditions, and what they said
    until: int
    left: list[Source | None]  # None: a number
    shapes: list[tuple | None]
    lies: list[tuple | None]   # how the arrays lie that were carried in

    def is_like(self, other: Pass | None) -> bool:
        return other is not None and self.until == other.until and self.lies == other.lies and (
            are_like(self.begun, other.begun) and self.ways == other.ways and len(self.steps) == len(other.steps)
            and all(map(Step.is_like, self.steps, other.steps))
            and all([one is it is None or None not in (one, it) and one.is_like(it)
                     for one, it in zip(self.left, other.left)]))


def followed(program, scope, op: Op) -> None:
    """A loop, to its end: what it carries on lies in memory after each pass."""
    body: Block = op.blocks[0]
    cheap = {value for value in captured(op) if is_field(value) and program.is_cheap(value)}  # is written into what asks
    program.ready(scope, [value for value in captured(op) if value not in cheap or value in op.operands])
    state = [program.carried(scope, each) for each in op.operands]
    count, notes = len(body.args), program.story.host.raised.notes.intersection(body.args)
    steady, passes = numbers_of_all(body), Passes(program, op, not notes)
    while True:
        if (left := passes.another(scope, state)) is not None:
            state = left
            continue
        record = passes.record()
        inner = type(scope)(scope, record)
        inner.hold(body.args, state)
        again, following = program.number(inner, body.results[0]), body.results[1:]
        until = len(inner.record.launches)
        if again and any(program.number(inner, following[body.args.index(note)]) for note in notes):
            again = False  # it has raised in this pass: so do the notes say that it gives
            following = [following[body.args.index(each)] if each in notes else each for each in following]
        scope.values.update([(each, inner.values[each]) for each in steady.intersection(inner.values)])
        left = following[:count] if again else following
        program.ready(inner, [value for value in left if is_field(value)])
        before, state = state, [program.carried(inner, each) for each in left]
        if record is not None:
            passes.saw(scope, record, passes.ways(inner), until, before, state)
        if not again:
            break
    scope.hold(op.results, state)


class Passes:
    """The passes of a loop that is followed."""

    def __init__(self, program, op: Op, possible: bool):
        if op not in program.may_repeat:
            program.may_repeat[op] = program.device is not None and not any(
                each.kind is LOOP for each in every_op(op.blocks[0]))
        self.program, self.body = program, op.blocks[0]
        self.possible = possible and program.may_repeat[op]
        self.known: Pass | None = None   # of the last pass that went the usual way
        self.repeated = False            # whether the one before it was like that
        self.count = 0
        self.numbers: dict[Value, Any] | None = None

    def record(self) -> Record | None:
        """For what the next pass launches, if that may be of use."""
        self.count += 1
        return Record(inf) if self.possible and not self.repeated and self.count >= FIRST else None

    def ways(self, scope) -> list[tuple[Value, bool]]:
        """Which conditions have been asked in a pass, and what they said."""
        asked = [op.operands[0] for op in every_op(self.body)
                 if op.kind is IF or op.kind is SELECT and is_field(op.results[0])]
        return [(each, bool(scope.values[each])) for each in asked if scope.values.get(each) is not None]

    def saw(self, scope, record: Record, ways: list, until: int, state: list, left: list) -> None:
        """A pass has gone the usual way, from a state, and leaves these. What it launched is told on."""
        begun = len(scope.record.launches)
        for launch in record.launches:
            scope.record.add(lambda each=launch: each)
        for each in record.brought:
            if scope.record.left > 0:
                scope.record.brought.append(each._replace(launch=begun + each.launch))
        made = pass_of(record, ways, until, state, left)
        self.repeated = made is not None and made.is_like(self.known)
        self.known = made
        if self.count > 3 * FIRST and not self.repeated:
            self.possible = False  # it is another one each time

    def another(self, scope, state: list) -> list | None:
        """The state behind one more pass; None where it goes the usual way, as the last one does."""
        if not self.repeated:
            return None
        known = self.known
        if [how_it_lies(each) for each in state] != known.lies:
            self.repeated, self.known = False, None
            return None
        with np.errstate(all="ignore"):
            return self.repeat(scope, known, state)

    def repeat(self, scope, known: Pass, state: list) -> list | None:
        inner, made, number, again = type(scope)(), list[Any](), self.program.made_number, self.body.results[0]
        inner.record = scope.record
        inner.values.update(self.outside(scope))
        inner.hold(self.body.args, state)
        self.bring(inner, known.begun, state, made)
        for at, step in enumerate(known.steps):
            if at == known.until and not number(inner, again):
                return None
            given = [its.of(state, made) for its in step.given]
            numbers = [number(inner, value) for value in step.launch.scalars]
            results = step.launched(given, numbers)
            scope.record.add(partial(step.launch._replace, given=given, numbers=numbers, results=results))
            made += results
            self.bring(inner, step.brought, state, made)
        if known.until >= len(known.steps) and not number(inner, again):
            return None
        if any([bool(number(inner, condition)) != said for condition, said in known.ways]):
            self.repeated = False
            return None
        return [number(inner, value) if its is None else as_shaped(its.of(state, made), shape)
                for value, its, shape in zip(self.body.results[1:], known.left, known.shapes)]

    def outside(self, scope) -> dict[Value, Any]:
        """The numbers that no pass changes."""
        if self.numbers is None:
            self.numbers = {value: each for value, each in scope.values.items() if not is_field(value)}
        return self.numbers

    def bring(self, scope, brought: list[tuple[Value, Source]], state: list, made: list) -> None:
        """Numbers out of arrays."""
        for value, its in brought:
            array = its.of(state, made)
            scope.values[value] = number = self.program.types[value.type](np.asarray(array).reshape(-1)[0])
            scope.record.bring(array, value.owner.operands[0], number, value)


def is_here(result) -> bool:
    """Whether it was brought to the host."""
    return not isinstance(result, DeviceImage)


def how_it_lies(each) -> tuple | None:
    """Of an array in the device's memory; None of a number."""
    return (each.format, each.extent, each.stride) if isinstance(each, DeviceImage) else None


def pass_of(record: Record, ways: list, until: int, state: list, left: list) -> Pass | None:
    """What a pass has launched; None where it cannot be said what that was made of."""
    carried = {id(each.buffer): n for n, each in reversed([*enumerate(state)]) if isinstance(each, DeviceImage)}
    made: dict[int, int] = {}  # the memory of a result -> which of all
    every: list[Any] = []

    def source(array) -> Source | None:
        if isinstance(array, DeviceImage):
            if id(array.buffer) in made:
                return Source(made=made[id(array.buffer)])
            if id(array.buffer) in carried:
                return Source(carried=carried[id(array.buffer)])
        return Source(outside=array) if isinstance(array, (DeviceImage, Pixels)) else None

    def numbers_behind(launch: int) -> list:
        return [(each.item, source(each.picture) if each.picture is not None else
                 in_launch(record.launches[launch], each.value, len(every)) if launch >= 0 else None)
                for each in record.brought if each.launch == launch]

    begun, steps = numbers_behind(-1), list[Step]()
    if not record.left or any([its is None for _, its in begun]) or any(
            [isinstance(each, Pixels) for each in (*state, *left)]):  # arguments, which lie elsewhere after the first pass
        return None
    for number, launch in enumerate(record.launches):
        given = [source(each) for each in launch.given]
        if None in given or launch.onto:
            return None
        layout = None
        if type(launch.launcher) is Launcher and launch.launcher.stop is None and not any(map(is_here, launch.results)):
            layout = launch.launcher.layout_for(launch.given, launch.results, launch.size)
        elif any([isinstance(each, DeviceImage) and each.extent != its.of(state, every).extent
                  for each, its in zip(launch.given, given)]):
            return None  # it is seen in another shape
        every += launch.results
        for n, result in enumerate(launch.results):
            if isinstance(result, DeviceImage):
                made[id(result.buffer)] = len(every) - len(launch.results) + n
        steps.append(Step(launch, given, layout, numbers_behind(number)))
    behind = [source(each) for each in left]
    if any([its is None for step in steps for _, its in step.brought]) or any(
            [its is None and not isinstance(each, np.generic | int | float) for its, each in zip(behind, left)]):
        return None
    return Pass(begun, steps, ways, until, behind, [getattr(each, "shape", None) for each in left],
                [how_it_lies(each) for each in state])


def in_launch(launch: Launch, array: Value, end: int) -> Source | None:
    """Where an array is that a launch has given the host, whose results end there."""
    return Source(made=end - len(launch.results) + launch.wanted.index(array)) if array in launch.wanted else None
