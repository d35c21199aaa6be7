"""The graph of one element of some arrays that are computed together, from arrays that lie in memory.

An operation is written into those that use it. What several use, and what is put together of many elements, becomes a
function of the program, which the plan keeps or writes out as it thinks better (passes/inline.py, programs/programs.py).
"""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np

from ...ir import (
    BITS,
    FLOAT,
    INT,
    INT64,
    SEVERAL,
    UINT32,
    UINT64,
    Builder,
    Const,
    Function,
    Graph,
    ImageParam,
    Output,
    PixelType,
    ScalarParam,
    Value,
    every_graph,
    every_op,
)
from ...ir.fields import is_field, read_as
from ...language import borders
from ..kinds.scalars import as_value
from ..kinds.sorting import choose
from ..values.lattice import Known, lift
from ..values.numbers import type_of
from ..values.possible import bounds_of
from .elements import At, aligned
from .folding import Reduced, Scanned, apart

HALF, SINGLE = np.dtype(np.float16), np.dtype(np.float32)
LONG_WHOLE = INT, UINT32, INT64, UINT64
LONG = "loop", "fold"  # what goes over many elements


class Kernel:
    """Arrays of one shape, as the results of one graph. `images` and `scalars` are the values that it is given."""

    in_order = False  # whether it is one place that goes on step by step: what is put together of many is a loop there

    def __init__(self, tracer, wanted: list[Value], known: dict[Value, int], alias: dict[Value, Value], name: str,
                 signed: bool = False):
        """`known` are the arrays in memory, and how many dimensions they have there; `alias` says which of several values
        one is at this time. With `signed` nothing is folded that would lose the sign of a zero."""
        self.tracer, self.known, self.alias, self.signed = tracer, known, alias, signed
        shape = wanted[0].type.shape
        self.told = f"an array {'x'.join(map(str, shape)) or 'of one number'}" if len(wanted) == 1 else (
            f"{len(wanted)} arrays {'x'.join(map(str, shape))}")
        self.graph = Graph(name, dimensions=3 if len(shape) >= 3 else 2)
        self.read: dict[Value, list] = {}       # an array in memory -> its images, and the border of each axis
        self.numbers: dict[Value, Value] = {}   # a number of the host's -> the parameter
        self.functions: dict = {}
        self.images: list[Value] = []
        self.uses = self.counted(wanted)
        self.axes, self.written = 0, self.graph  # how many axes say where an element is of what is written
        with self.writing(self.graph, len(shape)):
            place = tuple(map(At, self.over_all(list(map(lift, self.coordinates(self.graph, min(len(shape), 3)))), shape)))
            values = [as_value(tracer, self.at(value, place), value.type.element) for value in wanted]
        self.graph.outputs = [Output((value,), value.type.value) for value in values]
        self.scalars = list(self.numbers)
        for params in self.read.values():
            for param, axes in params:
                axes = [axis or "clamp" for axis in reversed(axes[-3:])]
                param.border = tuple(axes + ["clamp"] * (max(2, param.dimensions) - len(axes)))
        if any(op.kind.name in LONG for graph in every_graph(self.graph) for op in every_op(graph.body)):
            self.told_extents()

    def told_extents(self) -> None:
        """How large arrays are is told where it is in the graph anyway, as how far loops go: their reads lie inside then.
        Any other kernel is one for all shapes."""
        for value, params in self.read.items():
            *_, rows, columns = (1, 1, *value.type.shape)
            for param, _ in params:
                param.extent = (columns, rows) if param.dimensions <= 2 and rows * columns else None

    @contextmanager
    def writing(self, graph: Graph, axes: int = 2):
        tracer, before, around = self.tracer, self.tracer.builder, (self.axes, self.written)
        tracer.builder = Builder(graph.body, self.signed, graph.in_place)
        tracer.builder.location = before.location
        self.axes, self.written = axes, graph
        try:
            yield graph
        finally:
            tracer.builder, (self.axes, self.written) = before, around

    @staticmethod
    def coordinates(graph: Graph, dimensions: int) -> tuple[Value, ...]:
        return graph.coordinates[:dimensions][::-1]

    # -- which are functions -----------------------------------------------------------------------------------------

    def meant(self, value: Value) -> Value:
        while value in self.alias:
            value = self.alias[value]
        return value

    def counted(self, wanted) -> dict[Value, int]:
        """How many operations use each array."""
        uses: dict[Value, int] = {}
        todo = list(wanted)
        while todo:
            value = self.meant(todo.pop())
            uses[value] = uses.get(value, 0) + 1
            if uses[value] == 1 and value not in self.known and value.__class__ is not Const:
                todo += dict.fromkeys(filter(is_field, value.owner.operands))
        return uses

    def is_apart(self, value: Value) -> bool:
        how = self.how(value)
        if isinstance(how, Scanned):
            return False  # it is a function anyway
        return self.uses[value] > 1 and not how.moves and len(value.type.shape) <= self.graph.dimensions

    @staticmethod
    def how(value: Value):
        return dict(value.owner.attributes)["element"]

    # -- what elements ask for -----------------------------------------------------------------------------------------

    def number(self, operand: Value, place: tuple, shape: tuple):
        """A number, or the element of an array that is spread over a shape."""
        if not is_field(operand):
            return self.scalar(operand)
        operand = self.meant(operand)
        return self.at(operand, aligned(place, shape, operand.type.shape))

    def number_as(self, type, operand: Value, place: tuple, shape: tuple):
        """The same as an array of another type keeps it: of a long whole number, or a double, float32 has 24 bits."""
        given = self.number(operand, place, shape)
        number = self.converted(given, type.element)
        longer = self.tracer.double if type_of(given).is_float else type_of(given) in LONG_WHOLE
        if type.dtype != SINGLE or not longer or not isinstance(number, Value):
            return number
        if given.type is INT and max(map(abs, bounds_of(given))) <= 1 << 24:
            return number
        return self.tracer.emit(BITS[INT, FLOAT], self.tracer.emit(BITS[FLOAT, INT], number))

    def at(self, value: Value, place: tuple):
        """The element of an array at an index."""
        value = self.meant(value)
        if value.__class__ is Const:  # what there is where something has raised: nobody looks at what is made of it
            return self.converted(Known(0), value.type.element)
        if value in self.known:
            return self.loaded(value, place)
        key = "element", value, tuple([(self.key(at.value), at.border) for at in place])
        found = self.tracer.builder.recall(key)
        if found is None:
            found = self.asked(value, place) if self.is_apart(value) else self.element(value, place)
            self.tracer.builder.remember(key, found)
        return found

    def element(self, value: Value, place: tuple):
        if value in self.known:
            return self.loaded(value, place)
        op = value.owner
        self.tracer.builder.location = op.location
        found = self.how(value).at(self, value.type, op.operands, place)
        return self.halved(found) if value.type.dtype == HALF and not self.how(value).moves else found

    def halved(self, number):
        """As many digits as a float16 has, which is computed as a longer one."""
        if type(number) is Known:
            return Known(float(HALF.type(number.value)))
        return self.tracer.emit("half", number)

    @staticmethod
    def key(number):
        return ("known", number.value) if type(number) is Known else number

    def asked(self, value: Value, place: tuple):
        """A call of the function that an array is."""
        edges, shape = tuple([at.border for at in place]), value.type.shape
        if isinstance(self.how(value), Reduced):
            place, edges = tuple([At(self.inside(*each)) for each in zip(place, shape)]), (None,) * len(place)
        key = value, edges
        if key not in self.functions:
            def body(*coordinates):
                here = coordinates[:len(shape)][::-1]
                return [self.converted(self.element(value, tuple(map(At, map(lift, here), edges))), value.type.element)]

            name = getattr(self.how(value), "function", None)
            self.functions[key] = self.function(getattr(name, "__name__", "array"), body,
                                                dimensions=3 if len(shape) == 3 else 2, axes=len(shape))
        where = [at.value for at in reversed(place)]
        return self.called(self.functions[key], *where, *self.along_others(len(where)))

    def along_others(self, axes: int) -> list:
        """Where it is along the axes that an array has not: at 0. Where the caller has not got them either, that is his own
        place, and a planner sees that it is the same one."""
        return [lift(own) if axis >= self.axes else Known(0) for axis, own in enumerate(self.written.coordinates[:2])][axes:]

    def function(self, name: str, body, kept: bool | None = None, dimensions: int = 2, axes: int = 2) -> Function:
        """A function of the program of what `body(x, y)` gives."""
        graph = Graph(name.strip("<>"), self.graph.images, self.graph.scalars, dimensions=dimensions)
        with self.writing(graph, axes):
            values = tuple([as_value(self.tracer, value) for value in body(*graph.coordinates)])
        kinds = {value.type for value in values}
        graph.outputs = [Output(values, kinds.pop().value if len(kinds) == 1 else SEVERAL)]
        return Function(graph.name, graph, kept)

    def goes_over(self, count: int) -> None:
        """So many elements are put together at one place."""

    def called(self, function: Function, *place):
        return self.tracer.emit("call", *[as_value(self.tracer, at, INT) for at in place], function=function, channel=0)

    def stored(self, place: tuple, shape: tuple) -> tuple:
        """Where in memory an element of an array is, which has three axes there at most."""
        if len(shape) <= 3:
            return place
        before = self.together([self.inside(*each) for each in zip(place[:-2], shape)], shape[:-2])
        return (At(before), *place[-2:])

    def over_all(self, numbers: list, shape: tuple) -> list:
        """The index of an element that is at such a place in memory."""
        return [*self.apart(numbers[0], shape[:-2]), *numbers[1:]] if len(shape) > 3 else numbers

    def loaded(self, value: Value, place: tuple):
        """An array in memory, read."""
        if len(place) > 3:  # edges are minded before axes are put together
            place = (*[At(self.inside(*each)) for each in zip(place[:-2], value.type.shape)], *place[-2:])
        params = self.read.setdefault(value, [])
        fitting = [(param, axes) for param, axes in params
                   if all(old is None or at.border in (None, old) for old, at in zip(axes, place))]
        if fitting:
            param, axes = fitting[0]
        else:
            kind = value.type.element
            param = ImageParam(f"{value.name or 'array'}", PixelType(read_as(kind), 1), dimensions=self.known[value])
            if any(param.name == other.name for other in self.graph.images):
                param.name += f"_{len(self.graph.images) + 1}"
            axes = [None] * len(place)
            params.append((param, axes))
            self.graph.images.append(param)
            self.images.append(value)
        axes[:] = [old or at.border for old, at in zip(axes, place)]
        place = self.stored(place, value.type.shape)
        where = [as_value(self.tracer, at.value, INT) for at in reversed(place)]
        where += [as_value(self.tracer, Known(0), INT)] * (2 - len(where))
        return self.converted(self.tracer.emit("read", *where, image=param, channel=0), value.type.element)

    def scalar(self, value: Value):
        """A number that the host knows when this is launched."""
        value = self.meant(value)
        if lift(value) is not value:
            return lift(value)
        if value not in self.numbers:
            parameter = Value(value.type, None, value.name)
            self.numbers[value] = parameter
            self.graph.scalars.append(ScalarParam(value.name or f"number_{len(self.numbers)}", parameter))
        return self.numbers[value]

    # -- arithmetic on indices -----------------------------------------------------------------------------------------

    def converted(self, number, type):
        return lift(as_value(self.tracer, number, type))

    def affine(self, at, start: int, step: int):
        if step != 1:
            at = self.tracer.binary("*", at, Known(step))
        return self.tracer.binary("+", at, Known(start)) if start else at

    def together(self, numbers: list, sizes: tuple):
        """An index along several axes as a number that counts their elements."""
        tracer, flat = self.tracer, Known(0)
        for number, size in zip(numbers, sizes):
            flat = tracer.binary("+", tracer.binary("*", flat, Known(size)), number)
        return flat

    def apart(self, number, sizes: tuple) -> list:
        """A number that counts elements as an index along several axes."""
        return apart(self.tracer, number, sizes)

    def inside(self, at: At, size: int):
        """An index that lies inside, whatever its border."""
        if at.border is None:
            return at.value
        return self.tracer.call(Known(borders.index), [Known(at.border), at.value, Known(size)], {})

    def from_the_end(self, at, size: int):
        """An index that may count from the end, as it was computed."""
        at = self.converted(at, INT)
        if type(at) is Known:
            return Known(at.value + size if at.value < 0 else at.value)
        return choose(self.tracer, self.tracer.compare("<", at, Known(0)), self.tracer.binary("+", at, Known(size)), at)
