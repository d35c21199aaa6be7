"""13. Stages at any resolution: detail brought out by a local Laplacian filter (Paris, Hasinoff and Kautz 2011).

Each level of a pyramid is a function of a position, read at 2*x by the next one and at x//2 by the one before. None of
them says where it is kept: that follows from who reads it. `cache` is there for plain Python's sake.
"""

from functools import cache
from math import exp

import pygpu
from pygpu import Float, Image, Position

TAPS = list(zip((-1, 0, 1, 2), (1, 3, 3, 1)))


def down(fine):
    """Half the size: what is around each other pixel, averaged."""
    @cache
    def coarse(x, y):
        return sum([w * v * fine(2 * x + dx, 2 * y + dy) for dx, w in TAPS for dy, v in TAPS]) / 64

    return coarse


def up(coarse):
    """Twice the size: between four pixels, by distance."""
    @cache
    def fine(x, y):
        left, top = (x - 1) // 2, (y - 1) // 2
        a, b = 0.75 if x % 2 else 0.25, 0.75 if y % 2 else 0.25
        above = coarse(left, top) * a + coarse(left + 1, top) * (1 - a)
        below = coarse(left, top + 1) * a + coarse(left + 1, top + 1) * (1 - a)
        return above * b + below * (1 - b)

    return fine


def pyramid(image, levels):
    found = [image]
    while len(found) < levels:
        found.append(down(found[-1]))
    return found


def details(fine, coarse):
    """What a level has that the next one has not."""
    between = up(coarse)
    return lambda x, y: fine(x, y) - between(x, y)


def chosen(levels, guide, curves):
    """The level of that picture which was made for light such as there is here, and of the next one."""
    @cache
    def level(x, y):
        at = guide(x, y) * (curves - 1)
        low = min(max(int(at), 0), curves - 2)
        a, b = levels[0](x, y), levels[1](x, y)
        for i in range(1, curves - 1):
            a, b = (levels[i](x, y), levels[i + 1](x, y)) if low == i else (a, b)
        return a + (b - a) * (at - low)

    return level


def local_laplacian(levels, curves, im=Image[Float], p=Position, amount: Float = 1.0):
    gray = cache(lambda x, y: im(x, y))

    def remapped(light):
        """The picture with its details around one light brought out."""
        @cache
        def image(x, y):
            d = gray(x, y) - light
            return gray(x, y) + amount * d * exp(-d * d * 32)

        return image

    guides = pyramid(gray, levels)
    pictures = [pyramid(remapped(k / (curves - 1)), levels) for k in range(curves)]
    bands = [[details(each[n], each[n + 1]) for each in pictures] for n in range(levels - 1)]
    result = guides[-1]
    for n in reversed(range(levels - 1)):
        band, coarse = chosen(bands[n], guides[n], curves), up(result)
        result = cache(lambda x, y, band=band, coarse=coarse: band(x, y) + coarse(x, y))
    return result(p.x, p.y)


enhance = pygpu.compile(local_laplacian, levels=4, curves=6)

if __name__ == "__main__":
    from pictures import photo, save

    save(enhance(photo("camera.png"), amount=0.8))
