"""How an image is read, whatever its pixels are: the forms of a position, then sampling, then the border.

    im(p)  im((x, y))  im(x, y)  im.sample(p, "cubic")     anything a user writes
      → sample(x, y, mode)     between pixels: several reads at whole places
      → at(x, y)               at a whole place, perhaps outside: what the border says
      → pixel(column, row)     a pixel that exists: what a subclass supplies

    im.level(k)  im.sample(p, level=k)                     the same picture in less detail

    for v in im  len(im)  for q in im.positions            all of its pixels, and their places

Plain Python and the tracer share these steps: HostImage has numbers for pixels, the tracer's image has symbols.
"""

from __future__ import annotations

import numpy

from . import borders, sampling
from .position import Position
from .positions import Positions
from .vectors import NUMBERS, pixel


class Pixels:
    """What has a width and a height, and gives a pixel where it is called with a position."""

    __slots__ = ()

    @property
    def size(self):
        return (self.width, self.height)

    @property
    def positions(self):
        """Where its pixels are, row by row."""
        return Positions(self.width, self.height)

    def __len__(self):
        """How many pixels it has."""
        return self.width * self.height

    def __iter__(self):
        """Its pixels, row by row."""
        return map(self, self.positions)


class Picture(Pixels):
    __slots__ = ("width", "height", "channels", "spec", "fill")

    def __init__(self, width, height, channels, spec, fill):
        self.width = width
        self.height = height
        self.channels = channels
        self.spec = spec  # a types.Image: the border, the sampling
        self.fill = fill  # the pixel beyond a constant border

    def __call__(self, x, y=None):
        """The pixel at a position, a pair, or two numbers; between pixels, what this image's sampling gives."""
        return self.sample(x, y)

    def __getitem__(self, index):
        """The same with NumPy's order of indices: im[y, x] is im(x, y); im[y], im[y, :], im[:, x] are a row and a column."""
        index = (index,) if isinstance(index, (*NUMBERS, slice)) else tuple(index)
        line = line_asked(index, 2)
        return self.sample(*reversed(index)) if line is None else line_of(self, *line)

    def level(self, k):
        """The picture in less detail: blocks of 2**k x 2**k pixels averaged, each a pixel of a smaller picture."""
        return Level(self, k)

    def sample(self, x, y=None, mode=None, level=None):
        """As a call, in the mode named: im.sample(p, "cubic"), im.sample(x, y, "cubic").

        With a `level` (0 and up, fractions too) the picture is read in less detail, at the same places: as im.level(k)
        shows it, and between two levels as a mixture of both. Where a pixel of the result covers n pixels of the
        picture, log2(n) is the level that avoids aliasing.
        """
        if isinstance(y, str):
            y, mode = None, y
        if y is None:
            if isinstance(x, NUMBERS):
                raise TypeError("an image is read at a position, a pair (x, y), or two numbers, not at one number")
            if x is None or isinstance(x, str):
                raise TypeError(f"an image is read at a position, a pair (x, y), or two numbers, not at {x!r}")
            if len(x) != 2:
                raise TypeError(f"an image is read at a position, a pair (x, y), or two numbers, not at {len(x)}: of tuples "
                                "(3, 4) + (1, 0) is (3, 4, 1, 0), and Position(3, 4) + (1, 0) is Position(4, 4)")
            x, y = x
        if level is not None:
            return detail(self, x, y, mode, level)
        if sampling.whole(x) and sampling.whole(y):
            return self.at(x, y)
        return sampling.sample(self.spec.sample if mode is None else sampling.resolve(mode), self.at, x, y)

    def at(self, x, y):
        """The pixel at whole x and y, which may lie any distance outside."""
        across, down = self.spec.border
        column = borders.index(across, x, self.width)
        row = borders.index(down, y, self.height)
        value = self.pixel(column, row)
        if borders.is_open(down):
            beyond = self.beyond(down, x if borders.is_open(across) else column, y)
            value = value if borders.inside(y, self.height) else beyond
        if borders.is_open(across):
            beyond = self.beyond(across, x, y if borders.is_open(down) else row)
            value = value if borders.inside(x, self.width) else beyond
        return value

    def beyond(self, border, x, y):
        """What an open border gives outside. A function is asked for places already mapped on the other axis."""
        return self.fill if border == "constant" else self.spread(border(Position(x, y)))

    def spread(self, value):
        """A border function may give one number for all channels."""
        return pixel((value,) * self.channels) if isinstance(value, NUMBERS) else value


