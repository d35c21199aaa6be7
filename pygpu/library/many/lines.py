"""NumPy's arrays of one dimension of which a picture says how long they are: np.array([f(x) for x in range(im.width)]),
np.sum(im, axis=1) / im.width, a[a > 0.5]. As library/many/series.py has it: what an item is is known, none is kept.

    METHODS     a function of NumPy's → the method here that says what it means
"""

from __future__ import annotations

import operator

import numpy as np

from . import counts, orders, reductions
from .places import Keys
from .series import Chosen, Listed, accumulated, again, part, place_of_best


class Statistics:
    """What NumPy's arrays know of themselves."""

    __slots__ = ()
    ndim = 1

    @property
    def size(self):
        return len(self)

    @property
    def shape(self):
        return (len(self),)

    def sum(self, axis=None):
        return reductions.total(self.along(axis))

    def mean(self, axis=None):
        return reductions.mean(self.along(axis))

    average = mean

    def var(self, axis=None, ddof=0):
        centre = self.along(axis).mean()
        return sum((v - centre) * (v - centre) for v in self) / (len(self) - ddof)

    def std(self, axis=None, ddof=0):
        return np.sqrt(self.var(axis, ddof))

    def min(self, axis=None):
        return reductions.least(self.along(axis))

    def max(self, axis=None):
        return reductions.greatest(self.along(axis))

    def ptp(self, axis=None):
        return reductions.spread(self.along(axis))

    def any(self, axis=None):
        return reductions.any_of(self.along(axis))

    def all(self, axis=None):
        return reductions.all_of(self.along(axis))

    def count_nonzero(self, axis=None):
        return reductions.how_many(self.along(axis))

    def argmin(self, axis=None):
        return place_of_best(self.along(axis), operator.lt)

    def argmax(self, axis=None):
        return place_of_best(self.along(axis), operator.gt)

    def median(self, axis=None):
        return orders.median(self.along(axis))

    def percentile(self, q, axis=None, method="linear"):
        return orders.of_shares(100, self.along(axis), q, None, method)

    def quantile(self, q, axis=None, method="linear"):
        return orders.of_shares(1, self.along(axis), q, None, method)

    def sorted(self, axis=-1):
        return orders.in_order(self.along(axis))

    def argsort(self, axis=-1, kind="stable", order=None, *, stable=True):
        """Where each of the numbers in order stands; equal ones as they come."""
        keys = Keys(self.along(axis))
        return Numbers(keys.place, len(keys.line))

    def prod(self, axis=None):
        product = 1
        for value in self.along(axis):
            product = product * value
        return product

    def histogram(self, bins=10, range=None, weights=None, density=False):
        return counts.histogram(self, bins, range, weights, density)

    def bincount(self, weights=None, minlength=0):
        return counts.bincount(self, weights, minlength)

    def unique(self):
        return Some(Different(orders.in_order(self)))

    def dot(self, other):
        return sum(a * b for a, b in zip(self, other))

    def along(self, axis):
        """Itself: it has one axis."""
        if axis not in (None, 0, -1):
            raise ValueError(f"axis {axis} is out of bounds for array of dimension 1")
        return self

    def flat(self):
        return self

    ravel = flatten = flat


class Numbers(Listed, Statistics):
    """`many` numbers, of which item(i) is one."""

    __slots__ = ()

    def __getitem__(self, i):
        if isinstance(i, slice):
            return numbers_of(part(self, i))
        if isinstance(i, (Numbers, reductions.Lines)):
            return Some(Where(self, i))
        return self.item(i + self.many if i < 0 else i)

    def copy(self, dtype=None):
        return Numbers(self.item, self.many) if dtype is None else self.astype(dtype)

    def astype(self, dtype):
        return elementwise(np.dtype(dtype).type, self)

    def cumsum(self, axis=None):
        return numbers_of(accumulated(self.along(axis)))

    def diff(self):
        return self[1:] - self[:-1]


class Some(Chosen, Statistics):
    """Those of an array that a mask chose, or that differ from one another."""

    __slots__ = ()

    def copy(self, dtype=None):
        return Some(self.walk) if dtype is None else self.astype(dtype)

    def astype(self, dtype):
        return elementwise(np.dtype(dtype).type, self)


