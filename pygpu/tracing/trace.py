"""The front door of the room: a Python function and what its parameters are → its flow graph."""

from __future__ import annotations

import math
from contextlib import suppress
from functools import partial

from ..errors import CompileError, Location
from ..ir import FLOAT, RAISES, Graph, Output, PixelType, ScalarParam, ShapedType, Value, functions, known
from ..ir.domains import bounded
from ..ir.fields import ShapesWanted
from ..ir.ops import ROOM
from ..ir.regions import LIMIT
from ..ir.zeros import looks
from ..language.position import PLACES, POSITIONS
from ..language.signature import written
from ..language.vectors import Color
from .advice import advised, outside
from .host.handing import leave_all
from .host.uniforms import SCALARS, VECTORS
from .interpreter import Tracer
from .kinds.containers import items_of
from .kinds.images import image_value
from .kinds.numbers_with_class import plainly
from .kinds.numpys import numpys_class
from .kinds.scalars import as_value
from .kinds.sorting import flatten
from .kinds.vectors import vector_parts
from .paths.frames import HostRaised
from .returned import returned
from .values.assumptions import Undecided
from .values.lattice import Choice, Known, Record, Ref
from .values.numbers import common_type, numeric, open_vector, type_of
from .values.possible import note_bounds
from .values.refusals import describe, refuse
from .whole.complexes import argument_of
from .whole.results import arrays_returned

FRAMES = 1 << 16  # values: half a megabyte, and as much again for the frames that follow


def with_room(function):
    """The function, so that there is room for the frames of all that it calls.

    CPython keeps frames in chunks of 16 KB, and up to 3.13 gives a chunk back when the first frame in it is left: a loop
    that stands where each call needs a new chunk takes many times as long, and where that is hangs on how deep the
    caller is. A frame that asks for a large stack gets a chunk of twice its size; what nobody touches costs nothing.
    """
    function.__code__ = function.__code__.replace(co_stacksize=FRAMES)
    return function


def trace(function, parameters, pixels: dict[str, PixelType], begun=None, double: bool = False,
          room: int = ROOM) -> tuple[Graph, Tracer]:
    """The graph of `function`, whose parameters are as language.signature found them and whose images have `pixels`.
    What it computes on by itself is going to have 64 bits where it is to be `double`. One in which the sign of a zero can be
    seen is traced again, with all of them. Lists that grow in loops of the kernel have `room` for so many items more."""
    asked = function, parameters, pixels, begun, double, room
    graph, tracer = tried(asked)
    numbers = tracer.by_numbers and has_endless_scans(graph)
    if numbers:
        with suppress(Stopped, CompileError):
            graph, tracer = tried(asked, numbers=True)
    return tried(asked, signed=True, numbers=numbers) if tracer.looking or looks(graph) else (graph, tracer)


def has_endless_scans(graph: Graph) -> bool:
    """Whether a function calls itself with two numbers that are no places: nothing bounds where it is asked for."""
    kept = bounded(graph).possible
    return any(function.graph.scan is not None and function not in kept for function in functions(graph))


class Stopped(Exception):
    """There is no graph: what the user is told, and what may help in another try."""

    def __init__(self, error: Exception, again: tuple[str, ...]):
        self.error, self.again = error, again


def tried(asked, signed: bool = False, numbers: bool = False) -> tuple[Graph, Tracer]:
    try:
        return again_and_again(asked, signed, numbers)
    except Stopped as stopped:
        error = stopped.error
    raise error from None  # here, where what the user's code was handling is still the story before it


def again_and_again(asked, signed: bool, numbers: bool, *ways: str) -> tuple[Graph, Tracer]:
    """Where a list is changed that data say the length of, such lists are kept in another try, with room for a few items.
    Where one is changed that a pixel has chosen, it is no copy in another. Where it is asked of what class a number is
    that loops carry, that is carried along. Generators that the host would have are walked where loops of the kernel may
    take from them. Arrays without axes are kept apart from numbers where one of them is changed. What is None before a
    loop is not behind one whose first pass is walked by itself."""
    try:
        return walked(*asked, signed, numbers=numbers, **dict.fromkeys(ways, True))
    except Stopped as first:
        stopped = first
    for way in stopped.again:
        with suppress(Stopped):
            return again_and_again(asked, signed, numbers, *ways, way)
    raise stopped


