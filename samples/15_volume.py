"""15. A volume: the surfaces in a noisy scan, seen through from the front.

A `Volume` is read as an image is, at three coordinates; a filter whose first parameter is one has a position with p.z.
Functions of such a position are stages as in pictures. The second filter makes a picture: its first parameter is one.
"""

import numpy as np

import pygpu
from pygpu import Image, Position, Volume, sqrt

AXES = X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)


def scan(depth=48, height=72, width=72):
    """A ball within a shell, and noise: what a scanner might give, numbers from 0 to 1 (depth, height, width)."""
    z, y, x = np.mgrid[-1:1:depth * 1j, -1:1:height * 1j, -1:1:width * 1j]
    far = np.sqrt(x**2 + y**2 + z**2)
    body = 0.4 * (np.abs(far - 0.75) < 0.12) + 0.8 * (np.sqrt((x - 0.2)**2 + y**2 + z**2) < 0.35)
    return (body + 0.1 * np.random.default_rng(1).random(far.shape)).astype(np.float32)


def smooth(f, d):
    return lambda q: (f(q - d) + 2 * f(q) + f(q + d)) / 4


def surfaces(vol=Volume(border="reflect"), p=Position):
    """How steep the smoothed scan is."""
    soft = smooth(smooth(smooth(vol, X), Y), Z)
    return sqrt(sum([(soft(p + d) - soft(p - d)) ** 2 for d in AXES]))


def seen(im=Image, vol=Volume, p=Position):
    """The steepest place behind each pixel, in front of a picture."""
    x, y = p.x * (vol.width - 1.0) / im.width, p.y * (vol.height - 1.0) / im.height
    steepest = 0.0
    for z in range(vol.depth):
        steepest = max(steepest, vol(x, y, z))
    return 0.4 * im(p) + steepest


find = pygpu.compile(surfaces)
show = pygpu.compile(seen)

if __name__ == "__main__":
    from pictures import photo, save

    save(show(photo("camera.png"), find(scan())))
