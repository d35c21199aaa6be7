"""5. Known and run-time parameters side by side: an unsharp mask.

`sigma` shapes the kernel, so it is known while compiling (here by its default value). `amount` is a `Float`: move
it like a slider, nothing is compiled again.
"""

from math import exp

import pygpu
from pygpu import Float, Image, Position, clamp


def blur(sigma, im, p):
    reach = round(2 * sigma)
    near = range(-reach, reach + 1)
    weights = {(x, y): exp(-(x * x + y * y) / (2 * sigma**2)) for x in near for y in near}
    total = sum(weights.values())
    return sum([w / total * im(p + d) for d, w in weights.items()])


def unsharp(im=Image, amount=Float, p=Position, sigma=1.2):
    detail = im(p) - blur(sigma, im, p)
    return clamp(im(p) + amount * detail, 0.0, 1.0)


sharpen = pygpu.compile(unsharp)

if __name__ == "__main__":
    from pictures import photo, save

    save(sharpen(photo("camera.png"), 2.5))
