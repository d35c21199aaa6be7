"""Programs over time, as people write NumPy: each is plain NumPy, and compiled whole. A loop of steps goes from kernel to
kernel on the device, and its arrays stay there.

    python samples/arrays/patterns.py reaction.png
"""

import sys

import numpy as np

import pygpu
from pygpu import Array, Float, Int


def around(a):
    """The sum of the four neighbours, less four times the place itself; what leaves at an edge comes in at the other."""
    return np.roll(a, 1, 0) + np.roll(a, -1, 0) + np.roll(a, 1, 1) + np.roll(a, -1, 1) - 4 * a


def reaction(u=Array, v=Array, steps: Int = 1000, feed: Float = 0.037, kill: Float = 0.06):
    """Gray and Scott: two substances, one of which feeds on the other, as they spread."""
    for _ in range(steps):
        both = u * v * v
        u, v = u + 0.16 * around(u) - both + feed * (1 - u), v + 0.08 * around(v) + both - (feed + kill) * v
    return u, v


def cooling(u=Array, steps: Int = 100, rate: Float = 0.2):
    """Heat in a plate whose rim stays as it is."""
    u = u.copy()
    for _ in range(steps):
        u[1:-1, 1:-1] += rate * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1])
    return u


def life(cells=Array, generations: Int = 100):
    """Conway's game: who lives on has two or three neighbours, who is born has three."""
    for _ in range(generations):
        rows = np.roll(cells, 1, 0) + cells + np.roll(cells, -1, 0)
        near = np.roll(rows, 1, 1) + rows + np.roll(rows, -1, 1) - cells
        cells = ((near == 3) | (cells == 1) & (near == 2)).astype(np.uint8)
    return cells


def waves(now=Array, before=Array, steps: Int = 100, speed: Float = 0.4):
    """A drum: two arrays change places at each step."""
    for _ in range(steps):
        now, before = 2 * now - before + speed * around(now), now
    return now


# Where the particles of a lattice gas fly to, and how many of them stand for what flies so.
WAYS = [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)]
SHARES = [4 / 9, *[1 / 9] * 4, *[1 / 36] * 4]
BACK = [WAYS.index((-x, -y)) for x, y in WAYS]


def flow(gas=Array, wall=Array, steps: Int = 100, rate: Float = 1.2):
    """A lattice Boltzmann method: nine numbers at each place, which fly on, meet, and bounce off walls."""
    parts = [gas[k] for k in range(9)]
    for _ in range(steps):
        parts = [np.roll(part, (y, x), (0, 1)) for part, (x, y) in zip(parts, WAYS)]
        density = sum(parts)
        right = sum(x * part for part, (x, _) in zip(parts, WAYS)) / density
        down = sum(y * part for part, (_, y) in zip(parts, WAYS)) / density
        still = 1 - 1.5 * (right * right + down * down)
        met = []
        for part, share, (x, y) in zip(parts, SHARES, WAYS):
            along = 3 * (x * right + y * down)
            met.append(part + rate * (share * density * (still + along + 0.5 * along * along) - part))
        parts = [np.where(wall > 0, parts[back], part) for part, back in zip(met, BACK)]
    return np.stack(parts)


def bodies(place=Array, speed=Array, mass=Array, steps: Int = 10, time: Float = 0.01):
    """Bodies that draw each other, every one all others: places and speeds are arrays of (count, 3)."""
    for _ in range(steps):
        far = place[None, :, :] - place[:, None, :]
        square = (far * far).sum(axis=2) + 0.01
        pull = mass[None, :] / (square * np.sqrt(square))
        speed = speed + time * (far * pull[:, :, None]).sum(axis=1)
        place = place + time * speed
    return place, speed


def begun(side=256):
    """A still pool with a drop in it."""
    u, v = np.ones((side, side), np.float32), np.zeros((side, side), np.float32)
    middle = slice(side // 2 - 8, side // 2 + 8)
    u[middle, middle], v[middle, middle] = 0.5, 0.25
    return u, v


if __name__ == "__main__":
    from PIL import Image

    _, v = pygpu.compile(reaction)(*begun(), 4000)
    Image.fromarray((255 * np.clip(2.5 * v, 0, 1)).astype(np.uint8)).save(sys.argv[1] if sys.argv[1:] else "reaction.png")
