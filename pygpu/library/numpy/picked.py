"""The elements of an array that a mask chooses, where pixels decide the mask: an array of a length that nobody knows
beforehand. All elements are kept, each with whether it is there; what NumPy does with such an array, this one does."""

from __future__ import annotations

import math

import numpy as np


class Picked:
    """values[there], of one dimension."""

    __slots__ = ("values", "there")
    ndim = 1

    def __init__(self, values, there):
        self.values, self.there = values, there

    @property
    def size(self):
        return np.sum(self.there)

    @property
    def shape(self):
        return (self.size,)

    def __len__(self):
        return self.size

    def __iter__(self):
        return iter(self.tolist())

    def __getitem__(self, index):
        if isinstance(index, Picked):  # a mask of what a mask chose
            return Picked(self.values, np.logical_and(self.there, beside(self.there, index)))
        return self.tolist()[index]

    def tolist(self):
        return [value for value, there in zip(self.values, self.there) if there]

    def ravel(self):
        return self

    flatten = copy = ravel

    def sort(self):
        return sorted(self.tolist())

    def sum(self, axis=None, initial=0):
        return np.sum(np.where(self.there, self.values, 0)) + initial

    def prod(self, axis=None, initial=1):
        return np.prod(np.where(self.there, self.values, 1)) * initial

    def mean(self, axis=None):
        return self.sum() / self.size

    average = mean

    def var(self, axis=None, ddof=0):
        apart = self.values - self.mean()
        return np.sum(np.where(self.there, apart * apart, 0)) / (self.size - ddof)

    def std(self, axis=None, ddof=0):
        return np.sqrt(self.var(ddof=ddof))

    def min(self, axis=None, initial=math.inf):
        return np.minimum(np.min(np.where(self.there, self.values, math.inf)), initial)

    def max(self, axis=None, initial=-math.inf):
        return np.maximum(np.max(np.where(self.there, self.values, -math.inf)), initial)

    def ptp(self):
        return self.max() - self.min()

    def argmin(self):
        return self.before(np.argmin(np.where(self.there, self.values, math.inf)))

    def argmax(self):
        return self.before(np.argmax(np.where(self.there, self.values, -math.inf)))

    def before(self, place):
        """How many there are before a place."""
        return np.sum(np.logical_and(self.there, np.arange(len(self.there)) < place))

    def any(self, axis=None):
        return np.any(np.logical_and(self.there, self.values))

    def all(self, axis=None):
        return np.all(np.logical_or(np.logical_not(self.there), self.values))

    def count_nonzero(self):
        return np.sum(np.logical_and(self.there, self.values))

    def median(self, axis=None):
        ordered, last = self.sort(), self.size - 1
        return (ordered[last // 2] + ordered[(last + 1) // 2]) / 2

    def astype(self, dtype):
        return Picked(np.asarray(self.values).astype(dtype), self.there)


def with_operators() -> None:
    def two(name):
        return lambda self, other: Picked(getattr(np.asarray(self.values), name)(beside(self.there, other)), self.there)

    def one(name):
        return lambda self: Picked(getattr(np.asarray(self.values), name)(), self.there)

    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "lshift", "rshift"):
        setattr(Picked, f"__{name}__", two(f"__{name}__"))
        setattr(Picked, f"__r{name}__", two(f"__r{name}__"))
    for name in ("lt", "le", "gt", "ge", "eq", "ne"):
        setattr(Picked, f"__{name}__", two(f"__{name}__"))
    for name in ("neg", "pos", "invert", "abs"):
        setattr(Picked, f"__{name}__", one(f"__{name}__"))
    Picked.__hash__ = None


def beside(there, other):
    """What an operator puts beside the numbers that a mask chose: of numbers that another one chose, the first is beside
    the first. The tracer knows what it means."""
    return other.values if isinstance(other, Picked) else other


with_operators()


def picked(values, mask):
    """values[mask]."""
    return Picked(np.ravel(values), np.ravel(mask))


def nonzero(a):
    """The places, an array of them for each axis."""
    mask = np.ravel(np.asarray(a) != 0)
    return tuple([Picked(np.ravel(places), mask) for places in np.indices(np.shape(a))])


def flatnonzero(a):
    mask = np.ravel(np.asarray(a) != 0)
    return Picked(np.arange(len(mask)), mask)


def unique(ar, return_index=False, return_inverse=False, return_counts=False):
    ordered = np.sort(np.ravel(ar))
    order = np.argsort(np.ravel(ar), kind="stable") if return_index or return_inverse else ordered
    there = np.array([True, *[(a != b) & ((a == a) | (b == b)) for a, b in zip(ordered[:-1], ordered[1:])]])
    found = [Picked(ordered, there)]
    of_which = np.cumsum(there) - 1  # those that are alike have one number
    if return_index:
        found.append(Picked(order, there))
    if return_inverse:
        asked = np.unique(np.zeros(np.shape(ar)), return_inverse=True)[1]  # of what shape it is, depends on NumPy
        found.append(np.reshape([np.sum(of_which * (order == place)) for place in range(len(order))], asked.shape))
    if return_counts:
        found.append(Picked(np.array([np.sum(of_which == each) for each in of_which]), there))
    return tuple(found) if len(found) > 1 else found[0]


def intersect1d(ar1, ar2):
    found = unique(ar1)
    return Picked(found.values, np.logical_and(found.there, np.isin(found.values, ar2)))


def setdiff1d(ar1, ar2):
    found = unique(ar1)
    return Picked(found.values, np.logical_and(found.there, np.isin(found.values, ar2, invert=True)))


def union1d(ar1, ar2):
    return unique(np.concatenate([np.ravel(ar1), np.ravel(ar2)]))


WRITTEN = {np.nonzero: nonzero, np.flatnonzero: flatnonzero, np.unique: unique, np.intersect1d: intersect1d,
           np.setdiff1d: setdiff1d, np.union1d: union1d}
METHODS = {np.sum: "sum", np.prod: "prod", np.mean: "mean", np.average: "mean", np.var: "var", np.std: "std",
           np.min: "min", np.max: "max", np.ptp: "ptp", np.argmin: "argmin", np.argmax: "argmax", np.any: "any",
           np.all: "all", np.count_nonzero: "count_nonzero", np.median: "median", np.size: "__len__", np.ravel: "ravel",
           np.sort: "sort"}
