"""Histograms of parts of a picture: clahe.

A table for each tile, one below the other: a picture with a column for each level, a row for each tile.
"""

from functools import cache
from math import floor

from pygpu import Float, Image, Position

from .channels import colour, luma, repaint
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
    tiling = Tiling(im, *pair(tiles))
    counts = cache(lambda: tiling.counted(im))
    limit = max(int(clip_limit * tiling.area / LEVELS), 1) if clip_limit > 0 else tiling.area
    count = cache(lambda q: counts()[q.y * LEVELS + q.x])
    over = summed(lambda q: max(count(q) - limit, 0))

    def clipped(q):
        """How many pixels a level counts for: what is over the limit is shared by all."""
        excess = over(Position(LEVELS - 1, q.y))
        each, rest = excess // LEVELS, excess % LEVELS
        apart = max(LEVELS // max(rest, 1), 1)
        return min(count(q), limit) + each + int(q.x % apart == 0 and q.x // apart < rest)

    below = summed(clipped)
    pixel = im(p)
    there = tiling.between(lambda tile: below(Position(level(pixel), tile)), p) / tiling.area
    paint, light = colour(pixel), luma(pixel)
    return repaint(pixel, paint * (there / light) if light > 0 else paint + there)


def summed(table):
    """The sums of a tile's entries so far."""
    sums = cache(lambda q: table(q) + (sums(q - (1, 0)) if q.x > 0 else 0))
    return sums


class Tiling:
    """A picture in tiles of one size. One that does not come out even goes on beyond its edge until it does, both ways."""

    def __init__(self, im, across, down):
        even = im.width % across == 0 and im.height % down == 0
        self.across, self.down = across, down
        self.width, self.height = (length // parts + int(not even)
                                   for length, parts in ((im.width, across), (im.height, down)))
        self.area = self.width * self.height

    def counted(self, im):
        """How many pixels of each tile are how light: tile by tile, row by row."""
        counts = [0] * (self.across * self.down * LEVELS)
        for y in range(self.down * self.height):
            for x in range(self.across * self.width):
                tile = y // self.height * self.across + x // self.width
                counts[tile * LEVELS + level(im(x, y))] += 1
        return counts

    def between(self, of, p):
        """What a tile says, going straight from the middle of one to that of the next."""
        x, y = p.x / self.width - 0.5, p.y / self.height - 0.5
        left, top = floor(x), floor(y)
        column = lambda at: min(max(at, 0), self.across - 1)
        row = lambda at: min(max(at, 0), self.down - 1) * self.across
        line = lambda at: mix(of(row(at) + column(left)), of(row(at) + column(left + 1)), x - left)
        return mix(line(top), line(top + 1), y - top)


def mix(a, b, t):
    return a + (b - a) * t
