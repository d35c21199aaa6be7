"""Dicts, counters and groups of which a picture says how many entries they have, and lists that are sorted by a key, as the
tracer walks them: Counter(im), {im(q): q.x for q in im.positions}, sorted(im.positions, key=im).

All stand on numbers in order (many/orders.py): each key with its place among the keys below it is one whole number of 64
bits, so that equal keys keep the order in which they came, and an entry is found by halving. None is kept as a dict.

In plain Python they are Python's own.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from .lines import Different
from .orders import in_order
from .places import Keys
from .series import Chosen, Listed, again, place_before, place_behind
from .wholes import UNSET, for_each


class Places:
    """Keys that are the places at which they stand, from 0 on."""

    __slots__ = ("line",)

    def __init__(self, many):
        self.line = range(many)

    def count(self, key):
        return 1 if 0 <= key < len(self.line) and key == int(key) else 0

    def first(self, key):
        return int(key)

    last = first


class Once:
    """Each of the keys once, as they first came; or what a function makes of it."""

    __slots__ = ("values", "keys", "made")

    def __init__(self, values, keys, made=None):
        self.values, self.keys, self.made = values, keys, made

    def __iter__(self):
        place = 0
        for value in self.values:
            if self.keys.first(value) == place:
                yield value if self.made is None else self.made(value)
            place = place + 1


class Entries:
    """What dicts and counters have in common: `values` are the keys as they came."""

    __slots__ = ("came", "order")
    __hash__ = None

    def __iter__(self):
        return again(Once(self.came, self.order))

    def __len__(self):
        return sum(1 for _ in self)

    def __bool__(self):
        return len(self.order.line) > 0

    def __contains__(self, key):
        return self.order.count(key) > 0

    def get(self, key, default=None):
        return self.item(key) if key in self else default

    def keys(self):
        return Chosen(Once(self.came, self.order))

    def values(self):
        return Chosen(Once(self.came, self.order, self.item))

    def items(self):
        return Chosen(Once(self.came, self.order, lambda key: (key, self.item(key))))

    def __setitem__(self, key, value):
        raise TypeError("a dict of which a picture says what is in it is not kept, so no entry can be set: make it as it is "
                        "to be, {key: value for ...}")

    __delitem__ = pop = update = setdefault = __setitem__

    def __eq__(self, other):
        raise TypeError("two dicts of which a picture says what is in them are not compared: compare what is looked up")

    __ne__ = __eq__


class Counted(Entries):
    """collections.Counter of numbers. How many there are of each, is found without their places."""

    __slots__ = ("line",)

    def __init__(self, values):
        self.came, self.order, self.line = values, Keys(values), in_order(values)

    def __len__(self):
        return sum(1 for _ in Different(self.line))

    def __bool__(self):
        return len(self.line) > 0

    def __contains__(self, key):
        return self.item(key) > 0

    def item(self, key):
        return place_behind(self.line, key) - place_before(self.line, key)

    __getitem__ = item

    def total(self):
        return len(self.line)

    def elements(self):
        """Those that are alike together, in the order in which the first of each came."""
        return iter(sorted_by(self.came, lambda value: np.int32(self.order.first(value))))

    def most_common(self, n=None):
        if n is None:
            raise TypeError("most_common() of all that a picture has is not put in order: say how many, most_common(3)")
        found = []
        for _ in range(n):
            found = [*found, self.next_common(found)]
        taken = [(key, self.item(key)) for key in found]
        return Listed(lambda i: taken[i], n if n == 1 else min(n, len(self)))

    def next_common(self, found):
        """The most frequent of those that are not among these, the first of several; where there are none, any."""
        best, most = [UNSET], [-1]

        def look(value):
            many = self.item(value)
            if all([value != other for other in found]):
                if many > most[0]:
                    best[0], most[0] = value, many
            elif most[0] < 0:
                best[0] = value

        for_each(self.came, look)
        return best[0]


class Dictionary(Entries):
    """{key: value for ...}: of keys as they came, and what is at a place; what came last stands there."""

    __slots__ = ("at",)

    def __init__(self, keys, order, at):
        self.came, self.order, self.at = keys, order, at

    def item(self, key):
        return self.at(self.order.last(key))

    def __getitem__(self, key):
        if key not in self:
            raise KeyError("the key is not in the dict")
        return self.item(key)


def multimode(data):
    """statistics.multimode, which leaves early where there is nothing."""
    counts = Counter(data)
    most = max(counts.values(), default=0)
    return [value for value, many in counts.items() if many == most]


def of_pairs(pairs):
    return Dictionary(KeysOf(pairs), Keys(KeysOf(pairs)), lambda place: pairs[place][1])


def of_places(pairs):
    """{y: f(y) for y in range(n)}."""
    return Dictionary(range(len(pairs)), Places(len(pairs)), lambda place: pairs[place][1])


def from_keys(keys, value=None):
    """dict.fromkeys."""
    return Dictionary(keys, Keys(keys), lambda place: value)


class KeysOf:
    __slots__ = ("pairs",)

    def __init__(self, pairs):
        self.pairs = pairs

    def __iter__(self):
        for key, _ in self.pairs:
            yield key


# --- groups ----------------------------------------------------------------------------------------------------------

class Groups:
    """itertools.groupby of a list."""

    __slots__ = ("values", "key")

    def __init__(self, values, key):
        self.values, self.key = values, key

    def __iter__(self):
        for i in range(len(self.values)):
            here = self.key(self.values[i])
            if i == 0 or self.key(self.values[max(i - 1, 0)]) != here:
                yield here, self.group(i, here)

    def group(self, begin, key):
        return iter(Listed(lambda i: self.values[begin + i], self.long(begin, key)))

    def long(self, begin, key):
        """How many there are from a place on until the key changes."""
        end, many = begin + 1, len(self.values)
        while end < many and self.key(self.values[min(end, many - 1)]) == key:
            end = end + 1
        return end - begin


# --- sorted by a key -------------------------------------------------------------------------------------------------

def sorted_by(values, key, reverse=False):
    """sorted(values, key=key, reverse=reverse)."""
    order = Keys(map(key, values), reverse)
    return Listed(lambda i: values[order.place(i)], len(order.line))


def itself(value):
    return value
