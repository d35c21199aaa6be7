"""The value of an image between its pixels: nearest, linear and cubic, in plain arithmetic that the tracer follows.

Pixel centres are at whole numbers, and at a pixel's centre every mode gives that pixel. Each mode is a rule for one
axis; an image is sampled across, then down, and an axis with a whole coordinate costs one read, not several.

    nearest   the pixel at floor(x + 0.5): halves go right and down
    linear    the two pixels around, by distance (scipy.ndimage, order=1), computed in float
    cubic     the four pixels around, by the Catmull-Rom cubic (Keys' convolution with a = -0.5, as Pillow's resize)
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


MODES = {"nearest": nearest, "linear": linear, "cubic": cubic, "hardware": linear}


def whole(t):
    """Whether a coordinate is of a whole-number type; 2.0 is not, and is sampled."""
    return not isinstance(t, (float, numpy.floating))


def along(mode, read, t):
    return read(t) if whole(t) else MODES[mode](read, t)


def sample(mode, read, x, y):
    """The value at (x, y) of the image whose pixels, at whole numbers, `read(x, y)` gives."""
    return along(mode, lambda row: along(mode, lambda column: read(column, row), x), y)


def resolve(mode):
    if mode not in MODES:
        raise CompileError("unknown-sampling", f"sample={mode!r}", why="there is no such way to sample an image",
                           instead="one of " + ", ".join(f'"{name}"' for name in MODES))
    return mode
