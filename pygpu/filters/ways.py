"""What goes on from pixel to pixel and row to row: diffuse, seam_energy. Each pixel is made of those that came before it."""

from functools import cache
from math import inf

from numpy import floor

from pygpu import Image, Position

from .channels import colour, each, luma, repaint
from .ready import Ready


@Ready
def diffuse(im=Image, p=Position, levels=2):
    """So many levels a channel, and what a pixel is off is handed on to those after it (R. Floyd and L. Steinberg, 1976;
    Pillow's convert("1"), which rounds what is handed on to whole bytes, so that single pixels differ)."""
    if levels < 2:
        raise ValueError(f"levels={levels!r}: there are two at least")

    @cache
    def spread(q):
        wanted = colour(im(q))
        if q.x > 0:
            wanted = wanted + spread(q - (1, 0))[1] * (7 / 16)
        if q.y > 0:
            if q.x > 0:
                wanted = wanted + spread(q - (1, 1))[1] * (1 / 16)
            wanted = wanted + spread(q - (0, 1))[1] * (5 / 16)
            if q.x < im.width - 1:
                wanted = wanted + spread(q + (1, -1))[1] * (3 / 16)
        nearest = each(lambda v: min(max(floor(v * (levels - 1) + 0.5), 0.0), levels - 1.0) / (levels - 1), wanted)
        return nearest, wanted - nearest

    return repaint(im(p), spread(p)[0])


@Ready
def seam_energy(im=Image, p=Position):
    """What the cheapest way from the top row down to a pixel costs, from row to row one column aside at most; what a pixel
    costs is how light it is (S. Avidan and A. Shamir's seams, 2007).

    The least number of the last row is the cheapest seam's. Costs are larger than a byte: ask for dtype="float32".
    """
    @cache
    def cost(q):
        if q.y <= 0:
            return luma(im(q))
        left = cost(q - (1, 1)) if q.x > 0 else inf
        right = cost(q + (1, -1)) if q.x < im.width - 1 else inf
        return luma(im(q)) + min(left, cost(q - (0, 1)), right)

    return cost(p)