@with_room
def walked(function, parameters, pixels: dict[str, PixelType], begun, double: bool, room: int,
           signed: bool, keeps: bool = False, kinds: bool = False, numbers: bool = False,
           generators: bool = False, boxes: bool = False, arrays: bool = False, nones: bool = False,
           apart: bool = False) -> tuple[Graph, Tracer]:
    """The same; with what is folded `signed`, or not; with functions that call themselves with plain `numbers` taken as
    such, and not as asked for at places. What is no value of a picture may be one of whole arrays: a function
    that only takes these is refused when their shapes are known, not before."""
    graph = Graph(getattr(function, "__name__", type(function).__name__), dimensions=dimensions_of(parameters, pixels))
    tracer = Tracer(graph, double, signed)
    tracer.of_arrays, tracer.room, tracer.keeps = is_of_arrays(parameters), room, keeps
    tracer.kinds.carried, tracer.of_numbers = kinds, numbers
    tracer.walks_generators, tracer.boxes, tracer.makes_arrays, tracer.leaves_none = generators, boxes, arrays, nones
    tracer.apart = apart
    tracer.shaped = any(type(each) is ShapedType for each in pixels.values())
    if tracer.shaped:
        tracer.kinds.of_numpys = partial(numpys_class, tracer)
    if begun is not None:
        begun(tracer)  # for who wants to know how far it has come
    values = {p.name: argument(tracer, graph, p, pixels) for p in parameters}
    for parameter in parameters:
        if parameter.role == "known":
            tracer.reached.contents(parameter.value, parameter.name)
    args, kwargs = [], {}
    for parameter in parameters:
        value = values[parameter.name]
        if parameter.passed == "in order":
            args.append(value)
        elif parameter.passed == "by name":
            kwargs[parameter.name] = value
        elif parameter.passed == "star":
            args.extend(map(Known, value.value))
        else:
            kwargs.update({k: Known(v) for k, v in value.value.items()})
    try:
        result = tracer.call(Known(function), args, kwargs)
        if any(parameter.role == "position" for parameter in parameters):
            graph.outputs, tracer.single = outputs(tracer, result)
        elif tracer.shaped:
            tracer.returned_value, tracer.single = arrays_returned(tracer, result), True
        else:
            tracer.returned_value = returned(tracer, result, settled, bad_result)
            graph.outputs, tracer.single = tracer.returned_value.outputs, True
        note_raised(tracer, graph)
        tracer.unchanged = tracer.reached.watch()
    except (HostRaised, Undecided, CompileError) as error:
        if tracer.kinds.asked and not kinds:
            raise Stopped(told(tracer, function, error), ("kinds",)) from None
        if tracer.of_arrays and not tracer.shaped:
            raise ShapesWanted(told(tracer, function, error)) from None
        is_chosen = getattr(error, "kind", "") == "item-changed" and not apart
        ways = {"boxes": tracer.unboxed, "arrays": tracer.unmade, "apart": is_chosen, "keeps": tracer.unkept and not apart,
                "generators": tracer.lends_generators, "nones": tracer.unleft}
        if keeps or generators or boxes or arrays or nones:
            ways = {"apart": is_chosen}
        raise Stopped(told(tracer, function, error), tuple(way for way, helps in ways.items() if helps)) from None
    finally:
        leave_all(tracer)
    return graph, tracer


def told(tracer: Tracer, function, error: Exception) -> Exception:
    """Why there is no graph, in words for the user."""
    if isinstance(error, HostRaised):
        return in_words(error)
    if isinstance(error, Undecided):
        return bad_result(tracer, "one of two kinds of values, as numbers of the call or pixels say")
    assert isinstance(error, CompileError)
    code = getattr(written(function), "__code__", None)
    if error.location is None and code is not None:  # of a generator not a line was walked
        error.location = Location(code.co_filename, code.co_qualname, code.co_firstlineno)
    return advised(error, tracer.of_arrays)  # the same one, or another in its place


def is_of_arrays(parameters) -> bool:
    """Whether a function has no position, and takes Arrays and no pictures: it is one of whole arrays."""
    read = [p for p in parameters if p.is_image]
    return bool(read) and all(p.type.dimensions is None for p in read) and all(p.role != "position" for p in parameters)


def dimensions_of(parameters, pixels: dict[str, PixelType]) -> int:
    """Those of the result: of the first image, array or volume. A value has none, and is computed as a pixel."""
    first = next((p for p in parameters if p.is_image), None)
    has_position = any(p.role == "position" for p in parameters)
    return pixels[first.name].dimensions if first and has_position else 2


def note_raised(tracer: Tracer, graph: Graph) -> None:
    """Pixels that raise are NaN, and a last result that the user does not see says which they are."""
    flag, = tracer.heap[tracer.raised.note]
    if type(flag) is Known:
        return
    for output in graph.outputs:
        output.values = tuple([as_value(tracer, tracer.emit("select", flag, nothing_of(v.type), v)) for v in output.values])
    graph.outputs.append(Output((flag,), RAISES))


def nothing_of(kind) -> Value:
    return known(kind, math.nan if kind.is_float else 0)


