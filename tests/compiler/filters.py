"""Small filters for the tests of calling, chaining and iterating."""

from math import sqrt

import numpy as np

from pygpu import Float, Image, Position, offsets, ravel, transpose

SOBEL = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])


def convolve(kernel, im=Image, p=Position):
    return sum([w * im(p + d) for w, d in zip(ravel(kernel), offsets(kernel))])


def edge_detect(kernel, im=Image, p=Position):
    gx = convolve(kernel, im, p)
    gy = convolve(transpose(kernel), im, p)
    return sqrt(gx**2 + gy**2)


def mean(im=Image, p=Position, strength: Float = 1.0):
    return strength * sum(im(p + (x, y)) for y in (-1, 0, 1) for x in (-1, 0, 1)) / 9


def gain(factor=Float, im=Image, p=Position):
    return factor * im(p)


def random_image(height, width, dtype="float32", channels=None, seed=0):
    shape = (height, width) if channels is None else (height, width, channels)
    values = np.random.default_rng(seed).random(shape, np.float32)
    return (values * 255).astype(dtype) if np.dtype(dtype).kind in "ui" else values.astype(dtype)
