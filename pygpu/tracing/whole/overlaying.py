"""A part of an array that is assigned in a loop which is one kernel: `a[i, k:] -= f * a[k, k:]` as a loop over its elements.

All of the part is computed before any of it is written, as it may be made of what lies there: it lies in between, in memory
of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ...ir import INT, Block, Builder, Op, Value, constant
from ...ir.fields import read_as
from ..kinds.scalars import as_value
from ..values.lattice import Known, lift
from .elements import At, Filled, Whole
from .fields import emit, typed
from .stretches import One, Overlaid, Run

HALF = np.dtype(np.float16)


class NotInPlace(Exception):
    """A loop is none that goes over places in order."""


class StillAsked(NotInPlace):
    """An array is asked for that is no longer there: a copy of what is asked for may help."""


def overlaid(kernel, op: Op, element: Overlaid) -> Value:
    """The list that an array is after that. `kernel` is an InPlace."""
    old, part, *numbers = op.operands
    kind, size = op.result.type, math.prod(element.shape)
    if not size:
        return kernel.value(old)
    long = [axis for axis, many in enumerate(element.shape) if many > 1]
    kernel.goes_over(size)
    if len(long) > 1:
        raise NotInPlace
    before, given, tracer = kernel.value(old), list(map(kernel.scalar, numbers)), kernel.tracer
    count = counted(tracer, element, given, long)
    between = scratch(kernel, kind, size)

    def computed(i: Value, there: Value) -> Value:
        place = tuple([At(lift(i) if axis in long else Known(0)) for axis in range(len(element.shape))])
        found = kernel.number_as(kind, part, place, element.shape)
        return put(there, i, kernel.halved(found) if kind.dtype == HALF else found)

    def written(i: Value, there: Value) -> Value:
        at = kernel.together(places(tracer, element, given, lift(i)), kind.shape)
        return put(there, as_value(tracer, at, INT), lift(tracer.builder.emit("get", between, i)))

    def put(there: Value, at: Value, number) -> Value:
        return tracer.builder.emit("put", there, at, as_value(tracer, number, read_as(kind.element)))

    between = going_over(kernel, count, between, computed)
    return going_over(kernel, count, before, written)


def kept(kernel, value: Value) -> Value:
    """A list with what a part of an array holds at this time."""
    kind, shape = value.type, value.type.shape
    size = math.prod(shape)
    kernel.goes_over(size)
    if size not in shape or not size:
        raise NotInPlace  # along several axes, or nothing

    def step(i: Value, there: Value) -> Value:
        place = tuple([At(lift(i) if many > 1 else Known(0)) for many in shape])
        number = kernel.converted(kernel.element(value, place), kind.element)
        return kernel.tracer.builder.emit("put", there, i, as_value(kernel.tracer, number, read_as(kind.element)))

    return going_over(kernel, constant(size), scratch(kernel, kind, size), step)


def scratch(kernel, kind, size: int) -> Value:
    """A list in memory of its own."""
    nothing = Builder(Block())
    before, kernel.tracer.builder = kernel.tracer.builder, nothing
    array = emit(kernel.tracer, Filled(), typed(kernel.tracer, kind.dtype, (size,)), constant(0))
    kernel.tracer.builder = before
    kernel.between.append(array)
    return kernel.memory(array, len(kernel.changed) + len(kernel.between) - 1)


def counted(tracer, element: Overlaid, given: list, long: list[int]) -> Value:
    """How many elements the part has at this time."""
    found = Known(1)
    for item in element.items:
        if item.__class__ is Run:
            found = tracer.binary("*", found, given[item.count])
        elif item.__class__ is Whole and item.axis in long:
            found = tracer.binary("*", found, Known(item.count))
    return as_value(tracer, found, INT)


def places(tracer, element: Overlaid, given: list, i) -> list:
    """Where an element of the part lies."""
    found = []
    for item in element.items:
        if item.__class__ is One:
            found.append(given[item.operand])
        elif item.__class__ is Run:
            found.append(item.place(tracer, given[item.first], i if element.shape[item.axis] > 1 else Known(0)))
        else:
            far = tracer.binary("*", i, Known(item.step)) if item.count > 1 else Known(0)
            found.append(tracer.binary("+", far, Known(item.start)))
    return found


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
