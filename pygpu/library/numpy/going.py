"""NumPy's ways to go through small arrays one element at a time, and to make functions of elements.

    WRITTEN     the function -> what it means
"""

from __future__ import annotations

import numpy as np

from .picked import Picked


def ndenumerate(arr):
    arr = np.asarray(arr)
    return iter([(index, arr[index]) for index in np.ndindex(*arr.shape)])


def nditer(op):
    """The elements of one array, or those of several side by side."""
    if not isinstance(op, (list, tuple)):
        return iter(list(np.ravel(op)))
    return iter(list(zip(*[np.ravel(each) for each in np.broadcast_arrays(*op)])))


class FromPython:
    """np.frompyfunc(f, ...): f of numbers, or of the elements of arrays."""

    __slots__ = ("function", "nin", "nout")

    def __init__(self, function, nin, nout):
        self.function, self.nin, self.nout = function, nin, nout

    def __call__(self, *args):
        if all([np.ndim(each) == 0 for each in args]):
            return self.function(*args)
        wide = np.broadcast_arrays(*args)
        found = [self.function(*each) for each in zip(*[np.ravel(each) for each in wide])]
        if self.nout == 1:
            return np.array(found).reshape(wide[0].shape)
        return tuple([np.array(each).reshape(wide[0].shape) for each in zip(*found)])


def frompyfunc(func, nin, nout):
    return FromPython(func, nin, nout)


class Places(Picked):
    """np.argwhere(a): rows, of which pixels say which are there."""

    __slots__ = ()
    ndim = 2

    @property
    def size(self):
        return len(self) * self.values.shape[1]

    @property
    def shape(self):
        return len(self), self.values.shape[1]

    def __len__(self):
        return np.sum(self.there)

    @property
    def T(self):
        return tuple([Picked(column, self.there) for column in self.values.T])

    def sum(self, axis=None, initial=0):
        columns = np.array([column.sum() for column in self.T])
        return {None: np.sum(columns) + initial, 0: columns}[axis]

    def mean(self, axis=None):
        return self.sum(axis) / {None: self.size, 0: len(self)}[axis]

    def min(self, axis=None, initial=np.inf):
        columns = np.array([column.min() for column in self.T])
        return {None: np.min(columns), 0: columns}[axis]

    def max(self, axis=None, initial=-np.inf):
        columns = np.array([column.max() for column in self.T])
        return {None: np.max(columns), 0: columns}[axis]


def argwhere(a):
    a = np.asarray(a)
    places = np.stack([np.ravel(each) for each in np.indices(a.shape)], axis=1)
    return Places(places, np.ravel(a != 0))


def roll(a, shift, axis=None):
    """By as much as a pixel says."""
    a = np.asarray(a)
    if axis is None:
        return np.take(np.ravel(a), (np.arange(a.size) - np.sum(shift) % a.size) % a.size).reshape(a.shape)
    for by, along in zip(*np.broadcast_arrays(np.ravel(shift), np.ravel(axis))):
        a = np.take(a, (np.arange(a.shape[along]) - by % a.shape[along]) % a.shape[along], axis=along)
    return a


WRITTEN = {np.ndenumerate: ndenumerate, np.nditer: nditer, np.argwhere: argwhere}