class Level(Picture):
    """A picture whose pixels are the means of blocks of 2**k x 2**k pixels of `image`; what sticks out at the right
    and lower edge is left out of the mean. Read as `image` is: the same border, the same sampling."""

    __slots__ = ("image", "step")

    def __init__(self, image, k):
        self.image = image
        self.step = 1 << k
        Picture.__init__(self, -(-image.width // self.step), -(-image.height // self.step), image.channels, image.spec,
                         image.fill)

    def pixel(self, column, row):
        left, top = column * self.step, row * self.step
        right, bottom = min(left + self.step, self.image.width), min(top + self.step, self.image.height)
        total = pixel((0.0,) * self.channels)
        for y in range(top, bottom):
            for x in range(left, right):
                total = total + self.image.pixel(x, y)
        return total / ((right - left) * (bottom - top))


# --- rows and columns ------------------------------------------------------------------------------------------------

EVERY = slice(None)


def line_asked(index, dimensions):
    """What stands before and behind the only axis that an index leaves open; None where it names a place, or leaves more."""
    if len(index) == dimensions - 1:
        index = (*index, EVERY)
    open_axes = [axis for axis, each in enumerate(index) if isinstance(each, slice) and each == EVERY]
    if len(index) != dimensions or len(open_axes) != 1:
        return None
    return index[:open_axes[0]], index[open_axes[0] + 1:]


def plane_asked(index, dimensions):
    """The axis of which an index names a place, x first, and that place: vol[1], vol[:, y]; None where it does not leave
    two axes of three open."""
    index = (*index, *[EVERY] * (dimensions - len(index)))
    named = [(dimensions - 1 - axis, each) for axis, each in enumerate(index)
             if not (isinstance(each, slice) and each == EVERY)]
    return named[0] if dimensions == len(index) == 3 and len(named) == 1 else None


class Plane(Pixels):
    """A plane of a volume, as a picture: vol[1], vol[:, y], vol[:, :, x]. Read as the volume is, at two coordinates."""

    __slots__ = ("volume", "axis", "place", "width", "height")

    def __init__(self, volume, axis, place):
        self.volume, self.axis, self.place = volume, axis, place
        self.width = volume.height if axis == 0 else volume.width
        self.height = volume.height if axis == 2 else volume.depth

    def __call__(self, x, y=None):
        if y is None:
            if isinstance(x, NUMBERS) or len(x) != 2:
                raise TypeError("a plane of a volume is a picture: it is read at two coordinates, as vol[1](p.x, p.y)")
            x, y = x
        if self.axis == 2:
            return self.volume(x, y, self.place)
        return self.volume(x, self.place, y) if self.axis == 1 else self.volume(self.place, x, y)

    def __getitem__(self, index):
        """With NumPy's order of indices; a row, or a column."""
        index = (index,) if isinstance(index, (*NUMBERS, slice)) else tuple(index)
        line = line_asked(index, 2)
        return self(*reversed(index)) if line is None else line_of(self, *line)


def line_of(im, before, behind):
    """The numbers along that axis, as NumPy has them."""
    return numpy.array([im[(*before, i, *behind)] for i in range(im.size[-1 - len(before)])])


def rows_of(a):
    return map(lambda y: line_of(a, (y,), ()), range(a.height))


# --- less detail -----------------------------------------------------------------------------------------------------

def detail(image, x, y, mode, level):
    """The value at (x, y) of `image`, whose own pixels are smaller than what is asked for by 2 to the level."""
    if sampling.whole(level):
        return at_level(image, x, y, mode, max(level, 0))
    level = max(level, 0.0)
    fine = int(level)
    share = level - fine
    return at_level(image, x, y, mode, fine) * (1 - share) + at_level(image, x, y, mode, fine + 1) * share


def at_level(image, x, y, mode, k):
    size = 2.0 ** k
    return Level(image, k).sample((x + 0.5) / size - 0.5, (y + 0.5) / size - 0.5, mode)
