"""6. The position is a value like any other: a vignette.

`p.x` runs to the right and `p.y` down; `im.width` and `im.height` are known only when a picture comes. A branch that
depends on the pixel is written as a branch.
"""

import pygpu
from pygpu import Float, Image, Position, smoothstep


def vignette(im=Image, strength=Float, radius=Float, p=Position):
    x = (2 * p.x + 1) / im.width - 1
    y = (2 * p.y + 1) / im.height - 1
    distance_squared = x * x + y * y
    if distance_squared < radius * radius:
        return im(p)
    return im(p) * (1 - strength * smoothstep(radius, 1.5, distance_squared**0.5))


darken = pygpu.compile(vignette)

if __name__ == "__main__":
    from pictures import photo, save

    save(darken(photo("coffee.jpg"), strength=0.9, radius=0.4))
