"""11. A longer chain of stages: Harris corners, painted red.

Written as in a textbook: gradients, their products summed over a neighbourhood, the corner response. Each is a
function of a position, built on the ones before.
"""

import pygpu
from pygpu import Color, Float, Image, Position

AROUND = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)]


def gradient_x(im, p):
    return sum([(2 - abs(y)) * (im(p + (1, y)) - im(p + (-1, y))) for y in (-1, 0, 1)]) / 8


def gradient_y(im, p):
    return sum([(2 - abs(x)) * (im(p + (x, 1)) - im(p + (x, -1))) for x in (-1, 0, 1)]) / 8


def around(stage, p):
    return sum([stage(p + d) for d in AROUND])


def harris(im, p, k=0.05):
    xx = around(lambda q: gradient_x(im, q)**2, p)
    yy = around(lambda q: gradient_y(im, q)**2, p)
    xy = around(lambda q: gradient_x(im, q) * gradient_y(im, q), p)
    return xx * yy - xy**2 - k * (xx + yy)**2


def paint_corners(im=Image[Float], threshold=Float, p=Position):
    light = im(p)
    return Color(1, 0, 0) if harris(im, p) > threshold else Color(light, light, light)


corners = pygpu.compile(paint_corners)

if __name__ == "__main__":
    from pictures import photo, save

    save(corners(photo("camera.png"), 0.004))
