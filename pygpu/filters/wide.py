"""Wide blurs from fewer pixels: what a bell of sigma 100 leaves of a picture is known from each 25th of its pixels.

    fewer rows, fewer columns     each is a mean of the pixels around it, weighted by a quintic spline
    blurred                       by few weights, fitted so that all three steps together come to the kernel
    between                       a quintic spline through what is left

The steps cost about the same however wide the kernel is, and each is a function of a position at its own resolution.
"""

from functools import cache

import numpy as np

from pygpu import Position

WIDE = 5.0      # sigma: narrower blurs are summed up as they are
EACH = 4.0      # sigmas of what is left: with fewer, a bell is not found again
LEAST = 3.3     # of every third pixel
SEEN = 1e-5     # of the range: stripes of no width may show more of where a kernel ends,
PAIRS = 1.3e-5  # but where two pixels become one: a sigma of 8, summed up as it is, takes 19 ms for 10, and that is seen in
#                 stripes of a quarter of sigma alone. (In noise, edges and wider ones less than half of it.)
LONG = 300      # weights in a line: with more of them, some pixels become one all the same
MOST = 8        # how many pixels become one in a step
FITTED = 32     # how many become one where weights are fitted; with more of them nothing changes but the scale
PHASES = 6      # places between two pixels that are left at which they are fitted


def wide(im, p, across, down, columns, rows):
    """The mean of pixels with the (distance, weight) pairs of a bell, across and down, in such steps."""
    stage = lambda x, y: im(Position(x, y))
    for each in rows:
        stage = fewer_rows(stage, each)
    for each in columns:
        stage = fewer_columns(stage, each)
    stage = blurred_across(stage, fitted(across, product(columns))[0])
    stage = blurred_down(stage, fitted(down, product(rows))[0])
    stage = between_columns(stage, product(columns))
    return between_rows(stage, product(rows))(p.x, p.y)


@cache
def steps(taps, sigma):
    """How many pixels become one, in one step after another: as many as leave the kernel what it is."""
    least = len(taps) // LONG + 1
    together = int(max(sigma / EACH, min(sigma / LEAST, 3), 2)) if sigma >= WIDE else 1
    while together > least:
        seen = fitted(taps, product(parts(together)))[1]
        if seen < (SEEN if together > 2 else PAIRS):
            break
        together -= 1
    return parts(together)


def parts(together):
    """A number of pixels as a product of few."""
    found = []
    while together >= 2:
        left = max(int(np.ceil(np.log(together) / np.log(MOST) - 1e-9)), 1)
        found.append(int(together ** (1 / left) + 1e-9))
        together /= found[-1]
    return tuple(found)


def product(numbers):
    return int(np.prod(numbers, dtype=int))


# --- the steps. A stage is known for the same one wherever it is made, so functions are cached by what they are of.

def fewer_rows(im, step):
    return cache(lambda x, y: sum([w * im(x, step * y + d) for d, w in spline(step)]))


def fewer_columns(im, step):
    return cache(lambda x, y: sum([w * im(step * x + d, y) for d, w in spline(step)]))


def blurred_across(im, taps):
    return cache(lambda x, y: sum([w * im(x + d, y) for d, w in taps]))


def blurred_down(im, taps):
    return cache(lambda x, y: sum([w * im(x, y + d) for d, w in taps]))


def between_columns(im, step):
    return cache(lambda x, y: sum([w * im(x // step + d, y) for d, w in around(x % step / step)])) if step > 1 else im


def between_rows(im, step):
    return cache(lambda x, y: sum([w * im(x, y // step + d) for d, w in around(y % step / step)])) if step > 1 else im


def around(t):
    """What the quintic spline takes of the six pixels around a place so far behind the third one."""
    s = 1 - t
    return (-2, third(s)), (-1, second(s)), (0, first(s)), (1, first(t)), (2, second(t)), (3, third(t))


def first(t):
    return (26 + t * (50 + t * (20 + t * (-20 + t * (-20 + 10 * t))))) / 120


def second(t):
    return (1 + t * (5 + t * (10 + t * (10 + t * (5 - 5 * t))))) / 120


def third(t):
    return t**5 / 120


@cache
def spline(step):
    """The (distance, weight) pairs of the quintic spline that is so wide: a mean of means, six times."""
    weights = np.ones(1)
    for _ in range(6):
        weights = np.convolve(weights, np.ones(step) / step)
    return centred(weights)


def centred(weights):
    return tuple([(i - len(weights) // 2, float(w)) for i, w in enumerate(weights)])


# --- the weights for what is left ---------------------------------------------------------------------------------------

@cache
def fitted(taps, step):
    """The (distance, weight) pairs with which pixels so far apart, before and after them the splines, come to the same as
    the given ones: in the sense of least squares, for places between two pixels. And how much stripes of black and white
    differ, at most."""
    if step == 1:
        return taps, 0.0
    distances, weights = map(np.array, zip(*taps))
    scale = max(step / FITTED, 1.0)
    if scale > 1:  # a smaller kernel of the same shape
        grid = np.arange(int(distances[0] / scale), int(distances[-1] / scale) + 1)
        weights = np.interp(grid * scale, distances, weights) * scale
        distances, step = grid, FITTED
    reach = int(distances[-1]) // step + 3
    half = distances[-1] + (reach + 6) * step
    before = np.zeros(2 * half + 1)
    before[[half + d for d, _ in spline(step)]] = [w for _, w in spline(step)]
    joined, wanted = [], []
    for phase in np.unique(np.linspace(0, step - 1, PHASES).astype(int)):
        joined.append(sum([w * np.roll(before, d * step) for d, w in around(phase / step)]))
        wanted.append(np.zeros(2 * half + 1))
        wanted[-1][half + phase + distances] = weights
    # All that is fitted are copies of one line, so far apart: what they have in common is known from its spectrum.
    made, meant = np.fft.rfft(joined), np.fft.rfft(wanted)
    common, given = np.fft.irfft([(abs(made)**2).sum(0), (made.conj() * meant).sum(0)], 2 * half + 1)
    places = step * np.arange(-reach, reach + 1)
    found = np.linalg.solve(common[places[:, None] - places], given[places])
    found /= found.sum()
    fitting = np.zeros(2 * half + 1)
    fitting[places] = found
    return centred(found), 2 / np.pi * abs(made * np.fft.rfft(fitting) - meant).max()
