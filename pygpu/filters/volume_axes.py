"""Weighted sums of a volume along one axis after the other. Pieces for filters, not filters."""

from functools import cache

AXES = (1, 0, 0), (0, 1, 0), (0, 0, 1)


def separable(vol, taps):
    """A volume's weighted sums, axis after axis: `taps` are the (distance, weight) pairs of each."""
    for axis, pairs in zip(AXES, taps):
        vol = along(vol, axis, pairs)
    return vol


def along(vol, axis, pairs):
    return lambda q: sum([w * vol(q + moved(axis, d)) for d, w in pairs])


@cache
def moved(axis, far):
    return tuple([far * step for step in axis])
