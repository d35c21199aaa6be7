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


def drawn(before=Image, x=Array, y=Array, unit=Float, p=Position):
    """A glow around each, and what is left of those before."""
    light = 0.9 * before(p)
    for k in range(x.width):
        dx, dy = p.x - before.width / 2 - x(k) * unit, p.y - before.height / 2 - y(k) * unit
        light += exp(-(dx * dx + dy * dy) / 2)
    return light


step, size, draw = map(pygpu.compile, (carried, spread, drawn))


def begun(count=200):
    """Two clouds of them, side by side."""
    rng = np.random.default_rng(1)
    x = rng.normal(np.where(np.arange(count) % 2, -20, 20), 8)
    return x.astype(np.float32), rng.normal(0, 8, count).astype(np.float32), np.full(count, 0.1, np.float32)


if __name__ == "__main__":
    from pictures import save

    x, y, turn = begun()
    light = np.zeros((96, 96), np.float32)
    for _ in range(40):
        x, y = step(x, y, turn, 0.5)
        light = draw(light, x, y, 18 / size(x, y))
    save((255 * np.clip(light / 8, 0, 1)).astype(np.uint8))
