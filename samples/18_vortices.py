"""18. Arrays: numbers that are no picture. Vortices carry each other along, as in water.

`Array` takes arrays as they are. A filter over one is elementwise; one that asks all of it, a reduction; and without a
position it gives the number itself. What the step gives is what the next one takes.
"""

from math import exp, sqrt

import numpy as np

import pygpu
from pygpu import Array, Float, Image, Position

SOFT = 2.0  # the size of a vortex's core


def carried(x=Array, y=Array, turn=Array, time=Float, i=Position):
    """Where a vortex is after some time: all others carry it around themselves, the nearer the faster."""
    across = down = 0.0
    for k in range(x.width):
        dx, dy = x(i) - x(k), y(i) - y(k)
        speed = turn(k) / (dx * dx + dy * dy + SOFT)
        across, down = across - dy * speed, down + dx * speed
    return x(i) + time * across, y(i) + time * down


def spread(x=Array, y=Array):
    """How far they are from where all of it began: a number."""
    return sqrt(sum(x(k) ** 2 + y(k) ** 2 for k in range(x.width)) / x.width)


def drawn(before=Image, x=Array, y=Array, unit: Float = 20.0, p=Position):
    """A glow around each, and what is left of those before."""
    light = 0.9 * before(p)
    for k in range(x.width):
        dx, dy = p.x - before.width / 2 - x(k) * unit, p.y - before.height / 2 - y(k) * unit
        light += exp(-(dx * dx + dy * dy) / 2)
    return light


step, size, draw = map(pygpu.compile, (carried, spread, drawn))


def begun(count=400):
    """A row of them, a little wavy, as between two streams: it rolls up."""
    x = np.linspace(-40, 40, count, dtype=np.float32)
    return x, 2 * np.sin(x * (np.pi / 20)), np.full(count, 20 / count, np.float32)


if __name__ == "__main__":
    from pictures import save

    x, y, turn = begun()
    light = np.zeros((128, 192), np.float32)
    for moment in range(120):
        x, y = step(x, y, turn, 0.5)
        if moment >= 100:
            light = draw(light, x, y, 42 / size(x, y))
    save((255 * (1 - np.exp(-light / 8))).astype(np.uint8))
