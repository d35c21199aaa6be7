"""14. Sums that go on: a picture like that of a toy, blurred above and below by a box whose size differs from row to row.

`rows` and `corner` call themselves a step back, down to the edge: running sums, of which `corner` is an integral image.
The sum of any rectangle is then four of its pixels, however large it is. `cache` is there for plain Python's sake.
"""

from functools import cache

import pygpu
from pygpu import Float, Image, Position


def integral(im):
    """The sum of all pixels above and to the left; of what they differ from gray by, so that few digits are lost."""
    rows = cache(lambda q: im(q) - 0.5 + (rows(q - (1, 0)) if q.x > 0 else 0.0))
    corner = cache(lambda q: rows(q) + (corner(q - (0, 1)) if q.y > 0 else 0.0))

    def sum_up_to(x, y):
        inside = corner(Position(min(max(x, 0), im.width - 1), min(max(y, 0), im.height - 1)))
        return inside if x >= 0 and y >= 0 else 0 * inside

    return sum_up_to


def miniature(im=Image, p=Position, focus: Float = 0.55, depth: Float = 0.1, strength: Float = 0.12):
    away = abs(p.y / im.height - focus) - depth
    radius = int(strength * im.height * away)
    if radius < 1:
        return im(p)
    left, right = max(p.x - radius, 0), min(p.x + radius, im.width - 1)
    top, bottom = max(p.y - radius, 0), min(p.y + radius, im.height - 1)
    upto = integral(im)
    total = upto(right, bottom) - upto(left - 1, bottom) - upto(right, top - 1) + upto(left - 1, top - 1)
    return 0.5 + total / ((right - left + 1) * (bottom - top + 1))


toy = pygpu.compile(miniature)

if __name__ == "__main__":
    from pictures import photo, save

    save(toy(photo("coffee.jpg"), strength=0.2))
