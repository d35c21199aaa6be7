"""The apps in the language: plain functions of a position, not a word about where anything is kept."""

from functools import cache, reduce
from itertools import accumulate
from math import ceil, cos, exp, log2, pi, sin, sqrt

import numpy as np

import pygpu
from pygpu import Color, Image, Position, Vec2, Vec4, dot, minimum, offsets, ravel
from pygpu.filters import demosaic
from pygpu.filters.pyramids import chosen

GRAY = (0.299, 0.587, 0.114)
SOBEL = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]) / 12
BELL = np.exp(-np.arange(-3, 4)**2 / (2 * 1.5**2))
STENCIL = np.array([[1 + (3 * i + 5 * j + i * j) % 7 for i in range(5)] for j in range(5)], float)
STENCIL /= STENCIL.sum()
STAGES, PATCH, SEARCH, RADIUS = 32, 3, 3, 26
DECAY, LEVELS, SHARP = 0.5, 256, 0.7
SCREEN = (1.7, -0.5, -0.2), (-0.3, 1.6, -0.3), (0.0, -0.6, 1.6)  # how much of what a sensor's colours see
CELL, LIGHTS = 8, 10
FIVE = list(zip((-2, -1, 0, 1, 2), (1.0, 4.0, 6.0, 4.0, 1.0)))
SLICES, FOCUS, OPEN, WIDEST, LEAST = 32, 13, 0.5, 10, 1e-4  # distances, the sharp one, how fast it blurs, how far at most
GOLDEN = pi * (3 - sqrt(5))
SAMPLES = [(sqrt((k + 0.5) / 32) * cos(GOLDEN * k), sqrt((k + 0.5) / 32) * sin(GOLDEN * k)) for k in range(32)]
SMALL_BELL = np.outer([1, 2, 1], [1, 2, 1]) / 16
QUARTERS = list(zip((-1, 0, 1, 2), (0.125, 0.375, 0.375, 0.125)))


def luminance(im):
    return lambda q: dot(im(q), GRAY)


def weighted(kernel, im, p):
    return sum([float(w) * im(p + d) for w, d in zip(ravel(kernel), offsets(kernel)) if w])


def harris(im=Image[Color], p=Position):
    gray = luminance(im)
    slope = lambda q: weighted(SOBEL, gray, q)
    fall = lambda q: weighted(SOBEL.T, gray, q)
    ones = np.ones((3, 3))
    xx = weighted(ones, lambda q: slope(q)**2, p)
    xy = weighted(ones, lambda q: slope(q) * fall(q), p)
    yy = weighted(ones, lambda q: fall(q)**2, p)
    return xx * yy - xy * xy - 0.04 * (xx + yy)**2


def unsharp(im=Image[Color], p=Position):
    gray = luminance(im)
    bell = BELL / BELL.sum()
    down = lambda q: weighted(bell[:, None], gray, q)
    light = gray(p)
    return im(p) * ((2 * light - weighted(bell[None], down, p)) / light)


def stencil_chain(im=Image, p=Position):
    stage = lambda q: im(q)
    for _ in range(STAGES):
        stage = cache(lambda q, before=stage: weighted(STENCIL, before, q))
    return stage(p)


def nonlocal_means(im=Image[Color], p=Position):
    total, weights = Color(0, 0, 0), 0.0
    for dy in range(-SEARCH, SEARCH + 1):
        for dx in range(-SEARCH, SEARCH + 1):
            def apart(q, d=(dx, dy)):
                v = im(q) - im(q + d)
                return dot(v, v)

            patch = weighted(np.ones((2 * PATCH + 1, 2 * PATCH + 1)), apart, p)
            weight = exp(-patch / (2 * PATCH + 1)**2 * 30)
            total, weights = total + weight * im(p + (dx, dy)), weights + weight
    return total / weights


def max_filter(im=Image, p=Position):
    """Over a disc: columns of as many heights as it has, each of two overlapping ones of a power of two."""
    columns = [cache(lambda q: im(q))]
    for k in range(ceil(log2(2 * RADIUS + 1))):
        columns.append(cache(lambda q, half=columns[-1], step=2**k: max(half(q), half(q + (0, step)))))

    def column(q, reach):
        k = int(log2(2 * reach + 1))
        return max(columns[k](q - (0, reach)), columns[k](q + (0, reach + 1 - 2**k)))

    return reduce(max, [column(p + (dx, 0), int(sqrt(RADIUS**2 - dx * dx) + 1e-9)) for dx in range(-RADIUS, RADIUS + 1)])


# --- pyramids ---------------------------------------------------------------------------------------------------------

def halved(fine):
    rows = cache(lambda x, y: sum([w * fine(x, 2 * y + d) for d, w in QUARTERS]))
    return cache(lambda x, y: sum([w * rows(2 * x + d, y) for d, w in QUARTERS]))


