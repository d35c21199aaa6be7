"""What one element is of arrays that are made of many: sums and extremes, running sums, products of matrices.

Whatever may be put together in any order is a fold of the graph (ir/folds.py): over all of an array, or over each of its
rows, columns or planes. What is left, a row of a volume say, is a loop in each element.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...ir import BOOL, DOUBLE, INT, OPS, Block, Value, constant, known
from ...ir.folds import BEST, WITH, nothing
from ...ir.scans import Edge, Scan
from ..kinds.scalars import as_value
from ..kinds.sorting import choose
from ..values.lattice import NONE, Builtin, Known, lift
from .elements import At, Element, aligned, lies_across, product

FEW = 64  # elements of a line: so few are not divided among work-items
SOME = 16       # products that one element of a matrix adds up: so many are worth an array in memory
NOWHERE = 2**31 - 1  # where a NaN is if there is none
LONG = 1 << 10  # products that one element of a matrix adds up: so many are, where elements are fewer
STEPS = {"add": "+", "mul": "*", "and": "&", "or": "|", "xor": "^"}


def put_together(tracer, how: str, a, b):
    if how in STEPS:
        return tracer.binary(STEPS[how], a, b)
    return tracer.call(Known({"min": np.minimum, "max": np.maximum}[how]), [a, b], {})


@dataclass(frozen=True)
class Reduced(Element):
    """The elements along some axes put together; `how` as a fold has it. Of several axes all are kept as ones, or none."""

    how: str
    axes: tuple
    keepdims: bool
    gathers = gives_numbers = True

    def __str__(self):
        return f"{self.how} along {self.axes}"

    def at(self, kernel, type, operands, place):
        (source,) = operands
        shape = source.type.shape
        kept = [axis for axis in range(len(shape)) if axis not in self.axes]
        left = [axis for axis in kept if shape[axis] > 1]
        there = dict(zip(range(len(shape)) if self.keepdims else kept, place))
        numbers = {axis: kernel.inside(there[axis], shape[axis]) for axis in kept}
        numbers.update({axis: Known(0) for axis in kept if axis not in left})
        over = [axis for axis in self.axes if shape[axis] > 1]
        if not over:
            numbers.update({axis: Known(0) for axis in self.axes})
            return self.alone(kernel, type, source, numbers)
        if len(left) > 1 or kernel.in_order:
            kernel.goes_over(product(shape[axis] for axis in over))
            return self.loop(kernel, type, source, numbers, over)
        if left and product(shape[axis] for axis in over) <= FEW:
            return self.few(kernel, type, source, numbers, left[0], over)
        return self.fold(kernel, type, source, numbers, left, over)

    def alone(self, kernel, type, source, numbers):
        return self.result(kernel, type, [Known(0)] if self.how in BEST else self.values(kernel, type, source, numbers))

    def values(self, kernel, type, source, numbers, number=None) -> list:
        """What is put together of the element at an index: itself, and for the best one its number."""
        tracer = kernel.tracer
        value = kernel.at(source, tuple([At(numbers[axis]) for axis in range(len(source.type.shape))]))
        element = source.type.element
        if self.how not in BEST:  # narrow numbers are computed as whole ones, and wrap when all is put together
            return [kernel.converted(value, INT if type.element.is_narrow else type.element)]
        number = kernel.converted(Known(0) if number is None else number, INT)
        values = [kernel.converted(value, element if element is not BOOL and not element.is_narrow else INT), number]
        if element.is_float:  # a NaN is better than any number: where the first one is
            values.insert(0, choose(tracer, tracer.apply(OPS["isnan"], [value]), number, Known(NOWHERE)))
        return values

    def steps(self, element) -> tuple:
        """How what an element gives is put together, each of its values."""
        if self.how not in BEST:
            return (self.how,)
        return ("min",) * element.is_float + (self.how, WITH)

    def result(self, kernel, type, values: list):
        """What is made of all that is put together."""
        found = values[-1]
        if len(values) == 3:
            found = choose(kernel.tracer, kernel.tracer.compare("<", values[0], Known(NOWHERE)), values[0], found)
        return kernel.converted(found, type.element)

    def fold(self, kernel, type, source, numbers, left, over):
        """By a fold over a rectangle: all, or what belongs to one index along one axis."""
        shape, along = source.type.shape, left[0] if left else None
        across = along is not None and along > over[-1]  # the lines are columns
        nan = source.type.element.is_float and self.how in ("min", "max")
        how = ("or", self.how) if nan else self.steps(source.type.element)

        def element(x, y):
            found, number = dict.fromkeys(range(len(shape)), Known(0)), Known(0)
            rest = y if across else x  # what counts all that is put together; of all of an array, its rows
            if along is not None:
                found[along] = x if across else y
                found.update(zip(over, apart(kernel.tracer, rest, [shape[axis] for axis in over])))
            else:
                found[over[-1]] = x
                found.update(zip(over[:-1], apart(kernel.tracer, y, [shape[axis] for axis in over[:-1]])))
            for axis in over:
                number = kernel.tracer.binary("+", kernel.tracer.binary("*", number, Known(shape[axis])), found[axis])
            values = self.values(kernel, type, source, found, number)
            if nan:
                values = [kernel.converted(kernel.tracer.apply(OPS["isnan"], values), BOOL), *values]
            return values

        inner = kernel.function("each", element, False)
        every, wide = product(shape[axis] for axis in over), shape[over[-1]]

        def whole(x, y):
            if along is None:
                place = constant(0), constant(0), constant(wide), constant(every // wide)
            elif across:
                place = x, constant(0), constant(1), constant(every)
            else:
                place = constant(0), y, constant(every), constant(1)
            found = [lift(kernel.tracer.builder.emit("fold", *place, function=inner, channel=i, how=how))
                     for i in range(len(how))]
            if nan:
                found = [choose(kernel.tracer, found[0], Known(np.nan), found[1])]
            return [self.result(kernel, type, found)]

        function = kernel.function(self.how.replace(" ", "_"), whole, True)
        here = [Known(0), Known(0)]
        if along is not None:
            here[not across] = numbers[along]
        return kernel.called(function, *here)

    def few(self, kernel, type, source, numbers, along, over):
        """Lines beside one another, each in a loop. What is as long as the lines are many is computed once for each."""
        def whole(x, y):
            there = {**dict.fromkeys(numbers, Known(0)), along: lift(x)}
            return [kernel.converted(self.loop(kernel, type, source, there, over), type.element)]

        function = kernel.function(self.how.replace(" ", "_"), whole, None)
        return kernel.called(function, numbers[along], Known(0))

    def loop(self, kernel, type, source, numbers, over):
        """In each element, one after the other."""
        shape = source.type.shape
        count = product(shape[axis] for axis in over)

        def element(i):
            found = {**numbers, **dict.fromkeys(self.axes, Known(0))}
            found.update(zip(over, apart(kernel.tracer, i, [shape[axis] for axis in over])))
            return self.values(kernel, type, source, found, i)

        def step(i, before):
            values, tracer = element(i), kernel.tracer
            if self.how not in BEST:
                return [put_together(tracer, self.how, before[0], values[0])]
            kind, first = BEST[self.how]
            *nan, best, _ = zip(before, values)
            better = tracer.compare((">" if first else ">=") if kind == "max" else ("<" if first else "<="), *best[::-1])
            return [put_together(tracer, "min", *each) for each in nan] + [
                choose(tracer, better, new, old) for new, old in zip(values[-2:], before[-2:])]

        first = element(Known(0))
        types = [as_value(kernel.tracer, value).type for value in first]
        return self.result(kernel, type, counted(kernel, count, first, types, step))


def apart(tracer, number, sizes: list[int]) -> list:
    """A number that counts elements of such sizes, the last axis first, as an index along each."""
    found = []
    for size in sizes[:0:-1]:
        found.append(tracer.binary("%", number, Known(size)))
        number = tracer.binary("//", number, Known(size))
    return [number, *found[::-1]]


def counted(kernel, count: int, first: list, types, step) -> list:
    """What a loop over 1, 2, ... count - 1 makes of what it begins with."""
    tracer, builder = kernel.tracer, kernel.tracer.builder
    if count == 1:
        return first
    body = Block([INT, *types])
    with builder.inside(body):
        i, *before = body.args
        after = [as_value(tracer, value, kind) for value, kind in zip(step(i, before), types)]
        following = builder.emit("add", i, constant(1))
        body.results = (builder.emit("lt", following, constant(count)), following, *after)
    initial = [constant(1), *[as_value(tracer, value, kind) for value, kind in zip(first, types)]]
    return list(map(lift, builder.loop(initial, body)[1:]))


@dataclass(frozen=True)
class Scanned(Element):
    """The elements up to each place along the last of at most two axes put together; of two, `down` along the first."""

    how: str
    down: bool

    def __str__(self):
        return f"running {self.how}"

    def at(self, kernel, type, operands, place):
        key = (self, type.element, *operands)
        if key not in kernel.functions:  # one, whoever asks for it
            kernel.functions[key] = self.function(kernel, type, *operands)
        numbers = [kernel.inside(*each) for each in zip(place, type.shape)]
        found = kernel.called(kernel.functions[key], numbers[-1], numbers[0] if len(numbers) == 2 else Known(0))
        return kernel.converted(found, type.element)

    def function(self, kernel, type, source):
        def here(x, y):
            at = At(lift(x)), At(lift(y))
            value = kernel.converted(kernel.at(source, at[1::-1] if len(type.shape) == 2 else at[:1]), type.element)
            return [self.step(kernel, type, y if self.down else x, value)]

        function = kernel.function("running", here)
        function.graph.scan = Scan(int(self.down), 1, (Edge(None, 0),))
        return function

    def step(self, kernel, type, place, value):
        """A value, and what was made of those before it."""
        before = lift(kernel.tracer.builder.emit("prior", back=1, channel=0, type=type.element))
        both = kernel.converted(put_together(kernel.tracer, self.how, before, value), type.element)
        return choose(kernel.tracer, kernel.tracer.compare(">", place, Known(0)), both, value)


@dataclass(frozen=True)
class Recursive(Scanned):
    """library/whole/recursive.py's, along such an axis; from double to double where the host has doubles, whose digits the
    filters of any sharpness need."""

    b: tuple
    a: tuple
    settled: bool

    def __str__(self):
        return "recursive filter"

    def function(self, kernel, type, source):
        tracer, wide, word = kernel.tracer, len(type.shape) == 2, self.word(type)

        def here(x, y):
            along, line = (lift(y), lift(x)) if self.down else (lift(x), lift(y))

            def given(place):
                places = (place, line) if self.down else (line, place)
                return kernel.converted(kernel.at(source, tuple(map(At, places if wide else (place,)))), word)

            def number(value):
                return kernel.converted(Known(value), word)

            first, value = Known(0.0), None
            if self.settled:
                first = tracer.binary("*", given(Known(0)), number(sum(self.b) / sum(self.a)))
            for back, weight in enumerate(self.b):
                part = given(tracer.binary("+", along, Known(len(self.b) - 1 - back)))
                part = part if weight == 1 else tracer.binary("*", part, number(weight))
                value = part if value is None else tracer.binary("+", value, part)
            for back, weight in enumerate(self.a[1:], 1):
                if weight:
                    before = lift(tracer.builder.emit("prior", back=back, channel=0, type=word))
                    before = choose(tracer, tracer.compare(">=", along, Known(back)), before, first)
                    value = tracer.binary("-", value, tracer.binary("*", before, number(weight)))
            return [kernel.converted(value, word)]

        function = kernel.function("recursive", here)
        if any(self.a[1:]):
            function.graph.scan = Scan(int(self.down), 1, (Edge(None, 0),))
        return function

    @staticmethod
    def word(type):
        return DOUBLE if type.dtype == np.float64 else type.element


@dataclass(frozen=True)
class Sorted(Element):
    """The elements along the last of at most two axes in order; of two, `down` along the first."""

    down: bool
    anywhere = 1

    def at(self, kernel, type, operands, place):
        key, two = (self, *operands), len(type.shape) == 2
        if key not in kernel.functions:
            kernel.functions[key] = self.function(kernel, type, *operands)
        numbers = [kernel.inside(*each) for each in zip(place, type.shape)]
        return kernel.called(kernel.functions[key], numbers[-1], numbers[0] if two else Known(0))

    def function(self, kernel, type, source):
        def number(x, y):
            at = At(lift(x)), At(lift(y))
            return [kernel.converted(kernel.at(source, at[1::-1] if len(type.shape) == 2 else at[:1]), type.element)]

        inner, length = kernel.function("element", number, False), constant(type.shape[0 if self.down else -1])
        zero, one = constant(0), constant(1)

        def here(x, y):
            line = (x, zero, one, length, y) if self.down else (zero, y, length, one, x)
            return [lift(kernel.tracer.builder.emit("order", *line, function=inner, channel=0))]

        return kernel.function("in_order", here, True)


@dataclass(frozen=True)
class Product(Element):
    """Matrices multiplied, or stacks of them: (..., m, k) by (..., k, n)."""

    anywhere = 2

    @staticmethod
    def takes_long(operands) -> bool:
        return operands[0].type.shape[-1] >= SOME

    @staticmethod
    def read_in_rows(operands) -> list:
        a, b = operands
        return [b] if a.type.shape[-2] >= SOME and lies_across(b) else []

    def at(self, kernel, type, operands, place):
        place = [kernel.inside(*each) for each in zip(place, type.shape)]
        length = operands[0].type.shape[-1]
        if length >= LONG and product(type.shape) <= LONG and type.element is not BOOL:
            return self.fold(kernel, type, operands, place, length)
        how = ("&", "|") if type.element is BOOL else ("*", "+")

        def step(i, before):
            return [kernel.tracer.binary(how[1], before[0], self.part(kernel, type, operands, place, i, how[0]))]

        first = self.part(kernel, type, operands, place, Known(0), how[0])
        return counted(kernel, length, [first], [type.element], step)[0]

    def part(self, kernel, type, operands, place, i, how="*"):
        """The product of two elements, number i of those that are added up."""
        a, b = operands
        *outer, row, column = map(At, place)
        one = kernel.at(a, (*aligned(tuple(outer), type.shape[:-2], a.type.shape[:-2]), row, At(i)))
        other = kernel.at(b, (*aligned(tuple(outer), type.shape[:-2], b.type.shape[:-2]), At(i), column))
        return kernel.tracer.binary(how, *[kernel.converted(each, type.element) for each in (one, other)])

    def fold(self, kernel, type, operands, place, length):
        """Few sums, each a long one: a fold for each, by all that there are to work on it. (Parts of one are kept in memory,
        where narrow numbers would be brought to its ends, and do not wrap.)"""
        tracer, word = kernel.tracer, INT if type.element.is_narrow else type.element

        def element(x, y):
            return [kernel.converted(self.part(kernel, type, operands, apart(tracer, lift(y), type.shape), lift(x)), word)]

        inner = kernel.function("each", element, False)

        def whole(x, y):
            return [tracer.builder.emit("fold", constant(0), y, constant(length), constant(1), function=inner, channel=0,
                                        how=("add",))]

        number = Known(0)
        for at, size in zip(place, type.shape):
            number = tracer.binary("+", tracer.binary("*", number, Known(size)), at)
        return kernel.converted(kernel.called(kernel.function("product", whole, True), Known(0), number), type.element)


def empty(how: str, type) -> Value:
    """What nothing put together gives."""
    return known(type, nothing(how, type))


@dataclass(frozen=True)
class Walked(Element):
    """What a function finds that goes along a line from each place (library/whole/functions.py), as far as it likes."""

    function: object
    axis: int
    given: tuple
    anywhere = 1

    @staticmethod
    def takes_long(operands) -> bool:
        return True

    def at(self, kernel, type, operands, place):
        here = [At(kernel.inside(*each)) for each in zip(place, type.shape)]

        def read(tracer, line, at):
            there = (*here[:self.axis], At(at), *here[self.axis + 1:])
            return kernel.converted(kernel.at(operands[0], there), operands[0].type.element)

        given = [Builtin(read, NONE, "read"), here[self.axis].value, Known(type.shape[self.axis]), *map(Known, self.given)]
        return kernel.converted(kernel.tracer.call(Known(self.function), given, {}), type.element)


@dataclass(frozen=True)
class InVectors(Product):
    """A product with a matrix that has zeros beside its few columns, in memory: so vectors of it are whole."""

    @staticmethod
    def read_in_rows(operands) -> list:
        return [operands[1]]


@dataclass(frozen=True)
class InPanels(Product):
    """A product with a matrix that lies in memory as panels of some of its columns, one after the other, each row by row: so
    what a few columns of the result ask for lies together, however wide the matrix is. (Rows that lie a power of two apart
    push each other out of the caches: 2048 x 2048 took nine times as long as BLAS.)"""

    wide: int

    @staticmethod
    def read_in_rows(operands) -> list:
        return [operands[1]]

    def part(self, kernel, type, operands, place, i, how="*"):
        (row, column), (a, b), tracer = place, operands, kernel.tracer
        beyond = self.wide * (a.type.shape[-1] - 1)  # from a panel's row to that of the next one, less what lies beside it
        panel = tracer.binary("*", tracer.binary("//", column, Known(self.wide)), Known(beyond))
        at = tracer.binary("+", column, tracer.binary("+", panel, tracer.binary("*", i, Known(self.wide))))
        return kernel.tracer.binary(how, *[kernel.converted(kernel.at(matrix, tuple(map(At, at))), type.element)
                                           for matrix, at in ((a, (row, i)), (b, (at,)))])


@dataclass(frozen=True)
class ByRows(Product):
    """A product with few columns: each number a long sum of its own, along a row of one matrix and a row of the other one
    turned, which lies so in memory. So vectors go along the rows, and are whole whatever the number of columns."""

    @staticmethod
    def read_in_rows(operands) -> list:
        return [operands[1]]

    def at(self, kernel, type, operands, place):
        return self.fold(kernel, type, operands, [kernel.inside(*each) for each in zip(place, type.shape)],
                         operands[0].type.shape[-1])

    def part(self, kernel, type, operands, place, i, how="*"):
        row, column = place
        return kernel.tracer.binary(how, *[kernel.converted(kernel.at(matrix, (At(line), At(i))), type.element)
                                           for matrix, line in zip(operands, (row, column))])
