"""Filters whose plans are compared, each written as a user would: one pixel, and no thought of speed."""

from __future__ import annotations

import math

import numpy as np

from pygpu import Color, Image, Position, exp, offsets, ravel, sqrt, transpose

DERIVATIVE = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])


def line(sigma: float, radius: int) -> np.ndarray:
    weights = np.exp(-0.5 * (np.arange(-radius, radius + 1) / sigma) ** 2)
    return weights / weights.sum()


def convolve(kernel, im, p):
    return sum([float(w) * im(p + d) for w, d in zip(ravel(kernel), offsets(kernel))])


def gamma(im=Image, p=Position):
    return im(p) ** 0.45


def sobel(im=Image, p=Position):
    gx, gy = convolve(DERIVATIVE, im, p), convolve(transpose(DERIVATIVE), im, p)
    return sqrt(gx * gx + gy * gy)


def dense(radius: int):
    kernel = np.random.default_rng(radius).normal(size=(2 * radius + 1,) * 2)
    kernel /= np.abs(kernel).sum()

    def filter(im=Image, p=Position):
        return convolve(kernel, im, p)

    return filter


def blur(sigma: float, radius: int, im, p):
    weights = line(sigma, radius)[None, :]
    return convolve(weights, lambda q: convolve(weights.T, im, q), p)


def gaussian(im=Image, p=Position):
    return blur(3.0, 9, im, p)


def unsharp(im=Image, p=Position):
    return im(p) + 1.5 * (im(p) - blur(1.5, 5, im, p))


def harris(im=Image, p=Position):
    ix = lambda q: convolve(DERIVATIVE / 12, im, q)
    iy = lambda q: convolve(DERIVATIVE.T / 12, im, q)
    box = lambda f: convolve(np.ones((3, 3)), f, p)
    a, b, c = box(lambda q: ix(q) ** 2), box(lambda q: iy(q) ** 2), box(lambda q: ix(q) * iy(q))
    return a * b - c * c - 0.04 * (a + b) ** 2


def bilateral(im=Image, p=Position):
    centre, total, weights = im(p), 0.0, 0.0
    for dy in range(-4, 5):
        for dx in range(-4, 5):
            v = im(p + (dx, dy))
            w = exp((v - centre) ** 2 * -50.0) * math.exp(-(dx * dx + dy * dy) / 18.0)
            total, weights = total + w * v, weights + w
    return total / weights


def gray_sobel(im=Image[Color], p=Position):
    def luma(q):
        c = im(q)
        return 0.299 * c.r + 0.587 * c.g + 0.114 * c.b

    return sobel(luma, p)


def median(im=Image, p=Position):
    v = [im(p + d) for d in offsets(np.ones((3, 3)))]
    for i, j in ((1, 2), (4, 5), (7, 8), (0, 1), (3, 4), (6, 7), (1, 2), (4, 5), (7, 8), (0, 3), (5, 8), (4, 7), (3, 6),
                 (1, 4), (2, 5), (4, 7), (4, 2), (6, 4), (4, 2)):
        v[i], v[j] = min(v[i], v[j]), max(v[i], v[j])
    return v[4]


def rotate(im=Image, p=Position):
    c, s = math.cos(math.radians(15)), math.sin(math.radians(15))
    x, y = p.x - im.width / 2, p.y - im.height / 2
    return im(c * x - s * y + im.width / 2, s * x + c * y + im.height / 2)


def chain(length: int):
    kernel = np.ones((3, 3)) / 9

    def filter(im=Image, p=Position):
        stage = im
        for _ in range(length):
            stage = (lambda inner: lambda q: convolve(kernel, inner, q))(stage)
        return stage(p)

    return filter


# name -> (filter, storage type, channels)
WORKLOADS = {
    "gamma": (gamma, "float32", 1),
    "sobel": (sobel, "float32", 1),
    "5x5": (dense(2), "float32", 1),
    "15x15": (dense(7), "float32", 1),
    "gaussian": (gaussian, "float32", 1),
    "unsharp": (unsharp, "float32", 1),
    "harris": (harris, "float32", 1),
    "bilateral": (bilateral, "float32", 1),
    "rgb-sobel": (gray_sobel, "uint8", 3),
    "median": (median, "float32", 1),
    "rotate": (rotate, "float32", 1),
    "chain2": (chain(2), "float32", 1),
    "chain4": (chain(4), "float32", 1),
}
