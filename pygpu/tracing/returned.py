"""What a filter without a position returns: not a picture, but a value, as plain Python would give it.

    numbers, bools              as they are                   a tuple, a dict          one, of what is in it
    a Color, vector, Position   one, of Python's numbers      a list, an array         an array of NumPy's

Each number is a result of the graph at one pixel; the elements of an array stand side by side in a row of pixels. How many
elements a list has may be for pictures to say: that is a number, too, and the row has to be as long as a call has told.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

from ..ir import BOOL, FLOAT, INT, INT64, VALUE, Op, Output, Value, common, constant
from ..library.many import lines, orders, reductions, series
from .kinds.arrays import is_array, open_array
from .kinds.containers import is_list, item_at_symbol, items_of
from .kinds.keyed import as_the_host_has, is_mapping
from .kinds.numbers_with_class import plainly
from .kinds.numpys import class_told, is_surely_pythons
from .kinds.scalars import as_value
from .kinds.sorting import flatten
from .kinds.vectors import vector_parts
from .meanings.texts import codes_of, each_text, is_letters
from .values.assumptions import Assuming, decide, narrowed
from .values.lattice import Choice, Known, Record, Ref, Text, Tuple, is_none
from .values.numbers import numeric, open_vector, same_number, type_of
from .values.possible import note_bounds
from .whole.fields import wanted

LISTS = (series.Listed, series.Running, series.Chosen, lines.Numbers, lines.Some, orders.Ordered, reductions.Lines)
LEN = Known(len)
NARROW = frozenset((np.int8, np.uint8, np.int16, np.uint16, np.uint32))  # numbers of NumPy's own kinds
FEW = 8  # numbers that are results of their own; more stand in rows

Maker = Callable[[list[np.ndarray]], Any]  # rows, one of each output -> the value, or a part of it


class Returned:
    """The outputs of the graph, how long a row of theirs is, and how the value is made of such rows."""

    def __init__(self, tracer, settled, bad_result):
        self.tracer, self.settled, self.bad_result = tracer, settled, bad_result
        self.rows: list[tuple] = []        # the elements of each
        self.length = 1
        self.has_arrays = False  # whether arrays are returned, which have a dtype
        self.endless: set[int] = set()     # rows of which pictures say how long they are: an element stands for all of them
        self.reads: dict[int, str] = {}    # rows that are one element of an image, as it is there
        self.counts: list[Callable[[list[np.ndarray]], int]] = []  # how long

    def of(self, value) -> Returned:
        if is_none(value):
            raise self.bad_result(self.tracer, "nothing (a path without `return`?)")
        self.make = self.part(value)
        return self

    def made(self, planes) -> Any:
        return self.make(lines_of(planes))

    def wanted(self, planes) -> int:
        """How long a row has to be, as a call has told."""
        return max([self.length, *[count(lines_of(planes)) for count in self.counts]])

    @property
    def outputs(self) -> list[Output]:
        return [Output((self.element(items),), VALUE) for items in self.rows]

    def element(self, items: tuple):
        """What stands at a pixel of a row."""
        kind = common(map(type_of, items))
        if len(items) == 1:
            return as_value(self.tracer, items[0], kind)
        at = self.tracer.graph.x
        if self.tracer.of_arrays:  # an index beyond raises, and other rows may be longer
            at = self.tracer.emit("min", at, constant(len(items) - 1))
            note_bounds(at, (0, len(items) - 1))
        found = item_at_symbol(self.tracer, [as_value(self.tracer, item, kind) for item in items], at)
        return as_value(self.tracer, found, kind)

    def part(self, value) -> Maker:
        value = each_text(self.tracer, flatten(self.tracer, plainly(self.tracer, narrowed(self.tracer, value))))
        if type(value) is Choice:
            return self.either(value)
        value = open_vector(value)
        wanted(self.tracer, value)
        if numeric(value):
            return self.number(value)
        if type(value) is Known and isinstance(value.value, np.ndarray) and self.tracer.of_arrays:
            return lambda rows: value.value.copy()
        if type(value) is Known and not isinstance(value.value, (list, tuple, np.ndarray)):
            return lambda rows: value.value
        if type(value) is Text:
            raise self.tracer.refuse("symbolic-text", "text is returned that is made from a value of the device")
        if is_letters(value):
            codes = [(self.part(flag), self.part(code)) for flag, code in codes_of(self.tracer, value)]
            return lambda rows: "".join([chr(int(code(rows))) for flag, code in codes if flag(rows)])
        if type(value) is Record:
            return self.record(value)
        if type(value) is Ref and value.cls in LISTS:
            return self.listed(value)
        if is_mapping(value):
            return as_the_host_has(self.tracer, value, self.part)
        array = self.array(value)
        if array is not None:
            return self.row(array)
        items = items_of(self.tracer, value)
        if items is None:
            raise self.bad_result(self.tracer, self.tracer.describe(value))
        parts = [self.part(item) for item in items]
        cls = tuple if type(value) is Tuple or type(value) is Known and isinstance(value.value, tuple) else list
        return lambda rows: cls([part(rows) for part in parts])

    def either(self, value: Choice) -> Maker:
        """What one way through the function returns, or the other, of whatever kinds they are."""
        holds, makes = self.number(value.condition), []
        for side, truth in ((value.a, True), (value.b, False)):
            with Assuming(self.tracer.assumed, value.condition, truth):
                makes.append(self.part(side))
        return lambda rows: makes[0 if holds(rows) else 1](rows)

    def number(self, value) -> Maker:
        at, python = len(self.rows), type_of(value).python
        self.rows.append((value,))
        if isinstance(value, Value) and isinstance(value.owner, Op) and value.owner.kind.name == "read" and (
                value not in self.tracer.pythons):
            self.reads[at] = dict(value.owner.attributes)["image"].name
        told = self.numpys_class(value)
        if told is not None:
            return lambda rows: told(rows[at][0])
        cls = self.tracer.kinds.returned(self.tracer.emit, value, self.number, python)
        return lambda rows: found if (found := rows[at][0]).__class__ in NARROW else cls(rows)(found)

    def numpys_class(self, value) -> type | None:
        """Of which class of NumPy's a number is in a function of arrays, where that is known."""
        if not self.tracer.of_arrays or not isinstance(value, Value) or value.type is BOOL:
            return None
        is_long = value.type is INT64 and not is_surely_pythons(self.tracer, value)
        return np.int64 if is_long else class_told(self.tracer, value)

    def record(self, value: Record) -> Maker:
        fields = vector_parts(value)
        parts = [self.part(field) for field in (value.fields.values() if fields is None else fields)]
        if not issubclass(value.cls, (complex, tuple)) and fields is None:
            raise self.bad_result(self.tracer, self.tracer.describe(value))
        return lambda rows: value.cls(*[part(rows) for part in parts])

    def array(self, value) -> np.ndarray | None:
        """A list of numbers, or of as many in each, as an array; None for anything else."""
        self.has_arrays |= is_array(value)
        if not is_array(value) and not (items_of(self.tracer, value) and is_list(value) and self.is_even(value)):
            return None
        found = open_array(self.tracer, value)
        return found if found.size and all(map(numeric, found.ravel())) else None

    def is_even(self, value) -> bool:
        """Whether a list holds numbers, or lists, tuples and vectors of as many numbers each."""
        items = [open_vector(self.settled(self.tracer, decide(self.tracer, item))) for item in items_of(self.tracer, value)]
        if all(map(numeric, items)):
            return True
        parts = [vector_parts(item) or items_of(self.tracer, item) for item in items]
        return all(part is not None and len(part) == len(parts[0]) and all(map(numeric, part)) for part in parts)

    def listed(self, value) -> Maker:
        """A list of which pictures say how long it is, of numbers or of as many in each; or of such lists, of one length."""
        self.has_arrays |= value.cls in (lines.Numbers, lines.Some, orders.Ordered, reductions.Lines)
        tracer, x = self.tracer, self.tracer.graph.x
        many, inner = tracer.call(LEN, [value], {}), None
        item = self.item(value, Known(0))
        if type(item) is Ref and item.cls in LISTS:
            inner = tracer.call(LEN, [item], {})
            item = self.item(value, tracer.binary("//", x, inner))
            if not same_number(tracer.call(LEN, [item], {}), inner):
                raise self.bad_result(tracer, "a list of lists of which each has another length")
            item = self.item(item, tracer.binary("%", x, inner))
        else:
            item = self.item(value, x)
        parts = vector_parts(item) or items_of(tracer, item)
        columns = [item] if parts is None or numeric(item) else [open_vector(decide(tracer, part)) for part in parts]
        if not columns or not all(map(numeric, columns)):
            raise self.bad_result(tracer, f"a list of which a picture says how long it is, whose items are "
                                          f"{tracer.describe(item)}")
        counts = [self.number(number) for number in ([many] if inner is None else [many, inner])]
        places = range(len(self.rows), len(self.rows) + len(columns))
        self.endless.update(places)
        self.rows += [(column,) for column in columns]
        kind = self.dtype(columns)
        self.counts.append(lambda rows: prod(count(rows) for count in counts))

        def make(rows):
            sides = [count(rows) for count in counts]
            found = [rows[at][:prod(sides)].astype(kind).reshape(sides) for at in places]
            return found[0] if columns == [item] else np.stack(found, -1)

        return make

    def item(self, value, index):
        found = self.settled(self.tracer, decide(self.tracer, self.tracer.subscript(value, index)))
        return open_vector(found)

    def row(self, array: np.ndarray) -> Maker:
        at, shape, count = len(self.rows), array.shape, array.size
        elements = tuple(array.ravel())
        kind = self.dtype(elements)
        self.rows.append(elements)
        self.length = max(self.length, count)
        return lambda rows: rows[at][:count].reshape(shape).astype(kind)

    def dtype(self, numbers):
        """What an array of these has: what is computed in 64 bits keeps them."""
        kind = common(map(type_of, numbers))
        return {FLOAT: np.float64, INT: np.int64}.get(kind, kind.numpy) if self.tracer.double else kind.numpy

    def few(self) -> Returned:
        """Many numbers put into rows, one of each type."""
        if len(self.rows) <= FEW:
            return self
        places: dict[int, tuple] = {}
        rows: list[list] = []
        of_type: dict = {}
        for number, items in enumerate(self.rows):
            if number in self.endless or len(items) > 1:
                places[number] = len(rows), slice(None if number in self.endless else len(items))
                rows.append(list(items))
                continue
            at = of_type.setdefault(type_of(items[0]), len(rows))
            if at == len(rows):
                rows.append([])
            places[number] = at, slice(len(rows[at]), len(rows[at]) + 1)
            rows[at].append(items[0])
        make = self.make
        self.rows, self.length = [tuple(row) for row in rows], max(map(len, rows))
        apart = lambda found: [found[at][part] for at, part in places.values()]
        self.make = lambda found: make(apart(found))
        self.counts = [lambda found, count=count: count(apart(found)) for count in self.counts]
        self.endless = {places[number][0] for number in self.endless}
        return self


def lines_of(planes) -> list[np.ndarray]:
    return [np.asarray(plane).reshape(-1) for plane in planes]


def returned(tracer, value, settled, bad_result) -> Returned:
    found = Returned(tracer, settled, bad_result).of(value).few()
    if not found.rows:  # all of it is known
        found.rows = [(Known(0),)]
    return found
