"""Bells and boxes whose width is a number of the call: compiled once, for every sigma and size.

    a bell     the steps of wide.py, with one kernel for all of them: how many pixels become one, and what each weighs, is
               worked out while it runs
    a box      a window that slides along its line, its sum kept together with what float32 has rounded off
"""

from functools import cache

from pygpu import Position, exp

from .wide import around
from .windows import index

EACH = 8.0      # sigmas of what is left, at least: where the weights end is then found again to 1e-5
NONE = 1 << 25  # so much earlier a loop ends, that it has no turn: no picture has so many columns


# --- bells -----------------------------------------------------------------------------------------------------------

def bell(im, p, sigmas, orders, truncate):
    """A Gaussian blur, or a derivative of it, by sigmas across and down."""
    thins = has_edge(im) and not any(orders)
    lengths = im.size if thins else (NONE, NONE)
    across, down = [Bell(*each, truncate, thins) for each in zip(sigmas, orders, lengths)]
    stage = cache(lambda q: im(q))
    if thins:
        stage = fewer(stage, down, 1, im)
        stage = fewer(stage, across, 0, im)
    stage = blurred(stage, across, 0)
    stage = blurred(stage, down, 1)
    if thins:
        stage = between(between(stage, across, 0), down, 1)
    return stage(p)


class Bell:
    """How one axis is blurred: `step` pixels become one, of which `reach` to either side are weighed."""

    def __init__(self, sigma, order, length, truncate, thins):
        self.step = max(int(sigma / EACH), 1) if thins else 1
        self.sigma = sigma / self.step
        self.edge = (int(truncate * sigma + 0.5) + 0.5) / self.step
        self.reach = max(int(self.edge + 0.5), 0)
        if thins:
            self.reach = min(self.reach, int(2 * EACH * truncate) + 2)
        self.last = length // self.step + self.reach + 3  # beyond it nothing is asked for
        self.order = order
        self.weight = cache(lambda d: self.bell(d) * self.inside(d))

    def bell(self, d):
        """Together with the splines before and after it, a Gaussian: its variance less theirs, and what makes up for their
        being flatter on top."""
        one = min(self.step - 1, 1)
        finer = one / (self.step * self.step)
        variance = max(self.sigma * self.sigma - (2 * one - finer) / 3, 1e-12)
        square = d * d / variance
        flat = (2 * one - finer * finer) / (720 * max(variance * variance, 1e-12))
        return exp(-square / 2) * (1 + flat * (square * square - 6 * square + 3))

    def inside(self, d):
        """How much of a pixel is not beyond where the weights end."""
        return min(max(self.edge + 0.5 - abs(d), 0.0), 1.0)

    def factor(self, d):
        """What the weight is multiplied by for a derivative."""
        variance = max(self.sigma * self.sigma, 1e-12)
        return (1, d / variance, (d * d - variance) / (variance * variance))[self.order]


def fewer(im, blur, axis, picture):
    """Each pixel the mean of those around every so many ones, weighed by a cubic spline that is so wide."""
    step = blur.step

    def means(q):
        middle = at(q, axis) * step
        total = 0.0 * im(q)
        for d in range(2 - 2 * step, 2 * step - 1 - NONE * int(at(q, axis) > blur.last)):
            pixel = im(put(q, 1, middle + d)) if axis else beside(im, q, 0, middle + d, picture)
            total = total + spline(step, abs(d)) * pixel
        return total

    return cache(means)


def beside(stage, q, axis, number, picture):
    """A stage that is as long as the picture along an axis: beyond its ends it is what the picture's border says."""
    border, length = picture.spec.border[axis], picture.size[axis]
    value = stage(put(q, axis, min(index(number, length, border), length - 1)))
    return value if border != "constant" or 0 <= number < length else picture.fill + 0.0 * value


def blurred(im, blur, axis):
    def means(q):
        total, weights = 0.0 * im(q), 0.0
        for d in range(-blur.reach, blur.reach + 1 - NONE * int(at(q, axis) > blur.last)):
            weight = blur.weight(d)
            total, weights = total + weight * blur.factor(d) * im(put(q, axis, at(q, axis) + d)), weights + weight
        return total / max(weights, 1e-12)

    return cache(means)


def between(im, blur, axis):
    """All pixels again, by a cubic spline through what is left."""
    def mixed(q):
        first = at(q, axis) // blur.step
        weights = around(at(q, axis) % blur.step / blur.step)
        return sum([w * im(put(q, axis, first + d)) for d, w in weights]) if blur.step > 1 else im(put(q, axis, first))

    return cache(mixed)


def has_edge(im):
    """Whether it is a picture, and what lies beyond its edge is made of its pixels."""
    return hasattr(im, "width") and not any(map(callable, im.spec.border))


def spline(step, d):
    """The weight of the pixel `d` away from the middle in a mean of a mean of a mean of a mean of `step` pixels."""
    a, b = 2.0 * step + 1 - d, max(step + 1.0 - d, 0.0)
    return (a * (a - 1) * (a - 2) - 4 * b * (b - 1) * (b - 2)) / (6.0 * step * step * step * step)


# --- boxes -----------------------------------------------------------------------------------------------------------

def even(im, p, sizes):
    """The mean of a rectangle, by its lengths across and down."""
    stage = cache(lambda q: im(q))
    for axis, size in enumerate(sizes):
        stage = mean_along(stage, axis, size, im)
    return stage(p)


def mean_along(im, axis, size, picture):
    """A window slides along its line: what comes in is added to its sum, what goes out is taken off."""
    first, behind = -(size // 2), size - size // 2
    slides = has_edge(picture)

    def pixel(q, number):
        return beside(im, q, axis, number, picture) if slides else im(put(q, axis, number))

    def whole(q):
        here, total = at(q, axis), (0.0 * im(q), 0.0 * im(q))
        for number in range(here + first, here + behind - NONE * int(here > 0 and slides)):
            total = added(total, pixel(q, number))
        return total

    def slid(before, q):
        here = at(q, axis)
        return added(added(before, pixel(q, here + behind - 1)), -pixel(q, here + first - 1))

    if not slides:
        return cache(lambda q: sum(whole(q)) / size)
    sums = cache(lambda q: slid(sums(put(q, axis, at(q, axis) - 1)), q) if at(q, axis) > 0 else whole(q))
    return cache(lambda q: sum(sums(q)) / size)


def added(sum, number):
    """A sum and what rounding took from it, with another number (D. Knuth's two-sum)."""
    high, low = sum
    total = high + number
    by = total - high
    return total, low + ((high - (total - by)) + (number - by))


# --- along an axis ---------------------------------------------------------------------------------------------------

def at(q, axis):
    return q.y if axis else q.x


def put(q, axis, number):
    """The place in that column or row."""
    return Position(q.x, number) if axis else Position(number, q.y)
