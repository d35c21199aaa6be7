"""a[:, mask]: what a mask chooses along an axis that is not the first, as rows of the array whose axis is the first.

In NumPy it is an array. How many are chosen nobody knows before the end, when the host puts the axis back in its place."""

from __future__ import annotations

import numpy as np

from .functions import axis_of


class ChosenAlong:
    """Rows that a mask chooses, and along which axis they are meant to lie."""

    def __init__(self, rows, axis):
        self.rows, self.axis = rows, axis

    @property
    def ndim(self):
        return self.rows.ndim

    @property
    def dtype(self):
        return self.rows.dtype

    @property
    def size(self):
        return self.rows.size

    @property
    def shape(self):
        count, *others = self.rows.shape
        return (*others[:self.axis], count, *others[self.axis:])

    @property
    def T(self):
        if self.ndim != 2:
            raise TypeError("a[:, mask].T of an array of more than two axes: choose along the first, as of "
                            "np.moveaxis(a, 1, 0)[mask]")
        return self.rows

    def __len__(self):
        return self.rows.shape[1]

    def __neg__(self):
        return ChosenAlong(-self.rows, self.axis)

    def __abs__(self):
        return ChosenAlong(abs(self.rows), self.axis)

    def astype(self, dtype):
        return ChosenAlong(self.rows.astype(dtype), self.axis)

    def copy(self):
        return self

    def sum(self, axis=None):
        return reduced(np.sum, self, axis)

    def mean(self, axis=None):
        return reduced(np.mean, self, axis)

    def std(self, axis=None):
        return reduced(np.std, self, axis)

    def var(self, axis=None):
        return reduced(np.var, self, axis)

    def min(self, axis=None):
        return reduced(np.min, self, axis)

    def max(self, axis=None):
        return reduced(np.max, self, axis)

    def any(self, axis=None):
        return reduced(np.any, self, axis)

    def all(self, axis=None):
        return reduced(np.all, self, axis)


def reduced(function, a, axis=None):
    """np.sum(a[:, mask], axis=...): along the mask, all that is chosen; along another axis, of each that is chosen."""
    if axis is None:
        return function(a.rows)
    axis = axis_of(axis, a.ndim)
    if axis == a.axis:
        return function(a.rows, axis=0)
    found, at = function(a.rows, axis=axis + 1 if axis < a.axis else axis), a.axis - (axis < a.axis)
    return ChosenAlong(found, at) if at else found


def of_two(name):
    """An operator: of a number, or of what the same mask chooses along the same axis."""
    def forward(self, other):
        return ChosenAlong(OPERATIONS[name](self.rows, rows_of(other, self)), self.axis)

    def backward(self, other):
        return ChosenAlong(OPERATIONS[name](rows_of(other, self), self.rows), self.axis)

    return forward, backward


def rows_of(other, like):
    if not isinstance(other, ChosenAlong):
        wide = (1,) * (like.ndim - np.ndim(other)) + np.shape(other)
        return np.moveaxis(np.reshape(other, wide), like.axis, 0) if np.ndim(other) else other
    if other.axis != like.axis:
        raise ValueError("elements that masks choose along different axes meet")
    return other.rows


OPERATIONS = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "truediv": np.true_divide, "pow": np.power,
              "floordiv": np.floor_divide, "mod": np.remainder, "lt": np.less, "le": np.less_equal, "gt": np.greater,
              "ge": np.greater_equal, "eq": np.equal, "ne": np.not_equal, "and": np.bitwise_and, "or": np.bitwise_or}
for _name in OPERATIONS:
    _forward, _backward = of_two(_name)
    setattr(ChosenAlong, f"__{_name}__", _forward)
    if _name not in ("lt", "le", "gt", "ge", "eq", "ne"):
        setattr(ChosenAlong, f"__r{_name}__", _backward)
