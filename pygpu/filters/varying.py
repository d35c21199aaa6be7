"""Bells and boxes whose width is a number of the call: compiled once, for every sigma and size.

    a bell     down, then across, by a table of weights. Of a wide one only every so many pixels are summed up, each a mean
               of those around it, and what is between them is a spline
    a box      a window that slides along its line, its sum kept together with what float32 has rounded off
"""

from functools import cache

from pygpu import Position, exp

from .wide import around, first, second, third
from .windows import index

EACH = 5.0      # sigmas of what is left, about
PAIRS = 8.0     # sigma: two pixels become one already
SHARP = 4.0     # sigmas: weights that end before that end too sharply for a spline
ROWS = 4        # that are summed up together: each pixel is read once for all of them
NONE = 1 << 25  # more pixels than any picture is wide
# The twelve means that two quintic splines are, undone: x = 2 - (the two beside it) in ((x / 2)**0.5 / sin)**12 to the third
# power, for what is so many places to either side. (Four powers find no more.)
UNDONE = tuple(enumerate((1 / 2 + 1 / 2 + 3 * 41 / 240 + 10 * 757 / 15120, -1 / 2 - 4 * 41 / 240 - 15 * 757 / 15120,
                          41 / 240 + 6 * 757 / 15120, -757 / 15120)))
RETURNING = {"clamp", "mirror", "reflect", "wrap"}  # borders that lead back into the picture


# --- bells -----------------------------------------------------------------------------------------------------------

