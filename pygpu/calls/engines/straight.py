"""Functions of whole arrays whose launches are the same whatever is in the arrays: then a call like one before it is only
those, as one. Hides when that is so, and what the host makes of their results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, combinations, starmap
from typing import Any, NamedTuple

import numpy as np

from ...ir import Const, Op, Value
from ...ir.fields import is_field
from ...ir.ops import FIELD, IF, ITEM, LOOP, SELECT
from ...library.whole.parts import value_of_parts
from ...runtime import DeviceImage, Joined, Launcher, Turn, Where
from ..alike import Alike, as_read, is_at
from .fields import is_either, is_nothing


class Launch(NamedTuple):
    """What was computed together: by which engine, of which arrays and numbers, as pictures of which size; and what it gave.
    What is `wanted` are arrays, or a pair of parts that are put together."""

    engine: Any
    wanted: list
    pictures: list
    scalars: list[Value]
    numbers: tuple | list
    size: tuple[int, ...]
    results: tuple | list

    @property
    def given(self) -> list:
        return [*self.pictures, *self.engine.textures]


def is_steady(program) -> bool:
    """Whether no number steers a program, and it gives nothing but what it has launched. (One that is chosen among numbers
    steers nothing.)"""
    return not program.results.chosen and not any(
        op.kind in (IF, LOOP) or op.kind is SELECT and is_field(op.results[0])
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


class Source(NamedTuple):
    """What a launch is given: a picture of the call, or what a turn before it gave, in which size it was read."""

    at: int | tuple[int, int]
    extent: tuple[int, ...] | None = None


def settled(program, scope, images, pictures, as_numpy) -> Alike | None:
    """What remains of a steady program that has just been followed to its end, for such `images`, of which its `pictures`
    were made: all that it has launched as one launch. None where the host had a part in between, or something is given that
    comes from an earlier launch."""
    if not scope.launches or any(starmap(is_at, combinations(images, 2))):
        return None
    known = {id(each.buffer) for each in [*program.data.values(), *chain.from_iterable(
        [launch.engine.textures for launch in scope.launches])]}
    made: dict[int, tuple[int, int]] = {}  # the memory of a result -> what gave it
    gave: dict[object, tuple[int, int]] = {}  # an array, or a pair -> what gave it
    turns, extents, told, inputs = list[Turn](), list[Any](), list[Any](), list[Any]()
    read, numbers = list[tuple[int, np.dtype | None]](), dict[Value, int]()  # of the call

    def source(picture) -> Source | None:
        if isinstance(picture, DeviceImage):
            if id(picture.buffer) in made:
                return Source(made[id(picture.buffer)], picture.extent)
            if id(picture.buffer) not in known or picture.event is not None or picture.is_region:
                return None
        else:
            at = next((n for n, each in enumerate(pictures) if is_at(picture.array, each.array)), None)
            how = None if at is None else as_read(images[at], pictures[at])
            if how is None:
                return None
            read.append((at, *how))
        inputs.append(picture)
        return Source(len(inputs) - 1)

    for launch in scope.launches:
        given = [source(picture) for picture in launch.given]
        asked = [None if value.__class__ is Const else numbers.setdefault(value, len(numbers)) for value in launch.scalars]
        several = any(each.channels > 1 for each in launch.results if isinstance(each, DeviceImage))
        its = None if several or None in given else turns_of(launch, given, asked, len(turns))
        if its is None:
            return None
        for each, extent, own in its:
            turns.append(each)
            extents.append(extent)
            told.append(own)
        for n, (value, result) in enumerate(zip(launch.wanted, launch.results)):
            gave[value] = len(turns) - 1, n
            if isinstance(result, DeviceImage):
                made[id(result.buffer)] = gave[value]
    if any(op.kind is ITEM for op in made_by(program, numbers)):
        return None
    gives, finish = finished(program, scope, gave, as_numpy)
    if not gives:
        return None
    joined = Joined(tuple([picture.format for picture in inputs]), len(numbers), turns, gives=gives)
    readied = joined.readied(inputs, (), scope.launches[-1].size, Where(extents, told))
    if readied is None:
        return None
    return Alike(program, readied, None, read, numbers_of_call(program, scope, [*numbers]), finish)


def turns_of(launch: Launch, given: list[Source], asked: list[int | None], before: int) -> list[tuple] | None:
    """The programs of a launch, each with where it computes and what it is told, behind so many others. `asked` are its
    numbers among those of the call, None where one is always the same."""
    launcher, numbers = launch.engine.launcher, tuple(asked)
    if type(launcher) is Launcher:
        return [(turn(launcher, given, numbers), launch.size, tuple(launch.numbers))]
    from .sequence import Sequence  # its parts are planned when it is made: who has none needs no planner

    if not isinstance(launcher, Sequence) or launcher.program.measured:
        return None
    joined, where = launcher.where(launch.size, launch.given, launch.numbers)
    if joined.numbers != len(launch.numbers):
        return None
    return [(turn(each.launcher, [*[given[n] for n in each.images], *[Source((before + at, n)) for at, n in each.kept]],
                  numbers), extent, (*launch.numbers, *own))
            for each, extent, own in zip(joined.turns, where.extents, where.told)]


def turn(launcher: Launcher, given: list[Source], numbers: tuple[int | None, ...]) -> Turn:
    """A program that is given these."""
    images = [n for n, each in enumerate(given) if type(each.at) is int]
    kept = [n for n, each in enumerate(given) if type(each.at) is tuple]
    both = [*images, *kept]
    return Turn(launcher, tuple([given[n].at for n in images]), tuple([given[n].at for n in kept]),
                tuple([both.index(n) for n in range(len(both))]), tuple([given[n].extent for n in kept]), numbers)


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


def finished(program, scope, gave: dict, as_numpy) -> tuple[list[tuple[int, int]], Callable | None]:
    """What is wanted of the launches, and what makes of it the function's results, or nothing where it has raised; the usual
    way says so then. Nothing is wanted of what does more."""
    results, gives = program.results, list[tuple[int, int]]()
    says = [value for value in said(program) if program.story.raises or value is results.beyond]
    numbers = [value for value in results.values if not is_field(value)]
    items = [op for op in made_by(program, [*says, *numbers]) if op.kind is ITEM]

    def place(value) -> int | None:
        """Where it is among what is wanted."""
        meant = program.resolved(scope, value) if isinstance(value, Value) else value
        if meant not in gave:
            return None
        if gave[meant] not in gives:
            gives.append(gave[meant])
        return gives.index(gave[meant])

    pairs = [tuple([results.values[part] for part in pair]) for pair in results.pairs]
    whole = [place(pair) for pair in pairs]
    alone = {part for at, pair in zip(whole, results.pairs) if at is None for part in pair}  # NumPy puts them together
    fields = {n: place(value) for n, value in enumerate(results.values)
              if is_field(value) and (n in results.plain or n in alone) and not is_nothing(program.resolved(scope, value))}
    of_items = [(op.results[0], op.operands[0].type, place(op.operands[0])) for op in items]
    if None in fields.values() or None in [at for *_, at in of_items]:
        return [], None
    told = [(n, value) for n, value in enumerate(results.values) if not is_field(value)]
    nothing = [(n, value.type) for n, value in enumerate(results.values) if is_field(value) and n in results.plain
               and n not in fields]
    shown = [(n, at, results.values[n].type) for n, at in fields.items()]

    def finish(found: list, scalars) -> tuple | None:
        parts: list[Any] = [None] * len(results.values)
        if says or told:
            inner = type(scope)()
            program.take(inner, scalars)
            for value, kind, at in of_items:
                inner.values[value] = program.types[value.type](as_numpy(found[at], kind).reshape(-1)[0])
            if any([program.number(inner, value) for value in says]):
                return None
            for n, value in told:
                parts[n] = program.number(inner, value)
        for n, at, kind in shown:
            parts[n] = as_numpy(found[at], kind)
        for n, kind in nothing:
            parts[n] = as_numpy(None, kind)
        complexes = [value_of_parts(parts[real], parts[imag]) if at is None else
                     as_complex(found[at], results.values[real].type) for at, (real, imag) in zip(whole, results.pairs)]
        return (results.make([*parts, *complexes]),)

    return gives, finish


def as_complex(pairs: np.ndarray, kind) -> np.ndarray:
    """An array of both parts side by side as the caller gets it."""
    found = pairs.view(np.result_type(pairs.dtype, np.complex64)).reshape(kind.shape)
    return found.astype(np.result_type(kind.dtype, np.complex64), copy=False)
