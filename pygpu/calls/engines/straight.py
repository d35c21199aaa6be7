"""Functions of whole arrays that are one launch, whatever is in the arrays: then a call like one before is only that launch.
Hides when that is so."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ...ir import Op, Value, every_op
from ...ir.fields import is_field
from ...ir.ops import FIELD, IF, LOOP, SELECT
from ...runtime import Pixels


class Launch(NamedTuple):
    """What was computed together: by which engine, of which arrays and numbers, as pictures of which size, for the host."""

    engine: object
    wanted: list[Value]
    images: list[Value]
    pictures: list
    numbers: list[Value]
    size: tuple[int, ...]


class Straight(NamedTuple):
    """The one launch: what of it is an argument, and which, in the order of its pictures and numbers; and what makes of its
    results the function's."""

    launch: Launch
    images: list[int]
    numbers: list[int]
    finish: Callable


def straight(program, scope, as_numpy) -> Straight | None:
    """What remains of a program that has just been followed to its end; None where a number steers it, or it does more than
    launch once."""
    results, graph = program.results, program.graph
    if len(scope.launches) != 1 or (launch := scope.launches[0]) is None or graph.raises or results.refusal is not None or (
            results.chosen or results.pairs or program.steps
            or any(op.kind in (IF, SELECT, LOOP) for op in every_op(graph.body))):
        return None
    arguments = [parameter.name for parameter in program.story.parameters if parameter.is_image]
    at = {parameter.value: number for number, parameter in enumerate(graph.scalars)}
    meant = [program.resolved(scope, value) if is_field(value) else value for value in results.values]
    if not all(value in launch.wanted for value in meant) or not all(value in at for value in launch.numbers):
        return None
    sources = [source_of(program, scope, value) for value, picture in zip(launch.images, launch.pictures)
               if type(picture) is Pixels]
    if not all(source in arguments for source in sources):
        return None
    places = [(launch.wanted.index(each), value.type) for each, value in zip(meant, results.values)]

    def finish(found: list) -> tuple:
        return (results.make([as_numpy(found[place], type) for place, type in places]),)

    return Straight(launch, [arguments.index(source) for source in sources], [at[value] for value in launch.numbers], finish)


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
