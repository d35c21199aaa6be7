"""What one element of a whole array is, at an index: a class for each way in which arrays are made of others.

An index is a number for each axis, in NumPy's order. It may lie outside of the array where it says by which rule of
language/borders.py there is something: so a shifted array is its source, read beside an edge that wraps.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

import numpy as np

from ...ir import BOOL, DOUBLE, FLOAT, INT, Op
from ...ir.fields import computed_in, is_field
from ...ir.ops import BITS, FIELD
from ...ir.ranges import LIMIT
from ...library.numpy.arrays import OF_THEIR_TYPE
from ..kinds.scalars import as_value
from ..kinds.sorting import choose
from ..values.lattice import Known, Tuple, lift
from .comparing import COMPARED, compared, is_exact


class At(NamedTuple):
    """An index along an axis; where it has a border, it may lie outside."""

    value: object
    border: str | None = None


class Whole(NamedTuple):
    """The items of an operand's axis that lie along an axis of the result: start, start + step, ..., so many of them."""

    axis: int
    start: int
    step: int
    count: int


class Asked(NamedTuple):
    """The place in an axis of an operand is what another operand says: which one, and whether that surely lies inside."""

    operand: int
    inside: bool = False


class Element:
    """How an array is made of its operands."""

    moves = False     # whether it only says where in its operand an element lies
    chooses = False   # whether it takes another operand from place to place: what takes long loops is computed before
    in_order = False  # whether its elements are its operand's, in the order in which they lie in memory
    gathers = False   # whether each element is put together of many of the operand's
    by_itself = False  # whether it has a kernel of its own
    in_passes = False  # ... or several, which a GPU has for it
    of_one = False     # whether it is of a single element
    stays = False      # whether an element is made of what its operands have at its own place
    gives_numbers = False  # whether what has no axes is a number to NumPy, which nobody changes, and no array
    anywhere = 0  # the first so many operands lie in memory: a loop or data say which of their elements it asks for

    def __str__(self):
        return type(self).__name__.lower()

    def at(self, kernel, type, operands, place):
        """The element at an index: a number, known or not, of the type's element."""
        raise NotImplementedError

    @staticmethod
    def takes_long(operands) -> bool:
        """Whether each element is a long loop."""
        return False

    @staticmethod
    def read_in_rows(operands) -> list:
        """Those operands of which so much is read that what is along their last axis had better lie side by side."""
        return []


@dataclass(frozen=True)
class Given(Element):
    """An argument, or an array that is known: it lies in memory."""

    source: object  # the parameter's name, or the array itself (Same)

    def __str__(self):
        return "given" if isinstance(self.source, str) else "known"


@dataclass(frozen=True)
class Filled(Element):
    """The same number everywhere."""

    moves = True

    def at(self, kernel, type, operands, place):
        return kernel.converted(kernel.scalar(operands[0]), type.element)


@dataclass(frozen=True)
class Counted(Element):
    """The number of each element along an axis: start, start + step, ...; each so many times over as `run` says, and after
    a `period` of them from the start again."""

    axis: int
    start: int
    step: int
    run: int = 1
    period: int = 0  # none
    moves = True

    def at(self, kernel, type, operands, place):
        at = kernel.inside(place[self.axis], type.shape[self.axis])
        for sign, number, unneeded in (("//", self.run, 1), ("%", self.period, 0)):
            at = at if number == unneeded else kernel.tracer.binary(sign, at, Known(number))
        return kernel.converted(kernel.affine(at, self.start, self.step), type.element)

    @staticmethod
    def of(numbers):
        """Known whole numbers so, or None: of a place they are computed sooner than they are read."""
        axes = [axis for axis, size in enumerate(numbers.shape) if size > 1]
        if numbers.dtype.kind not in "iu" or not axes or not numbers.size:
            return None
        corner = numbers[(0,) * numbers.ndim]
        lines = [numbers[(*[0] * axis, slice(None), *[0] * (numbers.ndim - axis - 1))] for axis in axes]
        varying = [(axis, line) for axis, line in zip(axes, lines) if (line != corner).any()]
        if len(varying) != 1 or not -LIMIT < int(numbers.min()) <= int(numbers.max()) < LIMIT:
            return None
        (axis, line), = varying
        line = line.astype(np.int64)
        run = int(np.argmax(line != line[0]))
        numbers_of_runs = line[::run]
        start, step = int(line[0]), int(line[run] - line[0])
        breaks = np.flatnonzero(numbers_of_runs != start + step * np.arange(len(numbers_of_runs)))
        found = Counted(axis, start, step, run, int(breaks[0]) if len(breaks) else 0)
        at = np.arange(len(line)) // run
        again = start + step * (at % found.period if found.period else at)
        wide = again.reshape([-1 if each == axis else 1 for each in range(numbers.ndim)])
        return found if np.array_equal(np.broadcast_to(wide, numbers.shape), numbers) else None


