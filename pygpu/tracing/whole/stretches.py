"""Parts of whole arrays whose ends are only known when the function runs: a[i, k:], x[max(0, i - 3):i + 4], in loops that
stay loops.

The array that such a part is has as many elements along each axis as there can be: how many there are of them at a time is a
number beside it (library/whole/pieces.py), unless it is always the same. What is written to either is seen by both.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

import numpy as np

from ...ir import INT, Const, Op, Value, constant
from ...library.whole.pieces import Piece, length, with_axes
from ..kinds.containers import key_of
from ..kinds.scalars import as_value
from ..kinds.sorting import choose
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.lattice import NONE, Known, Record, Ref, Tuple, lift
from ..values.possible import bounds_of, facts, narrowed, note_bounds, offset
from .elements import At, Counted, Element, Whole
from .fields import emit, is_array, new, typed, value_of
from .indices import expanded, sliced
from .single import numbers_in, places_of

DEEP = 4  # minima and maxima that are looked into
LONGEST = 1 << 16  # numbers of which it is only known when the function runs how many are asked for


class Run(NamedTuple):
    """The items of an axis from a place on, which the operand of that number says, each so many further on, along an axis
    of the part: so many at most, as another operand says."""

    axis: int
    first: int
    count: int
    most: int
    step: int = 1

    def place(self, tracer, first, number):
        """Where one of them lies."""
        return tracer.binary("+", first, tracer.binary("*", number, Known(self.step)))


class One(NamedTuple):
    """The item of an axis that an operand says."""

    operand: int


def is_stretch(key) -> bool:
    return type(key) is Record and key.cls is slice


def is_piece(value) -> bool:
    return type(value) is Ref and value.kind == "instance" and value.cls is Piece


@dataclass(frozen=True)
class Stretched(Element):
    """The part: `items` say for each axis of the operand where it lies, those behind it are the numbers that they name."""

    items: tuple
    moves = True
    anywhere = 1

    def at(self, kernel, type, operands, place):
        source, *numbers = operands
        found = []
        for item, size in zip(self.items, source.type.shape):
            if item.__class__ is One:
                found.append(kernel.scalar(numbers[item.operand]))
            elif item.__class__ is Run:
                first, far = kernel.scalar(numbers[item.first]), kernel.inside(place[item.axis], item.most)
                at = item.place(kernel.tracer, first, far)
                within = numbers[item.count].__class__ is Const or item.most == 0
                found.append(at if within else at_most(kernel.tracer, at, size - 1) if item.step > 0 else at_least(
                    kernel.tracer, at, 0))
            elif item.__class__ is Whole:
                found.append(kernel.affine(kernel.inside(place[item.axis], item.count), item.start, item.step))
            else:
                found.append(Known(item))
        return kernel.at(source, tuple([At(kernel.converted(each, INT)) for each in found]))


def at_most(tracer, number, most: int):
    return lift(tracer.emit("min", as_value(tracer, number, INT), constant(most)))


def at_least(tracer, number, least: int):
    return lift(tracer.emit("max", as_value(tracer, number, INT), constant(least)))


@dataclass(frozen=True)
class Overlaid(Element):
    """An array with such a part exchanged, which has the `shape`."""

    items: tuple
    shape: tuple

    def at(self, kernel, type, operands, place):
        tracer, (old, new, *numbers) = kernel.tracer, operands
        tests, inner, here = [], [At(Known(0))] * len(self.shape), list(place)
        for axis, (item, size) in enumerate(zip(self.items, type.shape)):
            if item.__class__ is Whole and item.start == 0 and item.step == 1 and item.count == size:
                inner[item.axis] = place[axis]
                continue
            at = kernel.inside(place[axis], size)
            here[axis] = At(at)
            if item.__class__ is One:
                tests.append(tracer.compare("==", at, kernel.scalar(numbers[item.operand])))
            elif item.__class__ is Run:
                first, count = [kernel.scalar(numbers[each]) for each in (item.first, item.count)]
                inner[item.axis] = among(tracer, tests, at, first, item.step, count, item.most)
            elif item.__class__ is Whole:
                inner[item.axis] = among(tracer, tests, at, Known(item.start), item.step, Known(item.count), item.count)
            else:
                tests.append(tracer.compare("==", at, Known(item)))
        value = kernel.number_as(type, new, tuple(inner), self.shape)
        holds = reduce(lambda a, b: tracer.binary("&", a, b), tests)
        return choose(tracer, holds, value, kernel.converted(kernel.at(old, tuple(here)), type.element))


def among(tracer, tests: list, at, first, step: int, count, most: int) -> At:
    """Which of so many items a place is, each so many further on; the tests say whether it is one."""
    number = tracer.binary("-", at, first)
    if step != 1:
        far, number = number, tracer.binary("//", number, Known(step))
        tests.append(tracer.compare("==", tracer.binary("%", far, Known(step)), Known(0)))
    tests.append(tracer.compare(">=", number, Known(0)))
    tests.append(tracer.compare("<", number, count))
    return At(inside(tracer, number, most))


def inside(tracer, number, most: int):
    """A place that is asked for, wherever it is, as one that there is."""
    return at_least(tracer, at_most(tracer, number, most - 1), 0)


@dataclass(frozen=True)
class Stretch:
    """How an array is such a part of another."""

    items: tuple
    numbers: tuple
    type: object

    def get(self, tracer, whole: Value) -> Value:
        return emit(tracer, Stretched(self.items), self.type, whole, *self.numbers)

    def put(self, tracer, whole: Value, part: Value) -> Value:
        return emit(tracer, Overlaid(self.items, self.type.shape), whole.type, whole, part, *self.numbers)

    def index(self, tracer, keys: list) -> list:
        """An element of the part, as one of what it is a part of."""
        numbers = list(map(lift, places_of(tracer, keys, self.type.shape)))
        found = []
        for item in self.items:
            if item.__class__ is One:
                found.append(lift(self.numbers[item.operand]))
            elif item.__class__ is Run:
                found.append(item.place(tracer, lift(self.numbers[item.first]), numbers[item.axis]))
            else:
                found.append(tracer.binary("+", tracer.binary("*", numbers[item.axis], Known(item.step)), Known(item.start)))
        return [each.value if type(each) is Known else each for each in found]


def stretched(tracer, ref: Ref, keys: list):
    """a[i, k:]: the part, and how many elements it has along each axis where that is a number of the graph."""
    value = value_of(tracer, ref)
    keys = numbers_in(tracer, expanded(tracer, keys, len(value.type.shape)))
    if any(each is None for each in keys):
        part = stretched(tracer, ref, [each for each in keys if each is not None])
        key = Known(tuple([None if each is None else slice(None) for each in keys
                           if each is None or is_stretch(each) or isinstance(each, slice)]))
        return tracer.call(Known(with_axes), [part, key], {}) if is_piece(part) else tracer.subscript(part, key)
    if any(is_array(each) or isinstance(each, np.ndarray) for each in keys):  # which the part is taken of first
        lies = [isinstance(each, slice) or is_stretch(each) for each in keys]
        part = stretched(tracer, ref, [each if lie else slice(None) for each, lie in zip(keys, lies)])
        return tracer.subscript(part, Tuple([Known(slice(None)) if lie else each if is_array(each) or isinstance(
            each, Value) else Known(each) for each, lie in zip(keys, lies)]))
    numbers: list[Value] = []
    items: list = []
    shape: list[int] = []
    counts: list = []

    def number(value) -> int:
        numbers.append(as_value(tracer, value, INT))
        return len(numbers) - 1

    for key, size in zip(keys, value.type.shape):
        if is_stretch(key):
            first, count, most, step = ends_of(tracer, key, size)
            items.append(Run(len(shape), number(first), number(count), most, step))
            shape.append(most)
            counts.append(NONE if type(count) is Known else count)
        elif isinstance(key, slice):
            (item,), (length,) = sliced((size,), [key])
            items.append(item._replace(axis=len(shape)))
            shape.append(length)
            counts.append(NONE)
        else:
            (place,) = places_of(tracer, [key], (size,))
            items.append(One(number(lift(place))))
    kind = typed(tracer, value.type.dtype, shape)
    how = Stretch(tuple(items), tuple(numbers), kind)
    if ref.frozen is None:
        part = tracer.new("field", (ref, Known(how)))
    else:
        part = new(tracer, how.get(tracer, value))
        part.frozen = ref.frozen
    if all(each is NONE for each in counts):
        return part
    return tracer.call(Known(Piece), [part, Tuple(counts)], {})


def ends_of(tracer, key: Record, size: int) -> tuple:
    """Where a slice begins along an axis of so many, how many items it has, and at most, and how far apart they are."""
    start, stop, step = [decide(tracer, each) for each in (key.fields[name] for name in ("start", "stop", "step"))]
    if type(step) is not Known:
        raise tracer.refuse("symbolic-length", "a slice has a step that is only known when the function runs",
                            instead="take the part without a step, and loop over it")
    step = 1 if step.value is None else int(step.value)
    if not step:
        raise HostRaised(ValueError("slice step cannot be zero"))
    first, last = end_of(tracer, start, size, step, False), end_of(tracer, stop, size, step, True)
    low, high = (first, last) if step > 0 else (last, first)
    least, most = between(low, high)
    count = tracer.binary("-", high, low)
    if least == most:
        many = items_in(max(least, 0), step)
        return first, Known(many), many, step
    if least < 0:
        count = either_extreme(tracer, "max", count, 0)
    if abs(step) > 1:
        count = tracer.binary("//", tracer.binary("+", count, Known(abs(step) - 1)), Known(abs(step)))
    least, most = items_in(max(least, 0), step), items_in(min(max(most, 0), size), step)
    if isinstance(count, Value):
        note_bounds(count, (least, most))
    return first, count, most, step


def items_in(far, step: int) -> int:
    """How many items lie so far apart from one another, up to there."""
    return int(-(-far // abs(step)))


def end_of(tracer, end, size: int, step: int, is_stop: bool):
    """A bound of a slice as a place from 0 to the size; backwards as one from -1 to the last."""
    lowest, highest = (0, size) if step > 0 else (-1, size - 1)
    end = numbered(tracer, end)
    if type(end) is Known and end.value is None:
        return Known(highest if is_stop == (step > 0) else lowest)
    if not isinstance(end, Known | Value) or isinstance(end, Value) and end.type.is_float:
        raise HostRaised(TypeError("slice indices must be integers or None or have an __index__ method"))
    if type(end) is Known:
        return Known(slice(end.value, end.value, step).indices(size)[is_stop])
    low, high = narrowed(facts(tracer.assumed)).of(as_value(tracer, end, INT))
    if low < 0:
        from_end = either_extreme(tracer, "max", tracer.binary("+", end, Known(size)), lowest)
        end = from_end if high < 0 else choose(tracer, tracer.compare("<", end, Known(0)), from_end, end)
    return either_extreme(tracer, "min", end, highest) if high > highest else end


def either_extreme(tracer, how: str, number, end: int):
    return lift(tracer.emit(how, as_value(tracer, number, INT), constant(end)))


def between(a, b, deep: int = DEEP) -> tuple[float, float]:
    """Between which numbers b - a lies."""
    if type(a) is Known and type(b) is Known:
        return b.value - a.value, b.value - a.value
    (base, more), (other, further) = reached(a), reached(b)
    if base is other:
        return further - more, further - more
    (low, high), (least, most) = spread(a), spread(b)
    found = least - high, most - low
    for one, sign in ((base, -1), (other, 1)):
        ways = extremes(one) if deep else None
        if ways is not None:
            name, operands = ways
            shift = more if sign < 0 else further
            far = [between(lifted(each, shift), b, deep - 1) if sign < 0 else between(a, lifted(each, shift), deep - 1)
                   for each in operands]
            lows, highs = [each[0] for each in far], [each[1] for each in far]
            smallest = (name == "min") == (sign > 0)  # of the differences
            if name == "either":
                ways_found = min(lows), max(highs)
            else:
                ways_found = (min(lows), min(highs)) if smallest else (max(lows), max(highs))
            found = max(found[0], ways_found[0]), min(found[1], ways_found[1])
    return found


class Far(NamedTuple):
    """A value and a number that is added to it."""

    value: Value
    more: int


def lifted(value, more: int):
    if type(value) is Const:
        return Known(int(value.value or 0) + more)
    return Far(value, more)


def reached(number) -> tuple:
    if type(number) is Known:
        return None, number.value
    value, more = number if type(number) is Far else (number, 0)
    value, further = offset(value)
    return value, more + further


def spread(number) -> tuple:
    if type(number) is Known:
        return number.value, number.value
    value, more = number if type(number) is Far else (number, 0)
    low, high = bounds_of(value)
    return low + more, high + more


def extremes(value) -> tuple | None:
    """The least or the greatest of two, or one of them."""
    op = getattr(value, "owner", None)
    if op.__class__ is not Op:
        return None
    if op.kind.name in ("min", "max"):
        return op.kind.name, op.operands
    return ("either", op.operands[1:]) if op.kind.name == "select" else None


def is_there(tracer, there: Ref, part) -> bool:
    """Whether a part is one that an array has already: what `a[k:] -= 1` assigns in the end."""
    one, other = [tracer.heap[each]["whole"] if is_piece(each) else each for each in (there, part)]
    if not (is_array(one) and is_array(other)):
        return False
    (ref, *how), (another, *like) = tracer.heap[one], tracer.heap[other]
    return ref is another and len(how) == len(like) == 1 and type(how[0]) is type(like[0]) is Known and (
        how[0].value == like[0].value)


def counting(tracer, args, kwargs):
    """Numbers from 0 on, as a whole array."""
    (most,) = args
    return new(tracer, emit(tracer, Counted(0, 0, 1), typed(tracer, int, (most.value,))))


def numbers_between(tracer, args, kwargs):
    """np.arange(i, j), whose ends are only known when the function runs."""
    step = decide(tracer, args[2]) if len(args) == 3 else None
    if type(step) is Known and isinstance(step.value, int) and step.value:
        start, stop = args[:2] if step.value > 0 else [tracer.binary("+", each, Known(1)) for each in args[1::-1]]
        found = numbers_between(tracer, [start, stop], kwargs)
        back = found if found is NotImplemented or step.value > 0 else tracer.subscript(found, Known(slice(None, None, -1)))
        return back if back is NotImplemented else tracer.subscript(back, Known(slice(None, None, abs(step.value))))
    ends = [numbered(tracer, decide(tracer, each)) for each in args]
    kinds = {each.type if isinstance(each, Value) else type(each.value) if type(each) is Known else None for each in ends}
    if kwargs or not 0 < len(ends) < 3 or not {INT} <= kinds <= {INT, int}:
        return NotImplemented
    start, stop = ends if len(ends) == 2 else (Known(0), *ends)
    least, most = between(start, stop)
    if most > LONGEST:
        return NotImplemented
    most = max(int(most), 0)
    whole = tracer.binary("+", counting(tracer, [Known(most)], {}), start)
    if least == most:
        return whole
    count = tracer.binary("-", stop, start)
    count = either_extreme(tracer, "max", count, 0) if least < 0 else count
    note_bounds(count, (max(least, 0), most))
    return tracer.call(Known(Piece), [whole, Tuple([count])], {})


def room_for(tracer, shape) -> tuple[tuple, list]:
    """How many elements a new array has along each axis at most; and how many there are, where only the run knows that."""
    shape = decide(tracer, shape)
    items = shape.items if type(shape) is Tuple else tracer.heap[shape] if type(shape) is Ref and shape.kind == "list" else (
        [shape])
    sizes = [numbered(tracer, decide(tracer, each)) for each in items]
    if not any(isinstance(each, Value) for each in sizes):
        found = key_of(tracer, shape)
        return tuple(found) if isinstance(found, (list, tuple, np.ndarray)) else (found,), []
    wide, counts = [], []
    for size in sizes:
        if not isinstance(size, Value):
            wide.append(key_of(tracer, size))
            counts.append(NONE)
            continue
        if size.type is not INT:
            raise HostRaised(TypeError("'float' object cannot be interpreted as an integer"))
        count = tracer.call(Known(length), [size], {})
        _, most = bounds_of(as_value(tracer, size, INT))
        if most > LONGEST:
            raise tracer.refuse("symbolic-length", "an array is made with as many elements as is only known when the "
                                "function runs", why="memory is set aside before it runs, for as many as there can be",
                                instead="say how many there are at most, np.zeros(min(n, 1000)), or make the array as large "
                                        "as it can get and count in n how many are taken")
        note_bounds(count, (max(bounds_of(count)[0], 0), most))
        wide.append(int(most))
        counts.append(count)
    return tuple(wide), counts


def numbered(tracer, value):
    """A number, also that in an array of no dimension."""
    return lift(numbers_in(tracer, [value])[0]) if is_array(value) else value
