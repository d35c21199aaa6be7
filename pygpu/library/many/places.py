"""Numbers in order that know where they came from, as the tracer walks them: what is sorted by a key, argsort, dicts.

Each number with its place is one whole number of 64 bits, so that equal ones stay as they came.
"""

from __future__ import annotations

import numpy as np

from ..standard.functions import wide
from .orders import in_order

PLACES = 1 << 32  # more than a list has


def whole(key):
    """A number of 32 bits as a whole number: of a float its bits. The tracer knows what it means for a symbol."""
    return int(key) if is_whole(key) else int(np.float32(key).view(np.int32))


def sortable(key):
    """A number as a whole one that is in its order; the two zeros are the same."""
    if is_whole(key):
        return whole(key)
    bits = whole(0.0 if key == 0 else key)
    return bits if bits >= 0 else bits ^ 0x7FFFFFFF


def is_whole(key):
    return isinstance(key, (int, np.integer, np.bool_))


def with_place(key, place):
    return wide(key) * PLACES + place


class Keys:
    """Keys in order, of which equal ones stand as they came."""

    __slots__ = ("line",)

    def __init__(self, keys, backwards=False):
        count = [0]

        def numbered(key):
            count[0] = count[0] + 1
            return with_place(~sortable(key) if backwards else sortable(key), count[0] - 1)

        self.line = in_order(map(numbered, keys))

    def place(self, i):
        """Where the one that is at place i of the order stood before."""
        return int(self.line[i] % PLACES)

    def below(self, number):
        """How many are less."""
        low, high = 0, len(self.line)
        while low < high:
            middle = (low + high) // 2
            if self.line[middle] < number:
                low = middle + 1
            else:
                high = middle
        return low

    def begin(self, key):
        return self.below(with_place(sortable(key), 0))

    def end(self, key):
        return self.below(with_place(sortable(key), PLACES - 1))

    def count(self, key):
        return self.end(key) - self.begin(key)

    def first(self, key):
        """Where the first one of a key that is there stood."""
        return self.place(self.begin(key))

    def last(self, key):
        return self.place(max(self.end(key) - 1, 0))