TRUTHS = {np.add: "|", np.multiply: "&", np.maximum: "|", np.minimum: "&", np.logical_or: "|", np.logical_and: "&"}


@dataclass(frozen=True)
class Ufunc(Element):
    """A function of NumPy's of one element of each; `dtypes` are those that it computes in, `number` which result it is."""

    function: np.ufunc
    dtypes: tuple
    stays = True
    number: int = 0
    gives_numbers = True

    def __str__(self):
        return self.function.__name__

    def at(self, kernel, type, operands, place):
        types = [computed_in(dtype) for dtype in self.dtypes[:len(operands)]]
        given = [kernel.number(operand, place, type.shape) for operand in operands]
        values = [kernel.converted(rounded(number, dtype), each) for number, dtype, each in zip(given, self.dtypes, types)]
        if self.function is np.power and is_small_and_whole(values[1]):
            return kernel.converted(kernel.tracer.binary("**", values[0], Known(int(values[1].value))), type.element)
        if self.function in TRUTHS and all(each is BOOL for each in types):
            found = reduce(lambda a, b: kernel.tracer.binary(TRUTHS[self.function], a, b), values)
        elif self.function in (np.ceil, np.floor, np.trunc) and not types[0].is_float:
            found = values[0]
        elif self.function is np.invert and types[0] is BOOL:
            found = kernel.tracer.negate(values[0])
        elif self.function in OF_THEIR_TYPE:
            found = kernel.tracer.call(Known(OF_THEIR_TYPE[self.function]), [*values, Known(self.dtypes[0])], {})
        elif self.function in COMPARED and types[0] is FLOAT and is_exact(operands, given):
            found = compared(kernel.tracer, COMPARED[self.function], given, values)
        else:
            found = kernel.tracer.call(Known(self.function), values, {})
        found = found.items[self.number] if found.__class__ is Tuple else found
        return kernel.converted(found, type.element)


def lies_across(value) -> bool:
    """Whether what lies beside one another along the last axis of an array does not in memory: it is turned there."""
    while is_field(value) and isinstance(value.owner, Op) and value.owner.kind is FIELD:
        element = dict(value.owner.attributes)["element"]
        if not element.moves or not value.owner.operands:
            return False
        if isinstance(element, Transposed) and element.axes[-1] != len(element.axes) - 1:
            return True
        value = value.owner.operands[0]
    return False


def rounded(number, dtype):
    """A known number as a short float has it, which is computed in a longer one."""
    is_short = type(number) is Known and dtype == np.float16
    return Known(float(dtype.type(number.value))) if is_short else number


def is_small_and_whole(exponent) -> bool:
    """Whether an exponent is a known whole number: then there are multiplications."""
    return type(exponent) is Known and exponent.value == int(exponent.value) and abs(exponent.value) <= 64


@dataclass(frozen=True)
class Applied(Element):
    """A function of ours of one element of each, converted to the result's type where it is asked for."""

    function: object
    alike: bool = False  # whether the operands are of the result's type, too
    stays = True

    def at(self, kernel, type, operands, place):
        values = [kernel.number(operand, place, type.shape) for operand in operands]
        if self.alike:
            values = [kernel.converted(value, type.element) for value in values]
        return kernel.converted(kernel.tracer.call(Known(self.function), values, {}), type.element)


@dataclass(frozen=True)
class Seen(Element):
    """The same bits as another dtype."""

    stays = True

    def at(self, kernel, type, operands, place):
        number, double = kernel.number(operands[0], place, type.shape), np.dtype(np.float64)
        if double in (operands[0].type.dtype, type.dtype):  # a Float of the graph, until all becomes wider
            own, other = [DOUBLE if each.dtype == double else each.element for each in (operands[0].type, type)]
            seen = kernel.tracer.apply(BITS[own, other], [as_value(kernel.tracer, number, own)])
            return kernel.converted(seen, type.element)
        number = as_value(kernel.tracer, number, operands[0].type.element)
        return lift(kernel.tracer.call(kernel.tracer.get_attribute(number, "view"), [Known(type.dtype)], {}))


