"""Filters with annotations everywhere: for type checkers at their strictest; never run."""

import numpy as np
from PIL import Image as Picture

import pygpu
from pygpu import Color, Float, Image, Int, Position, clamp, mix, sqrt


def f(im: Image, p: Position, c: Float = 2.0) -> Float:
    return c * im(p + (1, 0))


def gradient(im: Image, p: Position, strength: Float = 1.0) -> Float:
    gx = im(p + (1, 0)) - im(p - (1, 0))
    gy = im(p + (0, 1)) - im(p - (0, 1))
    return strength * sqrt(gx**2 + gy**2)


def warm(im: Image[Color], p: Position, amount: Float = 0.2, steps: Int = 3) -> Color:
    c = im(p)
    return mix(c, Color(1.0, 0.8, 0.6) * c.red, clamp(amount, 0.0, 1.0))


photo = Picture.open("photo.jpg")
pygpu.compile(f)(photo).save("out.png")
pygpu.compile(gradient)(photo, 2.0).save("out.png")
array: np.ndarray[tuple[int, ...], np.dtype[np.float32]] = np.zeros((4, 4), np.float32)
result = pygpu.compile(f)(array)
print(result.mean())
device = pygpu.upload(photo)
pygpu.compile(warm)(device).numpy()
value: object = f(pygpu.HostImage(photo), Position(1, 2))
