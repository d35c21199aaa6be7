"""Pictures as if made by hand: pixelate, kuwahara."""

from pygpu import Image, Position, dot

from .ready import Ready
from .windows import pair


@Ready
def pixelate(im=Image, p=Position, size=8):
    """Blocks of one colour, their mean (Pillow's resize down by BOX and up by NEAREST, of whole blocks).

    `size` is a number or a pair, across and down. Blocks that the picture's edge cuts count its last pixels on.
    """
    width, height = pair(size)
    row = lambda q: sum([im(q.x * width + x, q.y) for x in range(width)]) / width
    block = lambda q: sum([row(Position(q.x, q.y * height + y)) for y in range(height)]) / height
    return block(Position(p.x // width, p.y // height))


@Ready
def kuwahara(im=Image(border="reflect"), p=Position, radius=2):
    """The mean of that of four squares, each with the pixel in a corner, that varies least: as if painted
    (M. Kuwahara, 1976; mean and variance are scipy.ndimage.uniform_filter's)."""
    reach = range(radius + 1)
    best, least = 0 * im(p), 0.0
    for number, (right, down) in enumerate(((-1, -1), (1, -1), (-1, 1), (1, 1))):
        square = [im(p + (right * x, down * y)) for y in reach for x in reach]
        middle = sum(square) / len(square)
        varies = sum([dot(each - middle, each - middle) for each in square])
        if number == 0:
            best, least = middle, varies
        else:
            best, least = (middle, varies) if varies < least else (best, least)
    return best