@dataclass(frozen=True)
class Converted(Element):
    """The same numbers as another dtype, or spread over a larger shape."""

    stays = True

    def at(self, kernel, type, operands, place):
        return kernel.number_as(type, operands[0], place, type.shape)


@dataclass(frozen=True)
class Where(Element):
    stays = True

    def at(self, kernel, type, operands, place):
        condition, a, b = [kernel.number(operand, place, type.shape) for operand in operands]
        return choose(kernel.tracer, kernel.tracer.truth(condition), kernel.converted(a, type.element),
                      kernel.converted(b, type.element))


@dataclass(frozen=True)
class Sliced(Element):
    """Parts along axes: for each axis of the operand a number, or a Whole."""

    items: tuple
    moves = gives_numbers = True

    def __str__(self):
        return f"part [{', '.join(map(told, self.items))}]"

    def at(self, kernel, type, operands, place):
        sizes, found = operands[0].type.shape, []
        for item, size in zip(self.items, sizes):
            if item.__class__ is not Whole:
                found.append(At(Known(item)))
            elif item.start == 0 and item.step == 1 and item.count == size:
                found.append(place[item.axis])
            else:
                at = kernel.inside(place[item.axis], item.count)
                found.append(At(kernel.affine(at, item.start, item.step)))
        return kernel.at(operands[0], tuple(found))


@dataclass(frozen=True)
class Gathered(Element):
    """Elements where whole numbers say: for each axis of the first operand a number, a Whole, or an Asked; the axes of
    what they say begin at `first` in the result."""

    items: tuple
    first: int
    anywhere = 1

    def at(self, kernel, type, operands, place):
        source, *indices = operands
        shape = np.broadcast_shapes(*[index.type.shape if is_field(index) else () for index in indices])
        there, found = place[self.first:self.first + len(shape)], []
        for item, size in zip(self.items, source.type.shape):
            if item.__class__ is Asked:
                at = kernel.number(indices[item.operand], there, shape)
                found.append(At(kernel.converted(at, INT) if item.inside else kernel.from_the_end(at, size)))
            elif item.__class__ is Whole:
                found.append(At(kernel.affine(kernel.inside(place[item.axis], item.count), item.start, item.step)))
            else:
                found.append(At(Known(item)))
        return kernel.at(source, tuple(found))


@dataclass(frozen=True)
class Replaced(Element):
    """An array with a part of it exchanged: `items` say which, as for Sliced; the new part has the `shape`."""

    items: tuple
    shape: tuple

    def at(self, kernel, type, operands, place):
        tracer, (old, new) = kernel.tracer, operands
        tests, inner, here = [], [At(Known(0))] * len(self.shape), list(place)
        for axis, (item, size) in enumerate(zip(self.items, type.shape)):
            if item.__class__ is Whole and item.start == 0 and item.step == 1 and item.count == size:
                inner[item.axis] = place[axis]
                continue
            at = kernel.inside(place[axis], size)
            here[axis] = At(at)
            if item.__class__ is not Whole:
                tests.append(tracer.compare("==", at, Known(item)))
                continue
            step = abs(item.step)
            first = min(item.start, item.start + (item.count - 1) * item.step)
            far, last = tracer.binary("-", at, Known(first)), (item.count - 1) * step
            if first > 0:
                tests.append(tracer.compare(">=", at, Known(first)))
            if first + last < size - 1:
                tests.append(tracer.compare("<=", at, Known(first + last)))
            if step > 1:
                tests.append(tracer.compare("==", tracer.binary("%", far, Known(step)), Known(0)))
                far = tracer.binary("//", far, Known(step))
            inner[item.axis] = At(tracer.binary("-", Known(item.count - 1), far) if item.step < 0 else far)
        value = kernel.number_as(type, new, tuple(inner), self.shape)
        if not tests:
            return value
        holds = reduce(lambda a, b: tracer.binary("&", a, b), tests)
        return choose(tracer, holds, value, kernel.converted(kernel.at(old, tuple(here)), type.element))


@dataclass(frozen=True)
class Transposed(Element):
    axes: tuple
    moves = True

    def at(self, kernel, type, operands, place):
        found = [None] * len(place)
        for at, axis in zip(place, self.axes):
            found[axis] = at
        return kernel.at(operands[0], tuple(found))


