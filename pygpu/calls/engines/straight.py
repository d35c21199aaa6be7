"""Functions of whole arrays whose launches are the same whatever is in the arrays: then a call like one before it is only
those. Hides when that is so, and how several launches become one.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, combinations, starmap
from typing import Any, NamedTuple

import numpy as np

from ...ir import Const, Op, Value, every_op
from ...ir.fields import is_field
from ...ir.ops import FIELD, IF, ITEM, LOOP, SELECT
from ...library.whole.parts import value_of_parts
from ...runtime import DeviceImage, Joined, Launcher, Pixels, Turn, Where
from ..alike import Alike, is_at


class Launch(NamedTuple):
    """What was computed together: by which engine, of which arrays and numbers, as pictures of which size, whether for the
    host; and what it gave. Nothing is `wanted` where parts of complex numbers are put together."""

    engine: object
    wanted: list[Value]
    images: list[Value]
    pictures: list
    scalars: list[Value]
    numbers: tuple | list
    size: tuple[int, ...]
    to_host: bool
    results: tuple | list

    @property
    def given(self) -> list:
        return [*self.pictures, *self.engine.textures]


class Straight(NamedTuple):
    """The one launch: what of it is an argument, and which, in the order of its pictures and numbers; and what makes of its
    results the function's."""

    launch: Launch
    images: list[int]
    numbers: list[int]
    finish: Callable


def is_steady(program) -> bool:
    """Whether no number steers a program, and it gives nothing but what it has launched."""
    results, graph = program.results, program.graph
    return not graph.raises and results.refusal is None and not results.chosen and not any(
        op.kind in (IF, SELECT, LOOP, ITEM) for op in every_op(graph.body))


def straight(program, scope, as_numpy) -> Straight | None:
    """What remains of a steady program that has just been followed to its end; None where it does more than launch once."""
    results, graph = program.results, program.graph
    if len(scope.launches) != 1 or not (launch := scope.launches[0]).to_host or results.pairs or program.steps:
        return None
    arguments = [parameter.name for parameter in program.story.parameters if parameter.is_image]
    at = {parameter.value: number for number, parameter in enumerate(graph.scalars)}
    meant = [program.resolved(scope, value) if is_field(value) else value for value in results.values]
    if not all(value in launch.wanted for value in meant) or not all(value in at for value in launch.scalars):
        return None
    sources = [source_of(program, scope, value) for value, picture in zip(launch.images, launch.pictures)
               if type(picture) is Pixels]
    if not all(source in arguments for source in sources):
        return None
    places = [(launch.wanted.index(each), value.type) for each, value in zip(meant, results.values)]

    def finish(found: list) -> tuple:
        return (results.make([as_numpy(found[place], type) for place, type in places]),)

    return Straight(launch, [arguments.index(source) for source in sources], [at[value] for value in launch.scalars], finish)


def source_of(program, scope, value: Value) -> str | None:
    """The argument in whose memory an array lies, in its order."""
    while True:
        value = program.resolved(scope, value)
        op = value.owner
        if not isinstance(op, Op) or op.kind is not FIELD:
            return None
        element = dict(op.attributes)["element"]
        if hasattr(element, "source"):
            return element.source if isinstance(element.source, str) else None
        if not element.in_order:
            return None
        value = op.operands[0]


class Source(NamedTuple):
    """What a launch is given: a picture of the call, or what a turn before it gave, in which size it was read."""

    at: int | tuple[int, int]
    extent: tuple[int, ...] | None = None


