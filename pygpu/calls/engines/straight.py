"""Functions of whole arrays whose launches are the same whatever is in the arrays: then a call like one before it is only
those, as one. Hides when that is so, and what the host makes of their results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, combinations
from typing import Any, NamedTuple

import numpy as np

from ...ir import Block, Const, Op, Value, every_op
from ...ir.fields import in_memory, is_field
from ...ir.ops import FIELD, IF, ITEM, LOOP, SELECT
from ...library.whole.parts import value_of_parts
from ...opencl.in_one import in_one
from ...runtime import DeviceComplex, DeviceImage, Joined, Launcher, Turn, Where
from ..alike import Alike, as_read, in_parts, is_at, is_one
from .fields import as_numpy, is_either, is_given, is_nothing


class Launch(NamedTuple):
    """What was computed together: of which arrays and numbers, as pictures of which size; and what it gave, so many of them
    written `onto` arrays. What is `wanted` are arrays, or a pair of parts that are put together."""

    launcher: Any
    wanted: list
    given: list
    scalars: list[Value]
    numbers: tuple | list
    size: tuple[int, ...]
    results: tuple | list
    onto: int = 0


class Brought(NamedTuple):
    """A number that came back from a picture on the device, or from what a launch gave the host: the array, and the item of
    it that it is."""

    picture: DeviceImage | None
    launch: int
    value: Value
    number: Any
    item: Value


class Record:
    """What a call launches, and the numbers that it brings back; no more than is remembered, of which a loop may keep so
    many bytes alive. None of it, if none."""

    def __init__(self, most: float = 0):
        self.launches: list[Launch] = []
        self.brought: list[Brought] = []
        self.left = most

    def add(self, made: Callable[[], Launch]) -> None:
        if self.left > 0:
            self.launches.append(made())
            self.left -= sum([each.nbytes for each in self.launches[-1].results])
            if self.left <= 0 or len(self.launches) > MOST:
                self.left = 0
                self.launches.clear(), self.brought.clear()

    def bring(self, picture, value: Value, number, item: Value) -> None:
        if self.left > 0:
            there = picture if isinstance(picture, DeviceImage) else None
            self.brought.append(Brought(there, len(self.launches) - 1, value, number, item))


MOST = 400  # launches that are remembered as one
MUCH, PART = 64 << 20, 32  # bytes that loops may give for it; the part of its own memory on a device that has such
MISSES = 3  # of calls that other numbers steered than those before them, or that could not be remembered


def much(device) -> int:
    """The bytes of memory that what a call launches may keep alive, to be remembered."""
    return MUCH if device is None or device.zero_copy else max(MUCH, device.memory // PART)


def note(scope, engine, wanted: list, given: list, scalars, numbers, size, results) -> None:
    """What an engine has launched."""
    scope.record.add(lambda: Launch(engine.launcher, wanted, [*given, *engine.textures], scalars, numbers, size, results))


def is_steady(program) -> bool:
    """Whether no number steers a program, and it gives nothing but what it has launched. (One that is chosen among numbers
    steers nothing.)"""
    return not any(op.kind in (IF, LOOP) or op.kind is SELECT and is_field(op.results[0])
                   for op in made_by(program, [*program.results.values, *said(program)]))


def said(program) -> list[Value]:
    """The numbers that say whether a call has raised, and whether it is refused."""
    graph, results = program.graph, program.results
    return [*[output.values[0] for output in graph.outputs[-1:] if graph.raises],
            *[results.beyond] * (results.refusal is not None)]


def made_by(program, values: Iterable[Value]) -> dict[Op, None]:
    """The operations that some values are made by. Of two ways to an array a device goes by its own."""
    seen, todo = dict[Op, None](), [*values]
    while todo:
        value = todo.pop()
        op = None if value.__class__ is Const else value.owner
        if isinstance(op, Op) and op not in seen:
            seen[op] = None
            todo += [program.way(op)] if op.kind is FIELD and is_either(op) else op.operands
    return seen


def numbers_of_all(body: Block) -> set[Value]:
    """The numbers in the arrays that each pass of a loop makes of the same: the first that is asked finds them for all."""
    nested = [block for op in every_op(body) for block in op.blocks]
    varying = {*body.args, *[arg for block in nested for arg in block.args]}
    found = set[Value]()
    for op in every_op(body):
        if op.blocks or not varying.isdisjoint(op.operands):
            varying.update(op.results)
        elif op.kind is ITEM:
            found.update(op.results)
    return found


class Source(NamedTuple):
    """What a launch is given: a picture of the call, or what a turn before it gave, in which size it was read."""

    at: int | tuple[int, int]
    extent: tuple[int, ...] | None = None


def settled(program, scope, images, pictures) -> Alike | None:
    """What remains of a program that has just been followed to its end, for such `images`, of which its `pictures` were
    made: all that it has launched, as one launch. None where the host had a part in between, or something is given that
    comes from an earlier launch. What is steered by numbers, yes or no, is launched as it was, and they are looked at
    afterwards."""
    launches, steady, images = scope.record.launches, program.steady, in_parts(images)
    if not launches or program.results.differ or not steady and program.raising or any(
            [is_at(one, other) and not is_one(one, other) for one, other in combinations(images, 2)]):
        return None
    known = {id(each.buffer) for each in [*program.data.values(), *chain.from_iterable(
        [engine.textures for engine, *_ in program.kernels.values()])]}
    made: dict[int, tuple[int, int]] = {}  # the memory of a result -> what gave it
    sizes: dict[int, tuple[int, ...]] = {}  # ... and in which size: rows may have room behind them
    gave: dict[object, tuple[int, int]] = {}  # an array, or a pair -> what gave it
    turns, extents, told, ends = list[Turn](), list[Any](), list[Any](), list[int]()
    inputs, always = list[Any](), list[int]()  # what launches are given, and which of that is the same in every call
    read, numbers = list[tuple[int, np.dtype | None]](), dict[Value, int]()  # of the call

    def source(picture) -> Source | None:
        if isinstance(picture, DeviceImage):
            if id(picture.buffer) in made:
                return Source(made[id(picture.buffer)], seen(picture))
            at = next((n for n, each in enumerate(images) if is_at(picture, each)), None)
            if at is not None:
                read.append((at, None))
            elif id(picture.buffer) in known and not picture.is_region:
                picture.wait()
                always.append(len(inputs))
            else:
                return None
        else:
            at = next((n for n, each in enumerate(pictures) if is_at(picture.array, each.array)), None)
            how = None if at is None else as_read(images[at], pictures[at])
            if how is None:
                return None
            read.append((at, *how))
        inputs.append(picture)
        return Source(len(inputs) - 1)

    def seen(picture) -> tuple[int, ...] | None:
        """The size in which a result is seen, if that is another one: then its rows lie close."""
        return None if sizes.get(id(picture.buffer)) == picture.extent else picture.extent

    for launch in launches:
        given = [source(picture) for picture in launch.given]
        onto = [made.get(id(picture.buffer)) for picture in launch.results[:launch.onto]]
        asked = [None if not steady or value.__class__ is Const else numbers.setdefault(value, len(numbers))
                 for value in launch.scalars]
        several = any(each.channels > 1 for each in launch.results if isinstance(each, DeviceImage))
        its = None if several or None in given or None in onto else turns_of(
            launch, given, asked, [(*it, seen(picture)) for it, picture in zip(onto, launch.results)], len(turns))
        if its is None:
            return None
        for each, extent, own in its:
            turns.append(each)
            extents.append(extent)
            told.append(own)
        ends.append(len(turns) - 1)
        for n, result in enumerate(launch.results):
            outputs = len(turns[-1].launcher.program.outputs)  # of which several names may be wanted
            it = onto[n] if n < launch.onto else (len(turns) - 1, n % outputs)
            if n < len(launch.wanted):
                gave[launch.wanted[n]] = it
            if isinstance(result, DeviceImage):
                made[id(result.buffer)] = it
                if n >= launch.onto:
                    sizes[id(result.buffer)] = result.extent
    if any(op.kind is ITEM for op in made_by(program, numbers)):
        return None
    of_host = not isinstance(images[0], DeviceImage) if images else True
    gives, looked_at, finish = finished(program, scope, gave, made, ends, of_host)
    if not gives:
        return None
    joined = Joined(tuple([picture.format for picture in inputs]), len(numbers), turns, in_one, gives)
    readied = joined.readied(inputs, (), launches[-1].size, looked_at, always, Where(extents, told))
    if readied is None:
        return None
    of_call = numbers_of_call(program, scope, [*numbers]) if steady else as_they_were(program, scope)
    return Alike(program, readied, None, read, of_call, finish)


def turns_of(launch: Launch, given: list[Source], asked: list[int | None], onto: list, before: int) -> list[tuple] | None:
    """The programs of a launch, each with where it computes and what it is told, behind so many others. `asked` are its
    numbers among those of the call, None where one is always the same."""
    launcher, numbers = launch.launcher, tuple(asked)
    if type(launcher) is Launcher:
        return [(turn(launcher, given, numbers, tuple(onto)), launch.size, tuple(launch.numbers))]
    from .sequence import Sequence  # its parts are planned when it is made: who has none needs no planner

    if not isinstance(launcher, Sequence) or launcher.program.measured:
        return None
    joined, where = launcher.where(launch.size, launch.given, launch.numbers)
    if joined.numbers != len(launch.numbers):
        return None
    return [(turn(each.launcher, [*[given[n] for n in each.images], *[Source((before + at, n)) for at, n in each.kept]],
                  numbers), extent, (*launch.numbers, *own))
            for each, extent, own in zip(joined.turns, where.extents, where.told)]


def turn(launcher: Launcher, given: list[Source], numbers: tuple[int | None, ...], onto: tuple = ()) -> Turn:
    """A program that is given these."""
    images = [n for n, each in enumerate(given) if type(each.at) is int]
    kept = [n for n, each in enumerate(given) if type(each.at) is tuple]
    both = [*images, *kept]
    return Turn(launcher, tuple([given[n].at for n in images]), tuple([given[n].at for n in kept]),
                tuple([both.index(n) for n in range(len(both))]), tuple([given[n].extent for n in kept]), numbers,
                onto)


def numbers_of_call(program, scope, values: list[Value]) -> Callable | None:
    """What makes of the numbers of a call those that kernels are told."""
    parameters = [parameter.value for parameter in program.graph.scalars]
    if values == parameters:
        return None
    if set(values) <= {*parameters}:
        places = [parameters.index(value) for value in values]
        return lambda scalars: [scalars[at] for at in places]

    def numbers(scalars) -> list:
        inner = type(scope)()
        program.take(inner, scalars)
        return [program.number(inner, value) for value in values]

    return numbers


def as_they_were(program, scope) -> Callable | None:
    """Nothing of the numbers of a call, which may steer it, if they are those of this one."""
    before = [scope.values[parameter.value] for parameter in program.graph.scalars]

    def numbers(scalars) -> list | None:
        inner = type(scope)()
        program.take(inner, scalars)
        return [] if [inner.values[parameter.value] for parameter in program.graph.scalars] == before else None

    return numbers if before else None


def finished(program, scope, gave: dict, made: dict, ends: list[int], of_host: bool) -> tuple[list, set, Callable | None]:
    """What is wanted of the launches; of which of that only numbers are read; and what makes of it the function's results,
    or nothing where it has raised, or where a number is not as it was that steers it; the usual way follows it then. Nothing
    is wanted of what does more."""
    results, gives = program.results, list[tuple[int, int]]()

    def at(given: tuple[int, int] | None) -> int | None:
        """Where it is among what is wanted."""
        if given is not None and given not in gives:
            gives.append(given)
        return None if given is None else gives.index(given)

    def place(value) -> int | None:
        if not isinstance(value, Value):
            return at(gave.get(value))
        there = scope.values.get(meant := program.resolved(scope, value))
        return at(made.get(id(there.buffer)) if isinstance(there, DeviceImage) else gave.get(meant))

    def chosen_from(value) -> tuple | None:
        """An array that a mask chooses from, or a mask: where it is among what is wanted, or which argument it is."""
        meant = program.resolved(scope, value)
        source = dict(meant.owner.attributes)["element"].source if is_given(meant) else None
        if isinstance(source, str):  # complex arrays are two pictures each
            return (None, arguments.index(source), value.type) if len(arguments) == len(program.pictures) else None
        where = place(value)
        return None if where is None else (where, None, value.type)

    arguments = [parameter.name for parameter in program.story.parameters if parameter.is_image]
    pairs = [tuple([results.values[part] for part in pair]) for pair in results.pairs]
    whole = [place(pair) if pair in gave else None for pair in pairs]
    alone = {part for where, pair in zip(whole, results.pairs) if where is None for part in pair}  # NumPy puts them together
    only_chosen = {*chain.from_iterable(results.chosen)} - results.shown
    arrays = [(n, value) for n, value in enumerate(results.values)
              if is_field(value) and (n in results.plain or n in alone) and n not in only_chosen]
    none = [(n, value.type) for n, value in arrays if is_nothing(program.resolved(scope, value))]
    shown = [(n, place(value), value.type) for n, value in arrays if (n, value.type) not in none]
    chosen = [tuple([chosen_from(results.values[part]) for part in pair]) for pair in results.chosen]
    told = [(n, value) for n, value in enumerate(results.values) if not is_field(value)]
    numbers = of_steady(program, scope, told, place) if program.steady else as_before(program, scope, told, at, made, ends)
    if numbers is None or None in [where for _, where, _ in shown] or None in chain.from_iterable(chosen):
        return [], set(), None

    stay = set() if of_host else {n for n, value in arrays if n in results.plain or 1 <= len(value.type.shape) <= 3}

    def part_of(given: tuple, found: list, images):
        where, at, kind = given
        array = found[where] if at is None else images[at]
        return as_shaped(array, in_memory(kind.shape)) if isinstance(array, DeviceImage) else array

    def finish(found: list, scalars, images) -> tuple | None:
        parts: list[Any] = [None] * len(results.values)
        if not numbers(found, scalars, parts):
            return None
        for n, where, kind in shown:
            parts[n] = as_shaped(found[where], in_memory(kind.shape)) if n in stay else as_numpy(found[where], kind)
        for n, kind in none:
            parts[n] = as_numpy(None, kind)
        complexes = [complex_of(parts[real], parts[imag]) if where is None else
                     as_complex(np.asarray(found[where]), results.values[real].type)
                     for where, (real, imag) in zip(whole, results.pairs)]
        selections = [program.choosing(*[part_of(part, found, images) for part in pair], tuple([kind for *_, kind in pair]),
                                       of_host) for pair in chosen]
        return (results.make([*parts, *selections, *complexes]),)

    given = {where for _, where, _ in shown} | {*whole} | {where for where, *_ in chain.from_iterable(chosen)}
    return gives, {*range(len(gives))} - given, finish


def of_steady(program, scope, told, place) -> Callable | None:
    """What computes the numbers of a call that is not steered by any, and says whether it has not raised."""
    says = [value for value in said(program) if program.story.raises or value is program.results.beyond]
    items = [(op.results[0], op.operands[0].type, place(op.operands[0]))
             for op in made_by(program, [*says, *[value for _, value in told]]) if op.kind is ITEM]

    def numbers(found: list, scalars, parts: list) -> bool:
        if says or told:
            inner = type(scope)()
            program.take(inner, scalars)
            for value, kind, where in items:
                inner.values[value] = program.types[value.type](as_numpy(found[where], kind).reshape(-1)[0])
            if any([program.number(inner, value) for value in says]):
                return False
            for n, value in told:
                parts[n] = program.number(inner, value)
        return True

    return None if None in [where for *_, where in items] else numbers


def as_before(program, scope, told, at, made: dict, ends: list[int]) -> Callable | None:
    """What says that the numbers of a call are as they were: yes and no, or such as are computed of no array."""
    asked, same = list[tuple[int, Any]](), [(n, program.number(scope, value)) for n, value in told]
    for each in scope.record.brought:
        launch = scope.record.launches[each.launch]
        if each.picture is not None:
            given = made.get(id(each.picture.buffer))
        elif each.value not in launch.wanted:
            return None
        elif launch.given:
            given = ends[each.launch], launch.wanted.index(each.value)
        else:
            continue
        if given is None or not isinstance(each.number, bool | np.bool_):
            return None
        asked.append((at(given), each.number))

    def numbers(found: list, scalars, parts: list) -> bool:
        for where, number in asked:
            if bool(np.asarray(found[where]).reshape(-1)[0]) != number:
                return False
        for n, number in same:
            parts[n] = number
        return True

    return numbers


def as_shaped(picture: DeviceImage, shape: tuple[int, ...]) -> DeviceImage:
    return picture.shaped(shape) if shape and picture.shape != shape else picture


def complex_of(real, imag):
    """Two parts as the caller gets them: on the device they stay two."""
    there = [isinstance(part, DeviceImage) for part in (real, imag)]
    return DeviceComplex(real, imag) if all(there) else value_of_parts(*map(np.asarray, (real, imag)))


def as_complex(pairs: np.ndarray, kind) -> np.ndarray:
    """An array of both parts side by side as the caller gets it."""
    found = pairs.view(np.result_type(pairs.dtype, np.complex64)).reshape(kind.shape)
    return found.astype(np.result_type(kind.dtype, np.complex64), copy=False)
