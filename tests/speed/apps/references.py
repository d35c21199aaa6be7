"""The apps in float64 with NumPy. A stage is a function of a rectangle, which asks for the rectangles that it needs."""

from functools import reduce

import numpy as np

from .filters import (
    BELL,
    CELL,
    DECAY,
    FIVE,
    FOCUS,
    GRAY,
    LEAST,
    LEVELS,
    LIGHTS,
    OPEN,
    PATCH,
    QUARTERS,
    RADIUS,
    SAMPLES,
    SCREEN,
    SEARCH,
    SHARP,
    SLICES,
    SMALL_BELL,
    SOBEL,
    STAGES,
    STENCIL,
    WIDEST,
)


class Stage:
    """`of(x0, x1, y0, y1)` gives the values of columns x0 to x1 and rows y0 to y1, without the last ones."""

    def __init__(self, of):
        self.of, self.known = of, {}

    def __call__(self, *region):
        if region not in self.known:
            self.known[region] = self.of(*region)
        return self.known[region]


def picture(image):
    image = image.astype(np.float64)
    inside = lambda first, end, count: np.arange(first, end).clip(0, count - 1)
    return Stage(lambda x0, x1, y0, y1: image[inside(y0, y1, image.shape[0])][:, inside(x0, x1, image.shape[1])])


def point(rule, *stages):
    return Stage(lambda *region: rule(*[stage(*region) for stage in stages]))


