"""How an image is read, whatever its pixels are: the forms of a position, then sampling, then the border.

    im(p)  im((x, y))  im(x, y)  im.sample(p, "cubic")     anything a user writes
      → sample(x, y, mode)     between pixels: several reads at whole places
      → at(x, y)               at a whole place, perhaps outside: what the border says
      → pixel(column, row)     a pixel that exists: what a subclass supplies

Plain Python and the tracer share these steps: HostImage has numbers for pixels, the tracer's image has symbols.
"""

from __future__ import annotations

from . import borders, sampling
from .position import Position
from .vectors import NUMBERS


class Picture:
    __slots__ = ("width", "height", "spec", "fill")

    def __init__(self, width, height, spec, fill):
        self.width = width
        self.height = height
        self.spec = spec  # a types.Image: the border, the sampling
        self.fill = fill  # the pixel beyond a constant border

    @property
    def size(self):
        return (self.width, self.height)

    def __call__(self, x, y=None):
        """The pixel at a position, a pair, or two numbers; between pixels, what this image's sampling gives."""
        return self.sample(x, y)

    def sample(self, x, y=None, mode=None):
        """As a call, in the mode named: im.sample(p, "cubic"), im.sample(x, y, "cubic")."""
        if isinstance(y, str):
            y, mode = None, y
        if y is None:
            if isinstance(x, NUMBERS):
                raise TypeError("an image is read at a position, a pair (x, y), or two numbers, not at one number")
            x, y = x
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
        return self.fill if border == "constant" else border(Position(x, y))
