"""4. Stages: a function of a position is an image.

A Gaussian blur is a blur along x, then along y. `rows` is the picture blurred along x; it is an ordinary function of
a position, and anything that takes an image takes it. Nothing is said about where its pixels are kept: whether in
registers, in a small tile, or in a pass of its own is for the compiler to decide.
"""

from math import exp

import pygpu
from pygpu import Image, Position


def gaussian_taps(sigma):
    """(distance, weight) pairs that sum to one, three sigmas to each side."""
    reach = round(3 * sigma)
    weights = [exp(-d * d / (2 * sigma**2)) for d in range(-reach, reach + 1)]
    return [(d - reach, w / sum(weights)) for d, w in enumerate(weights)]


def along_x(taps, im, p):
    return sum([w * im(p + (d, 0)) for d, w in taps])


def along_y(taps, im, p):
    return sum([w * im(p + (0, d)) for d, w in taps])


def gaussian(sigma, im=Image, p=Position):
    taps = gaussian_taps(sigma)
    rows = lambda q: along_x(taps, im, q)
    return along_y(taps, rows, p)


blur = pygpu.compile(gaussian, sigma=2.0)

if __name__ == "__main__":
    from pictures import photo, save

    save(blur(photo("coffee.jpg")))