def bell(im, p, sigmas, orders, truncate):
    """A Gaussian blur, or a derivative of it, by sigmas across and down."""
    across, down = [Bell(*each, truncate) for each in zip(sigmas, orders)]
    if has_edge(im) and not any(orders):
        across.thins()
        down.thins()
    returns = has_edge(im) and im.spec.border[0] in RETURNING
    sums = blurred_down(fewer_rows(im, down, 0 if returns else across.before), down)
    rows = cache(lambda q: sums(Position(q.x - (across.before if returns else 0), q.y // ROWS))[q.y % ROWS])
    found = blurred_across(fewer_columns(rows, across), across)
    columns = cache(lambda q: between(lambda x: found(Position(x, q.y)), q.x, across))
    return between(lambda y: columns(Position(p.x, y)), p.y, down)


class Bell:
    """How one axis is blurred: by pixels `reach` to either side, of those that are left."""

    step = 1       # of so many pixels one is left; before it, and between them, is a spline
    thinner = 0    # whether that is more than one
    around = 0     # pixels to either side that one is made of

    def __init__(self, sigma, order, truncate):
        self.sigma, self.order, self.truncate = sigma, order, truncate
        self.end = self.reach = self.before = max(min(int(truncate * sigma + 0.5), NONE), 0)

    def thins(self):
        step = max(min(int(self.sigma / EACH + 0.1), NONE), 1 + max(min(int(self.sigma / PAIRS + 0.01), 1), 0))
        self.step = step if self.truncate >= SHARP else 1
        self.thinner = min(self.step - 1, 1)
        self.around = (3 * self.step - 1) * self.thinner
        self.reach = self.end // self.step + 4 * self.thinner
        self.before = (self.reach + 2 * self.thinner) * self.step + self.around

    def parts(self):
        """The part that each pixel around one that is left has in it."""
        return cache(lambda q: spline(abs(q.x - self.around) / self.step) / self.step if self.step > 1 else 1.0)

    def weights(self, before=0):
        """The part that each pixel has in a mean, the first one so many places before any has."""
        return cache(lambda q: self.weight(q.x - before - self.reach))

    def weight(self, d):
        """Of a Gaussian, less what both splines do to it."""
        if self.step == 1:
            return self.gaussian(d)
        return sum([w * sum([self.gaussian(abs(d + n * side) * self.step) for side in (1, -1)]) for n, w in UNDONE])

    def gaussian(self, d):
        """How much of a pixel so far away is in the mean; those that are left stand for as many as they are apart."""
        inside = max(min((self.end + 0.5 - abs(d)) / self.step + 0.5, 1.0), 0.0)
        return exp(-d * d / max(self.sigma * self.sigma, 1e-12) / 2) * inside

    def factor(self, d):
        """What the weight is multiplied by for a derivative."""
        variance = max(self.sigma * self.sigma, 1e-12)
        return (1, d / variance, (d * d - variance) / (variance * variance))[self.order]


def fewer_rows(im, blur, before):
    """What is left of columns, of which the first one is `before` the picture's, from `reach` before its first row on."""
    parts = blur.parts()

    def mean(q):
        x, top = q.x - before, (q.y - blur.reach) * blur.step - blur.around
        total = 0.0 * im(Position(x, top))
        for d in range(2 * blur.around + 1):
            total = total + parts(Position(d, 0)) * im(Position(x, top + d))
        return total

    return cache(mean)


def blurred_down(im, blur):
    """Means of columns that begin `reach` before the picture, for some rows at a time."""
    weights = blur.weights(ROWS - 1)

    def means(q):
        top = q.y * ROWS
        totals, whole = [0.0 * im(Position(q.x, top))] * ROWS, 0.0
        for d in range(2 * blur.reach + ROWS):
            pixel = im(Position(q.x, top + d))
            for row in range(ROWS):
                weight = weights(Position(d - row + ROWS - 1, 0))
                totals[row] = totals[row] + weight * blur.factor(d - row - blur.reach) * pixel
                whole += weight if row == 0 else 0.0
        return tuple([total / max(whole, 1e-12) for total in totals])

    return cache(means)


def fewer_columns(rows, blur):
    """What is left of rows that begin `before` the picture, from `reach` before its first column on."""
    parts = blur.parts()

    def mean(q):
        left = (q.x + 2 * blur.thinner) * blur.step
        total = 0.0 * rows(Position(left, q.y))
        for d in range(2 * blur.around + 1):
            total = total + parts(Position(d, 0)) * rows(Position(left + d, q.y))
        return total

    return cache(mean)


def blurred_across(rows, blur):
    """Means of rows that begin `reach` before the picture."""
    weights = blur.weights()

    def means(q):
        total, whole = 0.0 * rows(q), 0.0
        for d in range(2 * blur.reach + 1):
            weight = weights(Position(d, 0))
            total = total + weight * blur.factor(d - blur.reach) * rows(Position(q.x + d, q.y))
            whole += weight
        return total / max(whole, 1e-12)

    return cache(means)


def between(line, at, blur):
    """A spline through what is left of a line."""
    first = at // blur.step
    behind = (at - first * blur.step) / blur.step
    found = sum([w * line(first + d * blur.thinner) for d, w in around(behind)])  # what is not asked for is not read
    return found if blur.step > 1 else line(first)


def spline(t):
    """The quintic one, so far from its middle."""
    return first(1 - t) if t < 1 else second(2 - t) if t < 2 else third(max(3 - t, 0))


def has_edge(im):
    """Whether it is a picture, and what lies beyond its edge is made of its pixels."""
    return hasattr(im, "width") and not any(map(callable, im.spec.border))


def beside(stage, q, axis, number, picture):
    """A stage that is as long as the picture along an axis: beyond its ends it is what the picture's border says."""
    border, length = picture.spec.border[axis], picture.size[axis]
    value = stage(put(q, axis, min(index(number, length, border), length - 1)))
    return value if border != "constant" or 0 <= number < length else picture.fill + 0.0 * value


# --- boxes -----------------------------------------------------------------------------------------------------------

def even(im, p, sizes):
    """The mean of a rectangle, by its lengths across and down."""
    stage = cache(lambda q: im(q))
    for axis, size in enumerate(sizes):
        stage = mean_along(stage, axis, size, im)
    return stage(p)


def mean_along(im, axis, size, picture):
    """A window slides along its line, on from the first one in the picture: what comes in is added, what goes out is taken
    off. A picture itself says what is left and right of it; what a stage has above and below is asked here."""
    first, behind = -(size // 2), size - size // 2
    slides = has_edge(picture)

    def pixel(q, number):
        return beside(im, q, axis, number, picture) if slides and axis else im(put(q, axis, number))

    def whole(q, here):
        total = 0.0 * im(q), 0.0 * im(q)
        for number in range(here + first, here + behind):
            total = added(total, pixel(q, number))
        return total

    def slid(q):
        here = at(q, axis)
        comes, goes = pixel(q, here + behind - 1), pixel(q, here + first - 1)
        return taken(added(window(put(q, axis, here - 1)), comes), goes) if here > 0 else whole(q, here)

    window = cache(slid if slides else lambda q: whole(q, at(q, axis)))
    return cache(lambda q: sum(window(q)) / size)


def added(sum, number):
    """A sum and what rounding took from it, with another number (D. Knuth's two-sum)."""
    high, low = sum
    total = high + number
    by = total - high
    return total, low + ((high - (total - by)) + (number - by))


def taken(sum, number):
    """The same with a number taken off."""
    high, low = sum
    total = high - number
    by = total - high
    return total, low + ((high - (total - by)) - (number + by))


# --- along an axis ---------------------------------------------------------------------------------------------------

def at(q, axis):
    return q.y if axis else q.x


def put(q, axis, number):
    """The place in that column or row."""
    return Position(q.x, number) if axis else Position(number, q.y)
