"""Bells and boxes whose width is a number of the call: compiled once, for every sigma and size.

    a bell     down, then across, by a table of weights. Of a wide one only every so many rows are summed up, and what
               is between them is a spline
    a box      a window that slides along its line, its sum kept together with what float32 has rounded off
"""

from functools import cache

from pygpu import Position, exp

from .wide import around
from .windows import index

EACH = 5.0      # sigmas of what is left, about
ROWS = 4        # that are summed up together: each pixel is read once for all of them
NONE = 1 << 25  # more pixels than any picture is wide
RETURNING = {"clamp", "mirror", "reflect", "wrap"}  # borders that lead back into the picture


# --- bells -----------------------------------------------------------------------------------------------------------

def bell(im, p, sigmas, orders, truncate):
    """A Gaussian blur, or a derivative of it, by sigmas across and down."""
    across, down = [Bell(*each, truncate) for each in zip(sigmas, orders)]
    if has_edge(im) and not any(orders):
        down.thins()
    returns = has_edge(im) and im.spec.border[0] in RETURNING
    sums = blurred_down(im, down, 0 if returns else across.reach)
    rows = cache(lambda q: sums(Position(q.x - (across.reach if returns else 0), q.y // ROWS))[q.y % ROWS])
    found = blurred_across(rows, across)
    first, behind = p.y // down.step, p.y % down.step / down.step
    apart = min(down.step - 1, 1)  # with nothing between them, rows around it are not read
    between = sum([w * found(Position(p.x, first + d * apart)) for d, w in around(behind)])
    return between if down.step > 1 else found(Position(p.x, first))


class Bell:
    """How one axis is blurred: by pixels `reach` to either side."""

    step = 1       # of so many rows one is summed up; between them is a spline
    spread = 0.0   # twice its variance

    def __init__(self, sigma, order, truncate):
        self.sigma, self.order = sigma, order
        self.end = self.reach = max(min(int(truncate * sigma + 0.5), NONE), 0)

    def thins(self):
        self.step = max(min(int(self.sigma / EACH + 0.1), NONE), 1)
        thinner = min(self.step - 1, 1)
        self.spread = float(self.step * self.step * thinner)
        self.reach = self.end + self.step * thinner

    def weights(self, before=0):
        """The part that each pixel has in a mean, the first one so many places before any has."""
        return cache(lambda q: self.weight(q.x - before - self.reach))

    def weight(self, d):
        """Of a Gaussian, together with the spline after it: its variance is less by that of the spline, and more weight
        further out makes up for that being flatter on top. Where it ends, the spline would be smoother."""
        variance = max(self.sigma * self.sigma - self.spread / 2, 1e-12)
        flat = self.spread * self.spread / (480 * max(variance * variance, 1e-12))
        square = d * d / variance
        weight = exp(-square / 2) * (1 + flat * (square * square - 6 * square + 3))
        last = exp(-self.end * self.end / variance / 2)
        beyond = (abs(d) - self.end - 0.5) / self.step
        sharper = 0.0 if self.spread == 0 or abs(beyond) > 1 else 0.29 if beyond < 0 else -0.29
        return (weight if beyond < 0 else last) * max(min(0.5 - beyond, 1.0), 0.0) + last * sharper

    def factor(self, d):
        """What the weight is multiplied by for a derivative."""
        variance = max(self.sigma * self.sigma, 1e-12)
        return (1, d / variance, (d * d - variance) / (variance * variance))[self.order]


def blurred_down(im, blur, before):
    """Means of columns, for some rows at a time, `step` apart. The first one is of the column `before` the first one."""
    apart = [(ROWS - 1 - row) * blur.step for row in range(ROWS)]
    weights = blur.weights(apart[0])

    def means(q):
        x, top = q.x - before, q.y * ROWS * blur.step - blur.reach
        totals, whole = [0.0 * im(Position(x, top))] * ROWS, 0.0
        for d in range(2 * blur.reach + 1 + apart[0]):
            pixel = im(Position(x, top + d))
            for row in range(ROWS):
                weight = weights(Position(d + apart[row], 0))
                place = d + apart[row] - apart[0] - blur.reach
                totals[row] = totals[row] + weight * blur.factor(place) * pixel
                whole += weight if row == 0 else 0.0
        return tuple([total / max(whole, 1e-12) for total in totals])

    return cache(means)


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
