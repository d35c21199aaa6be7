"""12. One filter, two pictures: how strong the edges are, and which way they run.

A function that returns a tuple gives a tuple of pictures, computed in one go from the same reads.
"""

from math import atan2, hypot, pi

import pygpu
from pygpu import Image, Position


def gradient(im=Image, p=Position):
    gx = (im(p + (1, 0)) - im(p + (-1, 0))) / 2
    gy = (im(p + (0, 1)) - im(p + (0, -1))) / 2
    return 4 * hypot(gx, gy), atan2(gy, gx) / (2 * pi) + 0.5


edges = pygpu.compile(gradient)

if __name__ == "__main__":
    from pictures import photo, save

    strength, direction = edges(photo("camera.png"))
    save(strength)
    save(direction, suffix="_direction")
