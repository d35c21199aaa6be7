"""What a filter without a position returns: not a picture, but a value, as plain Python would give it.

    numbers, bools              as they are                   a tuple, a dict          one, of what is in it
    a Color, vector, Position   one, of Python's numbers      a list, an array         an array of NumPy's

Each number is a result of the graph at one pixel; the elements of an array stand side by side in a row of pixels.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..ir import VALUE, Output, common
from .kinds.arrays import is_array, open_array
from .kinds.containers import is_list, item_at_symbol, items_of
from .kinds.scalars import as_value
from .kinds.vectors import vector_parts
from .values.assumptions import decide
from .values.lattice import Known, Record, Ref, Tuple
from .values.numbers import numeric, open_vector, type_of
from .whole.fields import wanted

FEW = 8  # numbers that are results of their own; more stand in rows

Maker = Callable[[list[np.ndarray]], Any]  # rows, one of each output -> the value, or a part of it


class Returned:
    """The outputs of the graph, how long a row of theirs is, and how the value is made of such rows."""

    def __init__(self, tracer, settled, bad_result):
        self.tracer, self.settled, self.bad_result = tracer, settled, bad_result
        self.rows: list[tuple] = []        # the elements of each
        self.length = 1

    def of(self, value) -> Returned:
        self.make = self.part(value)
        return self

    def made(self, planes) -> Any:
        return self.make([np.asarray(plane).reshape(-1) for plane in planes])

    @property
    def outputs(self) -> list[Output]:
        return [Output((self.element(items),), VALUE) for items in self.rows]

    def element(self, items: tuple):
        """What stands at a pixel of a row."""
        kind = common(map(type_of, items))
        if len(items) == 1:
            return as_value(self.tracer, items[0], kind)
        found = item_at_symbol(self.tracer, [as_value(self.tracer, item, kind) for item in items], self.tracer.graph.x)
        return as_value(self.tracer, found, kind)

    def part(self, value) -> Maker:
        value = open_vector(self.settled(self.tracer, decide(self.tracer, value)))
        wanted(self.tracer, value)
        if numeric(value):
            return self.number(value)
        if type(value) is Known and not isinstance(value.value, (list, tuple, np.ndarray)):
            if value.value is None:
                raise self.bad_result(self.tracer, "nothing (a path without `return`?)")
            return lambda rows: value.value
        if type(value) is Record:
            return self.record(value)
        if type(value) is Ref and value.kind == "dict":
            parts = {key: self.part(item) for key, item in self.tracer.heap[value].items()}
            return lambda rows: {key: part(rows) for key, part in parts.items()}
        array = self.array(value)
        if array is not None:
            return self.row(array)
        items = items_of(self.tracer, value)
        if items is None:
            raise self.bad_result(self.tracer, self.tracer.describe(value))
        parts = [self.part(item) for item in items]
        cls = tuple if type(value) is Tuple or type(value) is Known and isinstance(value.value, tuple) else list
        return lambda rows: cls([part(rows) for part in parts])

    def number(self, value) -> Maker:
        at, python = len(self.rows), type_of(value).python
        self.rows.append((value,))
        return lambda rows: python(rows[at][0])

    def record(self, value: Record) -> Maker:
        fields = vector_parts(value)
        parts = [self.part(field) for field in (value.fields.values() if fields is None else fields)]
        if not issubclass(value.cls, (complex, tuple)) and fields is None:
            raise self.bad_result(self.tracer, self.tracer.describe(value))
        return lambda rows: value.cls(*[part(rows) for part in parts])

    def array(self, value) -> np.ndarray | None:
        """A list of numbers, or of as many in each, as an array; None for anything else."""
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

    def row(self, array: np.ndarray) -> Maker:
        at, shape, count = len(self.rows), array.shape, array.size
        elements = tuple(array.ravel())
        kind = common(map(type_of, elements)).numpy
        self.rows.append(elements)
        self.length = max(self.length, count)
        return lambda rows: rows[at][:count].reshape(shape).astype(kind)

    def few(self) -> Returned:
        """Many numbers put into rows, one of each type."""
        if len(self.rows) <= FEW:
            return self
        places: dict[int, tuple] = {}
        rows: list[list] = []
        of_type: dict = {}
        for number, items in enumerate(self.rows):
            if len(items) > 1:
                places[number] = len(rows), slice(0, len(items))
                rows.append(list(items))
                continue
            at = of_type.setdefault(type_of(items[0]), len(rows))
            if at == len(rows):
                rows.append([])
            places[number] = at, slice(len(rows[at]), len(rows[at]) + 1)
            rows[at].append(items[0])
        make = self.make
        self.rows, self.length = [tuple(row) for row in rows], max(map(len, rows))
        self.make = lambda found: make([found[at][part] for at, part in places.values()])
        return self


def returned(tracer, value, settled, bad_result) -> Returned:
    found = Returned(tracer, settled, bad_result).of(value).few()
    if not found.rows:  # all of it is known
        found.rows = [(Known(0),)]
    return found