def chained(program, scope, arguments, as_numpy) -> Alike | None:
    """What remains of a steady program that has launched several times: all of it as one launch. None where the host had a
    part in between, or something is given that comes from an earlier launch."""
    last = scope.launches[-1] if scope.launches else None
    finish = last and finished(program, scope, last, as_numpy)
    if not finish or any(launch.to_host or any(each.channels > 1 for each in launch.results)
                         for launch in scope.launches[:-1]) or any(starmap(is_at, combinations(arguments, 2))):
        return None
    known = {id(each.buffer) for each in [*program.data.values(), *chain.from_iterable(
        [launch.engine.textures for launch in scope.launches])]}
    made: dict[int, tuple[int, int]] = {}  # the memory of a result -> what gave it
    turns, extents, told, inputs, sources = list[Turn](), list[Any](), list[Any](), list[Any](), list[int | None]()

    def source(picture) -> Source | None:
        if isinstance(picture, DeviceImage):
            if id(picture.buffer) in made:
                return Source(made[id(picture.buffer)], picture.extent)
            found = None if id(picture.buffer) in known and picture.event is None and not picture.is_region else -1
        else:
            found = next((n for n, each in enumerate(arguments) if type(picture) is Pixels and not picture.private
                          and is_at(picture.array, each)), -1)
        if found == -1:
            return None
        inputs.append(picture)
        sources.append(found)
        return Source(len(inputs) - 1)

    for launch in scope.launches:
        given = [source(picture) for picture in launch.given]
        if any(each is None for each in given) or not all(value.__class__ is Const for value in launch.scalars):
            return None
        its = turns_of(launch, given, len(turns))
        if its is None:
            return None
        for each, extent, numbers in its:
            turns.append(each)
            extents.append(extent)
            told.append(numbers)
        if not launch.to_host:
            made.update({id(result.buffer): (len(turns) - 1, n) for n, result in enumerate(launch.results)})
    joined = Joined(tuple([picture.format for picture in inputs]), 0, turns)
    readied = joined.readied(inputs, (), last.size, Where(extents, told))
    if readied is None:
        return None
    return Alike(program, readied, None, [at for at in sources if at is not None], [], finish)


def turns_of(launch: Launch, given: list[Source], before: int) -> list[tuple] | None:
    """The programs of a launch, each with where it computes and what it is told, behind so many others."""
    launcher = launch.engine.launcher
    if type(launcher) is Launcher:
        return [(turn(launcher, given), launch.size, tuple(launch.numbers))]
    from .sequence import Sequence  # its parts are planned when it is made: who has none needs no planner

    if not isinstance(launcher, Sequence) or launcher.program.measured:
        return None
    joined, where = launcher.where(launch.size, launch.given, launch.numbers)
    if joined.numbers != len(launch.numbers):
        return None
    return [(turn(each.launcher, [*[given[n] for n in each.images], *[Source((before + at, n)) for at, n in each.kept]]),
             extent, (*launch.numbers, *numbers)) for each, extent, numbers in zip(joined.turns, where.extents, where.told)]


def turn(launcher: Launcher, given: list[Source]) -> Turn:
    """A program that is given these."""
    images = [n for n, each in enumerate(given) if type(each.at) is int]
    kept = [n for n, each in enumerate(given) if type(each.at) is tuple]
    both = [*images, *kept]
    return Turn(launcher, tuple([given[n].at for n in images]), tuple([given[n].at for n in kept]),
                tuple([both.index(n) for n in range(len(both))]), tuple([given[n].extent for n in kept]))


def finished(program, scope, last: Launch, as_numpy) -> Callable | None:
    """What makes of the last launch's results the function's; None if it takes others."""
    results = program.results
    if not last.wanted:
        (real, imag), = results.pairs if len(results.pairs) == 1 else ((0, 0),)
        if {real, imag} != {*range(len(results.values))} or real == imag or results.alone:
            return None
        kind = results.values[real].type
        return lambda found: (results.make([None, None, as_complex(found[0], kind)]),)
    meant = [program.resolved(scope, value) if is_field(value) else value for value in results.values]
    if not all(value in last.wanted for value in meant):
        return None
    places = [(last.wanted.index(each), value.type) for each, value in zip(meant, results.values)]

    def finish(found: list) -> tuple:
        parts = [as_numpy(found[place], type) for place, type in places]
        return (results.make(parts + [value_of_parts(parts[real], parts[imag]) for real, imag in results.pairs]),)

    return finish


def as_complex(pairs: np.ndarray, kind) -> np.ndarray:
    """An array of both parts side by side as the caller gets it."""
    found = pairs.view(np.result_type(pairs.dtype, np.complex64)).reshape(kind.shape)
    return found.astype(np.result_type(kind.dtype, np.complex64), copy=False)