def stencil(kernel, stage):
    rows, columns = kernel.shape
    def of(x0, x1, y0, y1):
        around = stage(x0 - columns // 2, x1 + columns // 2, y0 - rows // 2, y1 + rows // 2)
        return sum(kernel[j, i] * around[j:j + y1 - y0, i:i + x1 - x0]
                   for j in range(rows) for i in range(columns) if kernel[j, i])

    return Stage(of)


def halved(stage):
    def of(x0, x1, y0, y1):
        fine = stage(2 * x0 - 1, 2 * x1 + 1, 2 * y0 - 1, 2 * y1 + 1)
        rows = sum(w * fine[d + 1:d + 1 + 2 * (y1 - y0):2] for d, w in QUARTERS)
        return sum(w * rows[:, d + 1:d + 1 + 2 * (x1 - x0):2] for d, w in QUARTERS)

    return Stage(of)


def doubled(stage):
    def of(x0, x1, y0, y1):
        left, top = x0 // 2 - 1, y0 // 2 - 1
        coarse = stage(left, x1 // 2 + 2, top, y1 // 2 + 2)
        xs, ys = np.arange(x0, x1), np.arange(y0, y1)
        columns = 0.25 * coarse[:, xs // 2 - 1 + 2 * (xs % 2) - left] + 0.75 * coarse[:, xs // 2 - left]
        return 0.25 * columns[ys // 2 - 1 + 2 * (ys % 2) - top] + 0.75 * columns[ys // 2 - top]

    return Stage(of)


def pyramid(stage, levels):
    return reduce(lambda found, _: [*found, halved(found[-1])], range(levels - 1), [stage])


def bands(levels):
    return [point(np.subtract, a, doubled(b)) for a, b in zip(levels, levels[1:])] + [levels[-1]]


def together(found):
    return reduce(lambda result, band: point(np.add, band, doubled(result)), reversed(found[:-1]), found[-1])


def gray(image):
    return point(lambda v: v @ GRAY, picture(image))


def harris(image):
    slope, fall = stencil(SOBEL, gray(image)), stencil(SOBEL.T, gray(image))
    pairs = (slope, slope), (slope, fall), (fall, fall)
    xx, xy, yy = (stencil(np.ones((3, 3)), point(np.multiply, *pair)) for pair in pairs)
    return point(lambda a, b, c: a * c - b * b - 0.04 * (a + c)**2, xx, xy, yy)


def unsharp(image):
    bell, light = BELL / BELL.sum(), gray(image)
    blurred = stencil(bell[None], stencil(bell[:, None], light))
    return point(lambda v, a, b: v * ((2 * a - b) / a)[..., None], picture(image), light, blurred)


def stencil_chain(image):
    return reduce(lambda stage, _: stencil(STENCIL, stage), range(STAGES), picture(image))


def nonlocal_means(image):
    whole, box = picture(image), np.ones((2 * PATCH + 1, 2 * PATCH + 1))
    def of(x0, x1, y0, y1):
        total, weights = 0.0, 0.0
        for dy in range(-SEARCH, SEARCH + 1):
            for dx in range(-SEARCH, SEARCH + 1):
                moved = lambda a, b, c, d: whole(a + dx, b + dx, c + dy, d + dy)  # noqa: B023
                apart = point(lambda v, w: ((v - w)**2).sum(-1), whole, moved)
                weight = np.exp(-stencil(box, apart)(x0, x1, y0, y1) / box.size * 30)
                total, weights = total + weight[..., None] * moved(x0, x1, y0, y1), weights + weight
        return total / weights[..., None]

    return Stage(of)


def max_filter(image):
    def of(x0, x1, y0, y1):
        around = picture(image)(x0 - RADIUS, x1 + RADIUS, y0 - RADIUS, y1 + RADIUS)
        places = [(dx, dy) for dx in range(-RADIUS, RADIUS + 1) for dy in range(-RADIUS, RADIUS + 1)
                  if dx * dx + dy * dy <= RADIUS**2]
        return reduce(np.maximum, [around[RADIUS + dy:RADIUS + dy + y1 - y0, RADIUS + dx:RADIUS + dx + x1 - x0]
                                   for dx, dy in places])

    return Stage(of)


def interpolate(image, levels=10):
    first = point(lambda v: np.concatenate([v[..., :3] * v[..., 3:], v[..., 3:]], -1), picture(image))
    result, *finer = reversed(pyramid(first, levels))
    for level in finer:
        result = point(lambda fine, coarse: fine + (1 - fine[..., 3:]) * coarse, level, doubled(result))
    return point(lambda v: v[..., :3] / v[..., 3:], result)


def local_laplacian(image, levels=8, curves=8):
    light = gray(image)
    remapped = lambda at: point(lambda v: v + 0.8 * (v - at) * np.exp(-(v - at)**2 * 32), light)
    guides = pyramid(light, levels)
    pictures = [bands(pyramid(remapped(k / (curves - 1)), levels)) for k in range(curves)]

    def chosen(guide, *levels):
        at = guide * (curves - 1)
        low = np.clip(at.astype(int), 0, curves - 2)
        a, b = (np.take_along_axis(np.stack(levels), low[None] + step, 0)[0] for step in (0, 1))
        return a + (b - a) * (at - low)

    made = [point(chosen, guides[n], *[each[n] for each in pictures]) for n in range(levels - 1)]
    result = together([*made, guides[-1]])
    return point(lambda v, new, old: v * ((new + 0.01) / (old + 0.01))[..., None], picture(image), result, light)


def pyramid_blending(image, other, mask, levels=4):
    masks = pyramid(point(lambda m: m[..., None], picture(mask)), levels)
    mixed = [point(lambda a, b, m: a * m + b * (1 - m), *each)
             for each in zip(bands(pyramid(picture(image), levels)), bands(pyramid(picture(other), levels)), masks)]
    return together(mixed)


def iir_blur(image):
    made = image.astype(np.float64)
    for axis in (0, 1):
        lines = np.moveaxis(made, axis, 0).copy()
        for order in (range(1, len(lines)), range(len(lines) - 2, -1, -1)):
            for at in order:
                lines[at] = DECAY * lines[at] + (1 - DECAY) * lines[at - order.step]
        made = np.moveaxis(lines, 0, axis)
    return Stage(lambda x0, x1, y0, y1: made[y0:y1, x0:x1])


def histogram_equalisation(image):
    levels = np.minimum((image * np.float32(LEVELS)).astype(int), LEVELS - 1)
    below = np.cumsum(np.bincount(levels.ravel(), minlength=LEVELS)) / levels.size
    return Stage(lambda x0, x1, y0, y1: below[levels[y0:y1, x0:x1]])


def around(stage, *offsets):
    return [Stage(lambda x0, x1, y0, y1, dx=dx, dy=dy: stage(x0 + dx, x1 + dx, y0 + dy, y1 + dy)) for dx, dy in offsets]


def camera_pipe(image):
    raw = picture(image)
    same = around(raw, (-2, 0), (2, 0), (0, -2), (0, 2))
    cooled = point(lambda v, *them: np.clip(v, np.min(them, 0), np.max(them, 0)), raw, *same)
    shown = point(lambda v: v * v * (3 - 2 * v), point(lambda v: np.clip(v @ np.array(SCREEN).T, 0, 1), demosaiced(cooled)))
    soft = stencil(SMALL_BELL, shown)
    return point(lambda v, blurred: v + SHARP * (v - blurred), shown, soft)


def demosaiced(raw):
    """As H. Malvar, L. He and R. Cutler have it, of a pattern that begins with red, then green."""
    beside = {"here": [(0, 0)], "level": [(-1, 0), (1, 0)], "upright": [(0, -1), (0, 1)],
              "slanted": [(-1, -1), (1, -1), (-1, 1), (1, 1)],
              "far level": [(-2, 0), (2, 0)], "far upright": [(0, -2), (0, 2)]}

    def of(*region):
        x0, x1, y0, y1 = region
        mean = {name: np.mean([each(*region) for each in around(raw, *places)], 0) for name, places in beside.items()}
        here, far = mean["here"], (mean["far level"] + mean["far upright"]) / 2
        cross = (mean["level"] + mean["upright"]) / 2 + (here - far) / 2
        slanted = mean["slanted"] + 3 / 4 * (here - far)
        bend = 5 / 8 * here - mean["slanted"] / 2
        level = mean["level"] + bend - mean["far level"] / 4 + mean["far upright"] / 8
        upright = mean["upright"] + bend - mean["far upright"] / 4 + mean["far level"] / 8
        odd_row, odd_column = np.arange(y0, y1)[:, None] % 2 == 1, np.arange(x0, x1) % 2 == 1
        of_a_square = [[(here, cross, slanted), (level, here, upright)], [(upright, here, level), (slanted, cross, here)]]
        rows = [np.where(odd_column[..., None], np.stack(second, -1), np.stack(first, -1)) for first, second in of_a_square]
        return np.where(odd_row[..., None], rows[1], rows[0])

    return Stage(of)


def bilateral_grid(image):
    rows, columns = image.shape
    down, across = (-(-length // CELL) + 7 for length in (rows, columns))  # cells, with three before the first one
    before = 3 * CELL + CELL // 2
    ends = [(before, cells * CELL - before - length) for cells, length in ((down, rows), (across, columns))]
    wide = np.pad(image, ends, "edge").clip(0, 1)
    lights = np.arange(-2, LIGHTS + 3)
    meant = (wide * np.float32(LIGHTS) + np.float32(0.5)).astype(int)[..., None] == lights
    cells = lambda values: values.astype(np.float64).reshape(down, CELL, across, CELL, len(lights)).sum((1, 3))
    grids = cells(meant * wide[..., None].astype(np.float64)), cells(meant)
    y, x = np.indices(image.shape) / CELL + 3
    light = image.astype(np.float64) * LIGHTS + 2
    total, count = (between(bells(grid), y, x, light) for grid in grids)
    return Stage(lambda x0, x1, y0, y1: (total / count)[y0:y1, x0:x1])


def bells(grid):
    """Weighted by five along each axis; nothing is beyond."""
    for axis in range(grid.ndim):
        around = np.pad(grid, [(2, 2) if n == axis else (0, 0) for n in range(grid.ndim)])
        grid = sum(w * np.take(around, np.arange(grid.shape[axis]) + d + 2, axis) for d, w in FIVE)
    return grid


def between(grid, *places):
    """A line from each value to the next, along each axis."""
    total = 0.0
    for corner in np.ndindex(*[2] * len(places)):
        first = [at.astype(int) for at in places]
        weights = [at - low if i else 1 - (at - low) for at, low, i in zip(places, first, corner)]
        total = total + np.prod(weights, 0) * grid[tuple(low + i for low, i in zip(first, corner))]
    return total


def lens_blur(image, other, levels=8):
    light, second = picture(image), picture(other)
    moved = lambda by: around(second, (by, 0))[0]
    unlike = [point(lambda v, a, b: (np.minimum(abs(v - a), abs(v - b))**2).sum(-1), light, moved(2 * z), moved(2 * z + 1))
              for z in range(SLICES)]
    telling = point(lambda *found: np.var(found, 0) + LEAST, *unlike)
    spread = []
    for each in unlike:
        first = point(lambda v, weight: np.stack([v * weight, weight], -1), each, telling)
        result, *finer = reversed(pyramid(first, levels))
        for level in finer:
            result = point(lambda a, b: 0.5 * (a + b), level, doubled(result))
        spread.append(result)
    depth = point(lambda *found: np.argmin([v[..., 0] / v[..., 1] for v in found], 0), *spread)

    def of(x0, x1, y0, y1):
        beyond = x0 - WIDEST, x1 + WIDEST, y0 - WIDEST, y1 + WIDEST
        deep, colours = depth(*beyond), light(*beyond)
        radius = abs(deep - FOCUS) * OPEN
        rows, columns = np.indices((y1 - y0, x1 - x0)) + WIDEST
        window = range(-WIDEST, WIDEST + 1)
        wide = reduce(np.maximum, [radius[rows + j, columns + i] for j in window for i in window])
        total, weight = colours[rows, columns], 1.0
        for u, v in SAMPLES:
            x, y = (np.rint(wide * each).astype(int) for each in (u, v))
            there, far = (rows + y, columns + x), x * x + y * y
            before = (deep[there] >= deep[rows, columns]) | (far < radius[rows, columns]**2)
            part = ((far < radius[there]**2) & before).astype(float)
            total, weight = total + part[..., None] * colours[there], weight + part
        return total / np.asarray(weight)[..., None]

    return Stage(of)
