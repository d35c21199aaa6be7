"""Histograms of parts of a picture: clahe.

A table for each tile, one below the other: a picture with a column for each level, a row for each tile.
"""

from functools import cache
from math import floor, prod

from pygpu import Float, Image, Position

from .channels import channels, colour, luma, repaint
from .histograms import LEVELS, level
from .ready import Ready
from .windows import pair


@Ready
def clahe(im=Image(border="mirror"), p=Position, clip_limit: Float = 40.0, tiles=8):
    """Each of 256 levels of light about as often as any other in each of the tiles, but none brought out more than
    `clip_limit` times as much as an even histogram would (cv2.createCLAHE); colours keep their hue.

    `tiles` is a number or a pair, across and down. With a limit of 0 there is none. OpenCV rounds to bytes twice, here it is
    once or, with dtype="float32", never.
    """
    tiling = Tiling((im.width, im.height), pair(tiles))
    counts = cache(lambda: counted(im, tiling))
    return lit(im(p), tiling.between(shares(counts, clip_limit, tiling.area), (p.x, p.y), level(im(p))))


def counted(im, tiling):
    """How many pixels of each tile are how light: tile by tile, row by row."""
    counts = [0] * (tiling.count * LEVELS)
    for y in range(tiling.reach(1)):
        for x in range(tiling.reach(0)):
            counts[tiling.at(x, y) * LEVELS + level(im(x, y))] += 1
    return counts


def shares(counts, clip_limit, area):
    """Of each level (across) and tile (down): how much of the tile is no lighter, as counts are clipped."""
    limit = max(int(clip_limit * area / LEVELS), 1) if clip_limit > 0 else area
    count = cache(lambda q: counts()[q.y * LEVELS + q.x])
    over = summed(lambda q: max(count(q) - limit, 0))

    def clipped(q):
        """How many pixels a level counts for: what is over the limit is shared by all."""
        excess = over(Position(LEVELS - 1, q.y))
        each, rest = excess // LEVELS, excess % LEVELS
        apart = max(LEVELS // max(rest, 1), 1)
        return min(count(q), limit) + each + int(q.x % apart == 0 and q.x // apart < rest)

    below = summed(clipped)
    return cache(lambda q: below(q) / area)


def summed(table):
    """The sums of a tile's entries so far."""
    sums = cache(lambda q: table(q) + (sums(q - (1, 0)) if q.x > 0 else 0))
    return sums


def lit(pixel, light):
    """A pixel as light as that; colours keep their hue."""
    if channels(pixel) == 1:
        return light
    paint, own = colour(pixel), luma(pixel)
    return repaint(pixel, paint * (light / own) if own > 0 else paint + light)


class Tiling:
    """A picture or a volume in tiles of one size. One that does not come out even goes on beyond its edge until it does, all
    ways."""

    def __init__(self, sides, parts):
        even = all([side % count == 0 for side, count in zip(sides, parts)])
        self.parts, self.count = parts, prod(parts)
        self.sides = [side // count + int(not even) for side, count in zip(sides, parts)]
        self.area = prod(self.sides)

    def reach(self, axis):
        return self.parts[axis] * self.sides[axis]

    def at(self, *place):
        """The number of the tile that a place is in."""
        number = 0
        for at, side, count in [*zip(place, self.sides, self.parts)][::-1]:
            number = number * count + at // side
        return number

    def between(self, of, place, level):
        """What tiles say of a level, going straight from the middle of one to that of the next."""
        places = [at / side - 0.5 for at, side in zip(place, self.sides)]

        def along(axis, tile):
            if axis < 0:
                return of(Position(level, tile))
            first, last = floor(places[axis]), self.parts[axis] - 1
            there = lambda at: along(axis - 1, tile * self.parts[axis] + min(max(at, 0), last))
            return mix(there(first), there(first + 1), places[axis] - first)

        return along(len(places) - 1, 0)


def mix(a, b, t):
    return a + (b - a) * t
