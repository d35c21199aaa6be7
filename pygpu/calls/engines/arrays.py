"""Functions of whole arrays: what the host does between their kernels.

The graph of such a function (ir/fields.py) is followed from what it returns. Arrays of one shape that are wanted at one time
are one graph of one element, and so one program for the device; loops and branches are taken by the host, which computes the
numbers that steer them. Nothing comes back to it that it does not ask for: a number (`while err > tol`), and the results.
"""

from __future__ import annotations

from itertools import chain, compress
from math import inf, prod
from threading import RLock
from time import perf_counter

import numpy as np

from ...depth import deep
from ...errors import PyGPUError
from ...ir import DTYPES, FLOAT, INT, Const, Op, ShapedType, Value
from ...ir.fields import IMAGINARY, in_memory, is_field
from ...ir.inplace import of_numbers
from ...ir.ops import FIELD, IF, ITEM, LOOP, SELECT
from ...opencl import Format
from ...patience import too_deep
from ...runtime import DeviceComplex, DeviceImage, current, ingest_grid, numbers_of, to_device
from .. import alike
from ..options import Options
from ..telling import InAll
from .before import computed_before, in_their_own_axes, wanted_by_several
from .choosing import Choosing
from .complexes import put_together
from .engine import engine_for, target_or_cpu
from .fields import as_numpy, axes_of, is_complex, is_either, is_given, is_nothing, is_reshaped, is_step, stored
from .flat import as_rows, as_shape
from .inplace import InPlace, in_place_for
from .loops import followed
from .steps import AsText, compute
from .straight import MISSES, Record, is_steady, much, note, settled
from .threads import OfThread
from .transforms import has_passes

FEW = 64   # columns that vectors beside one another do not fill
USUAL = 8  # elements along each axis, where someone looks inside before there are arrays


def found(filter, images, scalars, options: Options, started: float, kind: tuple | None = None) -> tuple:
    """What a function of whole arrays gives, as the one result of a run."""
    given = [image if isinstance(image, (DeviceComplex, DeviceImage)) else numbers_of(image) for image in images]
    pictures = filter.arguments.ingested([stored(each, np.real) for each in given], options)
    imaginary = {parameter.name: ingest_grid(stored(each, np.imag), None, True, options.wide)
                 for parameter, each in zip(filter.arguments.images, given) if is_complex(each)}
    program = program_for(filter, given, pictures, options)
    filter._last, filter._timings = program, program.timings(started)
    numbers = filter.arguments.and_of_objects(scalars, program.uniforms)
    began = perf_counter()
    with deep():  # for programs whose loops are written out
        result = program(pictures, numbers, imaginary, scope := Scope(record=program.record(filter, kind)))
    filter._timings["kernel"] = perf_counter() - began
    if scope.record.launches and kind is not None:
        if (known := settled(program, scope, images, pictures)) is not None:
            alike.keep(filter, kind, known)
        program.misses += known is None
    return (result,)


def are_wanted(filter, images) -> bool:
    """Whether what is given are whole arrays, since no picture is like it: complex, of no dimension or of four, or empty."""
    return all(parameter.type.dimensions is None for parameter in filter.arguments.images) and any(
        is_complex(image) or isinstance(image, (np.ndarray, np.generic)) and (image.ndim == 0 or image.size == 0)
        or axes_of(image) > 3 for image in images)


def program_for(filter, given, pictures, options: Options):
    """The program for arrays of such shapes and dtypes."""
    pixels = {name: ShapedType(pixel.scalar, 1, len(array.shape), tuple(array.shape), np.dtype(array.dtype).name)
              for (name, pixel), array in zip(filter.arguments.pixel_types(pictures).items(), given)}
    key = (current(), "arrays", options.computed, *pixels.items())
    if key not in filter._built:
        filter._built[key] = OnArrays(filter._story(pixels, None, options), current(), options)
    return filter._built[key]


def usual(filter, options: Options):
    """The same for arrays that nobody has given yet."""
    for dimensions in (1, 2, 3):  # the first that it takes
        given = [np.zeros((USUAL,) * dimensions, np.float32) for _ in filter.arguments.images]
        try:
            program = program_for(filter, given, filter.arguments.ingested(given, options), options)
            program(filter.arguments.ingested(given, options), [1] * len(program.graph.scalars))
            if not program.graph.raises or dimensions == 3:
                return program
        except (PyGPUError, IndexError, TypeError, ValueError):
            if dimensions == 3:
                raise
    raise AssertionError("the last one was raised")


