"""A part of an array that is assigned in a loop which is one kernel: `a[i, k:] -= f * a[k, k:]` as a loop over its elements.

All of the part is computed before any of it is written, as it may be made of what lies there: it lies in between, in memory
of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ...ir import INT, Block, Builder, Op, Value, constant
from ..kinds.scalars import as_value
from ..values.lattice import Known, lift
from .elements import At, Filled, Replaced, Whole
from .fields import emit, typed
from .stretches import One, Overlaid, Run

HALF = np.dtype(np.float16)


class NotInPlace(Exception):
    """A loop is none that goes over places in order."""


class StillAsked(NotInPlace):
    """An array is asked for that is no longer there: a copy of what is asked for may help."""


def overlaid(kernel, op: Op, element: Overlaid | Replaced) -> Value:
    """The list that an array is after that. `kernel` is an InPlace."""
    old, part, *numbers = op.operands
    kind, shape = op.result.type, element.shape
    if 0 in shape:
        return kernel.value(old)
    if len([many for many in shape if many > 1]) > 1 and not kernel.many_axes:
        raise NotInPlace
    kernel.goes_over(math.prod(shape))
    before, given, tracer = kernel.changeable(old, op), list(map(kernel.scalar, numbers)), kernel.tracer
    counts = counted(tracer, element, given)

    def put(there: Value, at, number) -> Value:
        return kernel.written_to(there, as_value(tracer, at, INT), number, kind)

    def computed(place: tuple):
        found = kernel.number_as(kind, part, tuple(map(At, place)), shape)
        return kernel.halved(found) if kind.dtype == HALF else found

    def there(place: tuple):
        return kernel.together(places(tracer, element, given, place), kind.shape)

    with kernel.as_often(math.prod(shape)):
        if not kernel.may_read(part, before):
            return over(kernel, counts, before, lambda place, now: put(now, there(place), computed(place)))
        between = over(kernel, counts, kernel.scratch(kind, math.prod(shape)), lambda place, now: put(
            now, kernel.together(list(place), shape), computed(place)))
        return over(kernel, counts, before, lambda place, now: put(now, there(place), lift(tracer.builder.emit(
            "get", between, as_value(tracer, kernel.together(list(place), shape), INT)))))


def scratch(kernel, kind, size: int) -> Value:
    """A list in memory of its own."""
    nothing = Builder(Block())
    before, kernel.tracer.builder = kernel.tracer.builder, nothing
    array = emit(kernel.tracer, Filled(), typed(kernel.tracer, kind.dtype, (size,)), constant(0))
    kernel.tracer.builder = before
    kernel.between.append(array)
    return kernel.memory(array, len(kernel.changed) + len(kernel.between) - 1)


def counted(tracer, element: Overlaid | Replaced, given: list) -> list:
    """How many elements the part has at this time along each of its axes."""
    found: list = list(element.shape)
    for item in element.items:
        if item.__class__ is Run and found[item.axis] > 1:
            count = given[item.count]
            found[item.axis] = count.value if type(count) is Known else as_value(tracer, count, INT)
    return found


def places(tracer, element: Overlaid | Replaced, given: list, place: tuple) -> list:
    """Where an element of the part lies."""
    found = []
    for item in element.items:
        if item.__class__ is One:
            found.append(given[item.operand])
        elif item.__class__ is Run:
            found.append(item.place(tracer, given[item.first], place[item.axis]))
        elif item.__class__ is Whole:
            far = tracer.binary("*", place[item.axis], Known(item.step))
            found.append(tracer.binary("+", far, Known(item.start)))
        else:
            found.append(Known(item))
    return found


def over(kernel, sizes: list, there: Value, step: Callable[[tuple, Value], Value], place: tuple = ()) -> Value:
    """What a list is after a step for each index along axes of such sizes."""
    if not sizes:
        return step(place, there)
    first, *others = sizes
    if first.__class__ is int and first == 1:
        return over(kernel, others, there, step, (*place, Known(0)))
    count = constant(first) if first.__class__ is int else first
    return going_over(kernel, count, there, lambda i, now: over(kernel, others, now, step, (*place, lift(i))))


def going_over(kernel, count: Value, there: Value, step: Callable[[Value, Value], Value]) -> Value:
    """What a list is after `step` for each number below the count, of which there may be none."""
    tracer, builder = kernel.tracer, kernel.tracer.builder
    body = Block([INT, there.type])
    kernel.places.same(body.args[1:], [there])
    with builder.inside(body):
        i, now = body.args
        after = step(i, now)
        kernel.places.same([after], [now])
        following = builder.emit("add", i, constant(1))
        body.results = (builder.emit("lt", following, count), following, after)
    arms = Block(), Block()
    with builder.inside(arms[0]):
        found = builder.loop([constant(0), there], body)[1:]
        kernel.places.same(found, [there])
        arms[0].results = found
    arms[1].results = (there,)
    some = tracer.compare(">", lift(count), Known(0))
    if type(some) is Known:
        builder.block.ops += arms[0].ops if some.value else []
        return found[0] if some.value else there
    results = builder.branch(some, *arms)
    kernel.places.meet(results, arms)
    return results[0]