@dataclass(frozen=True)
class Reshaped(Element):
    """Other axes. What a scan goes over `lies` in memory, as that is how its lines get long."""

    lies: bool = False
    moves = in_order = True

    @property
    def anywhere(self):
        return int(self.lies)

    def __str__(self):
        return "reshaped"

    def at(self, kernel, type, operands, place):
        shape, numbers = operands[0].type.shape, [kernel.inside(*each) for each in zip(place, type.shape)]
        ours = [(number, size) for number, size in zip(numbers, type.shape) if size != 1]
        found = []
        for mine, sizes in alike([size for _, size in ours], [size for size in shape if size != 1]):
            group, ours = ours[:mine], ours[mine:]
            numbers = [number for number, _ in group]
            as_it_is = mine == len(sizes) == 1
            found += numbers if as_it_is else kernel.apart(kernel.together(numbers, [size for _, size in group]), sizes)
        left = iter(found)
        return kernel.at(operands[0], tuple([At(next(left) if size != 1 else Known(0)) for size in shape]))


def alike(ours, theirs):
    """Axes that come to as many elements as some of the others do, from the first on: how many, and the sizes of those.
    So what is beside the axes that are taken apart stays as it is."""
    if 0 in ours:
        yield len(ours), theirs
        return
    at = there = 0
    while at < len(ours):
        first, begun, one, other = at, there, 1, 1
        while one != other or first == at:
            if one <= other:
                one, at = one * ours[at], at + 1
            else:
                other, there = other * theirs[there], there + 1
        yield at - first, theirs[begun:there]


@dataclass(frozen=True)
class Windowed(Element):
    """What lies around each element: the last axes go over a window along these `axes` of the operand."""

    axes: tuple
    moves = True

    def at(self, kernel, type, operands, place):
        numbers, dimensions = [kernel.inside(*each) for each in zip(place, type.shape)], len(operands[0].type.shape)
        found = numbers[:dimensions]
        for axis, number in zip(self.axes, numbers[dimensions:]):
            found[axis] = kernel.tracer.binary("+", found[axis], number)
        return kernel.at(operands[0], tuple(map(At, found)))


@dataclass(frozen=True)
class Beyond(Element):
    """An array moved along its axes, with what a border gives beside it: np.roll, np.pad."""

    before: tuple
    borders: tuple  # None along an axis that stays as it is
    moves = True

    def __str__(self):
        return f"moved by {self.before}, {next(filter(None, self.borders), 'as it is')}"

    def at(self, kernel, type, operands, place):
        found = []
        for at, before, border, size in zip(place, self.before, self.borders, type.shape):
            if border is None:
                found.append(at)
                continue
            value = at.value if at.border == border == "wrap" and size == operands[0].type.shape[len(found)] else (
                kernel.inside(at, size))
            found.append(At(kernel.tracer.binary("-", value, Known(before)), border))
        return kernel.at(operands[0], tuple(found))


@dataclass(frozen=True)
class Joined(Element):
    """Arrays one behind the other along an axis."""

    axis: int
    chooses = True

    def at(self, kernel, type, operands, place):
        tracer, axis = kernel.tracer, self.axis
        at, start, found = kernel.inside(place[axis], type.shape[axis]), type.shape[axis], None
        for operand in reversed(operands):
            start -= operand.type.shape[axis]
            inner = At(tracer.binary("-", at, Known(start)))
            value = kernel.converted(kernel.at(operand, (*place[:axis], inner, *place[axis + 1:])), type.element)
            found = value if found is None else choose(
                tracer, tracer.compare("<", at, Known(start + operand.type.shape[axis])), value, found)
        return found


@dataclass(frozen=True)
class ByDevice(Element):
    """The same array computed in two ways, the first of them a CPU's."""

    moves = True

    @staticmethod
    def by(kind: str) -> int:
        return int(kind == "gpu")


def told(item) -> str:
    """A part of an axis as it is written."""
    if item.__class__ is not Whole:
        return str(item)
    end = item.start + item.step * item.count
    return f"{item.start}:{end if end >= 0 else ''}" + (f":{item.step}" if item.step != 1 else "")


def aligned(place: tuple, shape: tuple, sizes: tuple) -> tuple:
    """The index of an operand of `sizes` that is spread over an array of a `shape`."""
    if len(sizes) == 0:
        return ()
    return tuple([at if size == whole else At(Known(0)) for at, whole, size in
                  zip(place[-len(sizes):], shape[-len(sizes):], sizes)])


def product(numbers) -> int:
    return reduce(operator.mul, numbers, 1)
