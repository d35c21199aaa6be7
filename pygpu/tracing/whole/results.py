"""What a function of whole arrays returns: arrays and numbers, in whatever holds them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...ir import BOOL, Value
from ...ir.fields import is_field
from ...library.whole.grown import Grown, as_list, side_by_side
from ...library.whole.parts import value_of_parts
from ...library.whole.pieces import as_result
from ..kinds.containers import items_of
from ..kinds.keyed import as_the_host_has, is_mapping
from ..kinds.numpys import class_told
from ..kinds.vectors import vector_parts
from ..meanings.texts import codes_of, each_text, is_letters
from ..values.assumptions import Assuming, narrowed
from ..values.lattice import Choice, Known, Record, Ref, Text, Tuple, is_none
from ..values.numbers import numeric, open_vector
from .complexes import is_complexes, parts_of
from .fields import as_field, is_array, new, value_of
from .indices import beyond
from .parts import is_chosen_along
from .selections import given_of, is_selection, whole_of
from .stretches import is_piece

Way = tuple[tuple[int, bool], ...]  # conditions, by their places among the values, and whether they hold


class Results:
    """The values of the graph that are returned, and what the caller gets of them: make(results, in their order, and
    behind them what each of the `chosen` is, pairs of the places of a whole array and of the mask that chooses from it; and
    what each of the `pairs` is, of the places of real and imaginary parts). Where `beyond` holds, it is refused.

    What only some ways through the function return is computed where they are taken: `ways` says for each value which."""

    def __init__(self, tracer, value):
        self.tracer = tracer
        self.values: list[Value] = []
        self.chosen: list[tuple[int, int]] = []
        self.pairs: list[tuple[int, int]] = []
        self.ways: list[set[Way]] = []
        self.way: Way = ()  # the one that is looked at
        self.plain: set[int] = set()  # the values that are given as they are
        self.shown: set[int] = set()  # and of these the ones that are not only chosen from
        if is_none(value):
            raise tracer.refuse("bad-result", "nothing (a path without `return`?)")
        self.make = self.part(value)
        (self.beyond,), self.refusal = tracer.heap[tracer.raised.beyond], tracer.raised.refusal

    def part(self, value) -> Callable:
        value = each_text(self.tracer, open_vector(narrowed(self.tracer, value)))
        if is_piece(value):
            return self.piece(value)
        if type(value) is Ref and value.cls is Grown:
            make, form = self.part(self.tracer.call(Known(side_by_side), [value], {})), self.tracer.heap[value]["form"].value
            return lambda found: as_list(make(found), form)
        if type(value) is Choice:
            one = self.one_of_two(value)
            if one is None:
                return self.either(value)
            value = one
        if type(value) is Known:
            return lambda found: value.value
        if is_array(value) and is_selection(self.tracer, value):
            return self.selection(value)
        if is_array(value) or isinstance(value, Value):
            return self.one(value_of(self.tracer, value) if is_array(value) else value)
        if type(value) is Ref and value.kind == "array":  # of single numbers
            return self.one(as_field(self.tracer, value))
        if is_chosen_along(value):
            rows, axis = (self.tracer.heap[value][name] for name in ("rows", "axis"))
            make = self.part(rows)
            return lambda found: np.moveaxis(make(found), 0, axis.value)
        if is_complexes(value):
            return self.complexes(*parts_of(self.tracer, value))
        if is_mapping(value):
            return as_the_host_has(self.tracer, value, self.part)
        if type(value) is Text:
            raise self.tracer.refuse("symbolic-text", "text is returned that is made from a value of the device")
        if is_letters(value):
            codes = [(self.part(flag), self.part(code)) for flag, code in codes_of(self.tracer, value)]
            return lambda found: "".join([chr(int(code(found))) for flag, code in codes if flag(found)])
        if type(value) is Record:
            parts = [self.part(field) for field in vector_parts(value) or value.fields.values()]
            return lambda found: value.cls(*[part(found) for part in parts])
        items = items_of(self.tracer, value)
        if items is None:
            raise self.tracer.refuse("bad-result", self.tracer.describe(value))
        parts, cls = [self.part(item) for item in items], tuple if type(value) is Tuple else list
        return lambda found: cls([part(found) for part in parts])

    def piece(self, ref: Ref) -> Callable:
        """A part of an array whose ends are only known when the function runs."""
        whole, counts = (self.tracer.heap[ref][name] for name in ("whole", "counts"))
        make = self.part(self.tracer.call(Known(as_result), [ref], {}))
        shape = [Known(most) if is_none(count) else count for count, most in zip(
            counts.items, value_of(self.tracer, whole).type.shape)]
        if sum(type(each) is not Known for each in shape) < 2:
            return make
        numbers = [self.part(each) for each in shape]
        return lambda found: np.asarray(make(found)).reshape([int(number(found)) for number in numbers])

    def complexes(self, real, imag) -> Callable:
        """An array of complex numbers, put together of its two parts: whole arrays by who follows the graph."""
        if not all(is_array(each) and not is_selection(self.tracer, each) for each in (real, imag)):
            parts = [self.part(each) for each in (real, imag)]
            return lambda found: value_of_parts(*[part(found) for part in parts])
        pair = self.at(value_of(self.tracer, real)), self.at(value_of(self.tracer, imag))
        if pair not in self.pairs:
            self.pairs.append(pair)
        number = self.pairs.index(pair)
        return lambda found: found[len(self.values) + len(self.chosen) + number]

    def selection(self, ref: Ref) -> Callable:
        """The elements that a mask chooses."""
        pair = self.at(value_of(self.tracer, whole_of(self.tracer, ref))), self.at(given_of(self.tracer, ref))
        if pair not in self.chosen:
            self.chosen.append(pair)
            self.plain.update(pair)
        number = self.chosen.index(pair)
        return lambda found: found[len(self.values) + number]

    def either(self, value: Choice) -> Callable:
        """What one way through the function returns, or the other, of whatever kinds they are."""
        at, before, makes = self.at(value.condition), self.way, []
        for side, holds in ((value.a, True), (value.b, False)):
            self.way = (*before, (at, holds))
            with Assuming(self.tracer.assumed, value.condition, holds):
                makes.append(self.part(side))
        self.way = before
        return lambda found: makes[0 if found[at] else 1](found)

    def one_of_two(self, value: Choice) -> Ref | None:
        """One of two arrays, or numbers; None where they are not of one type."""
        sides = [narrowed(self.tracer, side) for side in (value.a, value.b)]
        sides = [self.one_of_two(side) if type(side) is Choice else side for side in sides]
        if not all(numeric(side) or is_array(side) and not is_selection(self.tracer, side) for side in sides):
            return None
        found = [as_field(self.tracer, side) for side in sides]
        if None not in found:
            found = [as_field(self.tracer, taking(side, other.type)) for side, other in zip(sides, found[::-1])]
        if None in found or found[0].type is not found[1].type:
            return None
        return new(self.tracer, self.tracer.builder.emit("select", value.condition, *found))

    def one(self, value: Value) -> Callable:
        at = self.at(value)
        self.plain.add(at)
        self.shown.add(at)
        if is_field(value):
            return lambda found: found[at]
        numpys = class_told(self.tracer, value)
        if numpys is not None and value.type is not BOOL:
            return lambda found: numpys(found[at])
        cls = self.tracer.kinds.returned(self.tracer.emit, value, self.part, value.type.python)
        return lambda found: cls(found)(found[at])

    def at(self, value: Value) -> int:
        """Which of the results a value is."""
        if value not in self.values:
            self.values.append(value)
            self.ways.append(set())
        self.ways[found := self.values.index(value)].add(self.way)
        return found

    @property
    def differ(self) -> bool:
        """Whether what is computed differs from call to call."""
        return not all(() in ways for ways in self.ways)

    def asked(self, holds: Callable[[Value], object]) -> list[bool]:
        """Which of the values the way returns that a call goes, where a condition `holds` or not."""
        return [any(all(bool(holds(self.values[at])) is truth for at, truth in way) for way in ways) for ways in self.ways]


def arrays_returned(tracer, value) -> Results:
    return Results(tracer, value)


def taking(side, kind):
    """A number of Python's that stands beside one of NumPy's, as one of its type where it has room there: the 0.0 of
    `u[m].mean() if m.any() else 0.0`."""
    if type(side) is not Known or side.value.__class__ not in (bool, int, float) or kind.shape or beyond(
            side, type(side.value), kind.dtype):
        return side
    return Known(kind.dtype.type(side.value)) if np.result_type(kind.dtype, side.value) == kind.dtype else side
