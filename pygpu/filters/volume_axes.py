"""Weighted sums and extremes of a volume along one axis after the other. Pieces for filters, not filters."""

from functools import cache, reduce

from pygpu import Position

from .windows import span

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


def blurred(vol, blurs):
    """A volume blurred by bells whose sigmas are numbers of the call (varying.py), axis after axis."""
    for axis, blur in zip(AXES, blurs):
        vol = blurred_along(vol, axis, blur)
    return vol


def blurred_along(vol, axis, blur):
    weights = blur.weights()

    def mean(q):
        total, whole = 0.0 * vol(q), 0.0
        for d in range(-blur.reach, blur.reach + 1):
            weight = weights(Position(d + blur.reach, 0, 0))
            total = total + weight * blur.factor(d) * vol(q + moved(axis, d))
            whole += weight
        return total / max(whole, 1e-12)

    return cache(mean)


def averaged(vol, sizes):
    """The means of boxes whose lengths are numbers of the call."""
    for axis, size in zip(AXES, sizes):
        vol = averaged_along(vol, axis, size)
    return vol


def averaged_along(vol, axis, size):
    return cache(lambda q: sum([vol(q + moved(axis, d)) for d in range(-(size // 2), size - size // 2)]) / size)


def extreme(best, vol, size, sign):
    for axis, length in zip(AXES, size):
        vol = extreme_along(best, vol, axis, [sign * d for d in span(length)])
    return vol


def extreme_along(best, vol, axis, distances):
    return lambda q: reduce(best, [vol(q + moved(axis, d)) for d in distances])
