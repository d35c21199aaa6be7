"""Lists that a long loop fills, of known length: [np.median(x[i:i + 7]) for i in range(400)].

Where its items are numbers of one type, arrays of one shape, or tuples and lists of these, they are put into an array as
they are made, by a loop of the graph, and the list is of parts of that one. Of all of them in this order it is that array
again (whole/fields.py).
"""

from __future__ import annotations

import numpy as np

from ...ir import INT, Value
from ...library.many import series
from ...library.whole.parts import put_side_by_side
from ..kinds.numpys import class_told
from ..values.lattice import Builtin, Known, Ref, Tuple, next_number
from ..values.possible import note_bounds
from ..whole.elements import Sliced
from ..whole.fields import emit, is_array, item_of, new, operand, typed, value_of
from ..whole.indices import sliced
from .comprehensions import HERE, lists_filled, put_off, tried, turn
from .lengths import steps_left, symbolic_range


def filled_by(tracer, frame, head: int, few: int) -> int | None:
    """Where to go on behind a loop of more than a few steps that does nothing but fill lists; None where it does more."""
    instruction = frame.code.instructions[head]
    if not tracer.shaped or instruction.op != "FOR_ITER" or not symbolic_range(tracer, frame.stack[-1]) or (
            steps_left(tracer, frame.stack[-1]) or 0) <= few:
        return None
    filled = lists_filled(tracer, frame, instruction)
    return put_off(tracer, frame, instruction, filled, in_an_array) if filled else None


def in_an_array(tracer, walk: Ref) -> Ref | None:
    """What stands for a list."""
    _, start, *_, made, source = tracer.heap[walk]
    if start.value.fills[0] == HERE and made.kind != "list":
        return None
    many, number, first, kinds = steps_left(tracer, source), Value(INT), next_number(), []
    note_bounds(number, (0, many - 1))
    for i in (number, Known(0)):
        if not tried(tracer, lambda i=i: kinds.append(kind_of(tracer, turn(tracer, walk, i), first)) is None):
            return None
    if None in kinds or kinds[0] != kinds[1]:
        return None
    dtype, shape, form = kinds[0]
    items = tracer.new("instance", {"item": Builtin(turn, walk, "item"), "many": Known(many)}, series.Listed)
    whole = tracer.call(Known(put_side_by_side), [items, Known(shape), Known(dtype)], {})
    return formed(tracer, value_of(tracer, whole), ("list", form))


def kind_of(tracer, item, first: int) -> tuple | None:
    """The dtype and the shape of an item, and how it is made of numbers or arrays; None for anything else, as for an array
    that others hold, too: those are numbered before the first one that is its own."""
    if is_array(item):
        if any(ref.number < first for ref in tracer.heap.reached_from([item])):
            return None
        found = value_of(tracer, item).type
        return found.dtype, found.shape, ("array",)
    if isinstance(item, Value) and class_told(tracer, item) is None:
        return np.dtype(operand(tracer, item)[1]), (), ("number",)
    is_list = type(item) is Ref and item.kind == "list" and item.cls is None
    items = tracer.heap[item] if is_list else item.items if type(item) is Tuple else ()
    kinds = {kind_of(tracer, each, first) for each in items}
    if len(kinds) != 1 or None in kinds:
        return None
    dtype, shape, form = kinds.pop()
    return dtype, (len(items), *shape), ("list" if is_list else "tuple", form)


def formed(tracer, whole: Value, form: tuple):
    """What is made so, of an array of what is in it."""
    if form == ("array",):
        return new(tracer, whole)
    if form == ("number",):
        return item_of(tracer, whole)
    kind, inner = form
    parts = [formed(tracer, part_of(tracer, whole, number), inner) for number in range(whole.type.shape[0])]
    return tracer.new("list", tuple(parts)) if kind == "list" else Tuple(parts)


def part_of(tracer, whole: Value, number: int) -> Value:
    items, shape = sliced(whole.type.shape, [number, *[slice(None)] * (len(whole.type.shape) - 1)])
    return emit(tracer, Sliced(items), typed(tracer, whole.type.dtype, shape), whole)
