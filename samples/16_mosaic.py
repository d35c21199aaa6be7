"""16. Nearest neighbours: a picture made of the blocks of another one.

For each block of 8 x 8 pixels, all blocks of another picture are looked at, and the one that is least different is taken:
64 dimensions, exact, none left out. `nearest` is a function of a block's place, computed once for each; `mosaic` asks it
for the block that its pixel is in.
"""

from functools import cache

import pygpu
from pygpu import Color, Image, Position

SIZE = 8
WITHIN = [(x, y) for y in range(SIZE) for x in range(SIZE)]


def mosaic(im=Image[Color], other=Image[Color], p=Position):
    @cache
    def nearest(x, y):
        """Where in the other picture the block lies that is most like this one."""
        least, at = 1e9, (0, 0)
        for v in range(other.height // SIZE):
            for u in range(other.width // SIZE):
                away = 0.0
                for dx, dy in WITHIN:
                    d = im(SIZE * x + dx, SIZE * y + dy) - other(SIZE * u + dx, SIZE * v + dy)
                    away += d.r * d.r + d.g * d.g + d.b * d.b
                if away < least:
                    least, at = away, (u, v)
        return at

    u, v = nearest(p.x // SIZE, p.y // SIZE)
    return other(SIZE * u + p.x % SIZE, SIZE * v + p.y % SIZE)


made_of = pygpu.compile(mosaic)

if __name__ == "__main__":
    from pictures import photo, picture, save

    save(made_of(photo("coffee.jpg").convert("RGB"), picture("cat.png").convert("RGB")))
