"""How often a picture's numbers come, as the tracer walks it: np.histogram(im), np.digitize(im, edges).

In plain Python a HostImage is an array to NumPy. Here the counts are an array of as many numbers as there are bins, which is
known.
"""

from __future__ import annotations

import operator

import numpy as np

from ...language.functions import is_known
from .reductions import numbers

FEWEST = 0.5  # what a range of one number is widened by on either side


def histogram(a, bins, range, weights, density):
    """np.histogram: counts, or sums of weights, and the edges between the bins."""
    if np.ndim(bins) == 0:
        low, high = (min(numbers(a)), max(numbers(a))) if range is None else range
        low, high = (low - FEWEST, high + FEWEST) if low == high else (low, high)
        edges = np.linspace(low, high, operator.index(bins) + 1)
        place = lambda v: evenly(edges, v, low, high)
    else:
        edges = np.asarray(bins)
        place = lambda v: min(place_among(edges, v, True), len(edges) - 1) - 1
    counts = [0 if weights is None else 0.0] * (len(edges) - 1)
    if weights is None:
        for v in numbers(a):
            if edges[0] <= v <= edges[-1]:
                counts[place(v)] += 1
    else:
        for v, weight in zip(numbers(a), numbers(weights)):
            if edges[0] <= v <= edges[-1]:
                counts[place(v)] += weight
    counts = np.asarray(counts)
    return (counts / np.diff(edges) / np.sum(counts) if density else counts), edges


def bincount(values, weights, minlength):
    """np.bincount: as many counts as are asked for at least. What is greater than all of them is not counted."""
    if not is_known(minlength) or minlength < 1:
        raise TypeError("np.bincount() of numbers that pixels give has a length that is known: minlength=256")
    counts = [0 if weights is None else 0.0] * minlength
    if weights is None:
        for v in values:
            if v < minlength:
                counts[v] += 1
    else:
        for v, weight in zip(values, weights):
            if v < minlength:
                counts[v] += weight
    return np.asarray(counts)


def evenly(edges, v, low, high):
    """Which of bins of one width; where rounding put it beside one, the edges decide."""
    last = len(edges) - 2
    at = min(int((v - low) / (high - low) * (last + 1)), last)
    at = at - 1 if v < edges[at] else at
    return at + 1 if at < last and v >= edges[min(at, last) + 1] else at


def place_among(edges, v, right):
    """How many edges lie before a number; those equal to it are where that is `right` of them. By halves."""
    place, step = 0, 1 << max(len(edges).bit_length() - 1, 0)
    while step:
        if place + step <= len(edges):
            edge = edges[min(place + step, len(edges)) - 1]
            place = place + step if (edge <= v if right else edge < v) else place
        step //= 2
    return place


class Places:
    """np.digitize(im, edges), np.searchsorted(edges, im): [y, x] is which bin that pixel is in."""

    __slots__ = ("function", "im")

    def __init__(self, function, im):
        self.function, self.im = function, im

    def __len__(self):
        return self.im.height

    def __getitem__(self, at):
        y, x = at
        return self.function(self.im(x, y))


def digitize(x, bins, right):
    return Places(lambda v: np.digitize(v, bins, right), x)


def searchsorted(a, v, side):
    return Places(lambda number: np.searchsorted(a, number, side), v)
