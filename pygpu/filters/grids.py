"""A bilateral blur through a grid of space and light: bilateral_grid.

    cells       each adds up a square of pixels, those of about one light
    blurred     a bell over cells, from light to light, across and down: few numbers, each of many pixels
    between     a pixel lies between eight of them

A cell is at a column, and at a row that says how far down it is and how light: so the grid is a picture like any other.
"""

from functools import cache
from math import ceil

from pygpu import Image, Position, clamp

from .channels import luma
from .ready import Ready

BELL = ((-2, 1 / 16), (-1, 4 / 16), (0, 6 / 16), (1, 4 / 16), (2, 1 / 16))
APART = 2  # empty layers between the lights of one row of cells and those of the next, as far as a bell reaches


@Ready
def bilateral_grid(im=Image(border="reflect"), p=Position, sigma_color=0.1, sigma_space=16.0):
    """A blur that stops where the light changes by more than about `sigma_color`, at a cost that does not grow with
    `sigma_space` (J. Chen, S. Paris and F. Durand's bilateral grid, 2007).

    It is `bilateral` for wide blurs: nearly a Gaussian of `sigma_space`, in cells of so many pixels. What counts is how
    light a pixel is, from 0 to 1. The cost grows with 1 / `sigma_color`.
    """
    step = max(round(sigma_space), 1)
    layers = ceil(1 / sigma_color) + 1 + APART
    light = cache(lambda q: clamp(luma(im(q)), 0, 1) / sigma_color)

    def column(x, row):
        """What so many pixels, one below the other, have of one light: their sum and their number."""
        below = [Position(x, row // layers * step + d) for d in range(step)]
        return mixed([(max(1 - abs(light(q) - row % layers), 0.0), (im(q), 1)) for q in below])

    column = cache(column)
    grid = cache(lambda x, row: mixed([(1, column(x * step + d, row)) for d in range(step)]))
    for across, down in ((0, 1), (1, 0), (0, layers)):
        grid = blurred(grid, across, down)
    total, count = sliced(grid, p, step, layers, light(p))
    return total / count


def blurred(grid, across, down):
    return cache(lambda x, row: mixed([(w, grid(x + d * across, row + d * down)) for d, w in BELL]))


def sliced(grid, p, step, layers, light):
    """Between the cells around a pixel, and between the two lights around its own."""
    x, y = (p.x - (step - 1) / 2) / step, (p.y - (step - 1) / 2) / step
    left, top, dark = (p.x - step // 2) // step, (p.y - step // 2) // step, min(max(int(light), 0), layers - APART - 2)
    beside = lambda at, first: ((first, 1 - (at - first)), (first + 1, at - first))
    return mixed([(across * down * near, grid(column, row * layers + layer)) for column, across in beside(x, left)
                  for row, down in beside(y, top) for layer, near in beside(light, dark)])


def mixed(found):
    """The weighted sum of sums, and of numbers."""
    total = count = 0
    for weight, (there, number) in found:
        total, count = total + weight * there, count + weight * number
    return total, count