def doubled(coarse):
    nearer = lambda of, at: 0.25 * of(at // 2 - 1 + 2 * (at % 2)) + 0.75 * of(at // 2)
    columns = cache(lambda x, y: nearer(lambda i: coarse(i, y), x))
    return cache(lambda x, y: nearer(lambda i: columns(x, i), y))


def pyramid(image, levels):
    return reduce(lambda found, _: [*found, halved(found[-1])], range(levels - 1), [image])


def bands(levels):
    """What each level has that the next one has not, and the last one."""
    up = [doubled(each) for each in levels[1:]]
    return [cache(lambda x, y, a=a, b=b: a(x, y) - b(x, y)) for a, b in zip(levels, up)] + [levels[-1]]


def together(found):
    result = found[-1]
    for band in reversed(found[:-1]):
        result = cache(lambda x, y, band=band, coarse=doubled(result): band(x, y) + coarse(x, y))
    return result


def interpolate(im=Image[Vec4], p=Position, levels=10):
    """Colours where alpha is, spread to where it is not."""
    first = cache(lambda x, y: Vec4(*(im(x, y).rgb * im(x, y).a), im(x, y).a))
    result, *finer = reversed(pyramid(first, levels))
    for level in finer:
        coarse = doubled(result)
        result = cache(lambda x, y, level=level, coarse=coarse: level(x, y) + (1 - level(x, y).a) * coarse(x, y))
    found = result(p.x, p.y)
    return found.rgb / found.a


def local_laplacian(im=Image[Color], p=Position, levels=8, curves=8):
    gray = cache(lambda x, y: dot(im(x, y), GRAY))

    def remapped(light):
        def picture(x, y):
            d = gray(x, y) - light
            return gray(x, y) + 0.8 * d * exp(-d * d * 32)

        return cache(picture)

    guides = pyramid(gray, levels)
    pictures = [bands(pyramid(remapped(k / (curves - 1)), levels)) for k in range(curves)]
    made = [chosen([each[n] for each in pictures], guides[n]) for n in range(levels - 1)]
    light = together([*made, guides[-1]])(p.x, p.y)
    return im(p) * ((light + 0.01) / (gray(p.x, p.y) + 0.01))


def pyramid_blending(im=Image[Color], other=Image[Color], mask=Image, p=Position, levels=4):
    plain = lambda image: cache(lambda x, y: image(x, y))
    ones, others, masks = (pyramid(plain(image), levels) for image in (im, other, mask))
    mixed = [cache(lambda x, y, a=a, b=b, m=m: a(x, y) * m(x, y) + b(x, y) * (1 - m(x, y)))
             for a, b, m in zip(bands(ones), bands(others), masks)]
    return together(mixed)(p.x, p.y)


# --- sums from edge to edge, the whole picture, a camera's raw pixels ---------------------------------------------------

def iir_blur(im=Image[Color], p=Position):
    """Forth and back along columns, then along rows: each pixel a part of itself and the rest of the one before."""
    def along(f, last, step, at):
        less = (-step[0], -step[1])
        forth = cache(lambda q: DECAY * f(q) + (1 - DECAY) * forth(q + less) if at(q) > 0 else f(q))
        back = cache(lambda q: DECAY * forth(q) + (1 - DECAY) * back(q + step) if at(q) < last else forth(q))
        return back

    columns = along(im, im.height - 1, (0, 1), lambda q: q.y)
    return along(columns, im.width - 1, (1, 0), lambda q: q.x)(p)


def histogram_equalisation(im=Image, p=Position):
    """Each of 256 levels of light as often as any other."""
    counts = [0] * LEVELS
    for value in im:
        counts[min(int(value * LEVELS), LEVELS - 1)] += 1
    below = list(accumulate(counts))
    return below[min(int(im(p) * LEVELS), LEVELS - 1)] / len(im)


def camera_pipe(im=Image, p=Position):
    """From raw pixels, each of which saw one colour, to a picture: no pixel brighter or darker than all of its colour
    around, then all colours everywhere, those of the screen, its curve, and edges brought out."""
    def cooled(q):
        around = [im(q + d) for d in ((-2, 0), (2, 0), (0, -2), (0, 2))]
        return min(max(im(q), min(around)), max(around))

    colours = cache(lambda q: demosaic(cooled, q))

    def shown(q):
        seen = colours(q)
        light = Color(*[min(max(dot(seen, row), 0.0), 1.0) for row in SCREEN])
        return light * light * (3 - 2 * light)

    shown = cache(shown)
    return shown(p) + SHARP * (shown(p) - weighted(SMALL_BELL, shown, p))


def bilateral_grid(im=Image, p=Position):
    """A grid of cells, each of a square of pixels of about one light: blurred from light to light, across and down, and read
    where a pixel is. The cells of all lights are rows, one below the other; two empty ones keep squares apart."""
    layers = LIGHTS + 1 + 2
    light = lambda q: min(max(im(q), 0.0), 1.0) * LIGHTS
    level = lambda q: int(light(q) + 0.5)

    def column(x, row):
        places = [(x, row // layers * CELL + d - CELL // 2) for d in range(CELL)]
        return (sum([im(q) if level(q) == row % layers else 0.0 for q in places]),
                sum([1.0 if level(q) == row % layers else 0.0 for q in places]))

    def weighted(of, taps):
        found = [(w, of(d)) for d, w in taps]
        return sum([w * total for w, (total, _) in found]), sum([w * count for w, (_, count) in found])

    column = cache(column)
    across = [(d - CELL // 2, 1.0) for d in range(CELL)]
    grid = cache(lambda x, row: weighted(lambda d: column(x * CELL + d, row), across))
    for dx, dy in ((0, 1), (1, 0), (0, layers)):
        grid = cache(lambda x, row, of=grid, dx=dx, dy=dy: weighted(lambda d: of(x + d * dx, row + d * dy), FIVE))
    at = light(p)
    low, left, top = min(max(int(at), 0), LIGHTS), p.x // CELL, p.y // CELL
    x, y, t = p.x % CELL / CELL, p.y % CELL / CELL, at - low
    total, count = weighted(
        lambda d: grid(left + d[0], (top + d[1]) * layers + low + d[2]),
        [((i, j, k), wx * wy * wt) for i, wx in ((0, 1 - x), (1, x)) for j, wy in ((0, 1 - y), (1, y))
         for k, wt in ((0, 1 - t), (1, t))])
    return total / count


def lens_blur(im=Image[Color], other=Image[Color], p=Position, levels=8):
    """Out of focus what is nearer or farther than one depth. How deep a pixel is tells by how far it moved between two
    pictures: at each distance, how unlike they are, spread from where that says something to where it does not.

    What differs from distance to distance has its rows one below the other: row y of distance z is y * SLICES + z."""
    def unlike(x, row):
        y, there = row // SLICES, x + 2 * (row % SLICES)
        near = [abs(im(x, y) - other(there + step, y)) for step in (0, 1)]
        return dot(minimum(*near), minimum(*near))

    unlike = cache(unlike)

    def telling(x, y):
        """How different the distances are: the variance, and never nothing."""
        found = [unlike(x, y * SLICES + z) for z in range(SLICES)]
        return sum([each * each for each in found]) / SLICES - (sum(found) / SLICES)**2 + LEAST

    telling = cache(telling)
    first = cache(lambda x, row: Vec2(unlike(x, row) * telling(x, row // SLICES), telling(x, row // SLICES)))
    result, *finer = reversed(reduce(lambda found, _: [*found, halved_in_slices(found[-1])], range(levels - 1), [first]))
    for level in finer:
        coarse = doubled_in_slices(result)
        result = cache(lambda x, row, a=level, b=coarse: 0.5 * (a(x, row) + b(x, row)))

    def depth(x, y):
        found = [result(x, y * SLICES + z) for z in range(SLICES)]
        unlike = [each.x / each.y for each in found]
        return unlike.index(min(unlike))

    depth = cache(depth)
    radius = cache(lambda x, y: abs(depth(x, y) - FOCUS) * OPEN)
    along = cache(lambda x, y: reduce(max, [radius(x, y + d) for d in range(-WIDEST, WIDEST + 1)]))
    wide = reduce(max, [along(p.x + d, p.y) for d in range(-WIDEST, WIDEST + 1)])
    total, weight = im(p), 1.0
    for u, v in SAMPLES:
        x, y = (min(max(round(wide * each), -WIDEST), WIDEST) for each in (u, v))
        there, far = (p.x + x, p.y + y), x * x + y * y
        is_seen = far < radius(*there)**2 and (depth(*there) >= depth(p.x, p.y) or far < radius(p.x, p.y)**2)
        part = 1.0 if is_seen else 0.0
        total, weight = total + part * im(there), weight + part
    return total / weight


def halved_in_slices(fine):
    at = lambda row, d: (2 * (row // SLICES) + d) * SLICES + row % SLICES
    rows = cache(lambda x, row: sum([w * fine(x, at(row, d)) for d, w in QUARTERS], Vec2(0, 0)))
    return cache(lambda x, row: sum([w * rows(2 * x + d, row) for d, w in QUARTERS], Vec2(0, 0)))


def doubled_in_slices(coarse):
    nearer = lambda of, at: 0.25 * of(at // 2 - 1 + 2 * (at % 2)) + 0.75 * of(at // 2)
    columns = cache(lambda x, row: nearer(lambda i: coarse(i, row), x))
    return cache(lambda x, row: nearer(lambda i: columns(x, i * SLICES + row % SLICES), row // SLICES))


FILTERS = [harris, unsharp, stencil_chain, nonlocal_means, max_filter, interpolate, local_laplacian, pyramid_blending,
           iir_blur, histogram_equalisation, camera_pipe, bilateral_grid, lens_blur]


def compiled(name: str):
    return pygpu.compile(next(each for each in FILTERS if each.__name__ == name))