def in_words(raised: HostRaised) -> Exception:
    """What the host raised keeps its type and points to the filter's line; what the language raised is a refusal."""
    error, location = raised.error, raised.location
    if raised.ours and isinstance(error, (TypeError, AttributeError)):
        kind = "no-attribute" if isinstance(error, AttributeError) else "bad-call"
        return advised(refuse(kind, str(error), location, raised.calls, instead="look at what it has"))
    location, _ = outside(location, raised.calls)
    if location is not None:
        error.add_note(f"raised while PyGPU evaluated {location}, in {location.function}\n{location.excerpt()}")
    return error


def argument(tracer, graph: Graph, parameter, pixels):
    """A parameter as the tracer sees it, and as the graph does."""
    if parameter.role == "known":
        return Known(parameter.value)
    if parameter.role == "position":
        here = dict(zip("xyz", graph.coordinates[:graph.dimensions]))
        for place in here.values():
            note_bounds(place, (0, LIMIT))
        return Record(POSITIONS[graph.dimensions], here)
    if parameter.is_image and type(pixels[parameter.name]) is ShapedType:
        kind = pixels[parameter.name]
        return argument_of(tracer, parameter.name, kind.dtype, kind.shape)
    if parameter.is_image:
        return image_value(graph, parameter.name, pixels[parameter.name], parameter.type)
    kind = parameter.type
    if kind in SCALARS:
        return scalar(graph, parameter.name, SCALARS[kind])
    fields = {name: scalar(graph, f"{parameter.name}_{name}", FLOAT) for name in VECTORS[kind]}
    if kind is Color:
        fields["_alpha"] = Known(None)
    return Record(kind, fields)


def scalar(graph: Graph, name: str, type) -> Value:
    value = Value(type, None, name)
    graph.scalars.append(ScalarParam(name, value))
    return value


def outputs(tracer: Tracer, result) -> tuple[list[Output], bool]:
    """What the filter returned, and whether that is one image, not a tuple of them."""
    result = settled(tracer, result)
    items = None
    if vector_parts(open_vector(result)) is None and not (type(result) is Record and issubclass(result.cls, complex)):
        items = items_of(tracer, result)
    if items is None and type(result) is Ref and result.kind == "array":
        return [array_output(tracer, result)], True
    if items is None:
        return [output(tracer, result)], True
    if not items:
        raise bad_result(tracer, "an empty tuple")
    return [output(tracer, settled(tracer, item)) for item in items], False


def settled(tracer: Tracer, value):
    """A result, which must not be one of two kinds."""
    value = flatten(tracer, plainly(tracer, value))
    if type(value) is Choice:
        if describe(value.a) == describe(value.b):  # of one kind, which is no pixel
            raise bad_result(tracer, describe(value.a))
        raise tracer.refuse("types-do-not-meet", f"{describe(value.a)} and {describe(value.b)} are returned"
                            + nothing_at(tracer, value))
    return value


def nothing_at(tracer: Tracer, value) -> str:
    """Where the None comes from that is one of several values."""
    while type(value) is Choice:
        if any(type(side) is Known and side.value is None for side in (value.a, value.b)) and tracer.nothing is not None:
            return f" (the None comes from line {tracer.nothing.line}, where a path ends without `return`)"
        value = value.b
    return ""


def output(tracer: Tracer, value) -> Output:
    value = open_vector(value)
    if numeric(value):
        kind = type_of(value)
        return Output((as_value(tracer, value),), kind.value)
    parts = vector_parts(value)
    if parts is not None and value.cls in PLACES:
        raise tracer.refuse("bad-result", "a position", instead="p.x or p.y; or Vec2(p), a picture of two channels")
    if parts is None:
        raise bad_result(tracer, "nothing (a path without `return`?)" if type(value) is Known and value.value is None
                         else tracer.describe(value))
    values = [settled(tracer, p) for p in parts]
    for each in values:
        if not numeric(each):
            raise bad_result(tracer, f"a {value.cls.__name__} with {tracer.describe(each)} in it")
    kind = common_type(values)
    return Output(tuple(as_value(tracer, v, kind) for v in values), value.cls.__name__)


def array_output(tracer, result: Ref) -> Output:
    shape, *elements = tracer.heap[result]
    if len(shape.value) != 1 or not 1 <= shape.value[0] <= 4:
        raise bad_result(tracer, f"an array of shape {shape.value}")
    kind = common_type(elements) if len({type_of(v) for v in elements}) == 1 else common_type([*elements, Known(0.0)])
    return Output(tuple(as_value(tracer, v, kind) for v in elements), f"Vec{shape.value[0]}")


def bad_result(tracer, seen: str) -> CompileError:
    return tracer.refuse("bad-result", seen)
