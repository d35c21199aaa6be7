"""The value of an image between its pixels: nearest, linear and cubic, in plain arithmetic that the tracer follows.

Pixel centres are at whole numbers, and at a pixel's centre every mode gives that pixel. Each mode is a rule for one
axis; an image is sampled across, then down, and an axis with a whole coordinate costs one read, not several.

    nearest   the pixel at floor(x + 0.5): halves go right and down
    linear    the two pixels around, by distance (scipy.ndimage, order=1), computed in float
    cubic     the four pixels around, by the Catmull-Rom cubic (Keys' convolution with a = -0.5, as Pillow's resize)
    spline    the cubic spline through all pixels (scipy.ndimage, order=3): 22 x 22 reads, where cubic does with 4 x 4
    hardware  linear as the device's texture unit does it, with weights of 8 bits; plain Python computes `linear`

What is beyond the edge follows the image's border, pixel by pixel.
"""

from __future__ import annotations

from math import floor

import numpy

from ..errors import CompileError


def nearest(read, t):
    return read(floor(t + 0.5))


def linear(read, t):
    left = floor(t)
    f = t - left
    return read(left) * (1 - f) + read(left + 1) * f


def cubic(read, t):
    left = floor(t)
    f = t - left
    g = 1 - f
    before, after = -0.5 * f * g * g, -0.5 * g * f * f
    near, far = 1 + f * f * (1.5 * f - 2.5), 1 + g * g * (1.5 * g - 2.5)
    return read(left - 1) * before + read(left) * near + read(left + 1) * far + read(left + 2) * after


POLE = 3**0.5 - 2
FAR = 10
# How much each pixel adds to the spline's coefficient at a distance; beyond FAR it is less than 2e-6.
SHARES = tuple(3**0.5 * POLE**distance if distance <= FAR else 0.0 for distance in range(FAR + 3))


def spline(read, t):
    left = int(floor(t))
    f = t - left
    g = 1 - f
    before, after = g * g * g / 6, f * f * f / 6
    near, far = 2 / 3 - f * f * (1 - f / 2), 2 / 3 - g * g * (1 - g / 2)

    def weight(i):
        return (before * SHARES[abs(i + 1)] + near * SHARES[abs(i)] + far * SHARES[abs(i - 1)]
                + after * SHARES[abs(i - 2)])

    total = read(left - FAR) * weight(-FAR)
    for i in range(left - FAR + 1, left + FAR + 2):  # of symbols: a loop in the kernel, too
        total = total + read(i) * weight(i - left)
    return total


MODES = {"nearest": nearest, "linear": linear, "cubic": cubic, "spline": spline, "hardware": linear}


def whole(t):
    """Whether a coordinate is of a whole-number type; 2.0 is not, and is sampled."""
    return not isinstance(t, (float, numpy.floating))


def along(mode, read, t):
    return read(t) if whole(t) else MODES[mode](read, t)


def sample(mode, read, x, y):
    """The value at (x, y) of the image whose pixels, at whole numbers, `read(x, y)` gives."""
    return along(mode, lambda row: along(mode, lambda column: read(column, row), x), y)


def sampled(mode, read, place):
    """The same at a place of any number of coordinates: `read` takes as many whole ones."""
    if all([whole(t) for t in place]):
        return read(*place)
    *rest, last = place
    return along(mode, (lambda at: sampled(mode, lambda *others: read(*others, at), rest)) if rest else read, last)


def resolve(mode):
    if mode not in MODES:
        near = {"bilinear": "linear", "trilinear": "linear", "bicubic": "cubic"}.get(str(mode).lower())
        raise CompileError("unknown-sampling", f"sample={mode!r}" + (f' (did you mean "{near}"?)' if near else ""),
                           why="there is no such way to sample an image",
                           instead="one of " + ", ".join(f'"{name}"' for name in MODES))
    return mode