class Where:
    """values[mask]."""

    __slots__ = ("values", "mask")

    def __init__(self, values, mask):
        self.values, self.mask = values, mask

    def __iter__(self):
        for value, there in zip(self.values, self.mask):
            if there:
                yield value


class Different:
    """Of numbers in order each once."""

    __slots__ = ("line",)

    def __init__(self, line):
        self.line = line

    def __iter__(self):
        for i in range(len(self.line)):
            value = self.line[i]
            before = self.line[max(i - 1, 0)]
            if i == 0 or before != value and (before == before or value == value):  # NaN once, too
                yield value


class Set:
    """{f(v) for v in im}, of numbers."""

    __slots__ = ("values", "walk")

    def __init__(self, values):
        self.values, self.walk = values, Different(orders.in_order(values))

    def __iter__(self):
        return again(self.walk)

    def __len__(self):
        return sum(1 for _ in self.walk)

    def __bool__(self):
        return len(self) > 0

    def __contains__(self, value):
        return any(each == value for each in self.values)

    def in_order(self, reverse=False):
        """sorted() of it: it is in order."""
        return Chosen(Different(self.walk.line[::-1]) if reverse else self.walk)


def numbers_of(values):
    """A list or the like as an array."""
    if isinstance(values, (Numbers, Some)):
        return values
    return Some(values) if isinstance(values, Chosen) else Numbers(values.__getitem__, len(values))


class Mapped:
    """What a function makes of each, beside other numbers."""

    __slots__ = ("function", "values")

    def __init__(self, function, values):
        self.function, self.values = function, values

    def __iter__(self):
        for each in [value for value in self.values if isinstance(value, Chosen)][0]:
            yield self.function(*[each if isinstance(value, Chosen) else value for value in self.values])


def elementwise(function, *values):
    """What a function makes of each number, beside those of other arrays as long."""
    if any([isinstance(value, Chosen) for value in values]):
        return Some(Mapped(function, values))
    long = [value for value in values if isinstance(value, (Listed, reductions.Lines))]
    return Numbers(lambda i: function(*[value[i] if isinstance(value, (Listed, reductions.Lines)) else value
                                        for value in values]), len(long[0]))


def with_operators(cls) -> None:
    def two(function):
        return lambda self, other: elementwise(function, self, other)

    def reflected(function):
        return lambda self, other: elementwise(function, other, self)

    def one(function):
        return lambda self: elementwise(function, self)

    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and_", "or_", "xor", "lshift", "rshift"):
        plain = name.rstrip("_")
        setattr(cls, f"__{plain}__", two(getattr(operator, name)))
        setattr(cls, f"__r{plain}__", reflected(getattr(operator, name)))
    for name in ("lt", "le", "gt", "ge", "eq", "ne"):
        setattr(cls, f"__{name}__", two(getattr(operator, name)))
    cls.__matmul__ = lambda self, other: self.dot(other)
    for name in ("neg", "pos", "invert", "abs"):
        setattr(cls, f"__{name}__", one(getattr(operator, name)))
    cls.__hash__ = None


def with_statistics(cls) -> None:
    for name, found in vars(Statistics).items():
        if name not in vars(cls) and not name.startswith("__"):
            setattr(cls, name, found)


with_statistics(reductions.Lines)
with_operators(Numbers)
with_operators(Some)
with_operators(reductions.Lines)

METHODS = {np.sum: "sum", np.mean: "mean", np.average: "mean", np.var: "var", np.std: "std", np.min: "min", np.max: "max",
           np.ptp: "ptp", np.any: "any", np.all: "all", np.count_nonzero: "count_nonzero", np.argmin: "argmin",
           np.argmax: "argmax", np.median: "median", np.percentile: "percentile", np.quantile: "quantile",
           np.sort: "sorted", np.prod: "prod", np.histogram: "histogram", np.bincount: "bincount", np.unique: "unique",
           np.cumsum: "cumsum", np.diff: "diff", np.dot: "dot", np.argsort: "argsort",
           np.size: "__len__", np.ravel: "flat", np.array: "copy",
           np.asarray: "copy"}
