"""What hangs together: pairs of numbers, and for each number the least one that it is joined with, by whatever pairs.

A graph with `forest` gives a pair at each place, as its two outputs. Planned, it is a kernel that lets the trees of a forest
grow together, an image in which each number stands for itself before (folds/forests.py); afterwards each number leads to
the least one of its tree.
"""

from __future__ import annotations

import numpy as np


def least_of_each(pairs: tuple[np.ndarray, np.ndarray], count: int) -> np.ndarray:
    """For each number below `count` the least of those it hangs together with: what a forest is to come to."""
    least = np.arange(count, dtype=np.int32)
    one, other = (each.ravel() for each in pairs)
    there = (np.minimum(one, other) >= 0) & (np.maximum(one, other) < count)
    one, other = one[there], other[there]
    while True:
        one, other = least[one], least[other]
        apart = one != other
        if not apart.any():
            return least
        one, other = one[apart], other[apart]
        np.minimum.at(least, np.maximum(one, other), np.minimum(one, other))
        while (least != (further := least[least])).any():
            least = further
