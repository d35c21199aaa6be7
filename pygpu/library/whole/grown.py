"""Lists that loops over whole arrays fill: what is in them lies in arrays, beside one another, and how many items there are
is a number. In NumPy, for the tracer to walk (tracing/whole/grown.py)."""

from __future__ import annotations

import numpy as np

from ..many.series import Numbered
from .pieces import bound


class Grown(Numbered):
    """`columns` are an array of all that stands at one place of an item, or tuples of such; the `form` says which of
    Python's numbers stands there, or is a tuple or a list of forms. The items are `many`, from the `first` on."""

    def __init__(self, columns, form, first, many):
        self.columns, self.form, self.first, self.many = columns, form, first, many

    def item(self, i):
        return item_at(self.columns, self.form, self.first + i)

    def place(self, i, told="list index out of range"):
        if i < -self.many or i >= self.many:
            raise IndexError(told)
        return i + self.many if i < 0 else i

    def __getitem__(self, i):
        return part(self, i) if isinstance(i, slice) else self.item(self.place(i))

    def __setitem__(self, i, item):
        put(self.columns, self.form, self.first + self.place(i, "list assignment index out of range"), item)

    def append(self, item):
        put(self.columns, self.form, self.first + self.many, item)
        self.many = self.many + 1

    def extend(self, items):
        for each in items:
            self.append(each)

    def __iadd__(self, items):
        self.extend(items)
        return self

    def pop(self, i=-1):
        place = self.place(i, "pop from empty list")
        found = self.item(place)
        if i == 0:
            self.first = self.first + 1
        elif i != -1:
            moved(self.columns, self.form, self.first + place, 1)
        self.many = self.many - 1
        return found

    def __delitem__(self, i):
        self.pop(i)

    def insert(self, i, item):
        place = bound(i, 0, self.many, 0, self.many)
        moved(self.columns, self.form, self.first + place, -1)
        put(self.columns, self.form, self.first + place, item)
        self.many = self.many + 1

    def remove(self, value):
        self.pop(self.index(value))

    def __add__(self, others):
        found = self.copy()
        found.extend(others)
        return found

    def reverse(self):
        turned = part(self, slice(None, None, -1))
        self.columns, self.first = turned.columns, 0

    def sort(self, *, key=None, reverse=False):
        if key is not None or isinstance(self.columns, tuple):
            raise TypeError("a list that a loop over whole arrays fills is sorted as one of numbers, without key=: "
                            "order = np.argsort([key(v) for v in found])")
        self.columns, self.first = np.sort(self.columns[self.first:self.first + self.many]).whole, 0
        if reverse:
            self.reverse()

    def clear(self):
        self.first, self.many = 0, 0

    def copy(self):
        return part(self, slice(None))

    def index(self, value):
        for i in range(self.many):
            if self.item(i) == value:
                return i
        raise ValueError("the value is not in list")


def put(columns, form, place, item):
    """An item is put at a place. The tracer knows whether it is of that form, and what it means."""
    raise NotImplementedError


def item_at(columns, form, place):
    if isinstance(form, tuple):
        return tuple([item_at(*each, place) for each in zip(columns, form)])
    if isinstance(form, list):
        return [item_at(*each, place) for each in zip(columns, form)]
    return kept(columns[place]) if form is None else form(columns[place])


def kept(item):
    """An array that a list holds. The tracer sees to it that nobody changes it by this name."""
    return item


def moved(columns, form, place, far):
    """What stands from a place on gives way, or comes nearer."""
    if isinstance(form, tuple | list):
        for each in zip(columns, form):
            moved(*each, place, far)
    else:
        here = np.arange(len(columns))
        columns[...] = columns[np.clip(here + far * (here >= place), 0, len(columns) - 1)]


def part(grown, key):
    """grown[i:j:k]"""
    step = 1 if key.step is None else key.step
    many = grown.many
    if step > 0:
        start, stop = bound(key.start, 0, many, 0, many), bound(key.stop, many, many, 0, many)
        left = (max(stop - start, 0) + step - 1) // step
    else:
        start, stop = bound(key.start, many - 1, many, -1, many - 1), bound(key.stop, -1, many, -1, many - 1)
        left = (max(start - stop, 0) - step - 1) // -step
    return Grown(taken(grown.columns, grown.form, grown.first + start, step), grown.form, 0, left)


def taken(columns, form, start, step):
    if isinstance(form, tuple | list):
        return tuple([taken(*each, start, step) for each in zip(columns, form)])
    last = len(columns) - 1
    return columns[np.clip(np.arange(len(columns)) * step + start, 0, last)]


def side_by_side(grown):
    """The arrays that the items are made of, as long as there are items."""
    return beside(grown.columns, grown.form, grown.first, grown.many)


def beside(columns, form, first, many):
    if isinstance(form, tuple | list):
        return tuple([beside(*each, first, many) for each in zip(columns, form)])
    return columns[first:first + many]


def as_array(grown, dtype=None):
    """np.array(grown)"""
    found = stacked(side_by_side(grown))
    return found if dtype is None else found.astype(dtype)


def stacked(arrays):
    return np.stack([stacked(each) for each in arrays], axis=1) if isinstance(arrays, tuple) else arrays


def as_list(arrays, form):
    """The items, as the host has them: of arrays that are as long as the list is."""
    if isinstance(form, tuple | list):
        items = zip(*[as_list(*each) for each in zip(arrays, form)])
        return list(items) if isinstance(form, tuple) else list(map(list, items))
    return list(arrays) if form is None else list(map(form, arrays))
