"""What random programs with state (states.py) may call: small objects that change, and what tells a program's state."""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import accumulate


def w(n):
    """Numbers stay small."""
    return (n + 500) % 1000 - 500


def tick(log, n):
    """A number, and a note that it was asked for."""
    log.append(n)
    return n


def pick(condition, one, other):
    if condition:
        return one
    return other


def must(condition, n):
    if not condition:
        raise ValueError(n)
    return n


def first_above(items, limit):
    for item in items:
        if item > limit:
            return item
    else:
        return limit - 1


@contextmanager
def noted(log, n):
    log.append(n)
    try:
        yield n
    finally:
        log.append(-n)


def listed(items):
    """A number that says what is in a list, and in which order."""
    return sum((place + 1) * w(item) for place, item in enumerate(items)) + 31 * len(items)


def mapped(things):
    """A number that says what is in a dict, and in which order."""
    return sum((place + 1) * key + 3 * w(value) for place, (key, value) in enumerate(things.items())) + 17 * len(things)


class Pile:
    """Keeps what it is given."""

    limit = 4
    __slots__ = ("total", "items", "_size")

    def __init__(self, total=0):
        self.total, self.items, self._size = w(total), [1, 2], 0

    @property
    def size(self):
        return self._size + len(self.items)

    @size.setter
    def size(self, value):
        self._size = value

    def put(self, n):
        self.total = w(self.total + n)
        if len(self.items) < self.limit:
            self.items.append(w(n))
        return self

    def gain(self, n):
        before = self.total
        return self.put(n).total - before

    def take(self):
        if not self.items:
            return 0
        self.total -= 1
        return self.items.pop()

    def strict(self, n):
        if n > 2:
            raise KeyError(n)
        self.total += 1
        return n

    def told(self):
        return listed(self.items) + 5 * self.total + 2 * self.size

    def __add__(self, other):
        made = type(self)(self.total + (other.total if isinstance(other, Pile) else other))
        made.items = self.items[:2]
        return made

    def __iadd__(self, other):
        self.total = w(self.total + other)
        return self

    def __rsub__(self, other):
        return other - self.total

    def __sub__(self, other):
        return self.total - other

    def __lt__(self, other):
        return self.total < other.total

    def __bool__(self):
        return self.total > 0

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        yield from self.items

    def __contains__(self, n):
        return n in self.items

    def __getitem__(self, place):
        return self.items[place]

    def __setitem__(self, place, value):
        if self.items:
            self.items[place] = value

    def __call__(self, n):
        return w(self.total + n)

    def __enter__(self):
        self.total += 3
        return self

    def __exit__(self, kind, error, trace):
        self.total -= 2
        return kind is not None and issubclass(kind, KeyError)


class Loud(Pile):
    """Does more than its base."""

    __slots__ = ("said",)
    limit = 6

    def __init__(self, total=0):
        super().__init__(total + 1)
        self.said = 0

    def put(self, n):
        self.said += 1
        if n > 3:
            return super().put(n - 1)
        return super().put(n)

    def told(self):
        return super().told() + 11 * self.said


@dataclass
class Record(Pile):
    total: int = 0
    items: list = field(default_factory=lambda: [3])
    _size: int = 1

    def __bool__(self):
        return len(self.items) > 1


NAMES = dict(w=w, tick=tick, pick=pick, must=must, first_above=first_above, noted=noted, listed=listed, mapped=mapped,
             Pile=Pile, Loud=Loud, Record=Record, Counter=Counter, defaultdict=defaultdict, accumulate=accumulate)