def number_of(value: Value) -> tuple[Value, ...]:
    """The array whose number a value is, if it is that."""
    return value.owner.operands if isinstance(value.owner, Op) and value.owner.kind is ITEM else ()


class Scope:
    """What is known in a pass of a loop, or outside of all: numbers, arrays in memory, and what a branch gave."""

    def __init__(self, outer: Scope | None = None, record: Record | None = None):
        self.values: dict[Value, object] = dict(outer.values) if outer else {}
        self.alias: dict[Value, Value] = dict(outer.alias) if outer else {}
        self.in_all: InAll = outer.in_all if outer else InAll()
        self.record: Record = record or (outer.record if outer else Record())

    def hold(self, values, found) -> None:
        """What values are from now on: numbers, arrays in memory, or arrays that nobody looks at."""
        for value, each in zip(values, found):
            (self.alias if isinstance(each, Value) else self.values)[value] = each


class OnArrays:
    """A function of whole arrays, for arrays of such shapes, on a device or on NumPy."""

    raises, loses_nan, single, count, dtype, mode = False, False, True, 1, (None,), (None,)
    pictures = OfThread()  # of the call
    raising = OfThread()   # whether the last call ended in an exception

    def __init__(self, story, device, options: Options):
        self.story, self.device, self.options = story, device, options
        self.target = target_or_cpu(device)
        self.graph, self.uniforms, self.results = story.graph, story.uniforms, story.returned
        self.seconds, self.outputs, self._told = story.seconds, [], False
        self.types = {**DTYPES, **({FLOAT: np.float64, INT: np.int64} if story.double else {})}
        self.kernels: dict[tuple, tuple] = {}  # what is computed, and of what -> engine, kernel, formats
        self.plans: dict[tuple, tuple] = {}    # what is computed -> what it is made of, and that
        self.steps: dict[Value, object] = {}   # a step of a Fourier transform -> its kernel
        self.in_place: dict[Op, InPlace | None] = {}  # a loop that is one kernel -> that
        self.may_repeat: dict[Op, bool] = {}   # whether passes of a loop may launch what those before them did
        self.data: dict[Value, object] = {}  # known arrays, in the memory of the device
        self.choosing = Choosing(device, self.target.kind)
        self.making = RLock()  # kernels are made of what one trace has found: by one thread at a time
        self.steady, self.misses = is_steady(self), 0  # calls that were not as those before them

    def timings(self, started: float) -> dict[str, float]:
        spent = perf_counter() - started
        told, self._told = self._told, True
        return {"prepare": spent} if told else {**self.seconds, "prepare": max(0.0, spent - sum(self.seconds.values()))}

    @property
    def plan(self):
        """How each kernel is computed."""
        told = []
        for engine, kernel, _ in self.kernels.values():
            first, *more = str(engine.plan).splitlines()
            told += [f"{kernel.told}: {first}", *[f"  {line}" for line in more]]
        told += [f"a loop, in order: {line}" for each in self.in_place.values() if each is not None for line in each.plans]
        return "\n".join(told) or "no kernel yet: they are made when it is called"

    @property
    def told(self) -> str:
        name = getattr(self.story.function, "__name__", type(self.story.function).__name__)
        return f"{name} is compiled, kernel by kernel, for {'NumPy' if self.device is None else self.device.name}"

    @property
    def source(self) -> str:
        found = [engine.source for engine, *_ in self.kernels.values()]
        return "\n".join(dict.fromkeys(found + [each.source for each in self.in_place.values() if each is not None]))

    def __call__(self, pictures, numbers, imaginary=None, scope: Scope | None = None):
        self.pictures = dict(zip([p.name for p in self.story.parameters if p.is_image], pictures))
        self.pictures.update({IMAGINARY.format(name): picture for name, picture in (imaginary or {}).items()})
        scope = scope or Scope()
        self.take(scope, numbers)
        with scope.in_all:
            return self.called(scope, pictures)

    def take(self, scope: Scope, numbers) -> None:
        """The numbers of a call."""
        for parameter, number in zip(self.graph.scalars, numbers, strict=True):
            scope.values[parameter.value] = self.types[parameter.value.type](number)

    def called(self, scope: Scope, pictures):
        wanted = self.results.values
        to_host, pairs = not (pictures and isinstance(pictures[0], DeviceImage)), self.results.pairs
        asked = self.results.asked(lambda condition: self.number(scope, condition))
        chosen = {*chain.from_iterable(self.results.chosen)} - self.results.shown
        stay = {wanted[at] for at in chosen} if self.choosing.is_on_gpu else ()
        fields = [value for value in compress(wanted, asked) if is_field(value)]
        arrays = self.arrays(scope, [value for value in fields if value not in stay], to_host and not pairs)
        arrays |= self.arrays(scope, [value for value in fields if value in stay], to_host=False)
        numbers = [each for value in compress(wanted, asked) for each in number_of(value)]
        self.ready(scope, [each for each in numbers if self.lies_there(scope, each)])  # by one kernel
        found = [arrays.get(value) if is_field(value) else self.number(scope, value) if is_asked else None
                 for value, is_asked in zip(wanted, asked)]
        whole = [put_together(self, scope, [found[part] for part in pair], [wanted[part] for part in pair], to_host)
                 if asked[pair[0]] else None for pair in pairs]
        if pairs and to_host:
            found = [as_numpy(each, value.type) if is_field(value) and asked[at] and at in self.results.plain else each
                     for at, (each, value) in enumerate(zip(found, wanted))]
        self.raising = self.graph.raises and bool(self.number(scope, self.graph.outputs[-1].values[0]))
        if self.results.refusal is not None and self.number(scope, self.results.beyond):
            raise self.results.refusal
        chosen = [self.choosing(found[all_of], found[mask], (wanted[all_of].type, wanted[mask].type), to_host)
                  if asked[all_of] and asked[mask] else None for all_of, mask in self.results.chosen]
        return self.results.make(found + chosen + whole)

    # -- numbers -------------------------------------------------------------------------------------------------------

    def number(self, scope: Scope, value: Value):
        """A number, computed by the host; from an array, it is waited for."""
        known = scope.values.get(value)
        if known is not None:
            return known
        with np.errstate(all="ignore"):
            return self.made_number(scope, value)

    def made_number(self, scope: Scope, value: Value):
        if value.__class__ is Const:
            return self.types[value.type](0 if value.value is None else value.value)
        known = scope.values.get(value)
        if known is not None:
            return known
        op = value.owner
        assert isinstance(op, Op), "a number that no operation gives is an argument"
        if op.kind is ITEM:
            result = self.types[value.type](self.arrays(scope, op.operands, True)[op.operands[0]].reshape(-1)[0])
            meant = self.resolved(scope, op.operands[0])
            scope.record.bring(scope.values.get(meant), meant, result, value)
        elif op.kind in (IF, SELECT, LOOP):
            result = self.made_number(scope, self.resolved(scope, value, once=True))
        else:
            result = self.types[value.type](of_numbers(op, [self.made_number(scope, each) for each in op.operands]))
        scope.values[value] = result
        return result

    # -- which value one is ----------------------------------------------------------------------------------------------

    def resolved(self, scope: Scope, value: Value, once: bool = False) -> Value:
        """The value that one is at this time: what a branch gave, or a loop."""
        while scope.values.get(value) is None:
            following = scope.alias.get(value)
            op = value.owner
            if following is None and isinstance(op, Op) and op.kind in (IF, SELECT, LOOP):
                if op.kind is LOOP:
                    self.loop(scope, op)
                    following = scope.alias.get(value)
                elif op.kind is SELECT:
                    following = op.operands[1 if self.number(scope, op.operands[0]) else 2]
                else:
                    block = op.blocks[0 if self.number(scope, op.operands[0]) else 1]
                    following = block.results[op.results.index(value)]
                if following is not None:
                    scope.alias[value] = following
            elif following is None and isinstance(op, Op) and op.kind is FIELD and is_either(op):
                following = scope.alias[value] = self.way(op)
            if following is None:
                return value
            value = following
            if once and value.__class__ is Const:
                return value
        return value

    def way(self, op: Op) -> Value:
        """Of two ways to an array the device's own."""
        own = op.operands[dict(op.attributes)["element"].by(self.target.kind)]
        return own if has_passes(own, self.target) else op.operands[0]

    def loop(self, scope: Scope, op: Op) -> None:
        """A loop, to its end: what it carries on lies in memory after each pass."""
        if op not in self.in_place:
            self.in_place[op] = in_place_for(self, op)
        if (made := self.in_place[op]) is not None:
            made(scope)
        else:
            followed(self, scope, op)

    def carried(self, scope: Scope, value: Value):
        if not is_field(value):
            return self.number(scope, value)
        meant = self.resolved(scope, value)
        return meant if is_nothing(meant) else scope.values.get(meant)

    def is_cheap(self, value: Value) -> bool:
        op = value.owner
        return isinstance(op, Op) and op.kind is FIELD and dict(op.attributes)["element"].moves

    def ready(self, scope: Scope, values) -> None:
        """Have numbers computed, and arrays in memory."""
        values = [value for value in values if value.__class__ is not Const]
        self.arrays(scope, [value for value in values if is_field(value)], to_host=False)
        for value in values:
            if not is_field(value):
                self.number(scope, value)

    # -- arrays ------------------------------------------------------------------------------------------------------------

    def arrays(self, scope: Scope, wanted, to_host: bool) -> dict:
        """Arrays in memory; for the host, as NumPy's."""
        found, groups, steps = {}, {}, {}
        for value in dict.fromkeys(wanted):
            meant = self.resolved(scope, value)
            if not self.is_there(scope, meant) and not is_nothing(meant):
                if is_step(meant):
                    both = meant.owner.operands, dict(meant.owner.attributes)["element"].both
                    steps.setdefault(both, []).append(meant)
                else:
                    groups.setdefault(meant.type.shape, {})[meant] = None
        for step in steps.values():
            compute(self, scope, step)
        for shape in self.in_order(scope, groups) if len(groups) > 1 else groups:
            results = self.launched(scope, list(groups[shape]), to_host and len(groups) == 1)
            for value, result in zip(groups[shape], results):
                found[value] = result
                if not isinstance(result, np.ndarray):
                    scope.values[value] = result
        given = {}
        for value in wanted:
            meant = self.resolved(scope, value)
            result = found.get(meant, scope.values.get(meant))
            if to_host or result is None:
                result = as_numpy(result, value.type)
            given[value] = result
        return given

    def in_order(self, scope: Scope, groups: dict) -> list:
        """The shapes of what is wanted, first those of which others are made."""
        made = {shape: self.visited(scope, group)[0] for shape, group in groups.items()}
        return sorted(groups, key=lambda shape: sum(value in made[other] for other in groups if other != shape
                                                    for value in groups[shape]), reverse=True)

    def visited(self, scope: Scope, wanted) -> tuple[dict, dict]:
        """All arrays that some are made of, as far as they do not lie in memory, and which values those are that could be
        others. Arguments, known arrays and loops are in memory from then on."""
        seen: dict[Value, None] = {}
        alias: dict[Value, Value] = {}
        todo, steps = list(wanted), []
        while todo:
            value = todo.pop()
            meant = self.resolved(scope, value) if is_field(value) else value
            if meant is not value:
                alias[value] = meant
            if meant in seen or not is_field(meant) or meant.__class__ is Const:
                continue
            seen[meant] = None
            if self.is_there(scope, meant):
                continue
            if is_step(meant):
                steps.append(meant)
                continue
            operands, element = meant.owner.operands, dict(meant.owner.attributes)["element"]
            before = computed_before(self, scope, meant)
            self.arrays(scope, before, to_host=False)
            if not ((before or element.anywhere) and self.is_there(scope, meant)):
                todo += [each for each in operands if is_field(each)]
        self.arrays(scope, steps, to_host=False)
        if first := wanted_by_several(self, scope, seen, wanted) or in_their_own_axes(self, scope, seen):
            self.arrays(scope, first, to_host=False)
            return self.visited(scope, wanted)
        return seen, alias

    def is_there(self, scope: Scope, value: Value) -> bool:
        """Whether an array is in memory: an argument, or a known one, is from the moment on that someone asks."""
        if scope.values.get(value) is None and is_given(value):
            source = dict(value.owner.attributes)["element"].source
            scope.values[value] = self.pictures[source] if isinstance(source, str) else self.uploaded(value, source.object)
        if scope.values.get(value) is None and is_reshaped(value):
            whole = self.resolved(scope, value.owner.operands[0])
            if self.is_there(scope, whole):
                scope.values[value] = self.reshaped(scope, whole, value.type.shape)
        return scope.values.get(value) is not None

    def reshaped(self, scope: Scope, whole: Value, shape: tuple):
        """An array in memory as one of another shape, in the same memory."""
        if self.device is not None and not self.device.zero_copy and not isinstance(scope.values[whole], DeviceImage):
            scope.values[whole] = to_device(scope.values[whole], self.device)  # once, for all who read it
        return self.seen_as(scope.values[whole], shape)

    def lies_there(self, scope: Scope, value: Value) -> bool:
        """Whether an array is in memory, or a part of one that is."""
        value = self.resolved(scope, value)
        while scope.values.get(value) is None and self.is_cheap(value) and any(map(is_field, value.owner.operands[:1])):
            value = self.resolved(scope, value.owner.operands[0])
        return self.is_there(scope, value) or self.is_cheap(value)

    def uploaded(self, value: Value, array: np.ndarray):
        if value not in self.data:
            self.data[value] = self.there(array)
        return self.data[value]

    def there(self, array: np.ndarray):
        """An array of the host's where kernels read it."""
        array = stored(array.reshape(in_memory(array.shape)), np.real)
        pixels = ingest_grid(array, array.ndim, True, self.options.wide)
        return pixels if self.device is None else to_device(pixels, self.device)

    def launched(self, scope: Scope, wanted: list[Value], to_host: bool) -> list:
        """Arrays of one shape, computed together."""
        needed, made = self.plans.get(tuple(wanted), ((), None))
        there = [scope.values[value] if self.is_there(scope, value) else None for value in needed]
        if made is None or None in there or [each.format for each in there] != made[2]:
            made, there = self.planned(scope, wanted)
        engine, kernel, _ = made
        numbers = [self.number(scope, value) for value in kernel.scalars]
        shape = in_memory(wanted[0].type.shape)
        size = (*shape[::-1], 1, 1)[:max(2, len(shape))]
        rows = as_rows(engine, there, size)
        if rows is not None:
            size = size[0] * size[1], 1
        given = rows or there
        if to_host or self.device is None:
            found = engine.arrays(given, numbers, size)
        else:
            found = engine.launcher([*given, *engine.textures], numbers, size, to_host=False)
        note(scope, engine, wanted, given, kernel.scalars, numbers, size, found)
        if to_host:
            return list(found) if rows is None else [array.reshape(shape) for array in found]
        if self.device is None:
            return [self.there(array) for array in found]
        return list(found) if rows is None and len(shape) != 1 else [image.shaped(shape) for image in found]

    def record(self, filter, kind: tuple | None) -> Record:
        """For what a call of that kind does, if it may be remembered. One that goes the usual way although it was is steered
        by other numbers; of what often is nothing is remembered."""
        if kind is None or self.steady and kind in filter._alike or not self.steady and self.misses >= MISSES:
            return Record()
        if filter._alike.pop(kind, None):
            self.misses += 1
            return Record()
        return Record(inf if self.steady else much(self.device))

    def seen_as(self, picture, shape: tuple):
        """An array in memory as one of another shape."""
        shape = in_memory(shape if 0 not in shape else (1,) * len(shape))  # a number lies there for none
        if not isinstance(picture, DeviceImage):
            return as_shape(picture, shape)
        if picture.device is not self.device:
            return self.there(picture.numpy().reshape(shape))
        if picture.shape == shape:
            return picture
        return picture.shaped(shape)

    def engine(self, kernel, formats: list[Format], shape: tuple[int, ...] | None = None):
        """What computes the graph of a kernel, of arrays that are stored so; for results of a shape."""
        if kernel.graph is None:
            return AsText(kernel, formats, self.device)
        story = self.story.of_graph(kernel.graph)
        story.columns = shape[-1] if shape and len(shape) > 1 and shape[-1] < FEW else None
        story.one_line = (prod(shape[-1:]) == 1, prod(shape[:-1]) == 1) if shape is not None else (False, False)
        outputs = [Format(output.pixel.scalar.stored, 1) for output in story.graph.outputs]
        engine = engine_for(story, formats, outputs, self.device, (None,) * len(outputs), (None,) * len(outputs))
        for verb, seconds in engine.seconds.items():
            self.seconds[verb] = self.seconds.get(verb, 0.0) + seconds
        return engine

    def make(self, key: tuple, wanted: list[Value], known: dict, alias: dict[Value, Value]) -> None:
        try:
            kernel = self.story.kernel(wanted, {value: picture.dimensions for value, picture in known.items()}, alias)
        except RecursionError:
            raise too_deep(self.graph) from None
        formats = [known[value].format for value in kernel.images]
        self.kernels[key] = self.engine(kernel, formats, wanted[0].type.shape), kernel, formats

    def planned(self, scope: Scope, wanted: list[Value]) -> tuple:
        """The kernel for arrays, and what it reads. It is found again at once where no branch has a say in it."""
        seen, alias = self.visited(scope, wanted)
        known = {value: picture for value in seen if (picture := scope.values.get(value)) is not None}
        key = tuple(wanted), tuple(known), tuple(alias.items()), tuple([each.format for each in known.values()])
        if key not in self.kernels:
            scope.in_all.waits(self.told)
            with self.making:
                if key not in self.kernels:  # unless another thread has made it in the meantime
                    self.make(key, wanted, known, alias)
        made = self.kernels[key]
        if not alias:
            self.plans[tuple(wanted)] = tuple(made[1].images), made
        return made, [known[value] for value in made[1].images]
