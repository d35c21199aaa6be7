"""Filters with types as defaults, as in the paper: for type checkers; never run."""

from math import sqrt

import numpy as np
from numpy import array, ravel, transpose
from PIL import Image as Picture

import pygpu
from pygpu import Color, Float, Image, Int, Position, Vec2, clamp, filters, mix, offsets


def convolve(kernel, im=Image, p=Position):
    return sum([w * im(p + d) for w, d in zip(ravel(kernel), offsets(kernel))])


def edgeDetect(kernel, im=Image, p=Position):
    gx = convolve(kernel, im, p)
    gy = convolve(transpose(kernel), im, p)
    return sqrt(gx**2 + gy**2)


def f(im=Image, p=Position, c: Float = 2.0):
    return c * im(p + (1, 0))


def vignette(im=Image[Color], amount=Float, p=Position):
    d = Vec2(p.x / im.width - 0.5, p.y / im.height - 0.5)
    return im(p) * clamp(1 - amount * d.x**2, 0.0, 1.0)


def blend(a=Image, b=Image(border="wrap"), p=Position, t=Float):
    return mix(a(p), b(p), t)


def steps(im=Image, n=Int, p=Position):
    total = 0.0
    for k in range(n):
        total += im(p.x + k, p.y)
    return total / n


def paint(im=Image[Float], threshold=Float, p=Position):
    light = im(p)
    return Color(1, 0, 0) if light > threshold else Color(light, light, light)


def two(im=Image, p=Position):
    return im(p), 1 - im(p)


def warmer(im: Image[Color], p: Position, amount: Float = 0.2, steps: Int = 2) -> Color:
    total = im(p) * amount
    for k in range(steps):
        total += im(p + (k, 0)) / steps
    return mix(im(p), clamp(total, 0, 1), amount)


photo = Picture.open("photo.jpg")
kernel = array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])
sobel = pygpu.compile(edgeDetect, kernel=kernel)
sobel(photo).save("edges.png")
pygpu.compile(f)(photo).save("out.png")
pygpu.compile(f)(np.zeros((4, 4), np.float32), c=3.0).mean()
first, second = pygpu.compile(two)(photo)
device = pygpu.upload(photo)
both = pygpu.compile(f) >> sobel
both(device).numpy()
filters.gaussian(photo, sigma=3).save("soft.png")
print(sobel.footprint, sobel.graph, sobel.source, sobel.explain(), sobel.timings())
one = edgeDetect(kernel, pygpu.HostImage(photo), Position(3, 4))
heat = pygpu.compile(f).iterate(10, photo)
heat.save("heat.png")
g = pygpu.compile(lambda im=Image, p=Position: 1 - im(p))
g(photo).show()
