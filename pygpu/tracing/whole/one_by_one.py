"""The elements that a mask chooses, asked for one after the other: by a loop, or at an index.

They are put side by side, into an array that is as long as if all were chosen. How many they are is a number that is known
when the function runs; what stands behind them nobody looks at."""

from __future__ import annotations

import math

import numpy as np

from ...ir import INT, Value
from ...library.whole import chosen
from ..host.replay import Replay
from ..kinds.containers import either
from ..kinds.scalars import as_value
from ..kinds.sorting import choose
from ..values.lattice import Known, Ref
from ..values.possible import note_bounds
from .fields import as_made, is_array, item, many_rows, new
from .selections import given_of, is_selection, whole_of
from .single import raise_where


def count_of(tracer, ref: Ref) -> Value:
    """How many are chosen."""
    def find():
        found = as_value(tracer, item(tracer, tracer.call(Known(np.sum), [new(tracer, given_of(tracer, ref))], {})), INT)
        note_bounds(found, (0, math.prod(given_of(tracer, ref).type.shape)))
        return found

    return found_once(tracer, ("how many are chosen", given_of(tracer, ref)), find)


def places_of_all(tracer, ref: Ref) -> Ref:
    """Where they lie."""
    return found_once(tracer, ("where the chosen lie", given_of(tracer, ref)), lambda: tracer.call(
        Known(chosen.places), [new(tracer, given_of(tracer, ref))], {}))


def side_by_side(tracer, ref: Ref) -> Ref:
    return found_once(tracer, ("the chosen side by side", *tracer.heap[ref]), lambda: tracer.call(
        Known(chosen.together), [whole_of(tracer, ref), new(tracer, given_of(tracer, ref)), places_of_all(tracer, ref)], {}))


def found_once(tracer, key: tuple, find):
    """The same for all who ask for it from here on in this block, and further inside."""
    found = tracer.builder.recall(key)
    if found is None:
        found = find()
        tracer.builder.remember(key, found)
    return found


def among_chosen(tracer, ref: Ref, number):
    """An index of one of them, counted from the start. One that there is not raises."""
    many = count_of(tracer, ref)
    from_the_end = tracer.binary("+", number, many)
    beyond = either(tracer, tracer.compare("<", from_the_end, Known(0)), tracer.compare(">=", number, many))
    raise_where(tracer, beyond, IndexError("index is out of bounds for axis 0"))
    return choose(tracer, tracer.compare("<", number, Known(0)), from_the_end, number)


def as_counted(tracer, value):
    """An iterator over known arrays, or what counts and puts together such, as one that takes rows by their numbers: so a
    loop of the graph can go on in it."""
    if type(value) is not Ref or value.kind != "iterator":
        return value
    how, *state = tracer.heap[value]
    array = state[0].value.array if type(state[0]) is Known and type(state[0].value) is Replay else None
    if array is not None:
        rows = as_made(tracer, Known(array[state[1].value:]))
        return tracer.new("iterator", (Known("rows"), *gone_over(tracer, rows))) if is_array(rows) else value
    if how.value not in ("enumerate", "zip", "map"):
        return value
    counted = [as_counted(tracer, each) for each in state]
    return value if all(a is b for a, b in zip(counted, state)) else tracer.new("iterator", (how, *counted))


def gone_over(tracer, ref: Ref) -> tuple[Ref, Ref]:
    """The array whose rows a loop over another one takes, and an iterator of their numbers."""
    is_chosen = is_selection(tracer, ref)
    many = count_of(tracer, ref) if is_chosen else Known(many_rows(tracer, ref))
    counter = tracer.new("iterator", (Known("range"), Known(0), many, Known(1)))
    return (side_by_side(tracer, ref) if is_chosen else ref), counter
