"""What is sent to other processes, and what they do with it: they import this file."""

import numpy as np

import pygpu
from pygpu import Float, Image, Position

KERNEL = np.array([[0.0, 1.0], [2.0, 3.0]])


def weighted(kernel, im=Image, p=Position, gain: Float = 1.0):
    return gain * sum(w * im(p + (x, y)) for (y, x), w in np.ndenumerate(kernel))


class Brighter:
    def __init__(self, by):
        self.by = by

    def __call__(self, im=Image, p=Position):
        return im(p) + self.by

    def method(self, im=Image, p=Position):
        return im(p) * self.by


def closure(by):
    def brighter(im=Image, p=Position):
        return im(p) + by
    return brighter


def filters() -> dict:
    by_name = pygpu.compile(weighted, kernel=KERNEL)
    return {
        "by name": by_name, "a lambda": pygpu.compile(lambda im=Image, p=Position: im(p) * 2 - 1),
        "a closure": pygpu.compile(closure(0.25)), "an object": pygpu.compile(Brighter(0.5)),
        "a method": pygpu.compile(Brighter(0.5).method), "ready": pygpu.compile(pygpu.filters.gaussian, sigma=1.5),
        "made by a ready one": pygpu.filters.gaussian.compiled(sigma=1.5),
        "a chain": by_name >> pygpu.compile(closure(0.25)) >> pygpu.filters.sobel,
        "an exact chain": pygpu.compose(by_name, by_name, exact=True),
        "with options": pygpu.compile(weighted, kernel=KERNEL, linear=True, exact=True),
    }


def applied(filter):
    return filter(picture())


def picture():
    return np.random.default_rng(5).random((12, 17), np.float32)


def send_back(filter):
    """What it computed there, and the filter."""
    return applied(filter), filter
